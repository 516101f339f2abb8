// eval/score.h
//
// What a position is worth, in centipawns from the point of view of the side to move unless said otherwise, and how
// mates and tablebase wins fit into the same scale.

#pragma once

#include <compare>
#include <cstdint>

namespace zugwerk::eval {

class Score {
 public:
  constexpr Score() = default;
  constexpr explicit Score(int centipawns) : value_(centipawns) {}

  /// The side to move mates at `ply` plies from the root.
  [[nodiscard]] static constexpr Score mate_at(int ply);
  /// The side to move is mated at `ply` plies from the root.
  [[nodiscard]] static constexpr Score mated_at(int ply);

  [[nodiscard]] constexpr int value() const { return value_; }

  /// A forced mate for either side.
  [[nodiscard]] constexpr bool is_mate() const;
  /// A forced win for either side, by mate or by tablebase.
  [[nodiscard]] constexpr bool is_decisive() const;
  [[nodiscard]] constexpr bool is_win() const;
  [[nodiscard]] constexpr bool is_loss() const;
  /// Full moves to the mate, negative if the side to move is mated; meaningful only for is_mate().
  [[nodiscard]] constexpr int mate_in() const;

  constexpr Score operator-() const { return Score(-value_); }
  constexpr Score operator+(int centipawns) const { return Score(value_ + centipawns); }
  constexpr Score operator-(int centipawns) const { return Score(value_ - centipawns); }
  constexpr int operator-(Score other) const { return value_ - other.value_; }
  constexpr auto operator<=>(const Score&) const = default;  // NOLINT(modernize-use-nullptr): a false alarm

 private:
  std::int32_t value_ = 0;
};

/// Longest line that the search follows from the root.
inline constexpr int kMaxPly = 246;

inline constexpr Score kDraw{0};
inline constexpr Score kMate{32000};
inline constexpr Score kInfinite{32001};
/// No score at all: for an evaluation that is not known.
inline constexpr Score kNoScore{32002};
inline constexpr Score kMateInMaxPly{kMate.value() - kMaxPly};
/// Tablebase wins score below all mates, and count plies like them.
inline constexpr Score kTablebaseWin{kMateInMaxPly.value() - 1};
inline constexpr Score kTablebaseWinInMaxPly{kTablebaseWin.value() - kMaxPly};

constexpr Score Score::mate_at(int ply) { return kMate - ply; }
constexpr Score Score::mated_at(int ply) { return -kMate + ply; }
constexpr bool Score::is_mate() const { return value_ >= kMateInMaxPly.value() || value_ <= -kMateInMaxPly.value(); }
constexpr bool Score::is_win() const { return value_ >= kTablebaseWinInMaxPly.value(); }
constexpr bool Score::is_loss() const { return value_ <= -kTablebaseWinInMaxPly.value(); }
constexpr bool Score::is_decisive() const { return is_win() || is_loss(); }
constexpr int Score::mate_in() const {
  return value_ > 0 ? (kMate.value() - value_ + 1) / 2 : -(kMate.value() + value_) / 2;
}

/// `score` clamped below mate and tablebase scores, for sums of evaluation and corrections.
[[nodiscard]] constexpr Score clamped_to_unproven(Score score) {
  const int limit = kTablebaseWinInMaxPly.value() - 1;
  return Score(score.value() > limit ? limit : (score.value() < -limit ? -limit : score.value()));
}

}  // namespace zugwerk::eval
