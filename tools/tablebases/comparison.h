// tools/tablebases/comparison.h
//
// Whether two folders of tables say the same about every position, as our own probing code reads them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/error.h"
#include "tablebases/material.h"

namespace zugwerk::tbgen {

struct Comparison {
  std::uint64_t positions = 0;  // whose results are equal
  std::uint64_t roots = 0;      // whose moves have equal results and distances
};

/// Compares the results of all legal positions of the material, without en passant, and those of all moves in every
/// `root_step`th of them: that is slow. An error names a position that differs, or tables that are missing.
[[nodiscard]] base::Expected<Comparison> compare(const Material& material, const std::string& folder,
                                                 const std::string& other_folder, std::size_t root_step);

}  // namespace zugwerk::tbgen
