#include "review/reviewer.h"

#include <algorithm>
#include <cmath>

#include "book/openings.h"
#include "chess/movegen.h"
#include "chess/notation/san.h"
#include "chess/see.h"
#include "eval/wdl.h"
#include "review/clock_comments.h"
#include "review/motifs/board.h"
#include "review/notation.h"
#include "review/reason_judge.h"

namespace zugwerk::review {

using chess::Color;
using chess::Move;
using chess::PgnGame;
using chess::PgnNodeId;
using chess::Position;

namespace {

/// Alternatives are first searched with a small share of the limit, and the few that matter with a larger one.
constexpr int kGlance = 32;
constexpr int kSecondLook = 8;
constexpr int kCheck = 4;
/// A marked move and the better one get a second opinion with this many times the limit, and the claims of a reason are
/// played out with this share of it for each move.
constexpr int kSecondOpinion = 4;
constexpr int kPlayedOutPart = 2;
/// Both opinions must find at least this drop before a reason is looked for.
constexpr double kExplainedDrop = 0.12;

/// Lines shorter than this, in plies, rarely show a reason.
constexpr std::size_t kWantedLine = 12;

constexpr std::size_t kMostKeyMoments = 6;
constexpr std::size_t kLongestVariation = 10;

/// Moves that deserve no praise: recaptures, taking a hanging piece, mate.
[[nodiscard]] bool is_obvious(const Position& position, Move move) {
  if (position.history_length() > 0 && position.last_captured() != chess::Piece::None &&
      position.move_back(0).to() == move.to())
    return true;
  if (position.is_capture(move) && chess::see_at_least(position, move, kLeastWin)) return true;
  Position after = position;
  after.make(move);
  return after.in_check() && !chess::has_legal_move(after);
}

/// Gives up at least a minor piece for a pawn, or a rook for one, in a game that is not decided, and does not stand
/// worse for it.
[[nodiscard]] bool is_sound_sacrifice(const Position& position, const MoveReview& move) {
  constexpr int kGivenUp = 150;  // centipawns
  constexpr double kNotWorse = -0.1;
  return !chess::see_at_least(position, move.move, -kGivenUp) && move.chance_after >= kNotWorse &&
         move.chance_before < kDecidedChance;
}

[[nodiscard]] std::string tag_or_empty(const PgnGame& game, std::string_view name) {
  const std::string value(game.tag(name).value_or(""));
  return value == "?" || value == "????.??.??" ? std::string() : value;
}

/// As much of a date as is known: "1858" of "1858.??.??".
[[nodiscard]] std::string known_date(const PgnGame& game) {
  const std::string date = tag_or_empty(game, "Date");
  return date.substr(0, date.find(".?"));
}

/// The accuracy over several moves: the average of the weighted mean and the harmonic mean, so that a few moves that
/// spoiled the game are not outweighed by many easy ones.
class AccuracyMean {
 public:
  void add(double accuracy, double weight) {
    ++count_;
    weighted_ += weight * accuracy;
    weights_ += weight;
    inverse_ += 1 / std::max(1.0, accuracy);
  }
  [[nodiscard]] std::optional<double> value() const {
    if (count_ == 0) return std::nullopt;
    return (weighted_ / weights_ + count_ / inverse_) / 2;
  }

