#include <winsock2.h>

#include "base/socket.h"

namespace zugwerk::base {

PeerState peer_of_socket(std::intptr_t socket) {
  // Readable without anything to read is the end of what the other side sends.
  WSAPOLLFD descriptor{static_cast<SOCKET>(socket), POLLRDNORM, 0};
  if (WSAPoll(&descriptor, 1, 0) <= 0) return PeerState::Connected;
  if ((descriptor.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0) return PeerState::Gone;
  char next = 0;
  return recv(static_cast<SOCKET>(socket), &next, 1, MSG_PEEK) == 0 ? PeerState::SentAll : PeerState::Connected;
}

}  // namespace zugwerk::base
