// tablebase/material.h
//
// The material of a table: how many pieces of each type the two sides have. And the names of table files.

#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "chess/piece.h"

namespace zugwerk::chess {
class Position;
}

namespace zugwerk::tablebase {

/// Kings included; there are no larger tables.
inline constexpr int kMostPieces = 7;

class Material {
 public:
  /// "KQvKR", in any order after the king; nothing if it is not a material of at most kMostPieces pieces.
  [[nodiscard]] static std::optional<Material> from_name(std::string_view name);

  [[nodiscard]] int count(chess::Color color, chess::PieceType type) const {
    return counts_[index(color)][index(type)];
  }
  [[nodiscard]] int count(chess::Piece piece) const { return count(color_of(piece), type_of(piece)); }
  [[nodiscard]] int count(chess::Color color) const;
  [[nodiscard]] int count() const { return count(chess::Color::White) + count(chess::Color::Black); }
  [[nodiscard]] bool has_pawns() const;
  /// Both sides have the same.
  [[nodiscard]] bool is_symmetric() const { return counts_[0] == counts_[1]; }
  /// A minor piece against a bare king, or less: neither side can win.
  [[nodiscard]] bool is_always_drawn() const;
  /// Whether a game from `position` may come to have this material, with these colours or the other way round.
  [[nodiscard]] bool can_follow(const chess::Position& position) const;

  /// The pieces of each side from king to pawn, colours as they are.
  [[nodiscard]] std::string name() const;
  /// The name of its table: the side with more pieces comes first; with equally many, the side with the stronger ones.
  [[nodiscard]] std::string table_name() const;

  friend bool operator==(const Material&, const Material&) = default;

 private:
  using Counts = std::array<int, chess::kPieceTypeCount>;

  [[nodiscard]] static std::string side_name(const Counts& counts);

  std::array<Counts, chess::kColorCount> counts_{};
};

/// WDL tables hold results, DTZ tables distances to the next capture or pawn move.
enum class TableKind { Wdl, Dtz };

/// ".rtbw", ".rtbz".
[[nodiscard]] std::string_view file_suffix(TableKind kind);

/// A table as the name of its file describes it.
struct TableName {
  Material material;
  TableKind kind = TableKind::Wdl;

  /// "KQvKR.rtbw", as it should be.
  [[nodiscard]] std::string file_name() const { return material.table_name() + std::string(file_suffix(kind)); }
};

/// Nothing if this is not the name of a table file. It may still differ from the canonical file_name().
[[nodiscard]] std::optional<TableName> table_called(const std::filesystem::path& path);

}  // namespace zugwerk::tablebase
