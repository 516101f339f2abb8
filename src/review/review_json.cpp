#include "review/review_json.h"

#include <cmath>
#include <string_view>

#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "chess/notation/san.h"
#include "review/notation.h"

namespace zugwerk::review {

using base::Json;
using chess::Color;
using chess::Move;
using chess::Position;

namespace {

/// Readers need no more digits than this.
[[nodiscard]] double rounded(double value, double unit) { return std::round(value / unit) * unit; }
[[nodiscard]] double percent(double value) { return rounded(value * 10, 1) / 10; }

[[nodiscard]] Json san_list(const Position& start, Line line) {
  Json list = Json::array();
  Position position = start;
  for (const Move move : line) {
    std::string san;
    chess::append_san_and_make(san, position, move);
    list.push_back(san);
  }
  return list;
}

[[nodiscard]] std::string_view name_of(ReasonKind kind) {
  switch (kind) {
    case ReasonKind::Allows:
      return "allows";
    case ReasonKind::Misses:
      return "misses";
    case ReasonKind::Spoils:
      break;
  }
  return "spoils";
}

[[nodiscard]] Json piece_json(const PieceAt& piece) {
  return {{"piece", chess::name_of(piece.type)}, {"square", chess::to_string(piece.square)}};
}

[[nodiscard]] Json player_json(const PlayerReview& player) {
  Json json;
  json["name"] = player.name;
  if (player.accuracy) json["accuracy"] = percent(*player.accuracy);
  for (std::size_t phase = 0; phase < kPhaseCount; ++phase)
    if (player.phase_accuracy[phase])
      json["phases"][std::string(review::name_of(static_cast<Phase>(phase)))] = percent(*player.phase_accuracy[phase]);
  json["inaccuracies"] = player.inaccuracies;
  json["mistakes"] = player.mistakes;
  json["blunders"] = player.blunders;
  json["missed_wins"] = player.missed_wins;
  json["only_moves"] = player.only_moves;
  json["great_moves"] = player.great_moves;
  json["best_moves"] = player.best_moves;
  json["book_moves"] = player.book_moves;
  if (player.spent) json["seconds"] = *player.spent;
  return json;
}

[[nodiscard]] Json move_json(const Position& before, const MoveReview& move) {
  Json json;
  json["number"] = move.number;
  json["side"] = chess::name_of(move.side);
  json["san"] = move.san;
  json["uci"] = chess::to_coordinates(move.move);
  json["score"] = move.score_text;
  if (move.white_centipawns) json["centipawns"] = *move.white_centipawns;
  if (move.white_mate) json["mate"] = *move.white_mate;
  json["chance_before"] = rounded_chance(move.chance_before);
  json["chance_after"] = rounded_chance(move.chance_after);
  json["accuracy"] = percent(move.accuracy);
  json["phase"] = review::name_of(move.phase);
  if (move.clock) json["clock"] = *move.clock;
  if (move.spent) json["seconds"] = *move.spent;
  if (move.forced) json["forced"] = true;
  if (move.only_move) json["only_move"] = true;
  if (move.badge != Badge::None) json["badge"] = review::name_of(move.badge);
  if (move.mark == Mark::None) return json;
  json["mark"] = review::name_of(move.mark);
  json["nag"] = nag_of(move.mark);
  if (move.missed_win) json["missed_win"] = true;
  json["better"] = {{"score", move.best_score_text}, {"line", san_list(before, move.better)}};
  if (!move.text.empty()) json["text"] = move.text;
  if (move.checked_drop) json["checked_drop"] = rounded_chance(*move.checked_drop);
  for (const Reason& reason : move.reasons) json["reasons"].push_back(to_json(before, move.move, reason));
  return json;
}

}  // namespace

double rounded_chance(double chance) { return rounded(chance * 1000, 1) / 1000; }

Json line_json(const Position& position, Line line) {
  const auto variant = chess::has_standard_castling(position) ? chess::Variant::Standard : chess::Variant::Chess960;
  Json list = Json::array();
  Position at = position;
  for (const Move move : line) {
    Json entry;
    entry["uci"] = chess::to_coordinates(move, variant);
    std::string san;
    chess::append_san_and_make(san, at, move);
    entry["san"] = std::move(san);
    list.push_back(std::move(entry));
  }
  return list;
}

Json to_json(const Position& position, Move worse, const Reason& reason) {
  Position at = position;
  // The line of what a move allows begins after the move, unless the fact is the ending that the move leads to.
  const bool behind = reason.kind == ReasonKind::Allows && reason.fact.motif != Motif::Stalemate &&
                      reason.fact.motif != Motif::DrawnEnding && reason.fact.motif != Motif::LostEnding;
  if (behind) at.make(worse);
  Json json = to_json(at, reason.fact);
  json["kind"] = name_of(reason.kind);
  json["text"] = reason.text;
  if (reason.holds) json["holds"] = *reason.holds;
  return json;
}

Json to_json(const Position& position, const Fact& fact) {
  Json json;
  json["motif"] = review::name_of(fact.motif);
  if (fact.actor.type != chess::PieceType::None) json["actor"] = piece_json(fact.actor);
  for (const PieceAt& target : fact.targets)
    if (target.type != chess::PieceType::None) json["targets"].push_back(piece_json(target));
  for (const Motif theme : fact.themes) json["themes"].push_back(review::name_of(theme));
  if (!fact.outcome.moves.empty()) {
    json["line"] = san_list(position, fact.outcome.moves);
    if (fact.outcome.gain != 0) json["gain"] = fact.outcome.gain;
  }
  return json;
}

Json to_json(const GameReview& review) {
  Json json;
  json["white"] = player_json(review.players[index(Color::White)]);
  json["black"] = player_json(review.players[index(Color::Black)]);
  json["event"] = review.event;
  json["date"] = review.date;
  json["result"] = review.result;
  json["opening"] = review.opening;
  json["eco"] = review.eco;
  json["start"] = chess::to_fen(review.start);
  json["nodes"] = review.nodes;
  json["position_nodes"] = review.position_nodes;
  json["key_moments"] = review.key_moments;
  Json moves = Json::array();
  Position position = review.start;
  for (const MoveReview& move : review.moves) {
    moves.push_back(move_json(position, move));
    position.make(move.move);
  }
  json["moves"] = std::move(moves);
  return json;
}

}  // namespace zugwerk::review
