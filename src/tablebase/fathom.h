// tablebase/fathom.h
//
// The wrapper of libfathom: nothing else includes it. The library has one set of tables per process and, as Debian
// builds it, no locks. table_set.h decides who may call what when.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "chess/position.h"
#include "tablebase/material.h"
#include "tablebase/results.h"

namespace zugwerk::tablebase::fathom {

/// False if the program was built without the library; then there are no tables.
[[nodiscard]] bool is_available();

/// Uses the tables of this folder and no others; none for an empty path. No other call may run meanwhile.
void use_folder(const std::string& folder);

/// Opens the WDL table of this material. No other call may run meanwhile. The file of an open table may be removed from
/// its folder.
void open_wdl(const Material& material);
/// The same for the DTZ table, once the WDL table is open. False if it may not have been opened.
[[nodiscard]] bool open_dtz(const Material& material);

/// The result of a position without castling rights, if there are tables for it and they are open. From any number of
/// threads.
[[nodiscard]] std::optional<Wdl> probe_wdl(const chess::Position& position);

/// The results of all legal moves. From one thread at a time.
[[nodiscard]] std::optional<std::vector<RootResult>> probe_root(const chess::Position& position);

}  // namespace zugwerk::tablebase::fathom
