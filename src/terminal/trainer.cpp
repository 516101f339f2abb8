#include "terminal/trainer.h"

#include "base/format.h"
#include "chess/game.h"
#include "chess/notation/san.h"
#include "review/explain.h"
#include "review/judge.h"
#include "review/notation.h"

namespace zugwerk::terminal {

using chess::Color;
using chess::Move;
using chess::Position;

namespace {

constexpr search::Milliseconds kTimeToJudge{500};
/// Moves of a refutation that are shown.
constexpr std::size_t kLongestLine = 6;

}  // namespace

Trainer::Trainer(const review::GameReview& review, std::optional<Color> side) {
  Position position = review.start;
  for (const review::MoveReview& move : review.moves) {
    if (move.mark != review::Mark::None && !move.better.empty() && (!side || move.side == *side))
      puzzles_.push_back({position, move});
    position.make(move.move);
  }
}

std::string Trainer::name() const { return base::format("Puzzle {} of {}", at_ + 1, puzzles_.size()); }

std::string Trainer::task() const {
  const Puzzle& puzzle = puzzles_[at_];
  return base::format("{}: find something better for {} than {}.", name(), chess::name_of(puzzle.mistake.side),
                      review::move_text(puzzle.position, puzzle.mistake.move));
}

std::string Trainer::judge(Move move, Opponent& opponent) {
  const Puzzle& puzzle = puzzles_[at_];
  ++tries_;
  const std::string san = chess::to_san(puzzle.position, move);
  const bool best = move == puzzle.mistake.better.front();
  if (!best) {
    if (const auto refuted = refutation(puzzle, move, opponent))
      return base::format("Not quite{}: {}\n", move == puzzle.mistake.move ? ", that is the move from the game" : "",
                          *refuted);
  }
  if (tries_ == 1) ++solved_at_once_;
  const std::string better =
      best ? "" : base::format(" Zugwerk prefers {}.", chess::to_san(puzzle.position, puzzle.mistake.better.front()));
  std::string text =
      base::format("Correct! {} is {}.{}\n{}", san, best ? "the best move" : "good", better, about_the_game(puzzle));
  go_on();
  return text;
}

std::string Trainer::reveal() {
  const Puzzle& puzzle = puzzles_[at_];
  std::string text =
      base::format("It was {}.\n{}", review::line_text(puzzle.position, puzzle.mistake.better, kLongestLine),
                   about_the_game(puzzle));
  go_on();
  return text;
}

std::string Trainer::summary() const {
  return base::format("{} of {} solved at the first try.\n", solved_at_once_, puzzles_.size());
}

std::optional<std::string> Trainer::refutation(const Puzzle& puzzle, Move move, Opponent& opponent) const {
  const std::string san = chess::to_san(puzzle.position, move);
  Position after = puzzle.position;
  after.make(move);
  const auto is_good = [&](double chance) {
    return move != puzzle.mistake.move && puzzle.mistake.chance_before - chance < review::kInaccuracyDrop;
  };
  if (const auto end = chess::find_end(after)) {
    if (is_good(end->winner ? 1 : 0)) return std::nullopt;
    return base::format("after {} the game is over: {}.", san, chess::to_string(*end));
  }
  search::Limits limits;
  limits.move_time = kTimeToJudge;
  const Answer answer = opponent.think(after, limits);
  if (is_good(review::winning_chance(-answer.score, after))) return std::nullopt;
  const std::string_view other = chess::name_of(after.side_to_move());
  const review::Idea idea = review::idea_of(after, answer.line, answer.score);
  const std::string line = review::line_text(after, answer.line, kLongestLine);
  if (idea.tactic) return base::format("after {} {} has {}.\n  {}", san, other, idea.text, line);
  return base::format("after {} {} answers {} ({}).\n  {}", san, other, chess::to_san(after, answer.move),
                      review::score_text(answer.score, after), line);
}

std::string Trainer::about_the_game(const Puzzle& puzzle) {
  const review::MoveReview& mistake = puzzle.mistake;
  if (mistake.text.empty()) return {};
  return base::format("{} in the game: {}\n", mistake.san, mistake.text);
}

void Trainer::go_on() {
  ++at_;
  tries_ = 0;
}

}  // namespace zugwerk::terminal
