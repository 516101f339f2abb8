// base/terminal.h
//
// Whether the standard streams are an interactive terminal, how wide it is, and its keys one by one.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace zugwerk::base {

enum class OutputStream : std::uint8_t { Output, Error };

[[nodiscard]] bool is_terminal(OutputStream stream);
/// The same for standard input.
[[nodiscard]] bool input_is_terminal();
/// Whether standard input and output are a terminal that moves its cursor by escape sequences.
[[nodiscard]] bool terminal_moves_cursor();

/// 80 where the terminal does not say.
[[nodiscard]] std::size_t terminal_columns(OutputStream stream);

/// Input without echo and without waiting for whole lines, while this object lives or until it is restored. Ctrl-C is a
/// key like others.
class RawTerminal {
 public:
  RawTerminal();
  RawTerminal(const RawTerminal&) = delete;
  RawTerminal& operator=(const RawTerminal&) = delete;
  ~RawTerminal();

  void restore();

 private:
  struct Saved;
  std::unique_ptr<Saved> saved_;  // nothing if the terminal is as it was
};

/// The next byte that is typed; nothing at the end of the input.
[[nodiscard]] std::optional<char> read_key_byte();
/// Prints to standard output at once. What cannot be printed is lost.
void print_to_terminal(std::string_view text);

}  // namespace zugwerk::base
