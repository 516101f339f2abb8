#include "games/selfplay/selfplay.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "base/clock.h"
#include "base/format.h"
#include "chess/chess960.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "games/data/training_positions.h"

namespace zugwerk::games {

using namespace chess;

namespace {

/// A frame is closed after this many nodes, the few seconds of work that a kill may cost; or this many games.
constexpr std::uint64_t kNodesPerFrame = 4'000'000;
constexpr std::uint64_t kGamesPerFrame = 64;

/// If this many openings in a row are refused, the options will never yield one.
constexpr int kMostOpeningTries = 1000;

[[nodiscard]] std::uint64_t seed_of_game(std::uint64_t seed, std::uint64_t number) {
  std::uint64_t state = seed;
  state = base::split_mix(state) + number;
  return base::split_mix(state);
}

[[nodiscard]] eval::Score white_view(eval::Score score, Color side_to_move) {
  return side_to_move == Color::White ? score : -score;
}

}  // namespace

std::optional<Adjudicator::Verdict> Adjudicator::add(eval::Score white_score, int ply) {
  const auto win = [](bool white) {
    return Verdict{white ? GameResult::WhiteWins : GameResult::BlackWins, EndCause::WinByScore};
  };
  if (white_score.is_decisive()) return win(white_score > eval::kDraw);
  opinions_.add(white_score.value());
  if (opinions_.won(rules_.win_plies, rules_.win_score)) return win(true);
  if (opinions_.lost(rules_.win_plies, rules_.win_score)) return win(false);
  const bool late_enough = ply >= rules_.draw_first_ply + rules_.draw_plies - 1;
  if (late_enough && opinions_.even(rules_.draw_plies, rules_.draw_score))
    return Verdict{GameResult::Draw, EndCause::DrawByScore};
  return std::nullopt;
}

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
  // Both sides should move first equally often, unless the openings decide it.
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
    const PlyRecord ply{found.best(), white_view(found.score(), position.side_to_move())};
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

namespace {

/// Assigns game numbers to threads and writes the games in the order of their numbers.
class Production {
 public:
  Production(const SelfplayOptions& options, GameWriter& writer, const HeldGames& held, const std::atomic<bool>& stop)
      : options_(options), writer_(writer), stop_(stop), next_(held.games), next_written_(held.games) {
    progress_.held = held;
  }

  base::Expected<SelfplayProgress> run(const SelfplayProgressHandler& on_progress) {
    std::vector<std::unique_ptr<SelfplayPlayer>> players;
    for (int i = 0; i < options_.threads; ++i) {
      auto player = SelfplayPlayer::create(options_);
      if (!player) return tl::unexpected(player.error());
      players.push_back(*std::move(player));
    }
    done_ = aim_reached();
    running_ = options_.threads;
    std::vector<std::jthread> threads;
    threads.reserve(players.size());
    for (const auto& player : players) threads.emplace_back([this, &player] { work(*player); });
    {
      constexpr std::chrono::milliseconds kBetweenLooks{100};
      std::unique_lock lock(mutex_);
      while (running_ > 0) {
        changed_.wait_for(lock, kBetweenLooks, [this] { return running_ == 0; });
        // In this order: when a search is cut short, its game must already be marked as abandoned.
        if (stop_) abandon_ = true;
        if (abandon_)
          for (const auto& player : players) player->hurry();
        update_progress();
        const SelfplayProgress now = progress_;
        lock.unlock();
        if (on_progress) on_progress(now);
        lock.lock();
      }
    }
    threads.clear();
    if (auto written = writer_.flush(); !written && !error_) error_ = written.error();
    update_progress();
    if (error_) return tl::unexpected(*error_);
    return progress_;
  }

 private:
  void work(SelfplayPlayer& player) {
    while (const auto number = take_number()) {
      auto played = player.play(*number, abandon_);
      const std::scoped_lock lock(mutex_);
      if (!played) {
        give_up(played.error());
      } else if (*played) {
        waiting_.emplace(*number, **std::move(played));
        write_waiting();
      }
    }
    const std::scoped_lock lock(mutex_);
    --running_;
    changed_.notify_all();
  }

  std::optional<std::uint64_t> take_number() {
    const std::scoped_lock lock(mutex_);
    if (stop_) abandon_ = true;
    if (done_ || abandon_ || (options_.games && next_ >= *options_.games)) return std::nullopt;
    return next_++;
  }

  /// Games that finished before an earlier one wait here for it.
  void write_waiting() {
    for (auto first = waiting_.begin(); !done_ && !error_ && first != waiting_.end() && first->first == next_written_;
         first = waiting_.erase(first)) {
      const SelfplayPlayer::Played& played = first->second;
      auto written = writer_.add(played.game);
      nodes_in_frame_ += played.nodes;
      ++games_in_frame_;
      if (written && (nodes_in_frame_ >= kNodesPerFrame || games_in_frame_ >= kGamesPerFrame)) {
        written = writer_.flush();
        nodes_in_frame_ = 0;
        games_in_frame_ = 0;
      }
      if (!written) return give_up(written.error());
      ++next_written_;
      ++progress_.games;
      progress_.plies += played.game.plies.size();
      progress_.usable += played.usable;
      progress_.nodes += played.nodes;
      progress_.rejected_openings += played.rejected_openings;
      done_ = aim_reached();
    }
    if (done_) abandon_ = true;
  }

  void give_up(const base::Error& error) {
    if (!error_) error_ = error;
    abandon_ = true;
  }

  [[nodiscard]] bool aim_reached() const {
    return (options_.games && progress_.held.games + progress_.games >= *options_.games) ||
           (options_.positions && progress_.held.plies + progress_.plies >= *options_.positions);
  }

  void update_progress() {
    progress_.seconds = stopwatch_.seconds();
    const auto share = [](std::uint64_t have, std::uint64_t want) {
      return want == 0 ? 1.0 : std::min(1.0, static_cast<double>(have) / static_cast<double>(want));
    };
    progress_.share.reset();
    if (options_.games) progress_.share = share(progress_.held.games + progress_.games, *options_.games);
    if (options_.positions)
      progress_.share =
          std::max(progress_.share.value_or(0), share(progress_.held.plies + progress_.plies, *options_.positions));
  }

  const SelfplayOptions& options_;
  GameWriter& writer_;
  const std::atomic<bool>& stop_;
  std::atomic<bool> abandon_{false};  // unfinished games are no longer needed
  const base::Stopwatch stopwatch_;

  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  int running_ = 0;
  std::uint64_t next_;
  std::uint64_t next_written_;
  std::uint64_t nodes_in_frame_ = 0;
  std::uint64_t games_in_frame_ = 0;
  std::map<std::uint64_t, SelfplayPlayer::Played> waiting_;
  bool done_ = false;
  std::optional<base::Error> error_;
  SelfplayProgress progress_;
};

}  // namespace

base::Expected<SelfplayProgress> run_selfplay(const SelfplayOptions& options, GameWriter& writer, const HeldGames& held,
                                              const std::atomic<bool>& stop,
                                              const SelfplayProgressHandler& on_progress) {
  return Production(options, writer, held, stop).run(on_progress);
}

}  // namespace zugwerk::games
