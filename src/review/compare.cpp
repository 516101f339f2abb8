#include "review/compare.h"

#include <algorithm>

#include "base/format.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "chess/notation/fen.h"
#include "review/notation.h"
#include "review/review_json.h"

namespace zugwerk::review {

using chess::Move;
using chess::Position;

namespace {

/// From here on one move is said to be better.
constexpr double kNoticeableDrop = kInaccuracyDrop / 2;

/// "14.Nf3 is much better than 14.h4 (+0.85 against -0.90)."
[[nodiscard]] std::string comparison_text(const Position& position, const Comparison& comparison) {
  const std::string better = move_text(position, comparison.better.move);
  const std::string worse = move_text(position, comparison.worse.move);
  const std::string scores = base::format("({} against {})", comparison.better.score, comparison.worse.score);
  if (comparison.drop < kNoticeableDrop)
    return base::format("{} and {} are about equally good {}.", better, worse, scores);
  const std::string_view how = comparison.drop >= kBlunderDrop      ? "much better"
                               : comparison.drop >= kInaccuracyDrop ? "better"
                                                                    : "a little better";
  return base::format("{} is {} than {} {}.", better, how, worse, scores);
}

}  // namespace

base::Expected<std::unique_ptr<Comparer>> Comparer::create(const ReviewSettings& settings) {
  auto solo = make_solo(settings);
  if (!solo) return tl::unexpected(solo.error());
  return std::unique_ptr<Comparer>(new Comparer(settings, std::move(*solo)));
}

void Comparer::stop() {
  stopped_ = true;
  solo_->stop();
}

std::optional<Move> Comparer::best_besides(const Position& position, Move move) {
  search::Limits limits = settings_.limits;
  for (const Move other : chess::legal_moves(position))
    if (other != move) limits.search_moves.push_back(other);
  if (limits.search_moves.empty()) return std::nullopt;
  return solo_->search(position, limits).best();
}

Comparer::Judged Comparer::judge(const Position& position, Move move) {
  Judged judged;
  judged.move = move;
  Position after = position;
  after.make(move);
  if (const auto end = chess::find_end(after)) {
    judged.score = end->winner ? -eval::Score::mated_at(0) : eval::kDraw;
  } else {
    search::SoloLine line = solo_->search(after, settings_.limits).lines.front();
    if (!line.score.is_decisive()) lengthen(*solo_, after, line.moves, settings_.limits);
    judged.score = -line.score;
    judged.answer = std::move(line.moves);
  }
  judged.chance = winning_chance(judged.score, after);
  return judged;
}

std::optional<Comparison> Comparer::compare(const Position& position, Move move, std::optional<Move> other) {
  solo_->clear();
  if (!other) other = best_besides(position, move);
  if (!other || stopped_) return std::nullopt;
  Judged first = judge(position, move);
  if (stopped_) return std::nullopt;
  Judged second = judge(position, *other);
  if (stopped_) return std::nullopt;
  // Of two mates the quicker one is better, though the chances are the same.
  if (std::pair(second.chance, second.score.value()) > std::pair(first.chance, first.score.value()))
    std::swap(first, second);

  const auto whole_line = [](const Judged& judged) {
    std::vector<Move> line{judged.move};
    line.insert(line.end(), judged.answer.begin(), judged.answer.end());
    return line;
  };
  const std::vector<Move> better = whole_line(first);
  Comparison comparison;
  comparison.fen = chess::to_fen(position);
  comparison.better = explained_move(position, better, first.score);
  comparison.better.text = idea_of(position, better, first.score).text;
  comparison.worse = explained_move(position, whole_line(second), second.score);
  comparison.worse.text = idea_of(position, whole_line(second), second.score).text;
  comparison.drop = first.chance - second.chance;
  comparison.mark = mark_of(comparison.drop);
  comparison.text = comparison_text(position, comparison);
  if (comparison.drop >= kNoticeableDrop) {
    comparison.reasons = find_reasons(
        {position, second.move, second.answer, better, first.chance, second.chance, first.score, second.score});
    if (!comparison.reasons.empty())
      base::append_format(comparison.text, " {}: {}", move_text(position, second.move),
                          joined_text(comparison.reasons));
  }
  return comparison;
}

base::Json to_json(const Comparison& comparison, const Position& position) {
  base::Json json;
  json["fen"] = comparison.fen;
  json["better"] = to_json(comparison.better, position);
  json["worse"] = to_json(comparison.worse, position);
  json["drop"] = rounded_chance(comparison.drop);
  json["mark"] = comparison.mark == Mark::None ? base::Json() : base::Json(name_of(comparison.mark));
  json["reasons"] = base::Json::array();
  for (const Reason& reason : comparison.reasons)
    json["reasons"].push_back(to_json(position, comparison.worse.move, reason));
  json["text"] = comparison.text;
  return json;
}

}  // namespace zugwerk::review
