// tools/tablebases/material.h
//
// The pieces on the board besides the two kings, which identify a table.

#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/piece.h"
#include "chess/square.h"

namespace zugwerk::tbgen {

/// The most pieces besides the kings that this generator supports.
inline constexpr std::size_t kMostPieces = 2;

/// Squares of the pieces of a Material, in its order; the rest is unused.
using Squares = std::array<chess::Square, kMostPieces>;

class Material {
 public:
  Material() = default;
  /// Pawns come first, then White's pieces, then the stronger ones.
  explicit Material(std::vector<chess::Piece> pieces);
  /// "KQvKR"; nothing if that is no material of two kings and at most kMostPieces other pieces.
  [[nodiscard]] static std::optional<Material> from_name(std::string_view name);

  [[nodiscard]] std::size_t count() const { return pieces_.size(); }
  [[nodiscard]] chess::Piece operator[](std::size_t number) const { return pieces_[number]; }
  [[nodiscard]] chess::PieceType type(std::size_t number) const { return type_of(pieces_[number]); }
  [[nodiscard]] chess::Color color(std::size_t number) const { return color_of(pieces_[number]); }
  [[nodiscard]] bool is_pawn(std::size_t number) const { return type(number) == chess::PieceType::Pawn; }
  [[nodiscard]] std::size_t pawn_count() const;
  /// Two equal pieces of one colour.
  [[nodiscard]] bool has_twins() const { return count() == 2 && pieces_[0] == pieces_[1]; }
  /// Both sides have the same pieces.
  [[nodiscard]] bool is_symmetric() const { return *this == swapped(); }

  /// The same with swapped colours.
  [[nodiscard]] Material swapped() const;
  [[nodiscard]] std::string name() const;

  friend bool operator==(const Material&, const Material&) = default;

 private:
  std::vector<chess::Piece> pieces_;
};

/// The materials of all 35 tables with three and four pieces, by the names that Syzygy tables have.
[[nodiscard]] std::vector<Material> all_materials();

/// The material after one capture or promotion.
[[nodiscard]] std::vector<Material> successors_of(const Material& material);

}  // namespace zugwerk::tbgen
