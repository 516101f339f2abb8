// web/http_reader.h
//
// Parses one HTTP request from the bytes of a connection, within limits. No sockets here: the server feeds it, and so
// do tests and the fuzzer. Only the body and the fields that the API reads are kept.

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
  /// Bytes of a whole request on the wire: a body sent in tiny chunks is many times as large as its content.
  static constexpr std::size_t kMostBytes = 2 * kLargestBody;

  enum class Stage {
    Header,    // the request line and the fields
    Body,      // the header is complete, see request()
    Complete,  // the request is complete
    Refused,   // see refusal(); the connection cannot be used any more
  };

  HttpReader();
  HttpReader(const HttpReader&) = delete;
  HttpReader& operator=(const HttpReader&) = delete;
  ~HttpReader();

  /// Reads on and returns how many bytes were consumed. Pass the rest again, before what follows it; after a complete
  /// request it belongs to the next one.
  [[nodiscard]] std::size_t take(std::string_view bytes);

  [[nodiscard]] Stage stage() const;
  [[nodiscard]] const Response& refusal() const;
  /// Bytes of the body so far.
  [[nodiscard]] std::size_t body_size() const;
  /// What is known of the request: at least its header once the stage is Body. The caller sets the client's address.
  [[nodiscard]] Request& request();
  /// Whether the client waits for a "100 Continue" before it sends the body.
  [[nodiscard]] bool expects_continue() const;
  /// Whether the connection may be used for another request.
  [[nodiscard]] bool keep_alive() const;
  /// HTTP/1.0 clients do not understand chunks.
  [[nodiscard]] bool knows_chunks() const;

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace zugwerk::web
