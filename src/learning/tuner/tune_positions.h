// learning/tuner/tune_positions.h
//
// Where the tuner's positions come from: files of games (game_file.h), and lines of FEN or EPD with a result. Positions
// that are not quiet, or are endgames known to the evaluation, are left out. For the fit itself see tuner.h.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/block_workers.h"
#include "base/error.h"
#include "base/files/input.h"
#include "chess/notation/fen.h"
#include "chess/position.h"
#include "eval/score.h"
#include "games/archive/packed_position.h"
#include "games/data/training_positions.h"
#include "learning/tuner/tune_set.h"

namespace zugwerk::learning {

/// A line of text with a position and the result of its game.
struct LabelledLine {
  chess::Position position;
  double result = 0.5;                 // White's
  eval::Score score = eval::kNoScore;  // White's; from the operation ce
  std::string game;                    // from the operation id; empty if it has none
  chess::FenRepairs repairs;           // what was dropped from the FEN
};

/// Reads a FEN, of four or six fields, followed by the result of its game, in one of these ways:
///   FEN c9 "1-0";     EPD: a comment c0 .. c9 that is a result; ce and id are looked at, other operations are not
///   FEN [1.0]         half points in brackets: 1.0, 0.5 or 0.0, with any number of decimals
///   FEN; 1/2-1/2      or without the semicolon
/// The error says what is wrong, without a place.
[[nodiscard]] base::Expected<LabelledLine> parse_labelled_line(std::string_view line);

struct TunePositionOptions {
  int quiet_margin = 0;  // what captures may gain in a quiet position, in centipawns
  int first_ply = 16;    // of a game, by move number; does not apply to lines
  int threads = 1;
};

/// How many there were of each kind; every position is counted once, under the first reason to leave it out.
struct TunePositionCounts {
  std::uint64_t games = 0;  // lines without an id are games of their own
  std::uint64_t positions = 0;
  std::uint64_t kept = 0;
  std::uint64_t early = 0;
  std::uint64_t in_check = 0;
  std::uint64_t tactical = 0;  // the move played captures or promotes
  std::uint64_t decided = 0;   // according to the score: a mate or a tablebase win
  std::uint64_t stale = 0;     // too long without progress
  std::uint64_t unquiet = 0;
  std::uint64_t known_endgames = 0;
  std::uint64_t faults = 0;  // lines, games or parts of files that could not be read; each was reported
};

class TunePositionReader {
 public:
  /// Adds to a set that the caller keeps alive. `on_fault` receives unreadable input, which is also counted, and
  /// repaired positions.
  TunePositionReader(TuneSet& set, const TunePositionOptions& options, base::DiagnosticHandler on_fault);

  /// Reads a whole file: a file of games if it begins like one, otherwise lines. Fails if the file cannot be read at
  /// all, or is PGN, which has to be converted to a file of games first.
  [[nodiscard]] base::Expected<void> read(const std::string& path);

  /// Lines only.
  [[nodiscard]] base::Expected<void> read_lines(base::Input& input);

  [[nodiscard]] const TunePositionCounts& counts() const { return counts_; }

 private:
  struct Candidate {
    games::PackedPosition position;
    TuneLabel label;
  };

  [[nodiscard]] base::Expected<void> read_games(const std::string& path);
  /// `number_in_file` counts from 1.
  void add_game(const games::GameRecord& game, const std::string& file, std::uint64_t number_in_file);
  void add(const chess::Position& position, const TuneLabel& label);
  /// Filters the candidates in parallel and adds the quiet ones in order.
  void sift();
  void fault(const std::string& message);

  TuneSet& set_;
  TunePositionOptions options_;
  base::DiagnosticHandler on_fault_;
  base::BlockWorkers workers_;
  std::vector<Candidate> candidates_;
  TunePositionCounts counts_;
  std::uint32_t next_game_ = 0;
};

}  // namespace zugwerk::learning
