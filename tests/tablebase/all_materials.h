// tests/tablebase/all_materials.h
//
// Every material that has a table.

#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tablebase/material.h"

namespace zugwerk::tablebase {

/// From three pieces to kMostPieces, each by the name of its table.
[[nodiscard]] inline std::vector<Material> all_materials() {
  constexpr std::string_view kPieces = "KQRBNP";
  std::vector<std::string> sides{"K"};
  for (std::size_t i = 0; i < sides.size(); ++i)
    for (const char piece : kPieces.substr(1))
      if (sides[i].size() + 1 < kMostPieces && kPieces.find(piece) >= kPieces.find(sides[i].back()))
        sides.push_back(sides[i] + piece);
  std::set<std::string> names;
  std::vector<Material> materials;
  for (const std::string& white : sides)
    for (const std::string& black : sides)
      if (const auto material = Material::from_name(white + "v" + black))
        if (names.insert(material->table_name()).second)
          materials.push_back(*Material::from_name(material->table_name()));
  return materials;
}

}  // namespace zugwerk::tablebase
