#include "cluster/mpi.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/machine.h"
#include "base/module.h"
#include "base/text.h"
#include "cluster/mpi/mpi_module.h"

namespace zugwerk::cluster {

namespace {

/// The module lies beside the program, or in the folder of libraries of the same installation.
[[nodiscard]] base::Expected<base::Module> load_module() {
  std::error_code error;
  std::string why_not;
  const auto folder = base::program_path().parent_path();
  for (const auto& path : {folder / kMpiModuleFile, folder / ".." / "lib" / "zugwerk" / kMpiModuleFile}) {
    // MPI opens modules of its own, which need its symbols.
    auto module = base::Module::load(path);
    if (module) return module;
    // If the file is there, the first reason is the one that counts: a library that it needs is missing.
    if (why_not.empty() || std::filesystem::exists(path, error)) why_not = module.error().message;
  }
  return base::failure(why_not);
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
  const auto module = load_module();
  if (!module)
    return base::failure("MPI cannot be loaded: " + module.error().message +
                         " (Debian: apt-get install libopenmpi3 openmpi-bin)");
  const auto open = module->function<OpenMpiModule>(kOpenMpiModuleName);
  if (!open) return base::failure("MPI cannot be used: " + open.error().message);
  std::string error;
  std::unique_ptr<Transport> transport((*open)(error));
  if (!transport) return base::failure("MPI cannot be used: " + error);
  return transport;
}

}  // namespace zugwerk::cluster
