// arena/process/cores.h
//
// Which processors the games that run at the same time may use: each its own, where there are enough.

#pragma once

#include <cstddef>
#include <vector>

namespace zugwerk::arena {

/// So many lists of `each` processors that no two share; or so many empty ones, which means any, if there are too few.
[[nodiscard]] std::vector<std::vector<int>> deal_cores(std::size_t games, std::size_t each);

}  // namespace zugwerk::arena
