#include "base/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

namespace zugwerk::base {

namespace {

[[nodiscard]] int descriptor_of(OutputStream stream) {
  return stream == OutputStream::Output ? STDOUT_FILENO : STDERR_FILENO;
}

}  // namespace

bool is_terminal(OutputStream stream) { return isatty(descriptor_of(stream)) != 0; }

std::size_t terminal_columns(OutputStream stream) {
  constexpr std::size_t kUsual = 80;
  winsize size{};
  if (ioctl(descriptor_of(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsual;
  return size.ws_col;
}

}  // namespace zugwerk::base
