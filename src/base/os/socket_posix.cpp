#include <poll.h>

#include "base/socket.h"

namespace zugwerk::base {

PeerState peer_of_socket(std::intptr_t socket) {
#if defined(POLLRDHUP)
  constexpr short kClosed = POLLRDHUP;
#else
  constexpr short kClosed = 0;
#endif
  pollfd descriptor{.fd = static_cast<int>(socket), .events = kClosed, .revents = 0};
  if (::poll(&descriptor, 1, 0) <= 0) return PeerState::Connected;
  return (descriptor.revents & (POLLERR | POLLHUP)) != 0 ? PeerState::Gone : PeerState::SentAll;
}

}  // namespace zugwerk::base
