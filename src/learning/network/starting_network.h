// learning/network/starting_network.h
//
// The network that a run begins with instead of random numbers: what another run learned, wider if wanted.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/error.h"
#include "learning/network/float_network.h"

namespace zugwerk::learning {

/// The best network of a run's file, or the network of a network's file, widened to `width` if one is given; `seed` is
/// that of the new neurons. A smaller width than the network has is an error.
[[nodiscard]] base::Expected<FloatNetwork> read_starting_network(const std::string& path,
                                                                 std::optional<std::size_t> width, std::uint64_t seed);

}  // namespace zugwerk::learning
