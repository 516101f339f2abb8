#include "chess/game.h"

#include <utility>

#include "chess/dead_position.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"

namespace zugwerk::chess {

namespace {

// In plies without a capture or pawn move.
constexpr int kSeventyFiveMoves = 150;

[[nodiscard]] Position without_history(Position position) {
  position.forget_history();
  return position;
}

}  // namespace

std::string_view result_text(const GameEnd& end) {
  if (!end.winner) return "1/2-1/2";
  return *end.winner == Color::White ? "1-0" : "0-1";
}

std::string to_string(const GameEnd& end) {
  switch (end.reason) {
    case EndReason::Checkmate:
      return std::string(name_of(end.winner.value_or(Color::White))) + " mates";
    case EndReason::Stalemate:
      return "draw by stalemate";
    case EndReason::InsufficientMaterial:
      return "draw by insufficient material";
    case EndReason::DeadPosition:
      return "draw: neither side can ever mate";
    case EndReason::FivefoldRepetition:
      return "draw by fivefold repetition";
    case EndReason::SeventyFiveMoveRule:
      return "draw by the seventy-five-move rule";
    case EndReason::ThreefoldRepetition:
      return "draw by threefold repetition";
    case EndReason::FiftyMoveRule:
      return "draw by the fifty-move rule";
  }
  return {};
}

std::optional<GameEnd> find_end(const Position& position) {
  const auto draw = [](EndReason reason) { return GameEnd{reason, std::nullopt}; };
  // Mate comes first: it ends the game even on the move that completes the seventy-five.
  if (!has_legal_move(position)) {
    if (position.in_check()) return GameEnd{EndReason::Checkmate, ~position.side_to_move()};
    return draw(EndReason::Stalemate);
  }
  if (has_insufficient_material(position)) return draw(EndReason::InsufficientMaterial);
  if (position.halfmove_clock() >= kSeventyFiveMoves) return draw(EndReason::SeventyFiveMoveRule);
  if (position.repetitions() >= 4) return draw(EndReason::FivefoldRepetition);
  if (is_blocked_for_good(position)) return draw(EndReason::DeadPosition);
  return std::nullopt;
}

std::optional<GameEnd> find_claimable_draw(const Position& position) {
  if (position.repetitions() >= 2) return GameEnd{EndReason::ThreefoldRepetition, std::nullopt};
  if (position.halfmove_clock() >= kFiftyMoves && has_legal_move(position))
    return GameEnd{EndReason::FiftyMoveRule, std::nullopt};
  return std::nullopt;
}

Game::Game(Position start) : start_(without_history(std::move(start))), position_(start_) {}

base::Expected<void> Game::play(Move move) {
  if (!position_.is_legal(move)) return base::failure("move " + to_coordinates(move) + " is not legal here");
  position_.make(move);
  moves_.push_back(move);
  return {};
}

bool Game::take_back() {
  if (moves_.empty()) return false;
  position_.undo();
  moves_.pop_back();
  return true;
}

}  // namespace zugwerk::chess
