// tests/web/json_request.h
//
// Requests for tests of the API without sockets.

#pragma once

#include <string>

#include "base/json.h"
#include "web/message.h"

namespace zugwerk::test {

/// As the page sends it; without a body if that is null.
[[nodiscard]] inline web::Request json_request(const std::string& method, const std::string& path,
                                               const base::Json& body) {
  web::Request request;
  request.method = method;
  request.path = path;
  request.host = "localhost:8080";
  request.client = "127.0.0.1";
  if (!body.is_null()) {
    request.body = body.dump();
    request.content_type = "application/json";
  }
  return request;
}

}  // namespace zugwerk::test
