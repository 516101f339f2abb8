#include "cluster/mpi.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <dlfcn.h>

#include "base/text.h"
#include "cluster/mpi/mpi_module.h"

namespace zugwerk::cluster {

namespace {

/// The module lies beside the program, or in the folder of libraries of the same installation.
[[nodiscard]] void* load_module(std::string& why_not) {
  std::error_code error;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  for (const auto& path : {folder / kMpiModuleFile, folder / ".." / "lib" / "zugwerk" / kMpiModuleFile}) {
    // MPI opens modules of its own, which need its symbols.
    if (void* const module = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL)) return module;
    // If the file is there, the first reason is the one that counts: a library that it needs is missing.
    if (const char* const text = dlerror(); why_not.empty() || std::filesystem::exists(path, error)) why_not = text;
  }
  return nullptr;
}

}  // namespace

std::optional<int> launched_rank() {
  constexpr std::array kSetByLaunchers{"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"};
  for (const char* const name : kSetByLaunchers)
    if (const char* const rank = std::getenv(name)) return base::parse_integer<int>(rank);
  return std::nullopt;
}

bool shares_machine() {
  const char* const ranks_here = std::getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  return ranks_here != nullptr && base::parse_integer<int>(ranks_here).value_or(1) > 1;
}

base::Expected<std::unique_ptr<Transport>> open_mpi() {
  std::string why_not;
  void* const module = load_module(why_not);
  if (module == nullptr)
    return base::failure("MPI cannot be loaded: " + why_not + " (Debian: apt-get install libopenmpi3 openmpi-bin)");
  // POSIX has functions and data share one kind of address.
  const auto open = reinterpret_cast<OpenMpiModule*>(dlsym(module, kOpenMpiModuleName));
  if (open == nullptr) return base::failure(std::string("MPI cannot be used: ") + dlerror());
  std::string error;
  std::unique_ptr<Transport> transport(open(error));
  if (!transport) return base::failure("MPI cannot be used: " + error);
  return transport;
}

}  // namespace zugwerk::cluster
