#include "web/http_reader.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include <boost/beast/http/basic_parser.hpp>

#include "base/format.h"
#include "base/text.h"

namespace zugwerk::web {

namespace http = boost::beast::http;
using boost::beast::error_code;

namespace {

/// "%20" as a space and so on; nothing if an escape is broken.
[[nodiscard]] std::optional<std::string> without_escapes(std::string_view text) {
  constexpr int kHexadecimal = 16;
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += text[i];
      continue;
    }
    unsigned char value = 0;
    const std::string_view digits = text.substr(i + 1, 2);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, kHexadecimal);
    if (digits.size() != 2 || error != std::errc{} || end != digits.data() + 2) return std::nullopt;
    plain += static_cast<char>(value);
    i += 2;
  }
  return plain;
}

[[nodiscard]] std::string_view view_of(boost::beast::string_view text) { return {text.data(), text.size()}; }

}  // namespace

// The library only checks the grammar. Its own limits apply to each piece it is given, so total lengths are counted
// here.
struct HttpReader::Parser final : http::basic_parser<true> {
  Parser() {
    // Counted in take(), over all pieces.
    header_limit(static_cast<std::uint32_t>(2 * kMostHeaderBytes));
    body_limit(kLargestBody);
    eager(true);
  }

  void refuse(int status, std::string_view message) {
    if (stage != Stage::Refused) refusal = error_response(status, message);
    stage = Stage::Refused;
  }

  /// Refuses, and tells the library to stop.
  void refuse(int status, std::string_view message, error_code& error) {
    refuse(status, message);
    error = http::error::bad_field;
  }

  void on_request_impl(http::verb /*verb*/, boost::beast::string_view method, boost::beast::string_view target,
                       int version, error_code& error) override {
    constexpr int kVersionWithHosts = 11;
    needs_host = version >= kVersionWithHosts;
    request.method = std::string(method);
    std::string_view address = view_of(target);
    // The absolute form, as sent to proxies: the server in the address takes precedence over the Host field.
    constexpr std::string_view kScheme = "http://";
    if (base::lower_case(address.substr(0, kScheme.size())) == kScheme) {
      address.remove_prefix(kScheme.size());
      const std::size_t slash = std::min(address.find_first_of("/?"), address.size());
      host_of_target = std::string(address.substr(0, slash));
      address.remove_prefix(slash);
    }
    const std::size_t question = std::min(address.find('?'), address.size());
    auto path = without_escapes(address.substr(0, question));
    if (!path) return refuse(kBadRequest, "the address has a broken escape", error);
    request.path = path->empty() ? "/" : *std::move(path);
    request.query = std::string(address.substr(std::min(question + 1, address.size())));
    has_request_line = true;
  }

  void on_response_impl(int /*code*/, boost::beast::string_view /*reason*/, int /*version*/,
                        error_code& /*error*/) override {}

  void on_field_impl(http::field field, boost::beast::string_view name, boost::beast::string_view raw_value,
                     error_code& error) override {
    if (stage != Stage::Header) return;  // a trailer
    if (++fields > kMostFields)
      return refuse(kHeaderTooLarge, base::format("more than {} header fields", kMostFields), error);
    const std::string_view value = view_of(raw_value);
    switch (field) {
      case http::field::host:
        if (std::exchange(has_host, true)) return refuse(kBadRequest, "two Host fields", error);
        request.host = std::string(value);
        return;
      case http::field::transfer_encoding:
        if (base::lower_case(value) != "chunked")
          refuse(kNotImplemented, "this transfer encoding is not supported", error);
        return;
      case http::field::content_encoding:
        // A compressed body may expand a thousandfold.
        if (!value.empty() && base::lower_case(value) != "identity")
          refuse(kNotJson, "compressed bodies are not supported", error);
        return;
      case http::field::expect:
        if (base::lower_case(value) == "100-continue") expects_continue = true;
        return;
      case http::field::content_type:
        return add(request.content_type, value);
      case http::field::origin:
        return add(request.origin, value);
      case http::field::cookie:
        return add(request.cookie, value);
      case http::field::authorization:
        return add(request.authorization, value);
      case http::field::accept_encoding:
        return add(request.accept_encoding, value);
      case http::field::if_none_match:
        return add(request.if_none_match, value);
      case http::field::if_range:
        return add(request.if_range, value);
      case http::field::range:
        return add(request.range, value);
      default:
        if (base::lower_case(view_of(name)) == "sec-fetch-site") add(request.fetch_site, value);
    }
  }

  static void add(std::string& to, std::string_view value) {
    if (!to.empty()) to += ", ";
    to += value;
  }

