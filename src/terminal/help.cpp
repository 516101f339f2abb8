#include "terminal/help.h"

#include <array>
#include <vector>

#include "base/format.h"
#include "chess/movegen.h"
#include "chess/notation/san.h"
#include "engine/level.h"
#include "terminal/slips.h"

namespace zugwerk::terminal {

namespace {

constexpr std::string_view kHelpUpToLevel =
    "  e4, Nf3, O-O, e7e8q   make a move, in any notation\n"
    "  play white|black|both|none   which side Zugwerk plays; go makes it move now\n"
    "  hint                  a good move, and why\n"
    "  explain               the position in words\n"
    "  undo                  take back, up to your last move\n"
    "  clock 5+3             minutes, and seconds for every move; clock off; clock shows it\n"
    "  think 2               seconds for Zugwerk's moves when there is no clock\n"
    "  level 1500            the rating of its play, ";
constexpr std::string_view kHelpFromLevel =
    "; level full: full strength\n"
    "  resign, draw          end the game, offer or claim a draw\n"
    "  review                find the good and bad moves of the game\n"
    "  train                 your mistakes as puzzles; train white, black or both\n"
    "  save FILE, load FILE  the game as PGN; load FILE 3 takes the third game\n"
    "  moves, game           the legal moves; the moves so far\n"
    "  board                 draw the board; flip turns it around\n"
    "  new                   start again; new 960 draws a Chess960 start, new 960 518 takes that one\n"
    "  fen                   print the position as FEN; fen FEN sets one up\n"
    "  perft N               count all lines of N plies (Ctrl-C stops)\n"
    "  help, quit\n";

/// The commands, for suggestions after a typo.
constexpr auto kCommands = std::to_array<std::string_view>(
    {"play", "go",   "hint",  "explain", "undo",  "clock", "think", "level", "resign", "draw", "review", "train",
     "save", "load", "moves", "game",    "board", "flip",  "new",   "fen",   "perft",  "help", "quit"});

}  // namespace

std::string help_text() {
  return base::format("{}{} to {}{}", kHelpUpToLevel, engine::Level::kLeastElo, engine::Level::kMostElo,
                      kHelpFromLevel);
}

std::string suggestion(const chess::Position& position, std::string_view typed) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> known;
  for (const chess::Move move : chess::legal_moves(position)) {
    std::string san = chess::to_san(position, move);
    while (san.ends_with('+') || san.ends_with('#')) san.pop_back();
    known.push_back(std::move(san));
  }
  for (const std::string_view command : kCommands) known.emplace_back(command);
  const auto words = nearest_words(typed, known, kMost);
  if (words.empty()) return " (help lists the commands)";
  std::string text = " (did you mean ";
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  return text + "?)";
}

}  // namespace zugwerk::terminal
