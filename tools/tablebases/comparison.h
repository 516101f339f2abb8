// tools/tablebases/comparison.h
//
// Whether two folders of tables agree about every position, as read by our own probing code.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/error.h"
#include "tablebases/material.h"

namespace zugwerk::tbgen {

struct Comparison {
  std::uint64_t positions = 0;  // with equal results
  std::uint64_t roots = 0;      // with equal results and distances of all moves
};

/// Compares the results of all legal positions of the material, without en passant, and those of all moves in every
/// `root_step`th of them: that is slow. An error names a position that differs, or tables that are missing.
[[nodiscard]] base::Expected<Comparison> compare(const Material& material, const std::string& folder,
                                                 const std::string& other_folder, std::size_t root_step);

}  // namespace zugwerk::tbgen
