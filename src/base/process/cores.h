// base/process/cores.h
//
// Pinning: which processors each of the concurrent games may use.

#pragma once

#include <cstddef>
#include <vector>

namespace zugwerk::base {

/// The processors that this program may use.
[[nodiscard]] std::vector<int> allowed_cores();

/// A disjoint list of `each` processors for every game; if there are too few, empty lists, which mean any processor.
[[nodiscard]] std::vector<std::vector<int>> deal_cores(std::size_t games, std::size_t each);

}  // namespace zugwerk::base
