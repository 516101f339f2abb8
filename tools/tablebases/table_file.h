// tools/tablebases/table_file.h
//
// Syzygy files as bytes: the solution of a material in the format of .rtbw and .rtbz files.

#pragma once

#include <string>

#include "tablebases/material.h"
#include "tablebases/solver.h"

namespace zugwerk::tbgen {

/// The results of both sides to move.
[[nodiscard]] std::string wdl_file(const Material& material, const Solution& solution);
/// The distances of one side to move.
[[nodiscard]] std::string dtz_file(const Material& material, const Solution& solution);

}  // namespace zugwerk::tbgen
