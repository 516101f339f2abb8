#include "arena/suite/suite.h"

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <set>

#include "base/files/input_lines.h"
#include "base/format.h"
#include "base/text.h"
#include "base/thread.h"
#include "chess/movegen.h"
#include "chess/notation/epd.h"
#include "chess/notation/fen.h"
#include "chess/notation/san.h"

namespace zugwerk::arena {

namespace {

[[nodiscard]] std::string join_san(const chess::Position& position, const std::vector<chess::Move>& moves) {
  std::string text;
  for (const chess::Move move : moves) {
    if (!text.empty()) text += ' ';
    chess::append_san(text, position, move);
  }
  return text;
}

[[nodiscard]] std::string describe_expectation(const SuitePosition& position) {
  std::vector<std::string> parts;
  if (!position.best.empty()) parts.push_back(join_san(position.position, position.best));
  if (!position.avoid.empty()) parts.push_back("not " + join_san(position.position, position.avoid));
  if (position.mate) parts.push_back(base::format("mate in {}", *position.mate));
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

[[nodiscard]] std::string describe_score(const SuiteLine& line) {
  if (line.mate_in) return base::format("{} in {}", *line.mate_in > 0 ? "mate" : "mated", std::abs(*line.mate_in));
  return base::format("{:+.2f}", line.centipawns / 100.0);
}

[[nodiscard]] bool contains(const std::vector<chess::Move>& moves, chess::Move move) {
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

[[nodiscard]] bool is_right_move(const SuitePosition& position, chess::Move move) {
  return move && (position.best.empty() || contains(position.best, move)) && !contains(position.avoid, move);
}

[[nodiscard]] bool is_wanted_mate(const SuitePosition& position, const SuiteLine& line) {
  return line.mate_in && *line.mate_in > 0 && *line.mate_in <= *position.mate;
}

[[nodiscard]] bool is_right_line(const SuitePosition& position, const SuiteLine& line) {
  return is_right_move(position, line.moves.front()) && (!position.mate || is_wanted_mate(position, line));
}

}  // namespace

Suite read_suite(base::Input& input) {
  Suite suite;
  suite.name = input.name();
  std::set<std::string> ids;
  const auto in_line = [&](std::size_t line, const std::string& message) {
    return base::format("{}:{}: {}", suite.name, line, message);
  };
  // A file that is not a suite at all must not fill memory with errors.
  constexpr std::size_t kMostErrors = 1000;
  const auto note_error = [&](std::size_t line, const std::string& message) {
    if (++suite.bad_lines > Suite::kMostBadLines) suite.is_too_large = true;
    if (suite.errors.size() < kMostErrors)
      suite.errors.push_back(in_line(line, message));
    else if (suite.errors.size() == kMostErrors)
      suite.errors.push_back(suite.name + ": errors of further lines are only counted");
  };
  base::InputLines lines(input);
  const auto next = [&](std::string& line) -> base::Expected<bool> {
    if (!suite.is_too_large && suite.lines == Suite::kMostLines) suite.is_too_large = true;
    if (suite.is_too_large) return false;
    ++suite.lines;
    auto more = lines.next(line);
    if (!more) return base::failure("EPD: " + more.error().message);
    return more;
  };
  chess::read_epd_lines(
      next, std::nullopt,
      {.on_record =
           [&](std::size_t line, const chess::Epd& epd) {
             if (suite.positions.size() == Suite::kMostPositions) {
               suite.is_too_large = true;
               return;
             }
             SuitePosition position;
             position.line = line;
             position.position = epd.position();
             position.best = epd.moves("bm");
             position.avoid = epd.moves("am");
             if (const auto mate = epd.number("dm")) position.mate = static_cast<int>(*mate);
             if (position.best.empty() && position.avoid.empty() && !position.mate)
               return note_error(line, "EPD: nothing to find: no bm, am or dm");
             const std::string number = base::format("line {}", line);
             position.id = epd.text("id").value_or(std::string());
             if (position.id.empty())
               position.id = number;
             else if (ids.contains(position.id))
               position.id += " (" + number + ")";
             ids.insert(position.id);
             suite.positions.push_back(std::move(position));
           },
       .on_repair =
           [&](std::size_t line, const std::string& repair) {
             if (suite.repairs.size() < kMostErrors) suite.repairs.push_back(in_line(line, repair));
           },
       .on_error = [&](std::size_t line, const base::Error& error) { note_error(line, error.message); }});
  return suite;
}

std::string describe_limit(const search::Limits& limits) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (limits.move_time)
    add(base::format("{} ms", base::with_thousands(static_cast<std::uint64_t>(limits.move_time->count()))));
  if (limits.depth) add(base::format("depth {}", *limits.depth));
  if (limits.nodes) add(base::format("{} nodes", base::with_thousands(*limits.nodes)));
  return text;
}

base::Expected<void> check_mate_line(const chess::Position& position, const SuiteLine& line) {
  if (!line.mate_in) return base::failure("no mate was claimed");
  if (!line.unreadable_move.empty())
    return base::failure(base::format("move {} of the line, {}, is not legal", line.moves.size() + 1,
                                      base::in_quotes(line.unreadable_move)));
  chess::Position after = position;
  for (std::size_t i = 0; i < line.moves.size(); ++i) {
    if (!after.is_legal(line.moves[i])) return base::failure(base::format("move {} of the line is not legal", i + 1));
    after.make(line.moves[i]);
  }
  const auto plies = static_cast<std::size_t>(*line.mate_in > 0 ? 2 * *line.mate_in - 1 : -2 * *line.mate_in);
  if (line.moves.size() != plies)
    return base::failure(
        base::format("the line has {} plies, but {} takes {}", line.moves.size(), describe_score(line), plies));
  if (!after.in_check() || chess::has_legal_move(after)) return base::failure("the line does not end in checkmate");
  return {};
}

SuiteResult judge(const SuitePosition& position, const SuiteSearch& search) {
  SuiteResult result;
  result.id = position.id;
  result.fen = chess::to_fen(position.position);
  result.expected = describe_expectation(position);
  if (search.best) result.found = chess::to_san(position.position, search.best);
  result.end = {0, search.nodes, search.elapsed};

  // Lines without moves say nothing about the move, and bounds nothing final about the score.
  const auto has_move = [](const SuiteLine& line) { return !line.moves.empty(); };
  const auto is_final = [&](const SuiteLine& line) { return line.exact && has_move(line); };
  const auto last = std::find_if(search.lines.rbegin(), search.lines.rend(), is_final);
  const SuiteLine* const verdict = last == search.lines.rend() ? nullptr : &*last;
  if (verdict != nullptr) {
    result.end.depth = verdict->depth;
    result.score = describe_score(*verdict);
  }
  result.solved = is_right_move(position, search.best) &&
                  (!position.mate || (verdict != nullptr && is_wanted_mate(position, *verdict)));
  if (!result.solved) return result;

  if (position.mate)
    if (const auto checked = check_mate_line(position.position, *verdict); !checked)
      result.fault = checked.error().message;
  result.solution = result.end;
  // The last line first, as long as they are right.
  for (std::size_t i = search.lines.size(); i-- > 0;) {
    const SuiteLine& line = search.lines[i];
    // A bound on a mate is no other answer.
    if (!has_move(line) || (!line.exact && is_right_move(position, line.moves.front()))) continue;
    if (!is_right_line(position, line)) break;
    result.solution = SuiteMoment{line.depth, line.nodes, line.elapsed};
  }
  return result;
}

// --- Running ---------------------------------------------------------------------------------------------------------

namespace {

/// Shared by the workers of a run.
class SuiteRunner {
 public:
  SuiteRunner(const Suite& suite, const SuiteSettings& settings, const SuiteEngineMaker& make_engine,
              const std::atomic<bool>& stop, const SuiteEvents& events, const SuiteKnown& known)
      : suite_(suite),
        settings_(settings),
        make_engine_(make_engine),
        stop_(stop),
        events_(events),
        results_(suite.positions.size()),
        engine_name_(known.engine) {
    for (const auto& [index, result] : known.results)
      if (index < results_.size()) results_[index] = result;
    known_.resize(results_.size());
    for (std::size_t i = 0; i < results_.size(); ++i) known_[i] = results_[i].has_value();
  }

