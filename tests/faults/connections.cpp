// A library for LD_PRELOAD that notes every attempt of a program and its children to reach other machines. The calls go
// on as usual.
//
//   ZUGWERK_CONNECTIONS_REPORT  a file that gets a line for each: "connect stream", "connect datagram" (which only
//                               chooses a route), "send" (to an address), "resolve NAME"

#include <cstdio>
#include <cstdlib>

#include <dlfcn.h>
#include <fcntl.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

namespace {

void note(const char* what, const char* value) {
  const char* const path = std::getenv("ZUGWERK_CONNECTIONS_REPORT");
  if (path == nullptr) return;
  const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) return;
  char line[256];
  const int size = std::snprintf(line, sizeof line, "%s %s\n", what, value);
  if (write(file, line, static_cast<std::size_t>(size)) != size) std::abort();
  close(file);
}

[[nodiscard]] bool is_of_the_network(const sockaddr* address) {
  return address != nullptr && (address->sa_family == AF_INET || address->sa_family == AF_INET6);
}

template <class Function>
[[nodiscard]] Function* next_called(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" int connect(int socket, const sockaddr* address, socklen_t size) {
  int type = 0;
  socklen_t type_size = sizeof type;
  getsockopt(socket, SOL_SOCKET, SO_TYPE, &type, &type_size);
  if (is_of_the_network(address)) note("connect", type == SOCK_DGRAM ? "datagram" : "stream");
  return next_called<int(int, const sockaddr*, socklen_t)>("connect")(socket, address, size);
}

extern "C" ssize_t sendto(int socket, const void* data, std::size_t size, int flags, const sockaddr* to,
                          socklen_t to_size) {
  if (is_of_the_network(to)) note("send", "to an address");
  return next_called<ssize_t(int, const void*, std::size_t, int, const sockaddr*, socklen_t)>("sendto")(
      socket, data, size, flags, to, to_size);
}

extern "C" ssize_t sendmsg(int socket, const msghdr* message, int flags) {
  if (is_of_the_network(static_cast<const sockaddr*>(message->msg_name))) note("send", "to an address");
  return next_called<ssize_t(int, const msghdr*, int)>("sendmsg")(socket, message, flags);
}

extern "C" int getaddrinfo(const char* name, const char* service, const addrinfo* hints, addrinfo** found) {
  if (name != nullptr) note("resolve", name);
  return next_called<int(const char*, const char*, const addrinfo*, addrinfo**)>("getaddrinfo")(name, service, hints,
                                                                                                found);
}
