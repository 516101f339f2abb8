#include "review/explain.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "chess/notation/fen.h"
#include "chess/notation/san.h"
#include "chess/see.h"
#include "eval/classical/evaluate.h"
#include "eval/classical/weights.h"
#include "eval/wdl.h"
#include "review/board_words.h"
#include "review/notation.h"
#include "review/plans.h"
#include "review/review_json.h"

namespace zugwerk::review {

using chess::Color;
using chess::Move;
using chess::PieceType;
using chess::Position;

namespace {

constexpr int kBestMoves = 3;
constexpr std::size_t kMostWorse = 3;
constexpr std::size_t kMostLooked = 8;
constexpr std::size_t kLongestLine = 8;
/// Shares of the limit for the opponent's threat and for each alternative.
constexpr int kThreatPart = 4;
constexpr int kAlternativePart = 8;

void list_terms(const Position& position, Explanation& explanation) {
  const eval::Trace trace = eval::trace_classical(position);
  explanation.static_total = trace.total;
  if (trace.is_known_endgame) return;
  const auto blended = [&trace](eval::Tapered value) {
    return (value.middlegame() * trace.phase + value.endgame() * (eval::weights::kFullPhase - trace.phase)) /
           eval::weights::kFullPhase;
  };
  for (std::size_t number = 0; number < eval::kTermCount; ++number) {
    const auto term = static_cast<eval::Term>(number);
    explanation.terms.push_back({std::string(eval::name_of(term)), blended(trace.of(term, Color::White)),
                                 blended(trace.of(term, Color::Black))});
  }
}

/// White's winning chance in words.
[[nodiscard]] std::string verdict_text(eval::Score score, const Position& position) {
  constexpr double kLevel = 0.1;
  constexpr double kSlight = 0.25;
  constexpr double kWinning = 0.6;
  const double chance = winning_chance(score, position) * (position.side_to_move() == Color::White ? 1 : -1);
  const std::string_view side = chance > 0 ? "White" : "Black";
  const double size = std::abs(chance);
  const std::string text = review::score_text(score, position);
  if (score.is_mate()) return base::format("{} mates by force ({}).", side, text);
  if (size < kLevel) return base::format("The position is level ({}).", text);
  if (size < kSlight) return base::format("{} is a little better ({}).", side, text);
  if (size < kWinning) return base::format("{} is clearly better ({}).", side, text);
  return base::format("{} is winning ({}).", side, text);
}

/// The moves that a player considers first: captures and checks that do not lose material at once, castling, developing
/// moves, pawns to the centre.
[[nodiscard]] bool is_natural(const Position& position, Move move, const chess::CheckInfo& checks) {
  if (move.is_castling()) return true;
  if (move.is_promotion()) return move.promotion_type() == PieceType::Queen;
  if (position.is_capture(move) || position.gives_check(move, checks)) return true;
  return !move_words(position, move).empty() && chess::see_at_least(position, move, 0);
}

/// Captures and checks before all other moves.
[[nodiscard]] std::vector<Move> natural_moves(const Position& position, const std::vector<ExplainedMove>& best) {
  const chess::CheckInfo checks = position.check_info();
  std::vector<Move> moves;
  for (const Move move : chess::legal_moves(position)) {
    const bool known =
        std::any_of(best.begin(), best.end(), [move](const ExplainedMove& other) { return other.move == move; });
    if (!known && is_natural(position, move, checks)) moves.push_back(move);
  }
  const auto urgency = [&](Move move) {
    if (position.is_capture(move))
      return 2000 + chess::exchange_value(type_of(position.piece_on(move.to()))) -
             chess::exchange_value(type_of(position.piece_on(move.from()))) / 10;
    return position.gives_check(move, checks) ? 1000 : 0;
  };
  std::stable_sort(moves.begin(), moves.end(), [&](Move a, Move b) { return urgency(a) > urgency(b); });
  if (moves.size() > kMostLooked) moves.resize(kMostLooked);
  return moves;
}

[[nodiscard]] ExplainedThreat threat_of(const Position& position, Line line, eval::Score score) {
  const auto fact = find_tactic(position, line, score);
  if (!fact) return {};
  std::string text = idea_text(position, *fact);
  if (text.empty()) return {};
  return {std::move(text), fact->outcome.moves};
}

[[nodiscard]] std::string joined(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += (text.empty() ? "" : " ") + sentence;
  return text;
}

void add_sides(std::string& text, std::string_view heading,
               const std::array<std::vector<std::string>, chess::kColorCount>& sentences) {
  if (sentences[0].empty() && sentences[1].empty()) return;
  base::append_format(text, "\n{}\n", heading);
  for (const Color color : chess::kColors)
    if (!sentences[index(color)].empty())
      base::append_format(text, "  {}: {}\n", chess::name_of(color), joined(sentences[index(color)]));
}

/// "Qd1 +9.81, Ra1 +4.62, ...": the pieces without the pawns, the most valuable first.
[[nodiscard]] std::string worth_text(const std::vector<nnue::PieceValue>& values, Color color) {
  std::vector<nnue::PieceValue> pieces;
  for (const nnue::PieceValue& value : values)
    if (color_of(value.piece) == color && type_of(value.piece) != PieceType::Pawn) pieces.push_back(value);
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const nnue::PieceValue& a, const nnue::PieceValue& b) { return a.centipawns > b.centipawns; });
  std::string text;
  for (const nnue::PieceValue& value : pieces)
    base::append_format(text, "{}{}{} {}", text.empty() ? "" : ", ",
                        chess::letter_of(chess::make_piece(Color::White, type_of(value.piece))),
                        chess::to_string(value.square), pawns_text(value.centipawns));
  return text.empty() ? "only pawns" : text;
}