  base::Expected<SuiteRun> run() {
    tell();
    {
      const int count = std::clamp(settings_.workers, 1, std::max(1, static_cast<int>(suite_.positions.size())));
      std::vector<base::Thread> workers;
      workers.reserve(static_cast<std::size_t>(count));
      for (int i = 0; i < count; ++i) workers.emplace_back([this] { work(); });
    }
    if (error_) return tl::unexpected(*error_);
    // After an interruption there may be results after a gap.
    for (; told_ < results_.size(); ++told_)
      if (events_.on_result && results_[told_]) events_.on_result(*results_[told_]);
    SuiteRun run;
    run.suite = suite_.name;
    run.engine = engine_name_;
    run.limit = describe_limit(settings_.limits);
    run.positions = settings_.shard.share_of(suite_.positions.size());
    for (auto& result : results_)
      if (result) run.results.push_back(*std::move(result));
    return run;
  }

 private:
  void work() {
    std::unique_ptr<SuiteEngine> engine;
    while (!stop_ && !failed_) {
      const std::size_t index = next_++;
      if (index >= suite_.positions.size()) return;
      if (known_[index] || !settings_.shard.has(index)) continue;
      const SuitePosition& position = suite_.positions[index];
      const auto search = start_and_search(engine, position.position);
      if (stop_ || failed_) return;
      if (search) {
        finish(index, judge(position, *search));
      } else {
        SuiteResult result = judge(position, SuiteSearch{});
        result.fault = search.error().message;
        finish(index, std::move(result));
        engine.reset();
      }
    }
  }