  void on_header_impl(error_code& error) override {
    if (!host_of_target.empty()) request.host = host_of_target;
    if (needs_host && !has_host) return refuse(kBadRequest, "the Host field is missing", error);
    stage = Stage::Body;
  }

  void on_body_init_impl(const boost::optional<std::uint64_t>& length, error_code& /*error*/) override {
    // The system allocates such memory page by page as it is filled, so reserving it costs nothing.
    if (length) request.body.reserve(static_cast<std::size_t>(*length));
  }

  std::size_t on_body_impl(boost::beast::string_view body, error_code& /*error*/) override {
    request.body.append(body.data(), body.size());
    return body.size();
  }

  void on_chunk_header_impl(std::uint64_t /*size*/, boost::beast::string_view /*extensions*/,
                            error_code& /*error*/) override {}

  std::size_t on_chunk_body_impl(std::uint64_t /*remain*/, boost::beast::string_view body, error_code& error) override {
    return on_body_impl(body, error);
  }

  void on_finish_impl(error_code& /*error*/) override { stage = Stage::Complete; }

  Stage stage = Stage::Header;
  Response refusal;
  Request request;
  std::string host_of_target;
  std::size_t taken = 0;  // bytes of the request so far
  std::size_t fields = 0;
  bool has_request_line = false;
  bool needs_host = false;
  bool has_host = false;
  bool expects_continue = false;
};

HttpReader::HttpReader() : parser_(std::make_unique<Parser>()) {}
HttpReader::~HttpReader() = default;

std::size_t HttpReader::take(std::string_view bytes) {
  Parser& parser = *parser_;
  std::size_t used = 0;
  // Lines between requests are allowed, and some clients send them.
  if (parser.taken == 0)
    while (used < bytes.size() && (bytes[used] == '\r' || bytes[used] == '\n')) ++used;
  while (used < bytes.size() && (parser.stage == Stage::Header || parser.stage == Stage::Body)) {
    const std::string_view rest = bytes.substr(used);
    // The library wants to see the end of an empty chunked body at once, or it breaks an assertion of its own.
    constexpr std::string_view kShortestEnd = "0\r\n\r\n";
    if (parser.stage == Stage::Body && parser.chunked() && rest.size() < kShortestEnd.size()) break;
    // Feed the header in pieces no larger than its limit, or a large piece would be read before its length is known.
    const std::size_t room = parser.stage == Stage::Header ? kMostHeaderBytes - parser.taken : rest.size();
    const std::string_view piece = rest.substr(0, room);
    error_code error;
    const std::size_t count = parser.put(boost::asio::const_buffer(piece.data(), piece.size()), error);
    used += count;
    parser.taken += count;
    if (parser.stage == Stage::Refused || parser.stage == Stage::Complete) break;
    const std::string_view left = bytes.substr(used);
    const bool is_all = piece.size() == rest.size();
    if (error == http::error::body_limit) {
      parser.refuse(kTooLarge, base::format("the body is larger than {} bytes", kLargestBody));
    } else if (error && error != http::error::need_more && error != http::error::header_limit) {
      parser.refuse(kBadRequest, "this is not HTTP: " + error.message());
    } else if (parser.taken > kMostBytes) {
      parser.refuse(kTooLarge, base::format("the request is larger than {} bytes", kMostBytes));
    } else if (parser.stage == Stage::Header) {
      const bool in_request_line =
          !parser.has_request_line && left.substr(0, kLongestRequestLine).find('\n') == std::string_view::npos;
      if (in_request_line && left.size() > kLongestRequestLine)
        parser.refuse(kAddressTooLong, base::format("the request line is longer than {} bytes", kLongestRequestLine));
      else if (parser.taken + left.size() >= kMostHeaderBytes)
        parser.refuse(kHeaderTooLarge, base::format("the header is larger than {} bytes", kMostHeaderBytes));
      else
        break;
    } else if (error && is_all) {
      // The line before a chunk, or the fields after the last one.
      if (left.size() > kMostHeaderBytes) parser.refuse(kHeaderTooLarge, "too much data besides the body");
      break;
    }
  }
  return used;
}

HttpReader::Stage HttpReader::stage() const { return parser_->stage; }
const Response& HttpReader::refusal() const { return parser_->refusal; }
std::size_t HttpReader::body_size() const { return parser_->request.body.size(); }
Request& HttpReader::request() { return parser_->request; }
bool HttpReader::expects_continue() const { return parser_->expects_continue; }
bool HttpReader::keep_alive() const { return parser_->keep_alive(); }
bool HttpReader::knows_chunks() const { return parser_->needs_host; }

}  // namespace zugwerk::web
