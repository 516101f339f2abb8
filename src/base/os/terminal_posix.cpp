#include <cstdlib>

#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/os/file_calls.h"
#include "base/terminal.h"

namespace zugwerk::base {

namespace {

[[nodiscard]] int descriptor_of(OutputStream stream) {
  return stream == OutputStream::Output ? STDOUT_FILENO : STDERR_FILENO;
}

}  // namespace

bool is_terminal(OutputStream stream) { return isatty(descriptor_of(stream)) != 0; }
bool input_is_terminal() { return isatty(STDIN_FILENO) != 0; }

bool terminal_moves_cursor() {
  const char* const kind = std::getenv("TERM");
  return input_is_terminal() && is_terminal(OutputStream::Output) && kind != nullptr &&
         std::string_view(kind) != "dumb";
}

std::size_t terminal_columns(OutputStream stream) {
  constexpr std::size_t kUsual = 80;
  winsize size{};
  if (ioctl(descriptor_of(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsual;
  return size.ws_col;
}

struct RawTerminal::Saved {
  termios mode;
};

RawTerminal::RawTerminal() {
  termios mode{};
  if (tcgetattr(STDIN_FILENO, &mode) != 0) return;
  termios raw = mode;
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | IEXTEN | ISIG);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  if (tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0) saved_ = std::make_unique<Saved>(Saved{mode});
}

RawTerminal::~RawTerminal() { restore(); }

void RawTerminal::restore() {
  if (saved_) tcsetattr(STDIN_FILENO, TCSADRAIN, &saved_->mode);
  saved_.reset();
}

std::optional<char> read_key_byte() {
  char c = 0;
  return os::read_some(STDIN_FILENO, {&c, 1}) == 1 ? std::optional(c) : std::nullopt;
}

void print_to_terminal(std::string_view text) {
  while (!text.empty()) {
    const std::ptrdiff_t written = os::write_some(STDOUT_FILENO, text);
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace zugwerk::base
