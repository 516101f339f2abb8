// cluster/mpi.h
//
// The door to MPI. The library is loaded when a process becomes a rank, so that a program that is able to use a cluster
// also runs, and says what is missing, where MPI is not installed. The code that calls it is a module of its own, in
// the folder mpi.

#pragma once

#include <memory>
#include <optional>

#include "base/error.h"
#include "cluster/transport.h"

namespace zugwerk::cluster {

/// The rank as which a launcher (mpirun, or Slurm's srun) started this process; nothing if none did.
[[nodiscard]] std::optional<int> launched_rank();

/// Whether several ranks of the job are on this machine, as far as the launcher has said so.
[[nodiscard]] bool shares_machine();

/// Joins the job that this process belongs to; alone, it is the only rank. Once in a process. Destroying the transport
/// leaves the job: it waits for the other ranks to do so too, but only for a moment, since one of them may be dead.
[[nodiscard]] base::Expected<std::unique_ptr<Transport>> open_mpi();

}  // namespace zugwerk::cluster