/// A move with its score, the remark about it, and its line.
[[nodiscard]] std::string text_of(const ExplainedMove& move, std::string_view text) {
  return base::format("  {} ({}){}{}\n    {}\n", move.san, move.score, text.empty() ? "" : ": ", text, move.line);
}

}  // namespace

ExplainedMove explained_move(const Position& position, Line line, eval::Score score) {
  ExplainedMove move;
  move.move = line.front();
  move.san = chess::to_san(position, move.move);
  move.score = review::score_text(score, position);
  move.white_centipawns = review::white_centipawns(score, position);
  move.white_mate = review::white_mate(score, position);
  move.line = line_text(position, line, kLongestLine);
  const Line shown = line.first(std::min(line.size(), kLongestLine));
  move.moves.assign(shown.begin(), shown.end());
  return move;
}

Idea idea_of(const Position& position, Line line, eval::Score score) {
  if (line.empty()) return {};
  if (auto fact = find_tactic(position, line, score)) {
    if (std::string text = idea_text(position, *fact); !text.empty()) return {std::move(text), std::move(fact)};
  }
  return {move_words(position, line.front()), std::nullopt};
}

base::Expected<std::unique_ptr<Explainer>> Explainer::create(const ReviewSettings& settings) {
  auto solo = make_solo(settings);
  if (!solo) return tl::unexpected(solo.error());
  return std::unique_ptr<Explainer>(new Explainer(settings, std::move(*solo)));
}

void Explainer::stop() {
  stopped_ = true;
  solo_->stop();
}

std::optional<Explanation> Explainer::explain(const Position& position) {
  Explanation explanation;
  explanation.fen = chess::to_fen(position);
  explanation.to_move = chess::name_of(position.side_to_move());
  explanation.material = material_words(position);
  for (const Color color : chess::kColors) {
    explanation.king[index(color)] = king_words(position, color);
    explanation.pawns[index(color)] = pawn_words(position, color);
    explanation.activity[index(color)] = activity_words(position, color);
  }
  list_terms(position, explanation);
  if (settings_.network) {
    explanation.network = settings_.network->name();
    explanation.by_network = nnue::piece_values(*settings_.network, position);
  }
  if (const auto end = chess::find_end(position)) {
    explanation.end = chess::to_string(*end);
    explanation.verdict = "The game is over: " + explanation.end + ".";
    return explanation;
  }
  solo_->clear();
  if (!stopped_) look_at_moves(position, explanation);
  if (stopped_) return std::nullopt;
  return explanation;
}

