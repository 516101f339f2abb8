// base/module.h
//
// Modules: libraries that are loaded at run time, if they are there.

#pragma once

#include <filesystem>

#include "base/error.h"

namespace zugwerk::base {

/// A module that is loaded at run time and stays loaded.
class Module {
 public:
  /// With its symbols visible to modules that it loads itself. The error is the system's message.
  [[nodiscard]] static Expected<Module> load(const std::filesystem::path& path);

  /// The function of this name as a pointer of its type, or why there is none.
  template <class Function>
  [[nodiscard]] Expected<Function*> function(const char* name) const {
    auto address = find(name);
    if (!address) return tl::unexpected(address.error());
    // The systems for which there are modules have one kind of address for functions and data.
    return reinterpret_cast<Function*>(*address);
  }

 private:
  explicit Module(void* handle) : handle_(handle) {}
  [[nodiscard]] Expected<void*> find(const char* name) const;

  void* handle_;
};

}  // namespace zugwerk::base
