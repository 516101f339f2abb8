// web/server.h
//
// The HTTP server: connections in, the API's answers out. One thread waits for all connections, so that idle ones need
// no thread; a few others answer. Only server.cpp and http_reader.cpp include the HTTP library.

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
  /// If the port is taken, the next ones are tried.
  bool may_use_another_port = true;
  /// Further names by which clients may address the server.
  std::vector<std::string> allowed_hosts;
  std::string version;
  PoolSettings pool;
  std::span<const PageFile> page;
  std::string lab_folder;  // whose files the page draws; empty: none
  std::string book;        // a file; empty: the built-in one
};

/// Serves until `wait` returns, which is called with the address once the server is ready. Beyond loopback the address
/// ends with a token, without which every request is refused. The error says why the server could not start.
[[nodiscard]] base::Expected<void> serve(const ServerSettings& settings,
                                         const std::function<void(const std::string& address)>& wait);

}  // namespace zugwerk::web
