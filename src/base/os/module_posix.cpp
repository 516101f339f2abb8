#include <dlfcn.h>

#include "base/module.h"

namespace zugwerk::base {

Expected<Module> Module::load(const std::filesystem::path& path) {
  void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (handle == nullptr) return failure(dlerror());
  return Module(handle);
}

Expected<void*> Module::find(const char* name) const {
  void* const address = dlsym(handle_, name);
  if (address == nullptr) return failure(dlerror());
  return address;
}

}  // namespace zugwerk::base