void Explainer::look_at_moves(const Position& position, Explanation& explanation) {
  const search::SoloResult result = solo_->search(position, settings_.limits, kBestMoves);
  search::SoloLine best = result.lines.front();
  if (!best.score.is_decisive()) lengthen(*solo_, position, best.moves, settings_.limits);
  explanation.verdict = verdict_text(best.score, position);
  for (std::size_t number = 0; number < result.lines.size(); ++number) {
    const search::SoloLine& line = number == 0 ? best : result.lines[number];
    ExplainedMove move = explained_move(position, line.moves, line.score);
    move.text = idea_of(position, line.moves, line.score).text;
    explanation.best.push_back(std::move(move));
  }
  explanation.threat[index(position.side_to_move())] = threat_of(position, best.moves, best.score);
  for (const Color color : chess::kColors) explanation.plan[index(color)] = plan_words(position, best.moves, color);
  if (!stopped_) look_at_threat(position, explanation);
  look_at_alternatives(position, best, explanation);
}

/// What the opponent would do if it were their turn.
void Explainer::look_at_threat(const Position& position, Explanation& explanation) {
  if (position.in_check()) return;
  Position passed = position;
  passed.make_null();
  if (chess::find_end(passed)) return;
  const search::SoloResult result = solo_->search(passed, part_of(settings_.limits, kThreatPart));
  if (!result.has_move()) return;
  std::vector<Move> line = result.lines.front().moves;
  if (!result.score().is_decisive()) lengthen(*solo_, passed, line, settings_.limits);
  explanation.threat[index(passed.side_to_move())] = threat_of(passed, line, result.score());
}

void Explainer::look_at_alternatives(const Position& position, const search::SoloLine& best, Explanation& explanation) {
  const double before = winning_chance(best.score, position);
  for (const Move move : natural_moves(position, explanation.best)) {
    if (stopped_) return;
    Position after = position;
    after.make(move);
    search::SoloLine answer;
    answer.score = eval::kDraw;
    if (const auto end = chess::find_end(after)) {
      if (end->winner) continue;
    } else {
      answer = solo_->search(after, part_of(settings_.limits, kAlternativePart)).lines.front();
      if (!answer.score.is_decisive()) lengthen(*solo_, after, answer.moves, settings_.limits);
    }
    const double chance = winning_chance(-answer.score, after);
    if (before - chance < kInaccuracyDrop) continue;
    std::vector<Move> line{move};
    line.insert(line.end(), answer.moves.begin(), answer.moves.end());
    ExplainedMove worse = explained_move(position, line, -answer.score);
    worse.text = joined_text(
        find_reasons({position, move, answer.moves, best.moves, before, chance, best.score, -answer.score}));
    explanation.worse.push_back(std::move(worse));
  }
  // Prefer moves with a reason: they say more.
  std::stable_sort(explanation.worse.begin(), explanation.worse.end(),
                   [](const ExplainedMove& a, const ExplainedMove& b) { return !a.text.empty() && b.text.empty(); });
  if (explanation.worse.size() > kMostWorse) explanation.worse.resize(kMostWorse);
}

base::Expected<Explanation> explain(const Position& position, const ReviewSettings& settings) {
  auto explainer = Explainer::create(settings);
  if (!explainer) return tl::unexpected(explainer.error());
  // Only stop() leaves no explanation.
  return *(*explainer)->explain(position);
}

