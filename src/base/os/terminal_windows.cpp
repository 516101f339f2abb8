#include <io.h>
#include <windows.h>

#include "base/os/file_calls.h"
#include "base/terminal.h"

namespace zugwerk::base {

namespace {

constexpr int kInput = 0;
constexpr int kOutput = 1;

[[nodiscard]] HANDLE handle_of(OutputStream stream) {
  return GetStdHandle(stream == OutputStream::Output ? STD_OUTPUT_HANDLE : STD_ERROR_HANDLE);
}

[[nodiscard]] bool is_console(HANDLE handle) {
  DWORD mode = 0;
  return GetConsoleMode(handle, &mode) != 0;
}

}  // namespace

bool is_terminal(OutputStream stream) { return is_console(handle_of(stream)); }
bool input_is_terminal() { return is_console(GetStdHandle(STD_INPUT_HANDLE)); }

bool terminal_moves_cursor() {
  const HANDLE output = handle_of(OutputStream::Output);
  DWORD mode = 0;
  return input_is_terminal() && GetConsoleMode(output, &mode) != 0 &&
         SetConsoleMode(output, mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

std::size_t terminal_columns(OutputStream stream) {
  constexpr std::size_t kUsual = 80;
  CONSOLE_SCREEN_BUFFER_INFO screen{};
  if (!GetConsoleScreenBufferInfo(handle_of(stream), &screen)) return kUsual;
  return static_cast<std::size_t>(screen.srWindow.Right - screen.srWindow.Left + 1);
}

struct RawTerminal::Saved {
  DWORD mode;
};

RawTerminal::RawTerminal() {
  const HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
  DWORD mode = 0;
  if (!GetConsoleMode(input, &mode)) return;
  // Keys as the escape sequences that other systems send.
  if (SetConsoleMode(input, ENABLE_VIRTUAL_TERMINAL_INPUT)) saved_ = std::make_unique<Saved>(Saved{mode});
}

RawTerminal::~RawTerminal() { restore(); }

void RawTerminal::restore() {
  if (saved_) SetConsoleMode(GetStdHandle(STD_INPUT_HANDLE), saved_->mode);
  saved_.reset();
}

std::optional<char> read_key_byte() {
  char c = 0;
  return os::read_some(kInput, {&c, 1}) == 1 ? std::optional(c) : std::nullopt;
}

void print_to_terminal(std::string_view text) {
  while (!text.empty()) {
    const std::ptrdiff_t written = os::write_some(kOutput, text);
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace zugwerk::base
