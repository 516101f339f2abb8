#include "tablebases/results.h"

#include <cassert>
#include <utility>

namespace zugwerk::tbgen {

using namespace chess;

namespace {

/// Files a to d on and below the diagonal from a1 to h8.
constexpr std::array kTriangle{Square::A1, Square::B1, Square::C1, Square::D1, Square::B2,
                               Square::C2, Square::D2, Square::C3, Square::D3, Square::D4};

constexpr auto kSlotOfSquare = [] {
  std::array<std::uint8_t, kSquareCount> slots{};
  for (std::size_t slot = 0; slot < kTriangle.size(); ++slot)
    slots[index(kTriangle[slot])] = static_cast<std::uint8_t>(slot);
  return slots;
}();

constexpr std::size_t kHalfOfBoard = kSquareCount / 2;

[[nodiscard]] bool is_on_right_half(Square square) { return file_of(square) > File::D; }

/// The number of a square among those on files a to d.
[[nodiscard]] std::size_t half_index(Square square) { return index(rank_of(square)) * 4 + index(file_of(square)); }

}  // namespace

WordIndex::WordIndex(const Material& material)
    : count_(material.count()),
      has_pawns_(material.pawn_count() > 0),
      slots_(has_pawns_ ? kSquareCount : kTriangle.size()),
      size_(slots_) {
  for (std::size_t piece = count_; piece-- > 0;) {
    strides_[piece] = size_;
    size_ *= piece == 0 && has_pawns_ ? kHalfOfBoard : kSquareCount;
  }
}

Square WordIndex::king_square(std::size_t slot) const { return has_pawns_ ? square_at(slot) : kTriangle[slot]; }

Symmetry WordIndex::symmetry_of(const Placement& placement) const {
  if (has_pawns_) return {is_on_right_half(placement.squares[0]), false, false};
  const bool mirror_files = is_on_right_half(placement.white_king);
  const bool mirror_ranks = rank_of(placement.white_king) > Rank::R4;
  const Square king = Symmetry(mirror_files, mirror_ranks, false)(placement.white_king);
  return {mirror_files, mirror_ranks, index(rank_of(king)) > index(file_of(king))};
}

std::size_t WordIndex::word_of(const Placement& placement) const {
  std::size_t word =
      has_pawns_ ? chess::index(placement.white_king) : kSlotOfSquare[chess::index(placement.white_king)];
  for (std::size_t piece = 0; piece < count_; ++piece) {
    const Square square = placement.squares[piece];
    word += strides_[piece] * (piece == 0 && has_pawns_ ? half_index(square) : chess::index(square));
  }
  return word;
}

WordIndex::Placement WordIndex::placement_of(std::size_t word) const {
  Placement placement{king_square(word % slots_), {}};
  for (std::size_t piece = 0; piece < count_; ++piece) {
    const std::size_t number = word / strides_[piece];
    word %= strides_[piece];
    placement.squares[piece] = piece == 0 && has_pawns_ ? square_at(number / 4 * 8 + number % 4) : square_at(number);
  }
  return placement;
}

Results::Results(const Material& material) : index_(material) {
  for (auto& words : words_) words.resize(index_.size());
}

KingSets Results::at(Color side_to_move, const WordIndex::Placement& placement) const {
  const Symmetry symmetry = index_.symmetry_of(placement);
  if (symmetry.is_identity()) return word(side_to_move, index_.word_of(placement));
  WordIndex::Placement kept{symmetry(placement.white_king), {}};
  for (std::size_t piece = 0; piece < kMostPieces; ++piece) kept.squares[piece] = symmetry(placement.squares[piece]);
  const KingSets& sets = word(side_to_move, index_.word_of(kept));
  const Symmetry back = symmetry.inverse();
  return {back(sets.legal), back(sets.won), back(sets.lost)};
}

KingSets Results::at_swapped(Color side_to_move, const WordIndex::Placement& placement) const {
  // Here the kings have swapped roles, so every bit is in a different word.
  KingSets sets;
  WordIndex::Placement mirrored{Square::A1, {}};
  for (std::size_t piece = 0; piece < kMostPieces; ++piece) mirrored.squares[piece] = flipped(placement.squares[piece]);
  for (std::size_t number = 0; number < kSquareCount; ++number) {
    const Square black_king = square_at(number);
    mirrored.white_king = flipped(black_king);
    const Symmetry symmetry = index_.symmetry_of(mirrored);
    WordIndex::Placement kept{symmetry(mirrored.white_king), {}};
    for (std::size_t piece = 0; piece < kMostPieces; ++piece) kept.squares[piece] = symmetry(mirrored.squares[piece]);
    const KingSets& found = word(~side_to_move, index_.word_of(kept));
    const Square other_king = symmetry(flipped(placement.white_king));
    if (contains(found.legal, other_king)) sets.legal |= bit(black_king);
    if (contains(found.won, other_king)) sets.won |= bit(black_king);
    if (contains(found.lost, other_king)) sets.lost |= bit(black_king);
  }
  return sets;
}

KingSets Successor::at(Color side_to_move, WordIndex::Placement placement) const {
  assert(results_ != nullptr);
  if (is_reversed_) std::swap(placement.squares[0], placement.squares[1]);
  return is_swapped_ ? results_->at_swapped(side_to_move, placement) : results_->at(side_to_move, placement);
}

void ResultLibrary::add(const Material& material, Results results) {
  results_[material.name()] = std::make_unique<const Results>(std::move(results));
}

bool ResultLibrary::contains(const Material& material) const { return results_.contains(material.name()); }

Successor ResultLibrary::find(const std::vector<Piece>& pieces) const {
  const Material material(pieces);
  const bool is_swapped = !contains(material);
  const Material kept = is_swapped ? material.swapped() : material;
  // Swapping the colours may also swap the order of the pieces.
  bool is_reversed = false;
  if (pieces.size() == 2) {
    const Piece first = is_swapped ? make_piece(~color_of(pieces[0]), type_of(pieces[0])) : pieces[0];
    is_reversed = kept[0] != first;
  }
  return {*results_.at(kept.name()), is_swapped, is_reversed};
}

}  // namespace zugwerk::tbgen
