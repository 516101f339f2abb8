// tablebase/fathom.h
//
// The door to libfathom: nothing else includes it. It has one set of tables per process and, as Debian builds it, no
// locks. table_set.h decides who may come in when.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "chess/position.h"
#include "tablebase/material.h"
#include "tablebase/results.h"

namespace zugwerk::tablebase::fathom {

/// Uses the tables of this folder and no others; of none for an empty path. Only while nobody else is in here.
void use_folder(const std::string& folder);

/// Opens the WDL table of this material. Only while nobody else is in here. A table that is opened need not be in its
/// folder any more.
void open_wdl(const Material& material);
/// The same for its DTZ table, whose WDL table is open. False if it may still be closed.
[[nodiscard]] bool open_dtz(const Material& material);

/// The result of a position without castling rights, if there are tables for it and they are open. From any number of
/// threads.
[[nodiscard]] std::optional<Wdl> probe_wdl(const chess::Position& position);

/// The results of all legal moves. From one thread at a time.
[[nodiscard]] std::optional<std::vector<RootResult>> probe_root(const chess::Position& position);

}  // namespace zugwerk::tablebase::fathom
