#include "review/judge.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/format.h"
#include "eval/wdl.h"

namespace zugwerk::review {

using chess::Color;
using chess::PieceType;
using chess::Position;
using eval::Score;

std::string_view name_of(Mark mark) {
  static constexpr std::array<std::string_view, 4> kNames{"", "inaccuracy", "mistake", "blunder"};
  return kNames[static_cast<std::size_t>(mark)];
}

std::string_view name_of(Badge badge) {
  static constexpr std::array<std::string_view, 5> kNames{"", "book", "forced", "great", "best"};
  return kNames[static_cast<std::size_t>(badge)];
}

std::string_view name_of(Phase phase) {
  static constexpr std::array<std::string_view, kPhaseCount> kNames{"opening", "middlegame", "endgame"};
  return kNames[static_cast<std::size_t>(phase)];
}

std::string_view glyph_of(Mark mark) {
  static constexpr std::array<std::string_view, 4> kGlyphs{"", "?!", "?", "??"};
  return kGlyphs[static_cast<std::size_t>(mark)];
}

int nag_of(Mark mark) {
  static constexpr std::array<int, 4> kNags{0, 6, 2, 4};
  return kNags[static_cast<std::size_t>(mark)];
}

double winning_chance(int shown_centipawns) { return 2 / (1 + std::exp(-kChanceSlope * shown_centipawns)) - 1; }

double winning_chance(Score score, int material) {
  if (score.is_win()) return 1;
  if (score.is_loss()) return -1;
  return winning_chance(eval::shown_centipawns(score, material));
}

double winning_chance(eval::Score score, const chess::Position& position) {
  return winning_chance(score, eval::material_count(position));
}

Mark mark_of(double drop) {
  if (drop >= kBlunderDrop) return Mark::Blunder;
  if (drop >= kMistakeDrop) return Mark::Mistake;
  return drop >= kInaccuracyDrop ? Mark::Inaccuracy : Mark::None;
}

bool is_decided(double chance_before, double chance_after) {
  return std::min(chance_before, chance_after) >= kDecidedChance ||
         std::max(chance_before, chance_after) <= -kDecidedChance;
}

double accuracy_of(double drop) { return 100 * std::exp2(-std::max(0.0, drop) / kBlunderDrop); }

std::vector<double> volatility_weights(std::span<const double> white_chances) {
  constexpr std::size_t kMovesPerPosition = 10;  // the window is a tenth of the game,
  constexpr std::size_t kNarrowest = 2;          // but has at least the positions before and after the move
  constexpr std::size_t kWidest = 8;             // and at most this many
  constexpr double kLeast = 0.5;
  constexpr double kMost = 12;
  constexpr double kPercent = 50;  // of expected points per unit of winning chance
  if (white_chances.size() < kNarrowest) return {};
  const std::size_t moves = white_chances.size() - 1;
  const std::size_t width = std::clamp(moves / kMovesPerPosition, kNarrowest, kWidest);
  std::vector<double> weights;
  weights.reserve(moves);
  for (std::size_t move = 0; move < moves; ++move) {
    // The window ends with the position after the move; early in the game, the first full window is used.
    const std::size_t first = move + kNarrowest > width ? move + kNarrowest - width : 0;
    const auto window = white_chances.subspan(first, width);
    const auto count = static_cast<double>(width);
    const double mean = std::accumulate(window.begin(), window.end(), 0.0) / count;
    double squares = 0;
    for (const double chance : window) squares += (chance - mean) * (chance - mean);
    weights.push_back(std::clamp(kPercent * std::sqrt(squares / count), kLeast, kMost));
  }
  return weights;
}

Phase phase_of(const Position& position) {
  constexpr int kOpeningMoves = 10;
  // Knights and bishops count one, rooks two, queens four: of 24 at the start.
  constexpr int kEndgamePieces = 8;
  const int pieces = chess::popcount(position.pieces(PieceType::Knight, PieceType::Bishop)) +
                     2 * chess::popcount(position.pieces(PieceType::Rook)) +
                     4 * chess::popcount(position.pieces(PieceType::Queen));
  if (pieces <= kEndgamePieces) return Phase::Endgame;
  return position.fullmove_number() <= kOpeningMoves ? Phase::Opening : Phase::Middlegame;
}

std::optional<int> white_mate(Score score, const Position& position) {
  if (!score.is_mate()) return std::nullopt;
  return position.side_to_move() == Color::White ? score.mate_in() : -score.mate_in();
}

std::optional<int> white_centipawns(Score score, const Position& position) {
  if (score.is_decisive()) return std::nullopt;
  const int shown = eval::shown_centipawns(score, eval::material_count(position));
  return position.side_to_move() == Color::White ? shown : -shown;
}

std::string pawns_text(int centipawns) {
  return base::format("{}{:.2f}", centipawns > 0 ? "+" : "", centipawns / 100.0);
}

std::string score_text(Score score, const Position& position) {
  if (const auto mate = white_mate(score, position)) {
    // A mate on the board has no sign in its number of moves.
    const bool white_wins = (score.value() > 0) == (position.side_to_move() == Color::White);
    return base::format("{}{}", white_wins ? "#" : "#-", std::abs(*mate));
  }
  constexpr int kTablebaseCentipawns = 9999;
  const bool for_white = position.side_to_move() == Color::White;
  const int shown = white_centipawns(score, position)
                        .value_or(score.is_win() == for_white ? kTablebaseCentipawns : -kTablebaseCentipawns);
  return pawns_text(shown);
}

}  // namespace zugwerk::review
