// tools/tablebases/results.h
//
// The result of every position of a material. Positions are stored as sets of squares of the black king: one word of 64
// bits for each side to move and each placement of everything else, up to symmetry.

#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "chess/bitboard.h"
#include "tablebases/material.h"
#include "tablebases/symmetry.h"

namespace zugwerk::tbgen {

/// The index of the word of a placement. Without pawns the white king is on one of ten squares, with pawns the first
/// pawn is on the left half of the board; other placements are turned or mirrored.
class WordIndex {
 public:
  explicit WordIndex(const Material& material);

  /// A placement of the white king and the pieces.
  struct Placement {
    chess::Square white_king;
    Squares squares;
  };

  [[nodiscard]] std::size_t size() const { return size_; }
  /// The distance between two words if only this piece moves one square on.
  [[nodiscard]] std::size_t stride(std::size_t piece) const { return strides_[piece]; }
  /// The number of stored squares of the white king, which are adjacent.
  [[nodiscard]] std::size_t king_slots() const { return slots_; }
  [[nodiscard]] chess::Square king_square(std::size_t slot) const;

  /// The symmetry that maps the placement to a stored one.
  [[nodiscard]] Symmetry symmetry_of(const Placement& placement) const;
  /// The word of a stored placement.
  [[nodiscard]] std::size_t word_of(const Placement& placement) const;
  [[nodiscard]] Placement placement_of(std::size_t word) const;

 private:
  std::size_t count_ = 0;
  bool has_pawns_ = false;
  std::size_t slots_ = 0;
  std::array<std::size_t, kMostPieces> strides_{};
  std::size_t size_ = 0;
};

/// Squares of the black king: where the position is legal, and where the side to move wins or loses.
struct KingSets {
  chess::Bitboard legal = 0;
  chess::Bitboard won = 0;
  chess::Bitboard lost = 0;

  [[nodiscard]] chess::Bitboard drawn() const { return legal & ~won & ~lost; }
};

class Results {
 public:
  explicit Results(const Material& material);

  [[nodiscard]] const WordIndex& index() const { return index_; }
  [[nodiscard]] KingSets& word(chess::Color side_to_move, std::size_t number) {
    return words_[chess::index(side_to_move)][number];
  }
  [[nodiscard]] const KingSets& word(chess::Color side_to_move, std::size_t number) const {
    return words_[chess::index(side_to_move)][number];
  }
  /// The sets of any placement.
  [[nodiscard]] KingSets at(chess::Color side_to_move, const WordIndex::Placement& placement) const;
  /// The same with swapped colours: the placement is that of the swapped material.
  [[nodiscard]] KingSets at_swapped(chess::Color side_to_move, const WordIndex::Placement& placement) const;

 private:
  WordIndex index_;
  std::array<std::vector<KingSets>, chess::kColorCount> words_;
};

/// The results after a capture or a promotion, looked up with squares in the order of the pieces before it.
class Successor {
 public:
  Successor() = default;
  Successor(const Results& results, bool is_swapped, bool is_reversed)
      : results_(&results), is_swapped_(is_swapped), is_reversed_(is_reversed) {}

  [[nodiscard]] KingSets at(chess::Color side_to_move, WordIndex::Placement placement) const;

 private:
  const Results* results_ = nullptr;
  bool is_swapped_ = false;
  bool is_reversed_ = false;
};

/// The results of all materials solved so far.
class ResultLibrary {
 public:
  void add(const Material& material, Results results);
  [[nodiscard]] bool contains(const Material& material) const;
  /// The material of these pieces, or the one with swapped colours, must be known.
  [[nodiscard]] Successor find(const std::vector<chess::Piece>& pieces) const;

 private:
  std::map<std::string, std::unique_ptr<const Results>> results_;
};

}  // namespace zugwerk::tbgen