std::string to_text(const Explanation& explanation) {
  std::string text = base::format("{}\n{} to move. {}\n\nMaterial\n  {}\n", explanation.fen, explanation.to_move,
                                  explanation.verdict, explanation.material);
  add_sides(text, "Kings", explanation.king);
  add_sides(text, "Pawns", explanation.pawns);
  add_sides(text, "Activity", explanation.activity);
  if (!explanation.best.empty()) {
    text += "\nThreats\n";
    for (const Color color : chess::kColors) {
      const std::string_view name = chess::name_of(color);
      const bool to_move = name == explanation.to_move;
      const std::string& threat = explanation.threat[index(color)].text;
      if (threat.empty())
        base::append_format(text, "  {} {}.\n", name, to_move ? "has no immediate gain" : "threatens nothing");
      else
        base::append_format(text, "  {} {} {}.\n", name, to_move ? "can play for" : "threatens", threat);
    }
  }
  if (!explanation.plan[0].empty() || !explanation.plan[1].empty()) {
    text += "\nIn the main line\n";
    for (const Color color : chess::kColors)
      if (!explanation.plan[index(color)].empty())
        base::append_format(text, "  {} {}.\n", chess::name_of(color), explanation.plan[index(color)]);
  }
  if (!explanation.by_network.empty()) {
    text += "\nWhat the pieces are worth to the network, in pawns\n";
    for (const Color color : chess::kColors)
      base::append_format(text, "  {}: {}\n", chess::name_of(color), worth_text(explanation.by_network, color));
  }
  if (!explanation.terms.empty()) {
    base::append_format(text, "\nStatic evaluation, in its own pawn units: {} for White\n",
                        pawns_text(explanation.static_total));
    base::append_format(text, "  {:14}{:>8}{:>8}{:>8}\n", "", "White", "Black", "both");
    for (const ExplainedTerm& term : explanation.terms)
      base::append_format(text, "  {:14}{:>8}{:>8}{:>8}\n", term.name, pawns_text(term.white), pawns_text(term.black),
                          pawns_text(term.white - term.black));
  }
  if (!explanation.best.empty()) text += "\nBest moves\n";
  for (const ExplainedMove& move : explanation.best) text += text_of(move, move.text.empty() ? "" : move.text + ".");
  if (!explanation.worse.empty()) text += "\nWhy not\n";
  for (const ExplainedMove& move : explanation.worse) text += text_of(move, move.text);
  return text;
}

base::Json to_json(const Explanation& explanation, const Position& position) {
  using base::Json;
  Json json;
  json["fen"] = explanation.fen;
  json["to_move"] = explanation.to_move;
  if (!explanation.end.empty()) json["end"] = explanation.end;
  json["verdict"] = explanation.verdict;
  json["material"] = explanation.material;
  Position passed = position;
  if (!position.in_check()) passed.make_null();
  for (const Color color : chess::kColors) {
    const ExplainedThreat& threat = explanation.threat[index(color)];
    Json side;
    side["king"] = explanation.king[index(color)];
    side["pawns"] = explanation.pawns[index(color)];
    side["activity"] = explanation.activity[index(color)];
    side["threat"] = threat.text;
    side["threat_line"] = line_json(color == position.side_to_move() ? position : passed, threat.moves);
    side["plan"] = explanation.plan[index(color)];
    json[base::lower_case(chess::name_of(color))] = std::move(side);
  }
  json["static_centipawns"] = explanation.static_total;
  json["terms"] = Json::array();
  for (const ExplainedTerm& term : explanation.terms)
    json["terms"].push_back({{"name", term.name}, {"white", term.white}, {"black", term.black}});
  json["network"] = explanation.network.empty() ? Json() : Json(explanation.network);
  json["pieces"] = Json::array();
  for (const nnue::PieceValue& value : explanation.by_network)
    json["pieces"].push_back({{"color", base::lower_case(chess::name_of(color_of(value.piece)))},
                              {"piece", chess::name_of(type_of(value.piece))},
                              {"square", chess::to_string(value.square)},
                              {"centipawns", value.centipawns}});
  const auto moves = [&position](const std::vector<ExplainedMove>& list) {
    Json array = Json::array();
    for (const ExplainedMove& move : list) array.push_back(to_json(move, position));
    return array;
  };
  json["best"] = moves(explanation.best);
  json["worse"] = moves(explanation.worse);
  return json;
}

base::Json to_json(const ExplainedMove& move, const Position& position) {
  base::Json json;
  json["san"] = move.san;
  json["uci"] = line_json(position, {&move.move, 1})[0]["uci"];
  json["score"] = move.score;
  if (move.white_centipawns) json["centipawns"] = *move.white_centipawns;
  if (move.white_mate) json["mate"] = *move.white_mate;
  json["line"] = move.line;
  json["moves"] = line_json(position, move.moves);
  json["text"] = move.text;
  return json;
}

}  // namespace zugwerk::review
