// tablebase/warming.h
//
// Positions that make libfathom open a table. It opens a table, without a lock, when it first reads it; but it tries
// all captures before that, and after a winning one the table stays closed. So these positions have no captures. Knows
// chess and material only; fathom.cpp probes the positions.

#pragma once

#include <cstdint>
#include <optional>

#include "chess/position.h"
#include "tablebase/material.h"

namespace zugwerk::tablebase {

/// A legal position with this material in which no piece attacks one of the other colour and the side to move has a
/// move: its result is looked up in the WDL table of the material, whatever that contains. Each seed makes another
/// position. Every material has one.
[[nodiscard]] chess::Position quiet_position(const Material& material, chess::Color side_to_move,
                                             std::uint64_t seed = 1);

/// A position with this material in which the side to move is mated, whichever that is: its distance is looked up in
/// the DTZ table if the WDL table calls it lost, as it should. Nothing for materials without any mate, which are a
/// minor piece or a pawn against a bare king.
[[nodiscard]] std::optional<chess::Position> mated_position(const Material& material);

}  // namespace zugwerk::tablebase
