// base/terminal.h
//
// Whether standard output or standard error is an interactive terminal, and how wide it is.

#pragma once

#include <cstddef>
#include <cstdint>

namespace zugwerk::base {

enum class OutputStream : std::uint8_t { Output, Error };

[[nodiscard]] bool is_terminal(OutputStream stream);

/// 80 where the terminal does not say.
[[nodiscard]] std::size_t terminal_columns(OutputStream stream);

}  // namespace zugwerk::base
