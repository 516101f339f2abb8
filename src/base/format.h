// base/format.h
//
// Text from values: format("{} of {} games", played, all). The only door to {fmt}.

#pragma once

#include <string>
#include <utility>

#include <fmt/core.h>

namespace zugwerk::base {

template <class... Values>
using FormatString = fmt::format_string<Values...>;

/// The pattern with each {} replaced by the next value. A pattern that does not fit its values does not compile.
template <class... Values>
[[nodiscard]] std::string format(FormatString<Values...> pattern, Values&&... values) {
  return fmt::format(pattern, std::forward<Values>(values)...);
}

/// The same at the end of `text`.
template <class... Values>
void append_format(std::string& text, FormatString<Values...> pattern, Values&&... values) {
  // Not format_to(): clang and the packaged library disagree on the name of a function that it calls.
  text += fmt::format(pattern, std::forward<Values>(values)...);
}

}  // namespace zugwerk::base
