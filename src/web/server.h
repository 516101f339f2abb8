// web/server.h
//
// The HTTP server: connections in, the API's answers out. One thread waits for all connections, so that idle ones cost
// none; a few others answer. Only server.cpp and http_reader.cpp include the HTTP library.

#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "web/engine_pool.h"
#include "web/page_files.h"

namespace zugwerk::web {

struct ServerSettings {
  std::string host = "127.0.0.1";
  int port = 8080;  // 0: any free one
  /// Where the port is taken, the next ones are tried.
  bool may_use_another_port = true;
  /// Names besides its own addresses by which the server may be called.
  std::vector<std::string> allowed_hosts;
  std::string version;
  PoolSettings pool;
  std::span<const PageFile> page;
  std::string lab_folder;  // whose files the page draws; empty: none
  std::string book;        // a file; empty: the program's own
};

/// Serves until `wait` returns, which is called with the address once the server answers. Beyond loopback the address
/// ends with a token, without which nothing is answered. The error says why it could not begin.
[[nodiscard]] base::Expected<void> serve(const ServerSettings& settings,
                                         const std::function<void(const std::string& address)>& wait);

}  // namespace zugwerk::web
