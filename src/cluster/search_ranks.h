// cluster/search_ranks.h
//
// One search over all ranks of an MPI job, spoken to by UCI at rank 0.

#pragma once

#include <memory>
#include <ostream>
#include <string>

#include "cluster/transport.h"
#include "protocol/line_source.h"

namespace zugwerk::cluster {

/// Obeys the lines of the client at rank 0, and those that rank 0 passes on elsewhere, until the end of either. A rank
/// that is alone does what the plain program does.
void search_over_ranks(std::unique_ptr<Transport> transport, const protocol::LineSource& client_lines,
                       std::ostream& out, const std::string& version);

}  // namespace zugwerk::cluster
