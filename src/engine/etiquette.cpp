#include "engine/etiquette.h"

#include <algorithm>
#include <cstdlib>

#include "chess/dead_position.h"
#include "engine/level.h"
#include "eval/wdl.h"

namespace zugwerk::engine {

using chess::Color;
using chess::Position;

namespace {

/// An advantage up to this, in centipawns, goes unnoticed by the player.
[[nodiscard]] int blind_spot(const Player& player) {
  if (!player.elo) return 0;
  constexpr std::uint64_t kAnySeed = 0;
  return static_cast<int>(Level(*player.elo, kAnySeed).model().noise);
}

[[nodiscard]] bool is_opening(const Position& position) {
  return position.ply_from_start() < kOpeningPlies && eval::material_count(position) > kEndgameMaterial;
}

}  // namespace

bool stands_better(const Position& position, const Player& player) {
  return player.score.value() > blind_spot(player) && chess::has_mating_material(position, player.color);
}

bool accepts_draw(const Position& position, const Player& player) {
  if (!chess::has_mating_material(position, player.color)) return true;
  const bool opponent_may_claim = position.side_to_move() != player.color && chess::find_claimable_draw(position);
  if (opponent_may_claim) return true;
  return !is_opening(position) && !stands_better(position, player);
}

std::optional<chess::GameEnd> claimed_draw(const Position& position, const Player& player) {
  if (stands_better(position, player)) return std::nullopt;
  return chess::find_claimable_draw(position);
}

FlagFall flag_fall(const Position& position, Color loser, std::string_view details) {
  const std::string who(chess::name_of(loser));
  const std::string more = details.empty() ? std::string() : " (" + std::string(details) + ")";
  if (chess::has_mating_material(position, ~loser)) return {~loser, who + " loses on time" + more};
  return {std::nullopt, "draw: " + who + " has no time left" + more + ", but " + std::string(chess::name_of(~loser)) +
                            " cannot mate"};
}

void Opinions::add(std::optional<int> score) {
  if (score)
    scores_.push_back(*score);
  else
    clear();
}

template <class Predicate>
bool Opinions::lasts(int moves, Predicate predicate) const {
  return moves >= 0 && scores_.size() >= static_cast<std::size_t>(moves) &&
         std::all_of(scores_.end() - moves, scores_.end(), predicate);
}

bool Opinions::won(int moves, int score) const {
  return lasts(moves, [=](int value) { return value >= score; });
}

bool Opinions::lost(int moves, int score) const {
  return lasts(moves, [=](int value) { return value <= -score; });
}

bool Opinions::even(int moves, int score) const {
  return lasts(moves, [=](int value) { return std::abs(value) <= score; });
}

}  // namespace zugwerk::engine
