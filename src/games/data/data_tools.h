// games/data/data_tools.h
//
// Tools for game files: check, describe, merge, pack, shuffle, sample, filter. Games are copied unchanged. For other
// notations see game_text.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "games/archive/game_file.h"
#include "games/archive/game_record.h"
#include "games/data/training_positions.h"

namespace zugwerk::games {

// --- Checking -------------------------------------------------------------------------------------------------------

struct CheckReport {
  std::uint64_t frames = 0;
  std::uint64_t games = 0;
  std::uint64_t plies = 0;
  std::uint64_t faults = 0;        // torn or damaged places
  std::uint64_t broken_games = 0;  // illegal moves, or an end that does not fit the last position

  [[nodiscard]] bool is_good() const { return faults == 0 && broken_games == 0; }
};

/// What is wrong with the game, if anything: it is replayed, and an end by the rules must be on the board.
[[nodiscard]] std::optional<base::Error> find_fault(const GameRecord& game);

/// Reads every frame and replays every game. Every fault is a diagnostic that names the file; fails if a file cannot be
/// read at all.
[[nodiscard]] base::Expected<CheckReport> check_game_file(const std::string& path,
                                                          const base::DiagnosticHandler& diagnose);

// --- Describing -----------------------------------------------------------------------------------------------------

/// Collects statistics of games.
class DataSummary {
 public:
  /// Scores from White's point of view, in ranges that end below these centipawns; the last is unbounded.
  static constexpr std::array kScoreEdges{-2000, -1000, -500, -200, -100, -50, -20, 21, 51, 101, 201, 501, 1001, 2001};
  static constexpr std::size_t kScoreRanges = kScoreEdges.size() + 1;

  struct Range {
    std::uint64_t positions = 0;
    std::uint64_t half_points = 0;  // White's points, in the games these positions are from
  };

  void add(const GameRecord& game);

  [[nodiscard]] const PositionCounts& positions() const { return positions_; }
  [[nodiscard]] std::uint64_t games() const { return positions_.games; }
  [[nodiscard]] std::uint64_t games_with(GameResult result) const { return results_[static_cast<std::size_t>(result)]; }
  [[nodiscard]] std::uint64_t games_with(EndCause end) const { return end_causes_[static_cast<std::size_t>(end)]; }
  [[nodiscard]] std::uint64_t black_begins() const { return black_begins_; }
  /// Games that start with castling rights from non-standard squares.
  [[nodiscard]] std::uint64_t chess960_games() const { return chess960_games_; }
  /// How many games have this many plies.
  [[nodiscard]] const std::map<std::size_t, std::uint64_t>& lengths() const { return lengths_; }
  [[nodiscard]] double mean_length() const;
  [[nodiscard]] std::size_t median_length() const;
  [[nodiscard]] const std::array<Range, kScoreRanges>& scores() const { return scores_; }
  [[nodiscard]] std::uint64_t decisive() const { return decisive_; }
  [[nodiscard]] std::uint64_t unscored() const { return unscored_; }

 private:
  PositionCounts positions_;
  std::array<std::uint64_t, 3> results_{};
  std::array<std::uint64_t, kEndCauseCount> end_causes_{};
  std::map<std::size_t, std::uint64_t> lengths_;
  std::array<Range, kScoreRanges> scores_{};
  std::uint64_t decisive_ = 0;
  std::uint64_t unscored_ = 0;
  std::uint64_t black_begins_ = 0;
  std::uint64_t chess960_games_ = 0;
};

[[nodiscard]] base::Expected<DataSummary> summarize(const std::vector<std::string>& paths,
                                                    const base::DiagnosticHandler& diagnose);

// --- From files to a file -------------------------------------------------------------------------------------------
// The new file must not exist. On an error, what was written before is intact and stays. Damaged places of the old
// files are diagnostics; the rest is used.

struct TransferReport {
  std::uint64_t read = 0;
  std::uint64_t written = 0;
};

/// Concatenates the files into a new one with this coding. Frame boundaries are preserved, so packing and unpacking a
/// plain file restores it byte for byte, given the same version of zstd.
[[nodiscard]] base::Expected<HeldGames> recode_games(const std::vector<std::string>& paths, const std::string& output,
                                                     GameCoding coding, const base::DiagnosticHandler& diagnose = {});

[[nodiscard]] base::Expected<TransferReport> merge_games(const std::vector<std::string>& paths,
                                                         const std::string& output,
                                                         const base::DiagnosticHandler& diagnose);

struct ShuffleOptions {
  std::uint64_t seed = 0;
  /// About this much memory is used; larger inputs go through scratch files beside the output. The order depends on the
  /// seed alone.
  std::size_t memory_megabytes = 512;
};
/// Every order of the games is equally likely.
[[nodiscard]] base::Expected<TransferReport> shuffle_games(const std::vector<std::string>& paths,
                                                           const std::string& output, const ShuffleOptions& options,
                                                           const base::DiagnosticHandler& diagnose);

/// Every choice of `count` games is equally likely; they keep their order. All of them, if there are no more.
[[nodiscard]] base::Expected<TransferReport> sample_games(const std::vector<std::string>& paths,
                                                          const std::string& output, std::uint64_t count,
                                                          std::uint64_t seed, const base::DiagnosticHandler& diagnose);

struct GameFilter {
  std::size_t fewest_plies = 0;
  std::size_t most_plies = GameRecord::kMostPlies;
  std::vector<GameResult> results;         // empty: any
  std::vector<EndCause> end_causes;        // empty: any
  std::optional<int> largest_start_score;  // centipawns of the first ply, for either side; unscored ones are left out

  [[nodiscard]] bool keeps(const GameRecord& game) const;
};
/// Also leaves out games that are not legal.
[[nodiscard]] base::Expected<TransferReport> filter_games(const std::vector<std::string>& paths,
                                                          const std::string& output, const GameFilter& filter,
                                                          const base::DiagnosticHandler& diagnose);

}  // namespace zugwerk::games
