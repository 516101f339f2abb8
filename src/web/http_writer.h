// web/http_writer.h
//
// Answers as the bytes of a connection. No sockets here: the counterpart of http_reader.h.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "web/message.h"

namespace zugwerk::web {

/// Status line and header fields of an answer whose body has `length` bytes, and the empty line.
[[nodiscard]] std::string answer_head(const Response& response, std::size_t length, bool keep_alive);

/// The same of a stream of events, whose length nobody knows.
[[nodiscard]] std::string stream_head(bool chunked);

/// A part of a chunked body.
[[nodiscard]] std::string chunk(std::string_view text);
inline constexpr std::string_view kLastChunk = "0\r\n\r\n";

}  // namespace zugwerk::web
