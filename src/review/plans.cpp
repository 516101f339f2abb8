#include "review/plans.h"

#include <algorithm>
#include <vector>

#include "base/format.h"
#include "review/motifs/board.h"

namespace zugwerk::review {

using chess::Color;
using chess::Move;
using chess::PieceType;
using chess::Position;
using chess::Square;

namespace {

/// Later moves of a search are guesses.
constexpr std::size_t kPliesOfAPlan = 10;

/// A piece on its way. A capture ends the journey of the piece that makes it: it is no longer where a plan led.
struct Journey {
  PieceType type{};
  Square from = Square::None;
  Square to = Square::None;
  bool castled_short = false;
  bool castled_long = false;
  bool broken = false;
};

[[nodiscard]] std::string words_of(const Journey& journey) {
  if (journey.castled_short) return "castles short";
  if (journey.castled_long) return "castles long";
  const bool pawn = journey.type == PieceType::Pawn;
  return base::format("{} the {} from {} to {}", pawn ? "pushes" : "brings", chess::name_of(journey.type),
                      chess::to_string(journey.from), chess::to_string(journey.to));
}

}  // namespace

std::string plan_words(const Position& position, Line line, Color color) {
  std::vector<Journey> journeys;
  const auto at_square = [&journeys](Square square) {
    return std::find_if(journeys.begin(), journeys.end(),
                        [square](const Journey& journey) { return journey.to == square; });
  };
  Position at = position;
  for (const Move move : line.first(std::min(line.size(), kPliesOfAPlan))) {
    const bool capture = at.is_capture(move);
    const Square taken = capture ? captured_by(at, move).square : Square::None;
    if (at.side_to_move() != color) {
      if (const auto lost = at_square(taken); capture && lost != journeys.end()) journeys.erase(lost);
    } else if (move.is_castling()) {
      Journey journey;
      journey.castled_short = file_of(move.to()) > file_of(move.from());
      journey.castled_long = !journey.castled_short;
      journeys.push_back(journey);
    } else {
      const auto known = at_square(move.from());
      // Moves out of check and with the king are hardly ever a plan.
      const bool planned = !capture && !at.in_check() && !move.is_promotion();
      if (known != journeys.end()) {
        known->to = move.to();
        known->broken = known->broken || !planned;
      } else {
        journeys.push_back(
            {.type = type_of(at.piece_on(move.from())), .from = move.from(), .to = move.to(), .broken = !planned});
      }
    }
    at.make(move);
  }
  std::vector<std::string> words;
  for (const Journey& journey : journeys)
    if (!journey.broken && (journey.from != journey.to || journey.castled_short || journey.castled_long))
      words.push_back(words_of(journey));
  return and_list(words);
}

}  // namespace zugwerk::review
