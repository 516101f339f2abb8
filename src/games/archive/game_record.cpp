#include "games/archive/game_record.h"

#include <array>

#include "base/format.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"

namespace zugwerk::games {

using namespace chess;

std::string_view to_string(GameResult result) {
  constexpr std::array<std::string_view, 3> kTexts{"0-1", "1/2-1/2", "1-0"};
  return kTexts[static_cast<std::size_t>(result)];
}

std::string_view name_of(EndCause end_cause) {
  constexpr std::array<std::string_view, kEndCauseCount> kNames{
      "unknown",    "checkmate",   "stalemate",    "insufficient material", "dead position",
      "repetition", "fifty moves", "win by score", "draw by score",         "too long"};
  return kNames[static_cast<std::size_t>(end_cause)];
}

EndCause end_cause_of(EndReason reason) {
  switch (reason) {
    case EndReason::Checkmate:
      return EndCause::Checkmate;
    case EndReason::Stalemate:
      return EndCause::Stalemate;
    case EndReason::InsufficientMaterial:
      return EndCause::InsufficientMaterial;
    case EndReason::DeadPosition:
      return EndCause::DeadPosition;
    case EndReason::FivefoldRepetition:
    case EndReason::ThreefoldRepetition:
      return EndCause::Repetition;
    case EndReason::SeventyFiveMoveRule:
    case EndReason::FiftyMoveRule:
      return EndCause::FiftyMoves;
  }
  return EndCause::Unknown;
}

GameResult result_of(const GameEnd& end) {
  if (!end.winner) return GameResult::Draw;
  return *end.winner == Color::White ? GameResult::WhiteWins : GameResult::BlackWins;
}

base::Expected<Position> replay(const GameRecord& game, const ReplayVisitor& visit) {
  auto start = unpack(game.start);
  if (!start) return base::failure("its start is impossible: " + start.error().message);
  Position& position = *start;
  for (std::size_t ply = 0; ply < game.plies.size(); ++ply) {
    const PlyRecord& played = game.plies[ply];
    if (!position.is_legal(played.move))
      return base::failure(base::format("move {} of {}, {}, is not legal in {}", ply + 1, game.plies.size(),
                                        to_coordinates(played.move, Variant::Chess960), to_fen(position)));
    if (visit && !visit(position, played, ply)) break;
    position.make(played.move);
  }
  return start;
}

}  // namespace zugwerk::games
