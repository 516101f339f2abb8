// protocol/uci_text.h
//
// The texts of UCI, separate from the conversation: parses commands and formats reports.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "chess/notation/fen.h"
#include "chess/position.h"
#include "engine/options.h"
#include "search/events.h"

namespace zugwerk::protocol {

/// `startpos|fen … [moves …]`: the position with its history. What was dropped from the FEN is added to `repairs`.
[[nodiscard]] base::Expected<chess::Position> parse_position(std::string_view text, chess::Variant variant,
                                                             chess::FenRepairs& repairs);

/// `name … [value …]`: both may contain spaces.
[[nodiscard]] base::Expected<std::pair<std::string, std::string>> parse_option(std::string_view text);

/// The opponent, as given by UCI_Opponent.
struct Opponent {
  std::string title;       // "GM"; empty for none
  std::optional<int> elo;  // many clients do not know it
  bool is_computer = false;
  std::string name;  // empty: there is no opponent
};
/// `title|none elo|none computer|human name`, or `<empty>`.
[[nodiscard]] base::Expected<Opponent> parse_opponent(std::string_view text);
[[nodiscard]] std::string describe(const Opponent& opponent);

/// `option name … type …`: what a client is offered.
[[nodiscard]] std::string to_uci_option(const engine::Option& option);

/// Scores are normalised by the material of the searched position, `root`, so that they express the expected result.
[[nodiscard]] std::string to_info(const search::LineReport& report, chess::Variant variant, const chess::Position& root,
                                  bool with_wdl);
[[nodiscard]] std::string to_info(const search::CurrentMoveReport& report, chess::Variant variant);
[[nodiscard]] std::string to_best_move(const search::BestMoveReport& report, chess::Variant variant);

/// The board in letters.
[[nodiscard]] std::string diagram(const chess::Position& position);

}  // namespace zugwerk::protocol
