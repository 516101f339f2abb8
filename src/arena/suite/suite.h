// arena/suite/suite.h
//
// Test suites: positions of an EPD file with a best move, moves to avoid or a mate to find, searched one by one under
// equal limits. Reads a suite, runs an engine over it, and judges what the engine said. Tables, JSON and comparisons
// are suite_report.h's; starting UCI engines is suite_engine.h's.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/input.h"
#include "base/shard.h"
#include "chess/move.h"
#include "chess/position.h"
#include "search/limits.h"

namespace zugwerk::arena {

/// A position with its task: best moves, moves to avoid and a mate, as given.
struct SuitePosition {
  std::string id;        // unique within a suite; "line 12" where the file gives none
  std::size_t line = 0;  // of the file, from 1
  chess::Position position;
  std::vector<chess::Move> best;
  std::vector<chess::Move> avoid;
  std::optional<int> mate;  // in at most this many moves of the side to move
};

struct Suite {
  /// Larger than any real suite; limits what a small compressed file can unpack to.
  static constexpr std::size_t kMostPositions = 50'000;
  /// With more bad lines than this, the file is not a suite.
  static constexpr std::size_t kMostBadLines = 10'000;
  /// Of any kind: empty lines and comments, which cost no memory, still take time.
  static constexpr std::size_t kMostLines = 1'000'000;

  std::string name;  // of the file
  std::vector<SuitePosition> positions;
  bool is_too_large = false;  // a limit was reached; the rest was not read
  std::size_t lines = 0;      // that were read
  std::size_t bad_lines = 0;
  std::vector<std::string> errors;   // for the first invalid lines: "file:12: what is wrong"
  std::vector<std::string> repairs;  // what was dropped from positions: "file:12: castling right 'K' dropped: …"
};

/// Reads all lines, good and bad, up to the limits.
[[nodiscard]] Suite read_suite(base::Input& input);

/// One info line of a search.
struct SuiteLine {
  int depth = 0;
  std::uint64_t nodes = 0;
  search::Milliseconds elapsed{0};
  bool exact = true;           // false: the score is only a bound
  std::optional<int> mate_in;  // moves; negative for being mated
  int centipawns = 0;          // if there is no mate; for the side to move
  std::vector<chess::Move> moves;
  std::string unreadable_move;  // the first that is not legal, as the engine spelled it; the moves before it are kept
};

/// A whole search.
struct SuiteSearch {
  std::vector<SuiteLine> lines;
  chess::Move best;  // none in a finished position
  std::uint64_t nodes = 0;
  search::Milliseconds elapsed{0};
};

/// An engine that searches one position after the other. Used by the thread that made it.
class SuiteEngine {
 public:
  SuiteEngine() = default;
  SuiteEngine(const SuiteEngine&) = delete;
  SuiteEngine& operator=(const SuiteEngine&) = delete;
  virtual ~SuiteEngine() = default;

  [[nodiscard]] virtual std::string name() const = 0;

  /// Starts a new game and searches. Ends early when `stop` is raised. After an error the engine must not be used
  /// again.
  [[nodiscard]] virtual base::Expected<SuiteSearch> search(const chess::Position& position,
                                                           const search::Limits& limits,
                                                           const std::atomic<bool>& stop) = 0;
};

using SuiteEngineMaker = std::function<base::Expected<std::unique_ptr<SuiteEngine>>()>;

/// How far a search had come.
struct SuiteMoment {
  int depth = 0;
  std::uint64_t nodes = 0;
  search::Milliseconds time{0};
  bool operator==(const SuiteMoment&) const = default;
};

/// One position, judged.
struct SuiteResult {
  std::string id;
  std::string fen;
  std::string expected;  // "Qg6", "not Kh1", "mate in 3"
  std::string found;     // the move in SAN; empty if there was none
  std::string score;     // of the side to move: "+0.31", "mate in 3"; empty if none was given
  bool solved = false;
  /// The point from which the engine kept a right answer to the end; only if solved.
  std::optional<SuiteMoment> solution;
  SuiteMoment end;
  /// The fault of the mate line or the engine; empty: none.
  std::string fault;
  bool operator==(const SuiteResult&) const = default;
};

/// Whether `line` proves its mate score: all moves are legal, there are as many as the mate takes, and the last one is
/// checkmate.
[[nodiscard]] base::Expected<void> check_mate_line(const chess::Position& position, const SuiteLine& line);

/// A position is solved if the best move of the search is one of the best moves and none of those to avoid, and if the
/// last exact score is the required mate or a faster one.
[[nodiscard]] SuiteResult judge(const SuitePosition& position, const SuiteSearch& search);

struct SuiteSettings {
  search::Limits limits;
  int workers = 1;  // engines at the same time
  /// The part of the positions to search.
  base::Shard shard;
};

/// The results so far, in the order of the suite.
struct SuiteRun {
  std::string suite;
  std::string engine;
  std::string limit;          // "100 ms", "depth 8", "20,000 nodes"
  std::size_t positions = 0;  // of the suite, or of its shard; more than results after an interruption
  std::vector<SuiteResult> results;
};

/// Callbacks of a run, one call at a time. Each may be empty.
struct SuiteEvents {
  /// Results in the order of the suite.
  std::function<void(const SuiteResult&)> on_result = {};
  /// Every new result as soon as it is known, with the index of its position and the name of the engine. An error ends
  /// the run.
  std::function<base::Expected<void>(std::size_t index, const std::string& engine, const SuiteResult&)> keep = {};
};

/// The results of an earlier run, by the index of the position.
struct SuiteKnown {
  std::string engine;
  std::map<std::size_t, SuiteResult> results;
};

/// Searches every position of the shard without a known result, with engines from `make_engine`, which is called in
/// each worker's thread and again after an engine failed. If `stop` is raised, running searches are dropped and the
/// finished results are returned. Fails if no engine could be started or a result could not be stored.
[[nodiscard]] base::Expected<SuiteRun> run_suite(const Suite& suite, const SuiteSettings& settings,
                                                 const SuiteEngineMaker& make_engine, const std::atomic<bool>& stop,
                                                 const SuiteEvents& events, const SuiteKnown& known = {});

/// "100 ms", "depth 8", "20,000 nodes"
[[nodiscard]] std::string describe_limit(const search::Limits& limits);

}  // namespace zugwerk::arena
