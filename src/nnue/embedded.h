// nnue/embedded.h
//
// The network that comes with the program, if it was built with one (docs/networks.md says how).

#pragma once

#include <memory>

#include "nnue/network.h"

namespace zugwerk::nnue {

/// The program's own network, verified when first asked for and shared afterwards; nothing if there is none. A network
/// that does not pass is a broken build, and ends the program with a message.
[[nodiscard]] std::shared_ptr<const Network> embedded_network();

}  // namespace zugwerk::nnue
