#include <algorithm>
#include <array>
#include <cstdlib>

#include <spawn.h>
#include <unistd.h>

#include "base/machine.h"
#include "base/os/file_calls.h"

// POSIX requires the program to declare it.
extern char** environ;  // NOLINT(readability-redundant-declaration,cppcoreguidelines-avoid-non-const-global-variables)

namespace zugwerk::base {

std::filesystem::path program_path() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error);
}

const char* program_name() noexcept { return program_invocation_short_name; }

std::string host_name() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0 || name[0] == '\0') return "?";
  return name.data();
}

int processors_online() { return static_cast<int>(std::max(sysconf(_SC_NPROCESSORS_ONLN), 1L)); }

bool is_program(const std::string& path) {
  const auto status = os::status_of(path);
  return status && status->kind == os::FileKind::Regular && ::access(path.c_str(), X_OK) == 0;
}

std::tm local_time(std::time_t time) {
  std::tm parts{};
  localtime_r(&time, &parts);
  return parts;
}

std::tm universal_time(std::time_t time) {
  std::tm parts{};
  gmtime_r(&time, &parts);
  return parts;
}

void open_in_browser(const std::string& address) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return;
  std::string program = "xdg-open";
  std::string argument = address;
  std::array<char*, 3> arguments{program.data(), argument.data(), nullptr};
  pid_t process = 0;
  static_cast<void>(posix_spawnp(&process, program.c_str(), nullptr, nullptr, arguments.data(), environ));
}

}  // namespace zugwerk::base