  [[nodiscard]] base::Expected<SuiteSearch> start_and_search(std::unique_ptr<SuiteEngine>& engine,
                                                             const chess::Position& position) {
    if (!engine) {
      auto made = make_engine_();
      const std::scoped_lock lock(mutex_);
      if (!made) {
        // An engine that never ran will not run for the next position either. Ctrl-C during its start is not its
        // failure.
        if (!started_ && !stop_) {
          error_ = made.error();
          failed_ = true;
        }
        return tl::unexpected(made.error());
      }
      engine = *std::move(made);
      engine_name_ = engine->name();
      started_ = true;
    }
    return engine->search(position, settings_.limits, stop_);
  }

  void finish(std::size_t index, SuiteResult result) {
    const std::scoped_lock lock(mutex_);
    if (failed_) return;
    if (events_.keep) {
      if (auto kept = events_.keep(index, engine_name_, result); !kept) {
        error_ = kept.error();
        failed_ = true;
        return;
      }
    }
    results_[index] = std::move(result);
    tell();
  }

  /// Reports the results that follow those already reported.
  void tell() {
    for (; told_ < results_.size() && (results_[told_] || !settings_.shard.has(told_)); ++told_)
      if (events_.on_result && results_[told_]) events_.on_result(*results_[told_]);
  }

  const Suite& suite_;
  const SuiteSettings& settings_;
  const SuiteEngineMaker& make_engine_;
  const std::atomic<bool>& stop_;
  const SuiteEvents& events_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> failed_{false};
  std::vector<bool> known_;  // by index, from earlier runs; never changes
  std::mutex mutex_;         // guards all below
  std::vector<std::optional<SuiteResult>> results_;
  std::size_t told_ = 0;
  std::string engine_name_;
  bool started_ = false;  // an engine, in this run
  std::optional<base::Error> error_;
};

}  // namespace

base::Expected<SuiteRun> run_suite(const Suite& suite, const SuiteSettings& settings,
                                   const SuiteEngineMaker& make_engine, const std::atomic<bool>& stop,
                                   const SuiteEvents& events, const SuiteKnown& known) {
  return SuiteRunner(suite, settings, make_engine, stop, events, known).run();
}

}  // namespace zugwerk::arena
