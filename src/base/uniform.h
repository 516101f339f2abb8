// base/uniform.h
//
// Uniform random fractions from the generators of rng.h.

#pragma once

#include "base/rng.h"

namespace zugwerk::base {

/// A number in [0, 1), every multiple of 2^-53 equally likely.
[[nodiscard]] constexpr double uniform(Rng& rng) { return static_cast<double>(rng.next() >> 11) * 0x1p-53; }

}  // namespace zugwerk::base
