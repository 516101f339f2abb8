// search/move_picker.h
//
// Hands out the moves of a node one by one, the most promising first. Each kind is generated only when it is reached,
// since one of the first moves causes a cutoff in most nodes.

#pragma once

#include <array>
#include <cstddef>

#include "chess/movegen.h"
#include "chess/threats.h"
#include "search/histories.h"

namespace zugwerk::search {

/// The continuation histories of the moves one, two and four plies ago.
using Continuations = std::array<PieceToHistory*, 3>;

class MovePicker {
 public:
  // The TT move is legal or none.

  /// All moves, for the main search: TT move, winning captures, killer, quiets, losing captures.
  MovePicker(const chess::Position& position, Histories& histories, chess::Move tt_move, chess::Move killer,
             const Continuations& continuations, const chess::Threats& threats);
  /// Captures and promotions, or all evasions when in check, for the quiescence search.
  MovePicker(const chess::Position& position, Histories& histories, chess::Move tt_move,
             const Continuations& continuations);
  /// Captures that win at least `threshold` by exchange, for ProbCut.
  MovePicker(const chess::Position& position, Histories& histories, chess::Move tt_move, int threshold);

  /// The next move, or none.
  [[nodiscard]] chess::Move next();
  /// Hands out no more quiet moves.
  void skip_quiets() { skip_quiets_ = true; }
  /// Whether the last move was a losing capture.
  [[nodiscard]] bool at_bad_captures() const { return stage_ == Stage::BadCaptures; }

 private:
  enum class Stage {
    TtMove,
    GenerateCaptures,
    GoodCaptures,
    Killer,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    EvasionTtMove,
    GenerateEvasions,
    Evasions,
    QuiescenceTtMove,
    GenerateQuiescence,
    Quiescence,
    ProbCutTtMove,
    GenerateProbCut,
    ProbCut,
    Done
  };
  struct Scored {
    chess::Move move;
    int score;
  };

  template <chess::MoveSet kSet>
  void generate();
  void score_captures(std::size_t first);
  void score_quiets(std::size_t first);
  [[nodiscard]] int quiet_score(chess::Move move) const;
  /// Moves the best of those left to the front and returns it; nullptr if none is left.
  [[nodiscard]] Scored* pick_best();

  const chess::Position& position_;
  Histories& histories_;
  Continuations continuations_{};
  chess::Threats threats_;  // by the opponent; only where quiet moves are scored
  chess::Move tt_move_;
  chess::Move killer_;
  int threshold_ = 0;
  Stage stage_;
  bool skip_quiets_ = false;
  std::size_t current_ = 0;
  std::size_t end_ = 0;
  std::size_t bad_end_ = 0;  // losing captures are collected at the front of the array
  union {
    Scored moves_[chess::kMostMoves];  // starts out uninitialised NOLINT(readability-identifier-naming)
  };
};

}  // namespace zugwerk::search
