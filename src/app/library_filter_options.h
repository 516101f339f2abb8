// app/library_filter_options.h
//
// The options that choose games of a library: the same for every command that works on some of them.

#pragma once

#include <iostream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/error.h"
#include "base/text.h"
#include "chess/notation/fen.h"
#include "library/filter.h"

namespace zugwerk::app {

struct LibraryFilterArguments {
  library::Filter filter;
  std::string side;
  std::string since;
  std::string until;
  std::vector<std::string> results;
  std::string eco;
  std::string position;
  std::string pawns;
  std::string material;
  std::string imbalance;
};

/// With `with_position`, the options that ask for a position too.
inline void add_library_filter_options(CLI::App& command, LibraryFilterArguments& arguments,
                                       bool with_position = true) {
  library::Filter& filter = arguments.filter;
  command.add_option("--player", filter.player, "Words of a player's name, or their beginnings");
  command.add_option("--opponent", filter.opponent, "Words of the name of the other player");
  command.add_flag("--mine", filter.mine, "My games (see zugwerk library me)");
  command.add_option("--side", arguments.side, "The side of the player, or mine: white or black")
      ->check(CLI::IsMember({"white", "black"}));
  command.add_option("--event", filter.event, "Words of the event's name");
  command.add_option("--since", arguments.since, "First day, month or year: 2024, 2024.05 or 2024.05.01");
  command.add_option("--until", arguments.until, "Last day, month or year");
  command.add_option("--min-rating", filter.min_rating, "Least rating of both players")->check(CLI::NonNegativeNumber);
  command.add_option("--max-rating", filter.max_rating, "Highest rating of both players")->check(CLI::PositiveNumber);
  command.add_option("--result", arguments.results, "1-0, 0-1, 1/2-1/2 or *; may be repeated");
  command.add_option("--eco", arguments.eco, "Opening by its code: B20, or a range as in B20-B99");
  command.add_option("--min-moves", filter.min_moves, "Least number of moves")->check(CLI::PositiveNumber);
  command.add_option("--max-moves", filter.max_moves, "Highest number of moves")->check(CLI::PositiveNumber);
  command.add_option("--label", filter.label, "Games with this label");
  command.add_option("--pawns", arguments.pawns, "A FEN whose pawns, all of them, stood like this");
  command.add_option("--material", arguments.material, "Pieces of both sides, pawns included: KRPKR");
  command.add_option("--imbalance", arguments.imbalance,
                     "Pieces of one side against those of the other, for some moves: BBvBN");
  if (with_position) command.add_option("--fen", arguments.position, "A position that the game reaches");
}

[[nodiscard]] inline base::Expected<library::Filter> filter_of(const LibraryFilterArguments& arguments) {
  library::Filter filter = arguments.filter;
  if (!arguments.side.empty())
    filter.side = arguments.side == "white" ? library::PlayerSide::White : library::PlayerSide::Black;
  const auto date = [](const char* option, const std::string& text) -> base::Expected<std::optional<library::Date>> {
    if (text.empty()) return std::optional<library::Date>();
    const auto parsed = library::parse_date(text);
    if (!parsed || parsed->year() == 0)
      return base::failure(option + (": " + base::in_quotes(text)) +
                           " is no date; expected 2024, 2024.05 or 2024.05.01");
    return parsed;
  };
  const auto since = date("--since", arguments.since);
  if (!since) return tl::unexpected(since.error());
  filter.since = *since;
  const auto until = date("--until", arguments.until);
  if (!until) return tl::unexpected(until.error());
  filter.until = *until;
  for (const std::string& text : arguments.results) {
    const auto result = chess::pgn_result_from_text(text);
    if (!result) return base::failure("--result: " + base::in_quotes(text) + " is not 1-0, 0-1, 1/2-1/2 or *");
    filter.results.push_back(*result);
  }
  if (!arguments.eco.empty()) {
    const std::size_t dash = arguments.eco.find('-');
    const auto first = library::parse_eco(arguments.eco.substr(0, dash));
    const auto last = dash == std::string::npos ? first : library::parse_eco(arguments.eco.substr(dash + 1));
    if (!first || !last)
      return base::failure("--eco: " + base::in_quotes(arguments.eco) + " is no code; expected B20 or B20-B99");
    filter.first_eco = *first;
    filter.last_eco = *last;
  }
  const auto position = [](const char* option,
                           const std::string& text) -> base::Expected<std::optional<chess::Position>> {
    if (text.empty()) return std::optional<chess::Position>();
    chess::FenRepairs repairs;
    auto parsed = chess::parse_fen_of_any_variant(text, &repairs);
    for (const std::string& repair : repairs) std::cerr << "FEN: " << repair << '\n';
    if (!parsed) return base::failure(std::string(option) + ": " + parsed.error().message);
    return std::optional(*std::move(parsed));
  };
  auto reached = position("--fen", arguments.position);
  if (!reached) return tl::unexpected(reached.error());
  filter.position = *std::move(reached);
  auto pawns = position("--pawns", arguments.pawns);
  if (!pawns) return tl::unexpected(pawns.error());
  filter.pawns = *std::move(pawns);
  if (!arguments.material.empty()) {
    auto material = library::parse_material(arguments.material);
    if (!material) return tl::unexpected(material.error());
    filter.material = *material;
  }
  if (!arguments.imbalance.empty()) {
    auto imbalance = library::parse_imbalance(arguments.imbalance);
    if (!imbalance) return tl::unexpected(imbalance.error());
    filter.imbalance = *imbalance;
  }
  return filter;
}

}  // namespace zugwerk::app
