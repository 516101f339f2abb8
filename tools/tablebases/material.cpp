#include "tablebases/material.h"

#include <algorithm>
#include <tuple>

namespace zugwerk::tbgen {

using namespace chess;

Material::Material(std::vector<Piece> pieces) : pieces_(std::move(pieces)) {
  const auto place = [](Piece piece) {
    return std::tuple(type_of(piece) != PieceType::Pawn, color_of(piece), -static_cast<int>(type_of(piece)));
  };
  std::sort(pieces_.begin(), pieces_.end(), [&](Piece a, Piece b) { return place(a) < place(b); });
}

std::optional<Material> Material::from_name(std::string_view name) {
  std::vector<Piece> pieces;
  std::size_t kings = 0;
  for (const char letter : name) {
    const auto type = piece_type_from_letter(letter);
    if (type == PieceType::King)
      ++kings;
    else if (type && kings > 0)
      pieces.push_back(make_piece(kings == 1 ? Color::White : Color::Black, *type));
    else if (letter != 'v')
      return std::nullopt;
  }
  Material material(std::move(pieces));
  if (material.count() > kMostPieces || material.name() != name) return std::nullopt;
  return material;
}

std::size_t Material::pawn_count() const {
  return static_cast<std::size_t>(
      std::count_if(pieces_.begin(), pieces_.end(), [](Piece piece) { return type_of(piece) == PieceType::Pawn; }));
}

Material Material::swapped() const {
  std::vector<Piece> pieces;
  for (const Piece piece : pieces_) pieces.push_back(make_piece(~color_of(piece), type_of(piece)));
  return Material(std::move(pieces));
}

std::string Material::name() const {
  const auto side = [&](Color color) {
    std::string letters;
    for (const Piece piece : pieces_)
      if (color_of(piece) == color) letters += letter_of(type_of(piece));
    std::sort(letters.begin(), letters.end(),
              [](char a, char b) { return piece_type_from_letter(a) > piece_type_from_letter(b); });
    return 'K' + letters;
  };
  return side(Color::White) + 'v' + side(Color::Black);
}

std::vector<Material> all_materials() {
  std::vector<Material> materials;
  for (const PieceType first : kPieceTypes) {
    if (first == PieceType::King) continue;
    const Piece white = make_piece(Color::White, first);
    materials.emplace_back(std::vector{white});
    for (const PieceType second : kPieceTypes) {
      if (second > first) continue;
      for (const Color color : kColors) materials.emplace_back(std::vector{white, make_piece(color, second)});
    }
  }
  std::stable_sort(materials.begin(), materials.end(), [](const Material& a, const Material& b) {
    return std::pair(a.count(), a.pawn_count()) < std::pair(b.count(), b.pawn_count());
  });
  return materials;
}

std::vector<Material> successors_of(const Material& material) {
  std::vector<Material> successors;
  for (std::size_t changed = 0; changed < material.count(); ++changed) {
    std::vector<Piece> others;
    for (std::size_t other = 0; other < material.count(); ++other)
      if (other != changed) others.push_back(material[other]);
    successors.emplace_back(others);
    if (!material.is_pawn(changed)) continue;
    for (const PieceType type : kPromotionTypes) {
      const Piece promoted = make_piece(material.color(changed), type);
      std::vector<Piece> pieces = others;
      pieces.push_back(promoted);
      successors.emplace_back(pieces);
      successors.emplace_back(std::vector{promoted});  // it took the other piece
    }
  }
  return successors;
}

}  // namespace zugwerk::tbgen
