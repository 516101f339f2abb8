// web/positions.h
//
// Positions, moves and evaluations as JSON. The rules come from the chess room; this only formats them.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/json.h"
#include "chess/game.h"
#include "chess/notation/fen.h"
#include "chess/position.h"
#include "eval/score.h"

namespace zugwerk::web {

/// The position of a request: a start and the moves from there, so that repetitions count.
struct Place {
  chess::Position position;
  chess::Variant variant = chess::Variant::Standard;  // decides how castling is written
  chess::FenRepairs repairs;                          // what was dropped from the FEN of the start
};

/// From the fields "fen" (the standard start if missing) and "moves" (UCI or SAN). The error names the move and its
/// number.
[[nodiscard]] base::Expected<Place> read_place(const base::Json& body);

/// A legal move in UCI or SAN.
[[nodiscard]] base::Expected<chess::Move> parse_move(const chess::Position& position, std::string_view text);

/// An answer about a place, with a list "repairs" if something was dropped from its FEN.
[[nodiscard]] base::Json with_repairs(base::Json answer, const Place& place);

/// {"uci": "e2e4", "san": "e4"}
[[nodiscard]] base::Json move_json(const chess::Position& position, chess::Move move, chess::Variant variant);

/// The moves of a line from this position, at most `most`.
[[nodiscard]] base::Json line_json(chess::Position position, const std::vector<chess::Move>& moves,
                                   chess::Variant variant, std::size_t most);

/// {"result": "1-0", "reason": "White mates"}, or null for a game that goes on.
[[nodiscard]] base::Json end_json(const std::optional<chess::GameEnd>& end);

/// FEN, turn, check, legal moves, the last move, whether and why the game is over, and what a fallen flag would mean.
[[nodiscard]] base::Json place_json(const Place& place);

/// {"cp": 31} or {"mate": -3}, from White's point of view.
[[nodiscard]] base::Json score_json(eval::Score score, const chess::Position& position);

/// [win, draw, loss] in thousandths, from White's point of view.
[[nodiscard]] base::Json wdl_json(eval::Score score, const chess::Position& position);

/// The classical evaluation term by term, in centipawns.
[[nodiscard]] base::Json evaluation_json(const chess::Position& position);

}  // namespace zugwerk::web
