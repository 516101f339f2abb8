// web/listener.h
//
// Where the server is found: the port that it gets, and the address that others know it by.

#pragma once

#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

namespace zugwerk::web {

/// Listens on the port that is wanted, or on one of the next if it may; the acceptor is closed if there is none.
[[nodiscard]] boost::asio::ip::tcp::acceptor listen(boost::asio::io_context& io, const std::string& host, int port,
                                                    bool may_use_another_port);

/// The address of this machine that others most likely know, if it listens on all of them.
[[nodiscard]] std::string outward_address(boost::asio::io_context& io);

}  // namespace zugwerk::web