 private:
  int count_ = 0;
  double weighted_ = 0;
  double weights_ = 0;
  double inverse_ = 0;
};

/// White's chances before each move and at the end.
[[nodiscard]] std::vector<double> white_chances(const std::vector<MoveReview>& moves) {
  std::vector<double> chances;
  chances.reserve(moves.size() + 1);
  for (const MoveReview& move : moves) chances.push_back(move.chance_before * (move.side == Color::White ? 1 : -1));
  if (!moves.empty()) chances.push_back(moves.back().chance_after * (moves.back().side == Color::White ? 1 : -1));
  return chances;
}

void sum_up(GameReview& review) {
  std::array<AccuracyMean, chess::kColorCount> whole;
  std::array<std::array<AccuracyMean, kPhaseCount>, chess::kColorCount> phases;
  const std::vector<double> weights = volatility_weights(white_chances(review.moves));
  for (std::size_t i = 0; i < review.moves.size(); ++i) {
    const MoveReview& move = review.moves[i];
    PlayerReview& player = review.players[index(move.side)];
    player.inaccuracies += move.mark == Mark::Inaccuracy ? 1 : 0;
    player.mistakes += move.mark == Mark::Mistake ? 1 : 0;
    player.blunders += move.mark == Mark::Blunder ? 1 : 0;
    player.missed_wins += move.missed_win ? 1 : 0;
    player.only_moves += move.only_move ? 1 : 0;
    player.great_moves += move.badge == Badge::Great ? 1 : 0;
    player.best_moves += move.badge == Badge::Best ? 1 : 0;
    player.book_moves += move.badge == Badge::Book ? 1 : 0;
    if (move.spent) player.spent = player.spent.value_or(0) + *move.spent;
    // Forced moves and moves in a decided game say nothing about the player.
    if (move.forced || is_decided(move.chance_before, move.chance_after)) continue;
    whole[index(move.side)].add(move.accuracy, weights[i]);
    phases[index(move.side)][static_cast<std::size_t>(move.phase)].add(move.accuracy, weights[i]);
  }
  for (const Color color : chess::kColors) {
    PlayerReview& player = review.players[index(color)];
    player.accuracy = whole[index(color)].value();
    for (std::size_t phase = 0; phase < kPhaseCount; ++phase)
      player.phase_accuracy[phase] = phases[index(color)][phase].value();
  }

  // The largest drops among the mistakes; then, if there is room, a few only moves.
  constexpr int kMostOnlyMoves = 2;
  int only_moves = 0;
  std::vector<std::size_t> moments;
  for (std::size_t i = 0; i < review.moves.size(); ++i) {
    const bool only = review.moves[i].only_move && ++only_moves <= kMostOnlyMoves;
    if (review.moves[i].mark >= Mark::Mistake || only) moments.push_back(i);
  }
  std::stable_sort(moments.begin(), moments.end(),
                   [&](std::size_t a, std::size_t b) { return review.moves[a].drop > review.moves[b].drop; });
  if (moments.size() > kMostKeyMoments) moments.resize(kMostKeyMoments);
  std::sort(moments.begin(), moments.end());
  review.key_moments = std::move(moments);
}

}  // namespace

search::Limits part_of(const search::Limits& limits, int divisor) {
  search::Limits part = limits;
  if (part.nodes) part.nodes = std::max<std::uint64_t>(1, *part.nodes / static_cast<std::uint64_t>(divisor));
  if (part.move_time) part.move_time = std::max(search::Milliseconds{1}, *part.move_time / divisor);
  // Each ply takes about twice the nodes of the one before.
  if (part.depth) part.depth = std::max(1, *part.depth - static_cast<int>(std::lround(std::log2(divisor))));
  return part;
}

search::Limits times(const search::Limits& limits, int factor) {
  search::Limits more = limits;
  if (more.nodes) *more.nodes *= static_cast<std::uint64_t>(factor);
  if (more.move_time) *more.move_time *= factor;
  if (more.depth)
    more.depth = std::min(*more.depth + static_cast<int>(std::lround(std::log2(factor))), eval::kMaxPly - 1);
  return more;
}

base::Expected<std::unique_ptr<search::Solo>> make_solo(const ReviewSettings& settings) {
  auto solo = search::Solo::create(settings.hash_megabytes);
  if (solo) (*solo)->set_network(settings.network);
  return solo;
}

base::Expected<std::unique_ptr<Reviewer>> Reviewer::create(const ReviewSettings& settings) {
  auto solo = make_solo(settings);
  if (!solo) return tl::unexpected(solo.error());
  return std::unique_ptr<Reviewer>(new Reviewer(settings, std::move(*solo)));
}

std::uint64_t lengthen(search::Solo& solo, const Position& position, std::vector<Move>& line,
                       const search::Limits& limits) {
  constexpr int kRounds = 3;
  constexpr int kShallow = 8;
  constexpr std::size_t kNext = 5;
  // The next moves must be right; the later ones only need to show that nothing is won back.
  search::Limits far = part_of(limits, kGlance);
  far.depth = std::min(far.depth.value_or(kShallow), kShallow);
  const search::Limits near = part_of(limits, kCheck);
  std::uint64_t nodes = 0;
  for (int round = 0; round < kRounds && line.size() < kWantedLine; ++round) {
    const Position end = played(position, line, line.size());
    if (chess::find_end(end)) break;
    const search::SoloResult result = solo.search(end, line.size() < kNext ? near : far);
    nodes += result.nodes;
    if (!result.has_move()) break;
    line.insert(line.end(), result.lines.front().moves.begin(), result.lines.front().moves.end());
  }
  return nodes;
}

void Reviewer::stop() {
  stopped_ = true;
  solo_->stop();
}

search::SoloResult Reviewer::search(const Position& position, const search::Limits& limits) {
  search::SoloResult result = solo_->search(position, limits);
  nodes_ += result.nodes;
  return result;
}

Reviewer::Judgement Reviewer::judge(const Position& position) {
  if (const auto end = chess::find_end(position))
    return {end->winner ? eval::Score::mated_at(0) : eval::kDraw, {}, true};
  search::SoloResult result = search(position, settings_.limits);
  position_nodes_ += result.nodes;
  return {result.score(), std::move(result.lines.front().moves), false};
}

/// Marks the move if it was worse than the best one, after a second search to confirm it.
void Reviewer::look_for_better(const Position& position, const Judgement& before, const Judgement& after,
                               MoveReview& move) {
  // Moves played after the game was over by the rules are not judged.
  if (before.finished || move.forced || move.move == before.line.front()) return;
  move.drop = std::max(0.0, move.chance_before - move.chance_after);
  if (move.drop < kInaccuracyDrop) return;
  // The best move was searched from one ply further away than the move played. Does it still look best from the same
  // distance?
  Position improved = position;
  improved.make(before.line.front());
  eval::Score best = before.score;
  std::vector<Move> better = before.line;
  if (!chess::find_end(improved)) {
    const search::SoloResult check = search(improved, part_of(settings_.limits, kCheck));
    if (!best.is_decisive() && winning_chance(-check.score(), improved) < move.chance_before) {
      best = -check.score();
      better.resize(1);
      better.insert(better.end(), check.lines.front().moves.begin(), check.lines.front().moves.end());
      move.chance_before = std::max(move.chance_after, winning_chance(best, improved));
      move.drop = move.chance_before - move.chance_after;
    } else if (!best.is_decisive() && !check.score().is_decisive() && better.size() < kWantedLine) {
      better.resize(1);
      better.insert(better.end(), check.lines.front().moves.begin(), check.lines.front().moves.end());
    }
  }
  move.best_score = best;
  move.best_score_text = review::score_text(best, position);
  move.mark = mark_of(move.drop);
  if (move.mark == Mark::None) return;

  const double first_drop = move.drop;
  if (after.finished) {
    if (!best.is_decisive()) nodes_ += lengthen(*solo_, position, better, settings_.limits);
  } else {
    ask_again(position, move, better, best);
    if (move.mark == Mark::None) return;
  }
  move.missed_win = move.chance_before >= kWonChance && move.chance_after <= kNotWonChance;
  move.better = better;
  const Choice choice{position,           move.move,         move.answer, better,
                      move.chance_before, move.chance_after, best,        move.played_score};
  const auto named = move.answer.empty() ? std::nullopt : std::optional(move.answer.front());
  ReasonJudge judge(choice, named, *solo_, part_of(settings_.limits, kCheck), part_of(settings_.limits, kPlayedOutPart),
                    0);
  // A move on the verge of having no mark is not worth an explanation that a larger search may refute.
  if (std::min(first_drop, move.drop) >= kExplainedDrop)
    move.reasons = find_reasons(choice, [&](const Reason& reason) { return judge.agrees(reason); });
  nodes_ += judge.nodes();
  move.text = joined_text(move.reasons);
  const bool ends_in_mate = best.is_mate();
  if (!ends_in_mate && move.better.size() > kLongestVariation) move.better.resize(kLongestVariation);
  move.better_text = line_text(position, move.better);
}

void Reviewer::ask_again(const Position& position, MoveReview& move, std::vector<Move>& better, eval::Score& best) {
  const search::Limits limits = times(settings_.limits, kSecondOpinion);
  Position after = position;
  after.make(move.move);
  const search::SoloResult answer = search(after, limits);
  move.answer = answer.lines.front().moves;
  move.played_score = -answer.score();
  move.chance_after = winning_chance(move.played_score, after);
  if (!answer.score().is_decisive()) nodes_ += lengthen(*solo_, after, move.answer, settings_.limits);
  Position improved = position;
  improved.make(better.front());
  if (!chess::find_end(improved)) {
    const search::SoloResult reply = search(improved, limits);
    // A mate that was found stays one.
    if (!best.is_decisive() || reply.score().is_decisive()) {
      best = -reply.score();
      better.resize(1);
      better.insert(better.end(), reply.lines.front().moves.begin(), reply.lines.front().moves.end());
    }
    if (!best.is_decisive()) nodes_ += lengthen(*solo_, position, better, settings_.limits);
  }
  move.chance_before = winning_chance(best, improved);
  move.drop = std::max(0.0, move.chance_before - move.chance_after);
  move.best_score = best;
  move.best_score_text = review::score_text(best, position);
  move.score_text = review::score_text(answer.score(), after);
  move.white_centipawns = review::white_centipawns(answer.score(), after);
  move.white_mate = review::white_mate(answer.score(), after);
  move.mark = mark_of(move.drop);
}

/// Whether the move played, which was the best, was the only good one.
void Reviewer::look_for_only_move(const Position& position, const Judgement& before, MoveReview& move) {
  if (before.finished || move.forced || move.move != before.line.front() || is_obvious(position, move.move)) return;
  // In a lost position there is no only move.
  if (move.chance_before <= -(kWonChance + kMistakeDrop)) return;
  search::Limits others = part_of(settings_.limits, kGlance);
  for (const Move other : chess::legal_moves(position))
    if (other != move.move) others.search_moves.push_back(other);
  const double wanted = move.chance_before - kOnlyMoveDrop;
  if (winning_chance(search(position, others).score(), position) > wanted) return;
  search::Limits again = part_of(settings_.limits, kSecondLook);
  again.search_moves = others.search_moves;
  const double second = winning_chance(search(position, again).score(), position);
  move.only_move = second <= wanted && second < kWonChance;
}

void Reviewer::award_badges(GameReview& review) const {
  Position position = review.start;
  bool in_book = settings_.book != nullptr;
  for (MoveReview& move : review.moves) {
    if (in_book) {
      const book::BookMoves known = settings_.book->find(position);
      in_book = std::any_of(known.moves.begin(), known.moves.end(),
                            [&](const book::BookMove& entry) { return entry.move == move.move; });
    }
    if (move.mark == Mark::None) {
      if (in_book)
        move.badge = Badge::Book;
      else if (move.forced)
        move.badge = Badge::Forced;
      else if (move.only_move || (move.engine_choice && is_sound_sacrifice(position, move)))
        move.badge = Badge::Great;
      else if (move.engine_choice)
        move.badge = Badge::Best;
    }
    position.make(move.move);
  }
}

std::optional<GameReview> Reviewer::review(const PgnGame& game, const Progress& on_progress) {
  solo_->clear();
  nodes_ = 0;
  position_nodes_ = 0;
  GameReview review;
  review.start = game.start();
  review.event = tag_or_empty(game, "Event");
  review.date = known_date(game);
  review.result = chess::to_string(game.result);
  review.players[index(Color::White)].name = tag_or_empty(game, "White");
  review.players[index(Color::Black)].name = tag_or_empty(game, "Black");

  const std::vector<Move> moves = game.main_line();
  if (const auto opening = book::opening_of(game.start(), moves)) {
    review.opening = opening->name;
    review.eco = opening->eco;
  }
  const std::vector<MoveTime> times = move_times(game);
  Position position = game.start();
  for (const Move move : moves) position.make(move);
  review.moves.resize(moves.size());

  const std::size_t all = moves.size() + 1;
  Judgement after = judge(position);
  for (std::size_t i = moves.size(); i-- > 0;) {
    if (stopped_) return std::nullopt;
    if (on_progress) on_progress(moves.size() - i, all);
    const Position after_move = position;
    position.undo();
    Judgement before = judge(position);
    MoveReview& move = review.moves[i];
    move.move = moves[i];
    move.san = chess::to_san(position, moves[i]);
    move.number = position.fullmove_number();
    move.side = position.side_to_move();
    move.phase = phase_of(position);
    move.forced = chess::count_legal_moves(position) == 1;
    move.clock = times[i].clock;
    move.spent = times[i].spent;
    // If the best move was played, use the score of the search after it, which is one ply closer to what follows.
    move.played_score = -after.score;
    move.best_score = before.score;
    move.chance_before = winning_chance(before.score, position);
    move.chance_after = winning_chance(move.played_score, after_move);
    move.best_score_text = review::score_text(before.score, position);
    move.score_text = review::score_text(after.score, after_move);
    move.white_centipawns = review::white_centipawns(after.score, after_move);
    move.white_mate = review::white_mate(after.score, after_move);
    move.answer = after.line;
    look_for_better(position, before, after, move);
    look_for_only_move(position, before, move);
    move.engine_choice = !before.finished && moves[i] == before.line.front();
    move.accuracy = accuracy_of(move.drop);
    after = std::move(before);
  }
  if (stopped_) return std::nullopt;
  if (on_progress) on_progress(all, all);
  award_badges(review);
  sum_up(review);
  review.nodes = nodes_;
  review.position_nodes = position_nodes_;
  return review;
}

std::optional<GameReview> Reviewer::review(const chess::Game& game, const Progress& on_progress) {
  PgnGame pgn(game.start());
  PgnNodeId node = PgnNodeId::Root;
  for (const Move move : game.moves()) node = pgn.add_move(node, move);
  if (const auto end = game.end()) {
    if (!end->winner) pgn.result = chess::PgnResult::Draw;
    if (end->winner == Color::White) pgn.result = chess::PgnResult::WhiteWins;
    if (end->winner == Color::Black) pgn.result = chess::PgnResult::BlackWins;
  }
  return review(pgn, on_progress);
}

}  // namespace zugwerk::review
