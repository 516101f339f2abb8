// tools/tablebases/results.h
//
// Who wins in every position of a material. Positions are kept as sets of squares of the black king: one word of 64
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

/// Where the word of a placement lies. Without pawns the white king is on one of ten squares, with pawns the first pawn
/// is on the left half of the board; other placements are turned or mirrored.
class WordIndex {
 public:
  explicit WordIndex(const Material& material);

  /// A placement of the white king and the pieces.
  struct Placement {
    chess::Square white_king;
    Squares squares;
  };

  [[nodiscard]] std::size_t size() const { return size_; }
  /// How far apart two words are if only this piece stands one square further.
  [[nodiscard]] std::size_t stride(std::size_t piece) const { return strides_[piece]; }
  /// How many places of the white king are kept; they lie next to each other.
  [[nodiscard]] std::size_t king_slots() const { return slots_; }
  [[nodiscard]] chess::Square king_square(std::size_t slot) const;

  /// What turns the placement into one that is kept.
  [[nodiscard]] Symmetry symmetry_of(const Placement& placement) const;
  /// The word of a placement that is kept.
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
  /// The same as of exchanged colours: the placement is that of the swapped material.
  [[nodiscard]] KingSets at_swapped(chess::Color side_to_move, const WordIndex::Placement& placement) const;

 private:
  WordIndex index_;
  std::array<std::vector<KingSets>, chess::kColorCount> words_;
};

/// The results that a capture or a promotion leads to, asked with squares in the order of the pieces that lead there.
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

/// The results of all materials that are known so far.
class ResultLibrary {
 public:
  void add(const Material& material, Results results);
  [[nodiscard]] bool contains(const Material& material) const;
  /// The material of these pieces is known, or that with exchanged colours.
  [[nodiscard]] Successor find(const std::vector<chess::Piece>& pieces) const;

 private:
  std::map<std::string, std::unique_ptr<const Results>> results_;
};

}  // namespace zugwerk::tbgen
