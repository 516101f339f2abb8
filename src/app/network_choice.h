// app/network_choice.h
//
// How commands name the network to evaluate with.

#pragma once

#include <memory>
#include <string>

#include "base/error.h"
#include "nnue/embedded.h"
#include "nnue/network.h"

namespace zugwerk::app {

inline constexpr const char* kNetworkHelp =
    "Network to evaluate with; none: the classical evaluation (default: our own)";

/// "none" for none, a file's path, or nothing for the built-in one if there is one.
[[nodiscard]] inline base::Expected<std::shared_ptr<const nnue::Network>> chosen_network(const std::string& name) {
  if (name.empty()) return nnue::embedded_network();
  if (name == "none") return nullptr;
  return nnue::Network::load(name);
}

}  // namespace zugwerk::app
