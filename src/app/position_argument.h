// app/position_argument.h
//
// The position that somebody gives a command as FEN.

#pragma once

#include <iostream>
#include <string>

#include "base/error.h"
#include "chess/fen.h"

namespace zugwerk::app {

/// The position; what had to be dropped from the FEN is said on standard error.
[[nodiscard]] inline base::Expected<chess::Position> read_position(const std::string& fen, chess::Variant variant) {
  chess::FenRepairs repairs;
  auto position = chess::parse_fen(fen, variant, &repairs);
  for (const std::string& repair : repairs) std::cerr << "FEN: " << repair << '\n';
  return position;
}

}  // namespace zugwerk::app
