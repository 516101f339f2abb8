#include "engine/engine.h"

#include <algorithm>
#include <utility>

#include "base/rng.h"
#include "nnue/embedded.h"

namespace zugwerk::engine {

using chess::Move;

Engine::Engine(search::Events events, OnNote on_note)
    : events_(std::move(events)),
      on_note_(std::move(on_note)),
      threads_(player_events()),
      loaded_(nnue::embedded_network()) {
  settings_.network = loaded_;
}

void Engine::say(const std::vector<std::string>& notes) const {
  if (!on_note_) return;
  for (const std::string& note : notes) on_note_(note);
}

void Engine::set_lines(int count) {
  stop_and_wait();
  settings_.line_count = std::clamp(count, 1, kMostLines);
}

void Engine::set_move_overhead(search::Milliseconds overhead) {
  stop_and_wait();
  settings_.overhead = overhead;
}

void Engine::set_ponders(bool ponders) {
  stop_and_wait();
  settings_.ponders = ponders;
}

void Engine::set_analyses(bool analyses) {
  stop_and_wait();
  settings_.analyses = analyses;
}

base::Expected<void> Engine::load_tablebases(const std::string& path) {
  stop_and_wait();
  settings_.tablebases.reset();
  if (path.empty()) return {};
  auto tablebases = tablebase::Tables::open(path);
  if (!tablebases) return tl::unexpected(tablebases.error());
  settings_.tablebases = *std::move(tablebases);
  return {};
}

void Engine::set_tb_limits(int pieces, int depth, bool fifty_moves) {
  stop_and_wait();
  settings_.tb_pieces = pieces;
  settings_.tb_depth = depth;
  settings_.fifty_moves = fifty_moves;
}

void Engine::go(const search::Limits& limits) {
  stop_and_wait();
  search::Limits wanted = limits;
  bool plays_from_book = false;
  // An analysis should show what the engine thinks, not what the book says.
  if (!settings_.analyses) {
    const OpeningMove from_book = opening_.choose(position_, limits);
    say(from_book.notes);
    if (from_book.move) {
      plays_from_book = true;
      wanted = {};
      wanted.search_moves = {from_book.move};
      wanted.depth = 1;
    }
  }
  search::Settings settings = settings_;
  weighed_.clear();
  weighs_ = player_ && !settings_.analyses && !limits.infinite && !limits.mate && wanted.search_moves.empty();
  if (weighs_) {
    wanted = player_->limits(position_, std::move(wanted));
    settings.line_count = player_->line_count(position_);
  }
  settings.alone = weighs_ || plays_from_book;
  if (settings.tablebases) say(settings.tablebases->refresh());
  threads_.go(position_, wanted, settings);
}

// --- Players of a level ----------------------------------------------------------------------------------------------

void Engine::set_level(std::optional<int> elo) {
  stop_and_wait();
  limits_strength_ = elo.has_value();
  elo_ = elo.value_or(elo_);
  renew_player();
}

void Engine::limit_strength(bool limit) { set_level(limit ? std::optional(elo_) : std::nullopt); }

void Engine::set_elo(int elo) {
  stop_and_wait();
  elo_ = elo;
  renew_player();
}

void Engine::set_level_seed(std::optional<std::uint64_t> seed) {
  stop_and_wait();
  level_seed_ = seed;
  renew_player();
}

void Engine::new_game() {
  threads_.clear();
  renew_player();
}

void Engine::renew_player() {
  player_.reset();
  if (limits_strength_) player_.emplace(elo_, level_seed_.value_or(base::entropy()));
}

search::Events Engine::player_events() {
  search::Events events = events_;
  events.on_line = [this](const search::LineReport& line) {
    if (!weighs_ && events_.on_line) events_.on_line(line);
  };
  events.on_iteration = [this](const search::IterationReport& iteration) {
    if (weighs_)
      weighed_ = iteration.lines;
    else if (events_.on_iteration)
      events_.on_iteration(iteration);
  };
  if (events_.on_current_move)
    events.on_current_move = [this](const search::CurrentMoveReport& report) {
      if (!weighs_) events_.on_current_move(report);
    };
  events.on_best_move = [this](const search::BestMoveReport& best) {
    const search::BestMoveReport decided = weighs_ ? decide(best) : best;
    if (events_.on_best_move) events_.on_best_move(decided);
  };
  return events;
}

search::BestMoveReport Engine::decide(const search::BestMoveReport& best) {
  if (weighed_.empty()) return best;
  search::LineReport chosen = weighed_[player_->choose(position_, weighed_)];
  chosen.line_number = 1;
  if (events_.on_line) events_.on_line(chosen);
  return {.best = chosen.moves[0], .ponder = chosen.moves.size() > 1 ? chosen.moves[1] : Move()};
}

void Engine::set_network(std::shared_ptr<const nnue::Network> network) {
  loaded_ = std::move(network);
  choose_evaluation();
}

base::Expected<void> Engine::load_network(const std::string& path) {
  if (path.empty()) {
    set_network(nnue::embedded_network());
    return {};
  }
  auto network = nnue::Network::load(path);
  if (!network) return tl::unexpected(network.error());
  set_network(*std::move(network));
  return {};
}

void Engine::use_network(bool use) {
  use_network_ = use;
  choose_evaluation();
}

void Engine::choose_evaluation() {
  stop_and_wait();
  auto wanted = use_network_ ? loaded_ : nullptr;
  if (wanted == settings_.network) return;
  settings_.network = std::move(wanted);
  threads_.clear();  // scores of one evaluation mean nothing to another
}

void Engine::set_position(chess::Position position) {
  stop_and_wait();
  position_ = std::move(position);
}

}  // namespace zugwerk::engine
