#include "web/session.h"

#include <algorithm>
#include <utility>

#include "chess/notation/fen.h"
#include "web/names.h"

namespace zugwerk::web {

using base::Json;

namespace {

/// Moves reported of a line; to see more, a client steps into it.
constexpr std::size_t kLongestLine = 24;

[[nodiscard]] std::string_view name_of(search::Bound bound) {
  return bound == search::Bound::Lower ? "lower" : bound == search::Bound::Upper ? "upper" : "exact";
}

}  // namespace

std::optional<std::uint64_t> Session::analyse(const Place& place, int lines, bool by_network) {
  // One lock from the old search to the new one: of two simultaneous requests, the later must find the search of the
  // earlier, or it could never be stopped.
  std::shared_ptr<EnginePool::Ticket> before;
  std::optional<std::uint64_t> number;
  {
    const std::scoped_lock lock(board_->mutex);
    board_->last_sign = Clock::now();
    board_->analysis.reset();
    before = std::exchange(analysing_, nullptr);
    if (!board_->closed && board_->listening) {
      number = ++analyses_;
      Analysis analysis;
      analysis.number = *number;
      analysis.place = place;
      analysis.lines = lines;
      board_->analysis = std::move(analysis);
      ++board_->version;
      analysing_ = pool_.place(order_of(*board_->analysis, by_network));
      board_->tell();
    }
  }
  pool_.cancel(before);
  return number;
}

Order Session::order_of(const Analysis& analysis, bool by_network) const {
  Order order;
  order.position = analysis.place.position;
  order.limits.infinite = true;
  order.lines = analysis.lines;
  order.by_network = by_network;
  order.open_ended = true;
  const std::uint64_t number = analysis.number;
  order.on_line = [board = board_, number](const search::LineReport& report) { hear(*board, number, report); };
  order.on_progress = [board = board_, number](const Progress& progress) {
    const std::scoped_lock guard(board->mutex);
    if (!board->analysis || board->analysis->number != number) return;
    board->analysis->progress = progress;
    board->analysis->begun = true;
    ++board->version;
    board->tell();
  };
  return order;
}

void Session::hear(Board& board, std::uint64_t number, const search::LineReport& report) {
  const std::scoped_lock lock(board.mutex);
  if (!board.analysis || board.analysis->number != number) return;
  Analysis& analysis = *board.analysis;
  // A search that had to wait restarts at depth one; its deeper results stay until it reaches that depth again.
  if (report.depth < analysis.depth) return;
  analysis.depth = report.depth;
  analysis.selective_depth = report.selective_depth;
  analysis.hashfull = report.hashfull;
  analysis.begun = true;
  const auto index = static_cast<std::size_t>(report.line_number) - 1;
  if (analysis.reports.size() <= index) analysis.reports.resize(index + 1);
  analysis.reports[index] = report;
  ++board.version;
  board.tell();
}

void Session::stop_analysis() {
  std::shared_ptr<EnginePool::Ticket> ticket;
  {
    const std::scoped_lock lock(board_->mutex);
    board_->last_sign = Clock::now();
    board_->analysis.reset();
    ticket = std::exchange(analysing_, nullptr);
  }
  pool_.cancel(ticket);
}

Session::Thought Session::think(const Place& place, const search::Limits& limits, std::optional<int> elo,
                                const std::string& client, const std::function<void(const Found&)>& on_found) {
  // The pool calls these one after the other, so what they share needs no lock.
  const auto found = std::make_shared<Found>();
  Order order;
  order.position = place.position;
  order.limits = limits;
  order.elo = elo;
  order.client = client;
  order.on_line = [found](const search::LineReport& report) {
    if (report.line_number == 1) found->line = report;
  };
  order.on_end = [found, board = board_, on_found](const search::BestMoveReport& best, bool cancelled) {
    {
      const std::scoped_lock lock(board->mutex);
      --board->thoughts;
      board->last_sign = Clock::now();
    }
    found->best = best;
    found->cancelled = cancelled;
    on_found(*found);
  };
  std::shared_ptr<EnginePool::Ticket> analysis;
  Thought thought;
  Thought before;
  {
    const std::scoped_lock lock(board_->mutex);
    board_->last_sign = Clock::now();
    if (!board_->closed) {
      ++board_->thoughts;
      board_->analysis.reset();
      analysis = std::exchange(analysing_, nullptr);
      thought = pool_.place(std::move(order));
      before = std::exchange(thinking_, thought);
    }
  }
  pool_.cancel(analysis);
  pool_.cancel(before);
  if (!thought) on_found({.best = {}, .line = {}, .cancelled = true});
  return thought;
}

std::uint64_t Session::open_stream(std::function<void()> on_news) {
  const std::scoped_lock lock(board_->mutex);
  board_->tell();  // the earlier stream is over
  board_->on_news = std::move(on_news);
  board_->listening = !board_->closed;
  ++board_->stream;
  told_version_ = 0;
  if (board_->closed) board_->tell();
  return board_->stream;
}

std::optional<std::string> Session::next_event(std::uint64_t stream) {
  std::unique_lock lock(board_->mutex);
  if (board_->closed || board_->stream != stream) return std::nullopt;
  board_->last_sign = Clock::now();
  if (!board_->analysis || board_->version == told_version_) return std::string();
  told_version_ = board_->version;
  const Analysis analysis = *board_->analysis;
  lock.unlock();
  return analysis_event(analysis);
}

std::string Session::analysis_event(const Analysis& analysis) {
  const chess::Position& position = analysis.place.position;
  Json lines = Json::array();
  for (const search::LineReport& report : analysis.reports) {
    if (report.moves.empty()) continue;
    lines.push_back({{"number", report.line_number},
                     {"depth", report.depth},
                     {"score", score_json(report.score, position)},
                     {"bound", name_of(report.bound)},
                     {"wdl", wdl_json(report.score, position)},
                     {"moves", line_json(position, report.moves, analysis.place.variant, kLongestLine)}});
  }
  const auto milliseconds = analysis.progress.time.count();
  const std::uint64_t speed =
      milliseconds > 0 ? analysis.progress.nodes * 1000 / static_cast<std::uint64_t>(milliseconds) : 0;
  const Json event{{"analysis", analysis.number},
                   {"fen", chess::to_fen(position)},
                   {"begun", analysis.begun},
                   {"depth", analysis.depth},
                   {"selective_depth", analysis.selective_depth},
                   {"nodes", analysis.progress.nodes},
                   {"nodes_per_second", speed},
                   {"time_ms", milliseconds},
                   {"hash_permille", analysis.hashfull},
                   {"lines", std::move(lines)}};
  return "event: analysis\ndata: " + event.dump() + "\n\n";
}

void Session::close_stream(std::uint64_t stream) {
  std::shared_ptr<EnginePool::Ticket> thinking;
  {
    const std::scoped_lock lock(board_->mutex);
    if (board_->stream != stream) return;  // another one took its place
    board_->listening = false;
    board_->on_news = nullptr;
    thinking = std::exchange(thinking_, nullptr);
  }
  pool_.cancel(thinking);
  stop_analysis();
}

void Session::close() {
  std::shared_ptr<EnginePool::Ticket> thinking;
  {
    const std::scoped_lock lock(board_->mutex);
    board_->closed = true;
    board_->listening = false;
    thinking = std::exchange(thinking_, nullptr);
    board_->tell();
  }
  pool_.cancel(thinking);
  stop_analysis();
}

std::optional<Session::Clock::time_point> Session::idle_since() const {
  const std::scoped_lock lock(board_->mutex);
  if (board_->listening || board_->thoughts > 0) return std::nullopt;
  return board_->last_sign;
}

std::shared_ptr<Session> Sessions::create() {
  // Destroyed outside the lock.
  std::shared_ptr<Session> idlest;
  const std::scoped_lock lock(mutex_);
  if (sessions_.size() >= kMost) {
    auto found = sessions_.end();
    std::optional<Session::Clock::time_point> longest;
    for (auto entry = sessions_.begin(); entry != sessions_.end(); ++entry) {
      const auto since = entry->second->idle_since();
      if (!since || (longest && *since >= *longest)) continue;
      longest = since;
      found = entry;
    }
    if (found == sessions_.end()) return nullptr;
    idlest = std::move(found->second);
    sessions_.erase(found);
  }
  auto session = std::make_shared<Session>(pool_, random_name());
  sessions_.emplace(session->id(), session);
  return session;
}

std::shared_ptr<Session> Sessions::find(const std::string& id) const {
  const std::scoped_lock lock(mutex_);
  const auto found = sessions_.find(id);
  return found == sessions_.end() ? nullptr : found->second;
}

bool Sessions::remove(const std::string& id) {
  std::shared_ptr<Session> session;
  {
    const std::scoped_lock lock(mutex_);
    const auto found = sessions_.find(id);
    if (found == sessions_.end()) return false;
    session = found->second;
    sessions_.erase(found);
  }
  session->close();
  return true;
}

void Sessions::close_all() {
  std::map<std::string, std::shared_ptr<Session>> all;
  {
    const std::scoped_lock lock(mutex_);
    all.swap(sessions_);
  }
  for (const auto& [id, session] : all) session->close();
}

std::size_t Sessions::count() const {
  const std::scoped_lock lock(mutex_);
  return sessions_.size();
}

}  // namespace zugwerk::web
