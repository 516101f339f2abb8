#include "games/selfplay/selfplay_player.h"

#include <cstdlib>
#include <utility>

#include "base/format.h"
#include "chess/chess960.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "games/data/training_positions.h"

namespace zugwerk::games {

using namespace chess;

namespace {

/// Options under which this many openings in a row are refused will not do better.
constexpr int kMostOpeningTries = 1000;

[[nodiscard]] std::uint64_t seed_of_game(std::uint64_t seed, std::uint64_t number) {
  std::uint64_t state = seed;
  state = base::split_mix(state) + number;
  return base::split_mix(state);
}

}  // namespace

base::Expected<std::unique_ptr<SelfplayPlayer>> SelfplayPlayer::create(const SelfplayOptions& options) {
  auto solo = search::Solo::create(options.hash_megabytes);
  if (!solo) return tl::unexpected(solo.error());
  return std::unique_ptr<SelfplayPlayer>(new SelfplayPlayer(options, *std::move(solo)));
}

SelfplayPlayer::SelfplayPlayer(const SelfplayOptions& options, std::unique_ptr<search::Solo> solo)
    : options_(options), solo_(std::move(solo)) {
  solo_->set_network(options.network);
  limits_.soft_nodes = options.nodes;
  limits_.nodes = options.hard_nodes != 0 ? options.hard_nodes : options.nodes * SelfplayOptions::kHardPerSoft;
}

std::optional<Position> SelfplayPlayer::random_opening(base::Rng& rng) const {
  const auto below = [&](std::size_t bound) { return rng.below(static_cast<std::uint32_t>(bound)); };
  Position position;
  if (!options_.openings.empty()) {
    auto opening = unpack(options_.openings[below(options_.openings.size())]);
    if (!opening) return std::nullopt;
    position = *std::move(opening);
  } else if (options_.chess960) {
    position = chess960_start(static_cast<int>(below(kChess960Starts)));
  }
  // Both sides are to begin equally often, unless the openings themselves say who does.
  const int plies = options_.random_plies == 0 ? 0 : options_.random_plies + static_cast<int>(below(2));
  for (int ply = 0; ply < plies; ++ply) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) return std::nullopt;
    position.make(moves[below(moves.size())]);
  }
  position.forget_history();
  if (find_end(position) || find_claimable_draw(position)) return std::nullopt;
  return position;
}

base::Expected<Position> SelfplayPlayer::choose_opening(base::Rng& rng, Played& played, const std::atomic<bool>& stop) {
  for (int tries = 0; tries < kMostOpeningTries && !stop; ++tries) {
    auto opening = random_opening(rng);
    if (opening) {
      const auto found = solo_->search(*opening, limits_);
      played.nodes += found.nodes;
      if (std::abs(found.score().value()) <= options_.largest_opening_score) return *std::move(opening);
    }
    ++played.rejected_openings;
  }
  return base::failure(base::format("{} openings in a row were finished or beyond {} centipawns", kMostOpeningTries,
                                    options_.largest_opening_score));
}

base::Expected<std::optional<SelfplayPlayer::Played>> SelfplayPlayer::play(std::uint64_t number,
                                                                           const std::atomic<bool>& stop) {
  Played played;
  base::Rng rng(seed_of_game(options_.seed, number));
  solo_->clear();
  auto opening = choose_opening(rng, played, stop);
  if (stop) return std::nullopt;
  if (!opening) return tl::unexpected(opening.error());
  Position& position = *opening;
  GameRecord& game = played.game;
  game.start = pack(position);
  Adjudicator adjudicator(options_.adjudication);
  const PositionFilter usual;
  while (true) {
    auto end = find_end(position);
    if (!end) end = find_claimable_draw(position);
    if (end) {
      game.result = result_of(*end);
      game.end_cause = end_cause_of(end->reason);
      break;
    }
    if (game.plies.size() >= static_cast<std::size_t>(options_.adjudication.most_plies)) {
      game.result = GameResult::Draw;
      game.end_cause = EndCause::TooLong;
      break;
    }
    const auto found = solo_->search(position, limits_);
    if (stop) return std::nullopt;
    played.nodes += found.nodes;
    const PlyRecord ply{found.best(), as_white_sees_it(found.score(), position.side_to_move())};
    if (!reason_to_skip(usual, position, ply)) ++played.usable;
    game.plies.push_back(ply);
    if (const auto verdict = adjudicator.add(ply.score, position.ply_from_start())) {
      game.result = verdict->result;
      game.end_cause = verdict->end_cause;
      break;
    }
    position.make(ply.move);
  }
  return played;
}

}  // namespace zugwerk::games
