#include "web/session.h"

#include <algorithm>
#include <utility>

#include "chess/fen.h"
#include "web/names.h"

namespace zugwerk::web {

using base::Json;

namespace {

/// Moves of a line that are told; who wants to see more steps into it.
constexpr std::size_t kLongestLine = 24;
/// Events of one stream are at least this far apart, whatever the search reports.
constexpr std::chrono::milliseconds kBetweenEvents{40};
constexpr std::chrono::seconds kBetweenSignsOfLife{1};

[[nodiscard]] std::string_view name_of(search::Bound bound) {
  return bound == search::Bound::Lower ? "lower" : bound == search::Bound::Upper ? "upper" : "exact";
}

}  // namespace

std::optional<std::uint64_t> Session::analyse(const Place& place, int lines, bool by_network) {
  stop_analysis();
  const std::scoped_lock lock(board_->mutex);
  board_->last_sign = Clock::now();
  if (board_->closed || !board_->listening) return std::nullopt;
  const std::uint64_t number = ++analyses_;
  Analysis analysis;
  analysis.number = number;
  analysis.place = place;
  analysis.lines = lines;
  board_->analysis = std::move(analysis);
  ++board_->version;

  Order order;
  order.position = place.position;
  order.limits.infinite = true;
  order.lines = lines;
  order.by_network = by_network;
  order.open_ended = true;
  order.on_line = [board = board_, number](const search::LineReport& report) { hear(*board, number, report); };
  order.on_progress = [board = board_, number](const Progress& progress) {
    const std::scoped_lock guard(board->mutex);
    if (!board->analysis || board->analysis->number != number) return;
    board->analysis->progress = progress;
    board->analysis->begun = true;
    ++board->version;
    board->changed.notify_all();
  };
  analysing_ = pool_.place(std::move(order));
  board_->changed.notify_all();
  return number;
}

void Session::hear(Board& board, std::uint64_t number, const search::LineReport& report) {
  const std::scoped_lock lock(board.mutex);
  if (!board.analysis || board.analysis->number != number) return;
  Analysis& analysis = *board.analysis;
  // A search that had to wait begins again at depth one; what was seen deeper stays until it is there again.
  if (report.depth < analysis.depth) return;
  analysis.depth = report.depth;
  analysis.selective_depth = report.selective_depth;
  analysis.table_permille = report.table_permille;
  analysis.begun = true;
  const auto index = static_cast<std::size_t>(report.line_number) - 1;
  if (analysis.reports.size() <= index) analysis.reports.resize(index + 1);
  analysis.reports[index] = report;
  ++board.version;
  board.changed.notify_all();
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

Found Session::think(const Place& place, const search::Limits& limits, std::optional<int> elo) {
  stop_analysis();
  struct Waiting {
    std::mutex mutex;
    std::condition_variable changed;
    Found found;
    bool done = false;
  };
  const auto waiting = std::make_shared<Waiting>();
  Order order;
  order.position = place.position;
  order.limits = limits;
  order.elo = elo;
  order.on_line = [waiting](const search::LineReport& report) {
    const std::scoped_lock lock(waiting->mutex);
    if (report.line_number == 1) waiting->found.line = report;
  };
  order.on_end = [waiting](const search::BestMoveReport& best, bool cancelled) {
    const std::scoped_lock lock(waiting->mutex);
    waiting->found.best = best;
    waiting->found.cancelled = cancelled;
    waiting->done = true;
    waiting->changed.notify_all();
  };
  std::shared_ptr<EnginePool::Ticket> before;
  {
    const std::scoped_lock lock(board_->mutex);
    if (board_->closed) return {.best = {}, .line = {}, .cancelled = true};
    before = std::exchange(thinking_, pool_.place(std::move(order)));
  }
  pool_.cancel(before);
  std::unique_lock lock(waiting->mutex);
  waiting->changed.wait(lock, [&] { return waiting->done; });
  return waiting->found;
}

std::uint64_t Session::open_stream() {
  const std::scoped_lock lock(board_->mutex);
  board_->listening = !board_->closed;
  ++board_->stream;
  told_version_ = 0;
  board_->changed.notify_all();
  return board_->stream;
}

std::optional<std::string> Session::next_event(std::uint64_t stream) {
  std::unique_lock lock(board_->mutex);
  const auto over = [&] { return board_->closed || board_->stream != stream; };
  // Not faster than anybody can look: what was missed meanwhile is in the next event.
  board_->changed.wait_for(lock, kBetweenEvents, over);
  const auto news = [&] { return board_->analysis && board_->version != told_version_; };
  board_->changed.wait_for(lock, kBetweenSignsOfLife, [&] { return over() || news(); });
  if (over()) return std::nullopt;
  board_->last_sign = Clock::now();
  if (!news()) return ": still here\n\n";
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
                   {"hash_permille", analysis.table_permille},
                   {"lines", std::move(lines)}};
  return "event: analysis\ndata: " + event.dump() + "\n\n";
}

void Session::close_stream(std::uint64_t stream) {
  std::shared_ptr<EnginePool::Ticket> thinking;
  {
    const std::scoped_lock lock(board_->mutex);
    if (board_->stream != stream) return;  // another one took its place
    board_->listening = false;
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
    board_->changed.notify_all();
  }
  pool_.cancel(thinking);
  stop_analysis();
}

bool Session::is_abandoned(Clock::time_point now, Clock::duration patience) const {
  const std::scoped_lock lock(board_->mutex);
  return !board_->listening && now - board_->last_sign > patience;
}

std::shared_ptr<Session> Sessions::create() {
  const std::scoped_lock lock(mutex_);
  if (sessions_.size() >= kMost)
    std::erase_if(sessions_, [now = Session::Clock::now()](const auto& entry) {
      return entry.second->is_abandoned(now, kPatience);
    });
  if (sessions_.size() >= kMost) return nullptr;
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
