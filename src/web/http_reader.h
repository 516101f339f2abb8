// web/http_reader.h
//
// One HTTP request out of the bytes of a connection, within limits. No sockets here: the server feeds it, and so do
// tests and the fuzzer. Nothing is kept but the fields that the API reads and the body.

#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "web/guard.h"
#include "web/message.h"

namespace zugwerk::web {

class HttpReader {
 public:
  static constexpr std::size_t kLongestRequestLine = std::size_t{8} * 1024;
  static constexpr std::size_t kMostHeaderBytes = std::size_t{16} * 1024;  // with the request line
  static constexpr std::size_t kMostFields = 64;
  /// Bytes of a whole request as it is sent: a body in tiny chunks is many times as large as what is in it.
  static constexpr std::size_t kMostBytes = 2 * kLargestBody;

  enum class Stage {
    Header,    // the request line and the fields
    Body,      // the header is complete, see request()
    Complete,  // all is there
    Refused,   // see refusal(); the connection cannot be used any more
  };

  HttpReader();
  HttpReader(const HttpReader&) = delete;
  HttpReader& operator=(const HttpReader&) = delete;
  ~HttpReader();

  /// Reads on and returns how many bytes were used. What is left must come again, in front of what follows it; behind a
  /// complete request it belongs to the next one.
  [[nodiscard]] std::size_t take(std::string_view bytes);

  [[nodiscard]] Stage stage() const;
  [[nodiscard]] const Response& refusal() const;
  /// Bytes of the body so far.
  [[nodiscard]] std::size_t body_size() const;
  /// What is known of the request: its header at least once the stage is Body. The client's address is the caller's.
  [[nodiscard]] Request& request();
  /// Whether the client waits for a "100 Continue" before it sends the body.
  [[nodiscard]] bool expects_continue() const;
  /// Whether the connection may be used for another request.
  [[nodiscard]] bool keep_alive() const;
  /// HTTP/1.0 clients do not know chunks.
  [[nodiscard]] bool knows_chunks() const;

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace zugwerk::web
