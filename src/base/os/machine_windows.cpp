#include <algorithm>
#include <array>
#include <cstdlib>

#include <shellapi.h>
#include <windows.h>

#include "base/machine.h"
#include "base/os/file_calls.h"
#include "base/os/windows_text.h"

namespace zugwerk::base {

std::filesystem::path program_path() {
  std::array<wchar_t, 32'768> path{};  // the longest that there is
  const DWORD length = GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size()));
  return std::filesystem::path(std::wstring(path.data(), length));
}

const char* program_name() noexcept { return "zugwerk"; }

std::string host_name() {
  std::array<wchar_t, 256> name{};
  DWORD length = name.size();
  return GetComputerNameW(name.data(), &length) ? os::narrow({name.data(), length}) : "?";
}

int processors_online() { return static_cast<int>(std::max<DWORD>(GetActiveProcessorCount(ALL_PROCESSOR_GROUPS), 1)); }

bool is_program(const std::string& path) {
  const auto status = os::status_of(path);
  return status && status->kind == os::FileKind::Regular;
}

std::tm local_time(std::time_t time) {
  std::tm parts{};
  localtime_s(&parts, &time);
  return parts;
}

std::tm universal_time(std::time_t time) {
  std::tm parts{};
  gmtime_s(&parts, &time);
  return parts;
}

void open_in_browser(const std::string& address) {
  ShellExecuteW(nullptr, L"open", os::wide(address).c_str(), nullptr, nullptr, SW_SHOWNORMAL);
}

}  // namespace zugwerk::base
