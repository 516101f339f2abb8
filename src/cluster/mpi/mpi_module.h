// cluster/mpi/mpi_module.h
//
// How the program finds the module that calls MPI, and what the module exports.

#pragma once

#include <string>

#include "cluster/transport.h"

namespace zugwerk::cluster {

constexpr const char* kMpiModuleFile = "zugwerk-mpi.so";
constexpr const char* kOpenMpiModuleName = "zugwerk_open_mpi";

/// Joins the job. The caller owns the result; nullptr and an error if that is impossible.
using OpenMpiModule = Transport*(std::string& error);

}  // namespace zugwerk::cluster

extern "C" zugwerk::cluster::OpenMpiModule zugwerk_open_mpi;
