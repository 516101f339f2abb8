#include <windows.h>

#include "base/module.h"
#include "base/os/windows_text.h"

namespace zugwerk::base {

Expected<Module> Module::load(const std::filesystem::path& path) {
  const HMODULE handle = LoadLibraryW(path.wstring().c_str());
  if (handle == nullptr) return failure(path.string() + ": " + os::windows_error_text(GetLastError()));
  return Module(handle);
}

Expected<void*> Module::find(const char* name) const {
  const auto address = GetProcAddress(static_cast<HMODULE>(handle_), name);
  if (address == nullptr) return failure(std::string(name) + ": " + os::windows_error_text(GetLastError()));
  return reinterpret_cast<void*>(address);
}

}  // namespace zugwerk::base
