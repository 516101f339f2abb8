// learning/network/network_shape.h
//
// How large a network is. What its inputs are is fixed (nnue/features.h).

#pragma once

#include <cstddef>

#include "nnue/architecture.h"

namespace zugwerk::learning {

struct NetworkShape {
  std::size_t width = 256;  // of each half of the hidden layer, a multiple of kTileWidth
  std::size_t buckets = nnue::kMostBuckets;

  bool operator==(const NetworkShape&) const = default;
};

}  // namespace zugwerk::learning
