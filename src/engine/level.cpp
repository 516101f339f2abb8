#include "engine/level.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/uniform.h"
#include "chess/bitboard.h"
#include "chess/see.h"
#include "eval/evaluator.h"

namespace zugwerk::engine {

using namespace chess;

namespace {

// --- Players ---------------------------------------------------------------------------------------------------------

/// Players from the weakest to the strongest. Levels in between are interpolated; nodes, lines and losses by their
/// logarithms.
constexpr std::array<LevelModel, 9> kPlayers{{
    {.nodes = 1'500, .lines = 218, .oversight = 0.22, .noise = 90, .sure_loss = 1200},
    {.nodes = 2'500, .lines = 218, .oversight = 0.15, .noise = 65, .sure_loss = 700},
    {.nodes = 4'000, .lines = 100, .oversight = 0.09, .noise = 45, .sure_loss = 420},
    {.nodes = 8'000, .lines = 24, .oversight = 0.05, .noise = 30, .sure_loss = 300},
    {.nodes = 10'000, .lines = 17, .oversight = 0.038, .noise = 25, .sure_loss = 256},
    {.nodes = 15'000, .lines = 10, .oversight = 0.02, .noise = 18, .sure_loss = 200},
    {.nodes = 30'000, .lines = 5, .oversight = 0.008, .noise = 10, .sure_loss = 120},
    {.nodes = 60'000, .lines = 3, .oversight = 0, .noise = 4, .sure_loss = 60},
    {.nodes = 150'000, .lines = 1, .oversight = 0, .noise = 1, .sure_loss = 20},
}};

/// The rating of each player (docs/levels.md says how it was measured).
constexpr std::array<double, kPlayers.size()> kRatings{400, 560, 805, 1170, 1390, 1835, 2460, 2975, 3480};

[[nodiscard]] LevelModel model_of(int elo) {
  std::size_t upper = 1;
  while (upper + 1 < kRatings.size() && elo > kRatings[upper]) ++upper;
  const LevelModel& low = kPlayers[upper - 1];
  const LevelModel& high = kPlayers[upper];
  const double share = std::clamp((elo - kRatings[upper - 1]) / (kRatings[upper] - kRatings[upper - 1]), 0.0, 1.0);
  const auto by_logarithm = [&](double a, double b) { return a * std::pow(b / a, share); };
  return {.nodes = by_logarithm(low.nodes, high.nodes),
          .lines = by_logarithm(low.lines, high.lines),
          .oversight = std::lerp(low.oversight, high.oversight, share),
          .noise = std::lerp(low.noise, high.noise, share),
          .sure_loss = by_logarithm(low.sure_loss, high.sure_loss)};
}

// --- Judgement -------------------------------------------------------------------------------------------------------

/// The least ratings that know how to mate a bare king with a queen, and with a rook.
constexpr int kKnowsQueenMate = 900;
constexpr int kKnowsRookMate = 1150;
constexpr std::uint64_t kTechniqueNodes = 5'000;

/// Factors of the chance to overlook what follows a move.
constexpr double kObvious = 0.3;  // the piece that moved is taken, or it mates at once
constexpr double kHidden = 1.5;   // a quiet reply

[[nodiscard]] double normal(base::Rng& rng) {
  const double radius = std::sqrt(-2 * std::log(1 - base::uniform(rng)));
  return radius * std::cos(2 * std::numbers::pi * base::uniform(rng));
}

/// What the move wins at first sight, in centipawns.
[[nodiscard]] int taken_by(const Position& position, Move move) {
  int gain = exchange_value(position.captured_type(move));
  if (move.is_promotion()) gain += exchange_value(move.promotion_type()) - exchange_value(PieceType::Pawn);
  return gain;
}

/// The factor of the chance to overlook what follows the first move of a line.
[[nodiscard]] double visibility_factor(const Position& position, const search::LineReport& line) {
  if (line.moves.size() < 2) return kObvious;
  Position after = position;
  after.make(line.moves[0]);
  const Move reply = line.moves[1];
  if (reply.to() == line.moves[0].to()) return kObvious;
  return after.is_capture(reply) ? 1 : kHidden;
}

/// The evaluation before any move is considered.
[[nodiscard]] int first_impression(const Position& position, const search::LineReport& best) {
  if (position.in_check()) return best.score.value();
  eval::Evaluator evaluator;
  evaluator.follow(position);
  return evaluator.evaluate(position).value();
}

}  // namespace

Level::Level(int elo, std::uint64_t seed)
    : elo_(std::clamp(elo, kLeastElo, kMostElo)), seed_(seed), model_(model_of(elo_)) {}

bool Level::knows_technique(const Position& position) const {
  const Color us = position.side_to_move();
  if (popcount(position.pieces(~us)) != 1) return false;
  if (position.pieces(us, PieceType::Queen) != 0) return elo_ >= kKnowsQueenMate;
  return elo_ >= kKnowsRookMate;
}

search::Limits Level::limits(const Position& position, search::Limits wanted) const {
  auto nodes = static_cast<std::uint64_t>(model_.nodes);
  if (knows_technique(position)) nodes = std::max(nodes, kTechniqueNodes);
  wanted.nodes = std::min(wanted.nodes.value_or(nodes), nodes);
  return wanted;
}

int Level::line_count(const Position& position) const {
  return knows_technique(position) ? 1 : static_cast<int>(std::lround(model_.lines));
}

std::size_t Level::choose(const Position& position, std::span<const search::LineReport> lines) const {
  if (knows_technique(position)) return 0;
  const search::LineReport& best = lines.front();
  const int impression = first_impression(position, best);
  std::uint64_t mixed = seed_;
  base::Rng rng(base::split_mix(mixed) ^ position.key());
  std::size_t chosen = 0;
  double highest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Move move = lines[i].moves.front();
    // Every move draws random numbers, even one that is ruled out, so that the others do not depend on it.
    const double chance = base::uniform(rng);
    const double error = model_.noise * normal(rng);
    if (best.score - lines[i].score > model_.sure_loss) continue;
    const bool overlooked = chance < model_.oversight * visibility_factor(position, lines[i]);
    const double judged = (overlooked ? impression + taken_by(position, move) : lines[i].score.value()) + error;
    if (judged > highest) {
      highest = judged;
      chosen = i;
    }
  }
  return chosen;
}

}  // namespace zugwerk::engine
