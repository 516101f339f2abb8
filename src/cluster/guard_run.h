// cluster/guard_run.h
//
// The guard as a process: starts the launcher, a local engine in this process, and lets guard.h decide.

#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "protocol/line_source.h"

namespace zugwerk::cluster {

/// Guards the cluster that `command` starts, the launcher first, until the client ends.
void guard_cluster(const std::vector<std::string>& command, const protocol::LineSource& client_lines, std::ostream& out,
                   const std::string& version);

}  // namespace zugwerk::cluster
