#include "cluster/guard.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"
#include "protocol/uci_go.h"
#include "protocol/uci_text.h"
#include "search/time_manager.h"

namespace zugwerk::cluster {

namespace {

constexpr Milliseconds kBetweenPings{100};
constexpr Milliseconds kBetweenIdlePings{1000};
constexpr Milliseconds kFirstPause{1000};
/// A best move that the guard no longer waits for must come within this time, or the cluster is lost.
constexpr Milliseconds kLongestDebt{2000};

[[nodiscard]] Milliseconds between(TimePoint from, TimePoint to) {
  return std::chrono::duration_cast<Milliseconds>(to - from);
}

/// The line of a `go` whose search has already taken some time.
[[nodiscard]] std::string with_less_time(const std::string& go, chess::Color us, Milliseconds spent) {
  const std::string_view own_clock = us == chess::Color::White ? "wtime" : "btime";
  std::string result;
  std::string_view rest = go;
  bool is_time = false;
  for (auto word = base::take_word(rest); !word.empty(); word = base::take_word(rest)) {
    if (!result.empty()) result += ' ';
    const auto time = is_time ? base::parse_integer<std::int64_t>(word) : std::nullopt;
    result += time ? std::to_string(std::max<std::int64_t>(1, *time - spent.count())) : std::string(word);
    is_time = word == own_clock || word == "movetime";
  }
  return result;
}

/// The word after `key` in a line of words.
[[nodiscard]] std::string_view word_after(std::string_view line, std::string_view key) {
  for (auto word = base::take_word(line); !word.empty(); word = base::take_word(line))
    if (word == key) return base::take_word(line);
  return {};
}

}  // namespace

Guard::Guard(Ports ports, TimePoint now) : ports_(std::move(ports)) { start(now); }

void Guard::note(const std::string& text) { ports_.to_client("info string cluster: " + text); }

// --- The cluster comes and goes --------------------------------------------------------------------------------------

void Guard::start(TimePoint now) {
  state_ = State::Starting;
  state_since_ = now;
  pings_.clear();
  cluster_swallows_ = 0;
  if (const auto error = ports_.start_cluster()) return lose(*error, now);
  for (const auto& [name, line] : options_) ports_.to_cluster(line);
  if (!position_line_.empty()) ports_.to_cluster(position_line_);
  ask(Asked::AtStart, kLongestStart, now);
}

void Guard::become_ready() {
  state_ = State::Ready;
  pause_ = Milliseconds{0};
  last_reason_.clear();
  if (was_ready_) note("is back");
  was_ready_ = true;
  if (std::exchange(client_waits_, false)) ports_.to_client("readyok");
}

void Guard::lose(const std::string& reason, TimePoint now) {
  const bool was_down = state_ == State::Down;
  state_ = State::Down;
  pings_.clear();
  cluster_swallows_ = 0;
  superseded_ = 0;
  if (was_down) return;
  ports_.end_cluster();
  pause_ = std::clamp(2 * pause_, kFirstPause, kLongestPause);
  next_start_ = now + pause_;
  if (reason != last_reason_) note("error: " + reason + "; the local engine plays until it is back");
  last_reason_ = reason;
  if (std::exchange(client_waits_, false)) ports_.to_local("isready");
  if (search_ && search_->by_cluster) take_over(now);
}

void Guard::cluster_ended(const std::string& reason, TimePoint now) { lose("it has ended: " + reason, now); }

void Guard::take_over(TimePoint now) {
  Search& search = *search_;
  search.by_cluster = false;
  // Too late to begin: what the cluster has found is better than what can be found now.
  constexpr Milliseconds kLeastTime{50};
  if (search.deadline && *search.deadline - now < kLeastTime && answer_now()) return;
  ports_.to_local(with_less_time(search.go, position_.side_to_move(), between(search.started, now)));
  if (search.limits.ponder && !search.held) ports_.to_local("ponderhit");
}

bool Guard::answer_now() {
  if (search_->best.empty()) return false;
  ports_.to_client("bestmove " + search_->best + (search_->ponder.empty() ? "" : " ponder " + search_->ponder));
  search_.reset();
  return true;
}

void Guard::look(TimePoint now) {
  if (state_ == State::Down && now >= next_start_ && !should_wait_with_start(now)) start(now);
  const auto overdue =
      std::find_if(pings_.begin(), pings_.end(), [&](const Ping& ping) { return now - ping.sent >= ping.patience; });
  if (overdue != pings_.end())
    lose(base::format("rank 0 has not answered for {} ms", between(overdue->sent, now).count()), now);
  if (state_ == State::Ready && cluster_swallows_ > 0 && now - abandoned_ >= kLongestDebt)
    lose("rank 0 does not end its search", now);
  if (search_ && search_->deadline && now >= *search_->deadline) meet_deadline(now);
  if (state_ == State::Ready && pings_.empty() && now >= next_ping_) {
    const bool searching = search_ && search_->by_cluster;
    ask(Asked::ByGuard, searching ? kSilence : kIdleSilence, now);
    next_ping_ = now + (searching ? kBetweenPings : kBetweenIdlePings);
  }
}

void Guard::meet_deadline(TimePoint now) {
  const bool by_cluster = search_->by_cluster;
  by_cluster ? ports_.to_cluster("stop") : ports_.to_local("stop");
  if (by_cluster) abandoned_ = now;
  if (answer_now()) {
    ++(by_cluster ? cluster_swallows_ : local_swallows_);
    return;
  }
  // Nothing is known yet. The local engine finds a move at once.
  search_->deadline.reset();
  if (!by_cluster) return;
  ++cluster_swallows_;
  search_->by_cluster = false;
  ports_.to_local(search_->go);
  ports_.to_local("stop");
}

void Guard::ask(Asked by, Milliseconds patience, TimePoint now) {
  pings_.push_back({by, now, patience});
  ports_.to_cluster("isready");
}

// --- Lines of the client ---------------------------------------------------------------------------------------------

void Guard::to_both(const std::string& line) {
  ports_.to_local(line);
  if (state_ != State::Down) ports_.to_cluster(line);
}

bool Guard::from_client(const std::string& line, TimePoint now) {
  std::string_view rest = line;
  const std::string_view command = base::take_word(rest);
  rest = base::trim(rest);
  if (command == "quit") return false;
  if (command == "isready") {
    if (state_ == State::Down)
      ports_.to_local(line);
    else if (state_ == State::Starting)
      client_waits_ = true;
    else
      ask(Asked::ByClient, kLongestTask, now);
  } else if (command == "setoption") {
    set_option(line, rest);
    if (state_ == State::Ready) ask(Asked::ByGuard, kLongestTask, now);
  } else if (command == "ucinewgame") {
    to_both(line);
    if (state_ == State::Ready) ask(Asked::ByGuard, kLongestTask, now);
  } else if (command == "position") {
    set_position(line, rest);
  } else if (command == "go") {
    go(line, rest, now);
  } else if (command == "stop") {
    stop(now);
  } else if (command == "ponderhit") {
    ponder_hit(now);
  } else {
    ports_.to_local(line);  // it answers for both; the programs are the same
  }
  return true;
}

void Guard::set_option(const std::string& line, std::string_view arguments) {
  const auto option = protocol::parse_option(arguments);
  if (!option) return ports_.to_local(line);  // it says what is wrong
  const auto& [given_name, value] = *option;
  const std::string name = base::lower_case(given_name);
  if (name == "uci_chess960") variant_ = value == "true" ? chess::Variant::Chess960 : chess::Variant::Standard;
  const auto number = base::parse_integer<int>(value);
  if (name == "move overhead" && number) settings_.overhead = Milliseconds(std::max(*number, 0));
  if (!value.empty()) {
    std::erase_if(options_, [&](const auto& known) { return known.first == name; });
    options_.emplace_back(name, line);
  }
  // The local engine shares the memory of this machine with a rank.
  const bool is_large = name == "hash" && number && *number > kMostLocalHash;
  if (state_ != State::Down) ports_.to_cluster(line);
  if (name == "debug log file") return;  // one writer is enough
  ports_.to_local(is_large ? base::format("setoption name Hash value {}", kMostLocalHash) : line);
}

void Guard::set_position(const std::string& line, std::string_view arguments) {
  chess::FenRepairs repairs;
  if (auto position = protocol::parse_position(arguments, variant_, repairs)) {
    position_ = *std::move(position);
    position_line_ = line;
  }
  to_both(line);
}

std::optional<TimePoint> Guard::deadline_of(const search::Limits& limits, TimePoint started) const {
  search::TimeManager time;
  time.start(limits, position_.side_to_move(), settings_, started);
  const auto hard = time.hard_limit();
  return hard ? std::optional(started + *hard + kGrace) : std::nullopt;
}

void Guard::go(const std::string& line, std::string_view arguments, TimePoint now) {
  protocol::GoRequest request = protocol::parse_go(arguments, position_);
  if (request.is_perft) return ports_.to_local(line);
  // A client that sends `go` before the last best move gets that one first, as from the plain program.
  if (search_) {
    ++superseded_;
    search_->by_cluster ? ports_.to_cluster("stop") : ports_.to_local("stop");
  }
  Search search;
  search.go = line;
  search.limits = std::move(request.limits);
  search.started = now;
  search.held = search.limits.infinite || search.limits.ponder;
  if (!search.held) search.deadline = deadline_of(search.limits, now);
  search.by_cluster = state_ == State::Ready;
  search_ = std::move(search);
  search_->by_cluster ? ports_.to_cluster(line) : ports_.to_local(line);
  const bool has_task =
      std::any_of(pings_.begin(), pings_.end(), [](const Ping& ping) { return ping.patience == kLongestTask; });
  if (search_->by_cluster && !has_task) ask(Asked::ByGuard, kSilence, now);
}

void Guard::stop(TimePoint now) {
  if (!search_) return to_both("stop");
  search_->held = false;
  search_->deadline = now + kStopGrace;
  search_->by_cluster ? ports_.to_cluster("stop") : ports_.to_local("stop");
}

void Guard::ponder_hit(TimePoint now) {
  if (!search_) return;
  search_->held = search_->limits.infinite;
  if (!search_->held) search_->deadline = deadline_of(search_->limits, now);
  search_->started = now;
  search_->by_cluster ? ports_.to_cluster("ponderhit") : ports_.to_local("ponderhit");
}

// --- Lines of the engines --------------------------------------------------------------------------------------------

void Guard::note_analysis(std::string_view line) {
  if (!search_) return;
  const std::string_view number = word_after(line, "multipv");
  if (!number.empty() && number != "1") return;
  const std::size_t at = line.find(" pv ");
  if (at == std::string_view::npos) return;
  std::string_view moves = line.substr(at + 4);
  search_->best = base::take_word(moves);
  search_->ponder = base::take_word(moves);
}

void Guard::from_cluster(const std::string& line, TimePoint now) {
  if (state_ == State::Down) return;  // the last words of a cluster that is lost
  if (line == "readyok") {
    if (pings_.empty()) return;
    const Ping ping = pings_.front();
    pings_.pop_front();
    if (ping.by == Asked::AtStart) become_ready();
    if (ping.by == Asked::ByClient) ports_.to_client(line);
    next_ping_ = std::max(next_ping_, now + kBetweenPings);
    return;
  }
  if (line.starts_with("bestmove")) {
    if (cluster_swallows_ > 0) {
      --cluster_swallows_;
      return;
    }
    end_search();
    return ports_.to_client(line);
  }
  const bool is_analysis = line.starts_with("info ") && !line.starts_with("info string");
  if (is_analysis) {
    if (cluster_swallows_ > 0 || !search_ || !search_->by_cluster) return;
    note_analysis(line);
  } else if (state_ == State::Starting && !line.starts_with("info string cluster: ")) {
    return;  // the local engine has answered the same lines
  }
  ports_.to_client(line);
}

void Guard::end_search() {
  if (superseded_ > 0)
    --superseded_;
  else
    search_.reset();
}

void Guard::from_local(const std::string& line) {
  const bool is_analysis = line.starts_with("info ") && !line.starts_with("info string");
  if (line.starts_with("bestmove")) {
    if (local_swallows_ > 0) {
      --local_swallows_;
      return;
    }
    if (superseded_ == 0 && (!search_ || search_->by_cluster)) return;
    end_search();
  } else if (is_analysis) {
    if (local_swallows_ > 0 || !search_ || search_->by_cluster) return;
    note_analysis(line);
  } else if (line.starts_with("info string") && state_ == State::Ready && !(search_ && !search_->by_cluster)) {
    return;  // the cluster says the same of options and positions
  }
  ports_.to_client(line);
}

}  // namespace zugwerk::cluster
