// nnue/embedded.h
//
// The network that comes with the program, if it was built with one (docs/networks.md says how).

#pragma once

#include <memory>

#include "nnue/network.h"

namespace zugwerk::nnue {

/// The embedded network, verified at the first call and shared afterwards; nullptr if there is none. If it is invalid
/// the build is broken, and the program ends with a message.
[[nodiscard]] std::shared_ptr<const Network> embedded_network();

}  // namespace zugwerk::nnue
