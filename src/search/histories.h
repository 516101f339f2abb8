// search/histories.h
//
// What a thread has learned while searching: which quiet moves, captures and continuations did well, and how far off
// the static evaluation was in similar positions. The larger a value, the more an update pulls it back towards zero
// (gravity).

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "chess/position.h"
#include "search/params.h"

namespace zugwerk::search {

/// A value within +-kLimit. The closer it is to the limit, the less it grows.
template <int kLimit>
class HistoryValue {
 public:
  [[nodiscard]] int value() const { return value_; }
  void update(int bonus) {
    const int bounded = std::clamp(bonus, -kLimit, kLimit);
    value_ = static_cast<std::int16_t>(value_ + bounded - value_ * std::abs(bounded) / kLimit);
  }

 private:
  std::int16_t value_ = 0;
};

inline constexpr int kHistoryLimit = 16384;

/// By the piece that moves and its target square.
using PieceToHistory = std::array<std::array<HistoryValue<kHistoryLimit>, chess::kSquareCount>, chess::kPieceCount>;

class Histories {
 public:
  /// Quiet moves by colour, from and to, and whether the opponent attacks these squares.
  [[nodiscard]] auto& butterfly(chess::Color color, chess::Move move, chess::Bitboard attacked) {
    const std::size_t fear =
        (chess::contains(attacked, move.from()) ? 2U : 0U) + (chess::contains(attacked, move.to()) ? 1U : 0U);
    return butterfly_[chess::index(color)][fear][from_to(move)];
  }
  /// Quiet moves by pawn structure.
  [[nodiscard]] auto& pawn(const chess::Position& position, chess::Piece piece, chess::Square to) {
    return pawn_[position.pawn_key() % kPawnBuckets][chess::index(piece)][chess::index(to)];
  }
  /// Captures by capturer, target and victim.
  [[nodiscard]] auto& capture(chess::Piece piece, chess::Square to, chess::PieceType victim) {
    return capture_[chess::index(piece)][chess::index(to)][chess::index(victim)];
  }
  /// Replies and follow-ups to a move of this piece to this square; Piece::None stands for a null move or none.
  [[nodiscard]] PieceToHistory& continuation(chess::Piece piece, chess::Square to) {
    return continuation_[chess::index(piece)][chess::index(to)];
  }

  /// What to add to the static evaluation: the error that searches found in similar positions.
  [[nodiscard]] int correction(const chess::Position& position, chess::Piece last_piece, chess::Square last_to) const {
    using namespace params;
    const auto us = chess::index(position.side_to_move());
    const int sum =
        kCorrectionPawnScaled * pawn_correction_[us][position.pawn_key() % kCorrectionSize].value() +
        kCorrectionNonPawnScaled *
            (non_pawn_correction_[us][0][position.non_pawn_key(chess::Color::White) % kCorrectionSize].value() +
             non_pawn_correction_[us][1][position.non_pawn_key(chess::Color::Black) % kCorrectionSize].value()) +
        kCorrectionMinorScaled * minor_correction_[us][position.minor_key() % kCorrectionSize].value() +
        kCorrectionMajorScaled * major_correction_[us][position.major_key() % kCorrectionSize].value() +
        kCorrectionContinuationScaled *
            continuation_correction_[us][chess::index(last_piece)][chess::index(last_to)].value();
    return sum / (1024 * kCorrectionGrain);
  }

  /// A search of this depth scored the position `difference` above its corrected evaluation.
  void update_correction(const chess::Position& position, chess::Piece last_piece, chess::Square last_to,
                         int difference, int depth) {
    const auto us = chess::index(position.side_to_move());
    const int bonus =
        std::clamp(difference * depth * kCorrectionGrain / 64, -kCorrectionLimit / 4, kCorrectionLimit / 4);
    pawn_correction_[us][position.pawn_key() % kCorrectionSize].update(bonus);
    non_pawn_correction_[us][0][position.non_pawn_key(chess::Color::White) % kCorrectionSize].update(bonus);
    non_pawn_correction_[us][1][position.non_pawn_key(chess::Color::Black) % kCorrectionSize].update(bonus);
    minor_correction_[us][position.minor_key() % kCorrectionSize].update(bonus);
    major_correction_[us][position.major_key() % kCorrectionSize].update(bonus);
    continuation_correction_[us][chess::index(last_piece)][chess::index(last_to)].update(bonus);
  }

 private:
  static constexpr std::size_t kPawnBuckets = 512;
  static constexpr std::size_t kCorrectionSize = 16384;
  static constexpr int kCorrectionGrain = 32;  // corrections are stored in 32nds of a centipawn
  static constexpr int kCorrectionLimit = 1024 * 4;
  using Correction = HistoryValue<kCorrectionLimit>;
  using CorrectionTable = std::array<std::array<Correction, kCorrectionSize>, chess::kColorCount>;

  [[nodiscard]] static std::size_t from_to(chess::Move move) { return move.to_bits() & 0xFFFU; }

  std::array<std::array<std::array<HistoryValue<kHistoryLimit>, 4096>, 4>, chess::kColorCount> butterfly_{};
  std::array<PieceToHistory, kPawnBuckets> pawn_{};
  std::array<std::array<std::array<HistoryValue<kHistoryLimit>, chess::kPieceTypeCount + 1>, chess::kSquareCount>,
             chess::kPieceCount>
      capture_{};
  std::array<std::array<PieceToHistory, chess::kSquareCount>, chess::kPieceCount> continuation_{};
  CorrectionTable pawn_correction_{};
  std::array<std::array<std::array<Correction, kCorrectionSize>, 2>, chess::kColorCount> non_pawn_correction_{};
  CorrectionTable minor_correction_{};
  CorrectionTable major_correction_{};
  std::array<std::array<std::array<Correction, chess::kSquareCount>, chess::kPieceCount>, chess::kColorCount>
      continuation_correction_{};
};

}  // namespace zugwerk::search
