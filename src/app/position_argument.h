// app/position_argument.h
//
// The position that a command works on: the same options and the same grammar for every command.

#pragma once

#include <iostream>
#include <string>

#include <CLI/CLI.hpp>

#include "base/error.h"
#include "chess/notation/fen.h"
#include "protocol/uci_text.h"

namespace zugwerk::app {

struct PositionArgument {
  std::string text = "startpos";
  bool chess960 = false;

  [[nodiscard]] chess::Variant variant() const {
    return chess960 ? chess::Variant::Chess960 : chess::Variant::Standard;
  }
};

/// `what` says what the position is for: "Position to search".
inline void add_position_options(CLI::App& command, PositionArgument& argument, const std::string& what) {
  const std::string help = what + ": a FEN or startpos, then moves as in UCI (default: startpos)";
  CLI::Option* const positional = command.add_option("position", argument.text, help);
  command.add_option("--fen", argument.text, "The same as an option")->excludes(positional);
  command.add_flag("--chess960", argument.chess960, "Castling as in Chess960 (X-FEN and Shredder-FEN are read)");
}

/// "startpos" or a FEN, optionally followed by "moves e2e4 e7e5". Repairs of the FEN are reported on standard error.
[[nodiscard]] inline base::Expected<chess::Position> read_position(const PositionArgument& argument) {
  chess::FenRepairs repairs;
  const bool is_start = argument.text == "startpos" || argument.text.starts_with("startpos ");
  auto position =
      protocol::parse_position(is_start ? argument.text : "fen " + argument.text, argument.variant(), repairs);
  for (const std::string& repair : repairs) std::cerr << "FEN: " << repair << '\n';
  return position;
}

}  // namespace zugwerk::app
