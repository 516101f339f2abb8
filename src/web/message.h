// web/message.h
//
// A request and its answer as the handlers see them, without sockets: what the HTTP library reads from a connection,
// and what it is to send back.

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/json.h"

namespace zugwerk::web {

// The status codes in use, named by their meaning here.
inline constexpr int kOk = 200;
inline constexpr int kCreated = 201;
inline constexpr int kAccepted = 202;
inline constexpr int kNoContent = 204;
inline constexpr int kPartialContent = 206;
inline constexpr int kNotModified = 304;
inline constexpr int kBadRequest = 400;
inline constexpr int kForbidden = 403;
inline constexpr int kNotFound = 404;
inline constexpr int kMethodNotAllowed = 405;
inline constexpr int kTooSlow = 408;
inline constexpr int kConflict = 409;
inline constexpr int kTooLarge = 413;
inline constexpr int kAddressTooLong = 414;
inline constexpr int kNotJson = 415;
inline constexpr int kNoSuchRange = 416;
inline constexpr int kTooManyRequests = 429;
inline constexpr int kHeaderTooLarge = 431;
inline constexpr int kInternalError = 500;
inline constexpr int kNotImplemented = 501;
inline constexpr int kBusy = 503;

struct Request {
  std::string method;
  std::string path;   // without the query, percent escapes decoded
  std::string query;  // what follows the question mark, as it came
  std::string body;
  std::string client;  // the address of the client
  // Header fields; empty if absent.
  std::string content_type;
  std::string host;
  std::string origin;
  std::string fetch_site;  // Sec-Fetch-Site
  std::string cookie;
  std::string authorization;
  std::string accept_encoding;
  std::string if_none_match;
  std::string if_range;
  std::string range;
};

struct Header {
  std::string_view name;  // a literal
  std::string value;
};

struct Response {
  int status = kOk;
  std::string content_type = "application/json";
  std::string body;
  std::string_view file = {};  // a body that lives as long as the program; then `body` is empty
  std::vector<Header> headers = {};
};

[[nodiscard]] inline Response json_response(const base::Json& value, int status = kOk) {
  // Without indentation; bytes that are not UTF-8 are replaced, so it never fails.
  return {status, "application/json", value.dump(-1, ' ', false, base::Json::error_handler_t::replace)};
}

[[nodiscard]] inline Response error_response(int status, std::string_view message) {
  return json_response({{"error", message}}, status);
}

[[nodiscard]] inline Response bad_request(const base::Error& error) {
  return error_response(kBadRequest, error.message);
}

}  // namespace zugwerk::web
