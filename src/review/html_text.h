// review/html_text.h
//
// Text that comes from games, made safe for HTML.

#pragma once

#include <string>
#include <string_view>

namespace zugwerk::review {

/// Escapes everything that HTML would read as markup, in text and in quoted attributes; control characters become
/// spaces.
[[nodiscard]] inline std::string escaped(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      case '\'':
        safe += "&#39;";
        break;
      default:
        safe += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
    }
  }
  return safe;
}

}  // namespace zugwerk::review
