// web/listener.h
//
// Opens the listening socket, and finds the address under which other machines can reach it.

#pragma once

#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

namespace zugwerk::web {

/// Listens on the given port or, if allowed, on one of the next; the returned acceptor is closed if none is available.
[[nodiscard]] boost::asio::ip::tcp::acceptor listen(boost::asio::io_context& io, const std::string& host, int port,
                                                    bool may_use_another_port);

/// The address at which other machines most likely reach this one when it listens on all interfaces.
[[nodiscard]] std::string outward_address(boost::asio::io_context& io);

}  // namespace zugwerk::web
