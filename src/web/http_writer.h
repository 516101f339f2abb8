// web/http_writer.h
//
// Serialises responses as HTTP/1.1. No sockets here: the counterpart of http_reader.h.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "web/message.h"

namespace zugwerk::web {

/// Status line, header fields and the empty line of a response whose body has `length` bytes.
[[nodiscard]] std::string answer_head(const Response& response, std::size_t length, bool keep_alive);

/// The same for an event stream, whose length is not known in advance.
[[nodiscard]] std::string stream_head(bool chunked);

/// One chunk of a chunked body.
[[nodiscard]] std::string chunk(std::string_view text);
inline constexpr std::string_view kLastChunk = "0\r\n\r\n";

}  // namespace zugwerk::web
