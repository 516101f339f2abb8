// app/cluster_main.cpp
//
// The program zugwerk-cluster: the same engine as one of many MPI ranks.

#include <iostream>
#include <string>

#include <CLI/CLI.hpp>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/guarded_main.h"
#include "app/report_error.h"
#include "base/error.h"
#include "cluster/mpi.h"

namespace zugwerk::app {

namespace {

int search_as_rank() {
  const auto transport = cluster::open_mpi();
  if (!transport) return report_error(transport.error());
  if ((*transport)->size() > 1) return report_error({"zugwerk-cluster searches with one rank so far"});
  return serve_standard_input();
}

int run(int argc, char** argv) {
  CLI::App app{"Zugwerk over MPI: mpirun zugwerk-cluster speaks UCI as zugwerk does."};
  app.name("zugwerk-cluster");
  app.set_version_flag("--version", version_text("zugwerk-cluster"));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error, std::cout, std::cerr) == 0 ? kExitOk : kExitBadInput;
  }
  return search_as_rank();
}

}  // namespace

}  // namespace zugwerk::app

int main(int argc, char** argv) { return zugwerk::app::guarded_main(argc, argv, zugwerk::app::run); }
