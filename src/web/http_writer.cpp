#include "web/http_writer.h"

#include <array>
#include <ctime>

#include "base/format.h"
#include "base/machine.h"

namespace zugwerk::web {

namespace {

// The page loads nothing from other origins, sends nothing to them, and cannot be framed by other pages.
constexpr std::string_view kFixedHeaders =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src "
    "'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cache-Control: no-cache\r\n";

[[nodiscard]] std::string_view reason_of(int status) {
  switch (status) {
    case kOk:
      return "OK";
    case kCreated:
      return "Created";
    case kAccepted:
      return "Accepted";
    case kNoContent:
      return "No Content";
    case kPartialContent:
      return "Partial Content";
    case kNotModified:
      return "Not Modified";
    case kBadRequest:
      return "Bad Request";
    case kForbidden:
      return "Forbidden";
    case kNotFound:
      return "Not Found";
    case kMethodNotAllowed:
      return "Method Not Allowed";
    case kTooSlow:
      return "Request Timeout";
    case kConflict:
      return "Conflict";
    case kTooLarge:
      return "Content Too Large";
    case kAddressTooLong:
      return "URI Too Long";
    case kNotJson:
      return "Unsupported Media Type";
    case kNoSuchRange:
      return "Range Not Satisfiable";
    case kTooManyRequests:
      return "Too Many Requests";
    case kHeaderTooLarge:
      return "Request Header Fields Too Large";
    case kNotImplemented:
      return "Not Implemented";
    case kBusy:
      return "Service Unavailable";
    default:
      return "Internal Server Error";
  }
}

[[nodiscard]] std::string date_text() {
  constexpr std::size_t kRoom = 64;
  std::array<char, kRoom> text{};
  const std::tm parts = base::universal_time(std::time(nullptr));
  const std::size_t length = std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  return {text.data(), length};
}

}  // namespace

std::string answer_head(const Response& response, std::size_t length, bool keep_alive) {
  std::string head =
      base::format("HTTP/1.1 {} {}\r\nDate: {}\r\n", response.status, reason_of(response.status), date_text());
  head += kFixedHeaders;
  for (const Header& header : response.headers) base::append_format(head, "{}: {}\r\n", header.name, header.value);
  if (response.status == kTooManyRequests || response.status == kBusy) head += "Retry-After: 1\r\n";
  if (!response.content_type.empty()) head += "Content-Type: " + response.content_type + "\r\n";
  if (response.status != kNoContent && response.status != kNotModified)
    base::append_format(head, "Content-Length: {}\r\n", length);
  return head + (keep_alive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n");
}

std::string stream_head(bool chunked) {
  return base::format("HTTP/1.1 200 OK\r\nDate: {}\r\n{}Content-Type: text/event-stream\r\n{}Connection: close\r\n\r\n",
                      date_text(), kFixedHeaders, chunked ? "Transfer-Encoding: chunked\r\n" : "");
}

std::string chunk(std::string_view text) { return base::format("{:x}\r\n{}\r\n", text.size(), text); }

}  // namespace zugwerk::web
