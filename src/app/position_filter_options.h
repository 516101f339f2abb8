// app/position_filter_options.h
//
// Which positions of games are used for training or validation, as options and as text.

#pragma once

#include <iostream>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/format.h"
#include "base/text.h"
#include "games/data/training_positions.h"
#include "nnue/architecture.h"

namespace zugwerk::app {

/// Declares the options; they change `filter`, whose values are the defaults.
inline std::vector<CLI::Option*> add_position_filter_options(CLI::App& command, games::PositionFilter& filter) {
  std::vector<CLI::Option*> options{
      command.add_option("--first-ply", filter.first_ply, "First ply of a game that is used")
          ->check(CLI::Range(0, 1000))
          ->capture_default_str(),
      command.add_option("--min-pieces", filter.fewest_pieces, "Leave out positions with fewer, kings included")
          ->check(CLI::Range(0, static_cast<int>(nnue::kMostPieces)))
          ->capture_default_str(),
      command
          .add_option("--max-clock", filter.largest_halfmove_clock,
                      "Leave out positions with more plies since a capture or pawn move")
          ->check(CLI::Range(0, chess::kLargestHalfmoveClock))
          ->capture_default_str(),
      command
          .add_option("--max-score", filter.largest_score,
                      "Leave out positions with a larger score for either side, in centipawns")
          ->check(CLI::Range(1, eval::kMate.value()))
          ->capture_default_str(),
      command.add_flag_callback(
          "--keep-checks", [&filter] { filter.skip_in_check = false; }, "Also positions in check"),
      command.add_flag_callback(
          "--keep-captures", [&filter] { filter.skip_tactical = false; },
          "Also positions whose move captures or promotes"),
      command.add_flag_callback(
          "--keep-decided", [&filter] { filter.skip_decisive = false; }, "Also positions with a proven win"),
  };
  for (CLI::Option* const option : options) option->group("Positions");
  return options;
}

/// How many positions there were and why some were left out.
inline void print_left_out(const games::PositionCounts& counts) {
  for (std::size_t i = 0; i < games::kSkipReasonCount; ++i)
    if (counts.skipped[i] > 0)
      std::cout << "  left out, " << games::name_of(static_cast<games::SkipReason>(i)) << ": "
                << base::with_thousands(counts.skipped[i]) << '\n';
  if (counts.broken_games > 0)
    std::cout << "  games that are not legal: " << base::with_thousands(counts.broken_games) << '\n';
}

}  // namespace zugwerk::app
