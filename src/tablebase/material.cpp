#include "tablebase/material.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "chess/position.h"

namespace zugwerk::tablebase {

using namespace chess;

std::optional<Material> Material::from_name(std::string_view name) {
  Material material;
  std::size_t side = 0;
  char previous = 'v';
  for (const char letter : name) {
    if (letter == 'v' && side == 0) {
      side = 1;
    } else {
      const auto type = piece_type_from_letter(letter);
      // Each side begins with its only king.
      if (!type || (*type == PieceType::King) != (previous == 'v')) return std::nullopt;
      ++material.counts_[side][index(*type)];
    }
    previous = letter;
  }
  constexpr int kFewest = 3;
  const bool has_kings = side == 1 && previous != 'v' && !name.starts_with('v');
  if (!has_kings || material.count() < kFewest || material.count() > kMostPieces) return std::nullopt;
  return material;
}

int Material::count(Color color) const {
  const Counts& counts = counts_[index(color)];
  return std::accumulate(counts.begin(), counts.end(), 0);
}

bool Material::has_pawns() const {
  return count(Color::White, PieceType::Pawn) + count(Color::Black, PieceType::Pawn) > 0;
}

bool Material::is_always_drawn() const {
  int minors = 0;
  for (const Color color : kColors) minors += count(color, PieceType::Bishop) + count(color, PieceType::Knight);
  return count() - 2 == minors && minors <= 1;
}

bool Material::can_follow(const Position& position) const {
  const auto has_come_from = [&](Color ours, Color theirs) {
    const int pawns = popcount(position.pieces(theirs, PieceType::Pawn));
    int promoted = 0;
    for (const PieceType type : kPromotionTypes)
      promoted += std::max(0, count(ours, type) - popcount(position.pieces(theirs, type)));
    return count(ours, PieceType::Pawn) + promoted <= pawns;
  };
  return (has_come_from(Color::White, Color::White) && has_come_from(Color::Black, Color::Black)) ||
         (has_come_from(Color::White, Color::Black) && has_come_from(Color::Black, Color::White));
}

std::string Material::side_name(const Counts& counts) {
  std::string name;
  for (std::size_t type = kPieceTypeCount; type-- > 0;)
    name.append(static_cast<std::size_t>(counts[type]), letter_of(static_cast<PieceType>(type)));
  return name;
}

std::string Material::name() const { return side_name(counts_[0]) + "v" + side_name(counts_[1]); }

std::string Material::table_name() const {
  // Of two lists of pieces the stronger one has more of the first kind that differs, from the queen down.
  const auto strength = [this](Color color) {
    Counts from_king = counts_[index(color)];
    std::reverse(from_king.begin(), from_king.end());
    return std::pair(count(color), from_king);
  };
  if (strength(Color::White) >= strength(Color::Black)) return name();
  return side_name(counts_[1]) + "v" + side_name(counts_[0]);
}

std::string_view file_suffix(TableKind kind) { return kind == TableKind::Wdl ? ".rtbw" : ".rtbz"; }

std::optional<TableName> table_called(const std::filesystem::path& path) {
  for (const TableKind kind : {TableKind::Wdl, TableKind::Dtz}) {
    if (path.extension() != file_suffix(kind)) continue;
    if (const auto material = Material::from_name(path.stem().string())) return TableName{*material, kind};
  }
  return std::nullopt;
}

}  // namespace zugwerk::tablebase
