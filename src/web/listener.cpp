#include "web/listener.h"

#include <cstdint>

#include <boost/asio/ip/udp.hpp>

namespace zugwerk::web {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

tcp::acceptor listen(asio::io_context& io, const std::string& host, int port, bool may_use_another_port) {
  tcp::acceptor acceptor(io);
  error_code error;
  tcp::resolver resolver(io);
  constexpr int kLargestPort = 65535;
  constexpr int kPortsToTry = 50;
  const int tries = may_use_another_port && port != 0 ? kPortsToTry : 1;
  for (int tried = port; tried < port + tries && tried <= kLargestPort; ++tried) {
    const auto found = resolver.resolve(host, std::to_string(tried), tcp::resolver::passive, error);
    if (error) return acceptor;
    for (const auto& entry : found) {
      acceptor.open(entry.endpoint().protocol(), error);
      if (error) continue;
      acceptor.set_option(tcp::acceptor::reuse_address(true), error);
      acceptor.bind(entry.endpoint(), error);
      if (!error) acceptor.listen(tcp::acceptor::max_listen_connections, error);
      if (!error) return acceptor;
      acceptor.close();
    }
  }
  return acceptor;
}

std::string outward_address(asio::io_context& io) {
  // Connecting a UDP socket sends nothing; the system only selects the local address it would use.
  error_code error;
  asio::ip::udp::socket socket(io, asio::ip::udp::v4());
  constexpr std::uint16_t kAnyPort = 9;
  socket.connect({asio::ip::make_address_v4("192.0.2.1"), kAnyPort}, error);
  const auto local = error ? asio::ip::udp::endpoint() : socket.local_endpoint(error);
  return error ? "127.0.0.1" : local.address().to_string();
}

}  // namespace zugwerk::web
