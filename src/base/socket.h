// base/socket.h
//
// What the system knows of the other end of a connection.

#pragma once

#include <cstdint>

namespace zugwerk::base {

/// Whether the other end of a connected socket has closed its sending side, or the connection is broken.
enum class PeerState : std::uint8_t { Connected, SentAll, Gone };
[[nodiscard]] PeerState peer_of_socket(std::intptr_t socket);

}  // namespace zugwerk::base
