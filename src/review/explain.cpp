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

class Explainer {
 public:
  Explainer(const Position& position, const ReviewSettings& settings, search::Solo& solo)
      : position_(position), settings_(settings), solo_(solo) {}

  void look_at_moves(Explanation& explanation) {
    const search::SoloResult result = solo_.search(position_, settings_.limits, kBestMoves);
    best_ = result.lines.front();
    if (!best_.score.is_decisive()) lengthen(solo_, position_, best_.moves, settings_.limits);
    explanation.verdict = verdict_text(best_.score, position_);
    for (std::size_t number = 0; number < result.lines.size(); ++number) {
      const search::SoloLine& line = number == 0 ? best_ : result.lines[number];
      ExplainedMove move;
      move.move = line.moves.front();
      move.san = chess::to_san(position_, move.move);
      move.score = review::score_text(line.score, position_);
      move.line = line_text(position_, line.moves, kLongestLine);
      move.text = idea_of(position_, line.moves, line.score);
      explanation.best.push_back(std::move(move));
    }
    if (auto fact = find_tactic(position_, best_.moves, best_.score))
      explanation.threat[index(position_.side_to_move())] = idea_text(position_, *fact);
    look_at_threat(explanation);
    look_at_alternatives(explanation);
  }

 private:
  /// What the opponent would do if it were their turn.
  void look_at_threat(Explanation& explanation) {
    if (position_.in_check()) return;
    Position passed = position_;
    passed.make_null();
    if (chess::find_end(passed)) return;
    const search::SoloResult result = solo_.search(passed, part_of(settings_.limits, kThreatPart));
    if (!result.has_move()) return;
    std::vector<Move> line = result.lines.front().moves;
    if (!result.score().is_decisive()) lengthen(solo_, passed, line, settings_.limits);
    if (auto fact = find_tactic(passed, line, result.score()))
      explanation.threat[index(passed.side_to_move())] = idea_text(passed, *fact);
  }

  void look_at_alternatives(Explanation& explanation) {
    const double before = winning_chance(best_.score, position_);
    for (const Move move : natural_moves(position_, explanation.best)) {
      Position after = position_;
      after.make(move);
      ExplainedMove worse;
      worse.move = move;
      worse.san = chess::to_san(position_, move);
      search::SoloLine answer;
      answer.score = eval::kDraw;
      if (const auto end = chess::find_end(after)) {
        if (end->winner) continue;
      } else {
        answer = solo_.search(after, part_of(settings_.limits, kAlternativePart)).lines.front();
        if (!answer.score.is_decisive()) lengthen(solo_, after, answer.moves, settings_.limits);
      }
      const double chance = winning_chance(-answer.score, after);
      if (before - chance < kInaccuracyDrop) continue;
      worse.score = review::score_text(answer.score, after);
      std::vector<Move> line{move};
      line.insert(line.end(), answer.moves.begin(), answer.moves.end());
      worse.line = line_text(position_, line, kLongestLine);
      worse.text = joined_text(
          find_reasons({position_, move, answer.moves, best_.moves, before, chance, best_.score, -answer.score}));
      explanation.worse.push_back(std::move(worse));
    }
    // Prefer moves with a reason: they say more.
    std::stable_sort(explanation.worse.begin(), explanation.worse.end(),
                     [](const ExplainedMove& a, const ExplainedMove& b) { return !a.text.empty() && b.text.empty(); });
    if (explanation.worse.size() > kMostWorse) explanation.worse.resize(kMostWorse);
  }

  const Position& position_;
  const ReviewSettings& settings_;
  search::Solo& solo_;
  search::SoloLine best_;
};

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

/// A move with its score, the remark about it, and its line.
[[nodiscard]] std::string text_of(const ExplainedMove& move, std::string_view text) {
  return base::format("  {} ({}){}{}\n    {}\n", move.san, move.score, text.empty() ? "" : ": ", text, move.line);
}

}  // namespace

std::string idea_of(const Position& position, Line line, eval::Score score) {
  if (line.empty()) return {};
  if (const auto fact = find_tactic(position, line, score)) {
    if (std::string idea = idea_text(position, *fact); !idea.empty()) return idea;
  }
  return move_words(position, line.front());
}

base::Expected<Explanation> explain(const Position& position, const ReviewSettings& settings) {
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
  if (const auto end = chess::find_end(position)) {
    explanation.end = chess::to_string(*end);
    explanation.verdict = "The game is over: " + explanation.end + ".";
    return explanation;
  }
  auto solo = make_solo(settings);
  if (!solo) return tl::unexpected(solo.error());
  Explainer(position, settings, **solo).look_at_moves(explanation);
  return explanation;
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
      const std::string& threat = explanation.threat[index(color)];
      if (threat.empty())
        base::append_format(text, "  {} {}.\n", name, to_move ? "has no immediate gain" : "threatens nothing");
      else
        base::append_format(text, "  {} {} {}.\n", name, to_move ? "can play for" : "threatens", threat);
    }
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

base::Json to_json(const Explanation& explanation) {
  using base::Json;
  Json json;
  json["fen"] = explanation.fen;
  json["to_move"] = explanation.to_move;
  if (!explanation.end.empty()) json["end"] = explanation.end;
  json["verdict"] = explanation.verdict;
  json["material"] = explanation.material;
  for (const Color color : chess::kColors) {
    Json side;
    side["king"] = explanation.king[index(color)];
    side["pawns"] = explanation.pawns[index(color)];
    side["activity"] = explanation.activity[index(color)];
    side["threat"] = explanation.threat[index(color)];
    json[base::lower_case(chess::name_of(color))] = std::move(side);
  }
  json["static_centipawns"] = explanation.static_total;
  for (const ExplainedTerm& term : explanation.terms)
    json["terms"].push_back({{"name", term.name}, {"white", term.white}, {"black", term.black}});
  const auto moves = [](const std::vector<ExplainedMove>& list) {
    Json array = Json::array();
    for (const ExplainedMove& move : list)
      array.push_back({{"san", move.san}, {"score", move.score}, {"line", move.line}, {"text", move.text}});
    return array;
  };
  json["best"] = moves(explanation.best);
  json["worse"] = moves(explanation.worse);
  return json;
}

}  // namespace zugwerk::review
