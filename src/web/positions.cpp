#include "web/positions.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "book/openings.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/pgn_reader.h"
#include "chess/notation/san.h"
#include "engine/etiquette.h"
#include "eval/classical/evaluate.h"
#include "eval/classical/weights.h"
#include "eval/wdl.h"
#include "nnue/embedded.h"
#include "web/fields.h"

namespace zugwerk::web {

using base::Expected;
using base::failure;
using base::Json;
using chess::Color;
using chess::Move;
using chess::Position;
using chess::Variant;

namespace {

[[nodiscard]] bool white_to_move(const Position& position) { return position.side_to_move() == Color::White; }

/// How the game ends if this player runs out of time.
[[nodiscard]] Json flag_json(const Position& position, Color color) {
  const engine::FlagFall fall = engine::flag_fall(position, color);
  const auto result = !fall.winner                   ? chess::PgnResult::Draw
                      : *fall.winner == Color::White ? chess::PgnResult::WhiteWins
                                                     : chess::PgnResult::BlackWins;
  return {{"result", chess::to_string(result)}, {"reason", fall.reason}};
}

[[nodiscard]] Json opening_json(const Position& position) {
  const auto opening = book::opening_of(position);
  return opening ? Json{{"eco", opening->eco}, {"name", opening->name}} : Json();
}

}  // namespace

Expected<Place> read_place(const Json& body) {
  const auto fen = text_field(body, "fen");
  if (!fen) return tl::make_unexpected(fen.error());
  const auto moves = text_list_field(body, "moves");
  if (!moves) return tl::make_unexpected(moves.error());
  chess::FenRepairs repairs;
  auto position = chess::parse_fen_of_any_variant(fen->value_or(std::string(chess::kStartFen)), &repairs);
  if (!position) return tl::make_unexpected(position.error());

  Place place{std::move(*position), Variant::Standard, std::move(repairs)};
  if (!chess::has_standard_castling(place.position)) place.variant = Variant::Chess960;
  std::size_t number = 0;
  for (const std::string& text : *moves) {
    ++number;
    const auto move = parse_move(place.position, text);
    if (!move) return failure(base::format("field 'moves', number {}: {}", number, move.error().message));
    place.position.make(*move);
  }
  return place;
}

Expected<Move> parse_move(const Position& position, std::string_view text) {
  auto move = chess::parse_coordinate_move(position, text);
  if (!move) move = chess::parse_san(position, text);
  return move;
}

Json end_json(const std::optional<chess::GameEnd>& end) {
  if (!end) return nullptr;
  return {{"result", chess::result_text(*end)}, {"reason", chess::to_string(*end)}};
}

Json with_repairs(Json answer, const Place& place) {
  if (!place.repairs.empty()) answer["repairs"] = place.repairs;
  return answer;
}

Json move_json(const Position& position, Move move, Variant variant) {
  return {{"uci", chess::to_coordinates(move, variant)}, {"san", chess::to_san(position, move)}};
}

Json line_json(Position position, const std::vector<Move>& moves, Variant variant, std::size_t most) {
  Json line = Json::array();
  for (std::size_t i = 0; i < std::min(moves.size(), most); ++i) {
    if (!position.is_legal(moves[i])) break;
    line.push_back(move_json(position, moves[i], variant));
    position.make(moves[i]);
  }
  return line;
}

Json place_json(const Place& place) {
  const Position& position = place.position;
  Json legal = Json::array();
  const auto end = chess::find_end(position);
  // A game that has ended by itself has no more moves, even if pieces could still move.
  if (!end)
    for (const Move move : chess::legal_moves(position)) legal.push_back(move_json(position, move, place.variant));

  Json last = nullptr;
  if (position.history_length() > 0) {
    Position before = position;
    const Move move = position.move_back(0);
    before.undo();
    last = move_json(before, move, place.variant);
    last["capture"] = before.is_capture(move);
  }
  return {
      {"fen", chess::to_fen(position)},
      {"turn", white_to_move(position) ? "white" : "black"},
      {"chess960", place.variant == Variant::Chess960},
      {"check", position.in_check()},
      {"last", std::move(last)},
      {"legal", std::move(legal)},
      {"end", end_json(end)},
      {"claimable", end_json(end ? std::nullopt : chess::find_claimable_draw(position))},
      {"flag",
       end ? Json() : Json{{"white", flag_json(position, Color::White)}, {"black", flag_json(position, Color::Black)}}},
      {"opening", opening_json(position)}};
}

Json score_json(eval::Score score, const Position& position) {
  const int sign = white_to_move(position) ? 1 : -1;
  if (score.is_mate()) return {{"mate", sign * score.mate_in()}};
  return {{"cp", sign * eval::shown_centipawns(score, eval::material_count(position))}};
}

Json wdl_json(eval::Score score, const Position& position) {
  const eval::Wdl wdl = eval::wdl_of(score, eval::material_count(position));
  return white_to_move(position) ? Json{wdl.win, wdl.draw, wdl.loss} : Json{wdl.loss, wdl.draw, wdl.win};
}

Json evaluation_json(const Position& position) {
  const eval::Trace trace = eval::trace_classical(position);
  const auto blended = [&](eval::Tapered value) {
    const int full = eval::weights::kFullPhase;
    return (value.middlegame() * trace.phase + value.endgame() * (full - trace.phase)) / full;
  };
  Json terms = Json::array();
  for (std::size_t number = 0; number < eval::kTermCount && !trace.is_known_endgame; ++number) {
    const auto term = static_cast<eval::Term>(number);
    terms.push_back({{"name", eval::name_of(term)},
                     {"white", blended(trace.of(term, Color::White))},
                     {"black", blended(trace.of(term, Color::Black))}});
  }
  const auto network = nnue::embedded_network();
  const int sign = white_to_move(position) ? 1 : -1;
  return {{"terms", std::move(terms)},
          {"total", trace.total},
          {"network", network ? Json(sign * network->evaluate(position)) : Json()},
          {"phase", trace.phase},
          {"full_phase", eval::weights::kFullPhase},
          {"known_endgame", trace.is_known_endgame},
          {"check", position.in_check()}};
}

}  // namespace zugwerk::web
