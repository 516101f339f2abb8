#include "games/selfplay/selfplay.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/thread.h"

namespace zugwerk::games {

namespace {

/// Hands out numbers of games to threads and writes the games in the order of their numbers.
class Production {
 public:
  Production(const SelfplayOptions& options, GameWriter& writer, const HeldGames& held, const std::atomic<bool>& stop)
      : options_(options),
        writer_(writer),
        stop_(stop),
        next_(held.games),
        next_written_(held.games),
        frames_(options.nodes) {
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
    std::vector<base::Thread> threads;
    threads.reserve(players.size());
    for (const auto& player : players) threads.emplace_back([this, &player] { work(*player); });
    {
      constexpr base::Milliseconds kBetweenLooks{100};
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
      auto played = player.play(options_.shard.piece(*number), abandon_);
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
      if (written && frames_.closes_after(played.game)) written = writer_.flush();
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
  SelfplayFrames frames_;
  std::map<std::uint64_t, SelfplayPlayer::Played> waiting_;
  bool done_ = false;
  std::optional<base::Error> error_;
  SelfplayProgress progress_;
};

}  // namespace

bool SelfplayFrames::closes_after(const GameRecord& game) {
  // The few seconds of work that a kill may cost.
  constexpr std::uint64_t kNodesPerFrame = 4'000'000;
  constexpr std::uint64_t kGamesPerFrame = 64;
  plies_ += game.plies.size();
  ++games_;
  if (plies_ * nodes_ < kNodesPerFrame && games_ < kGamesPerFrame) return false;
  plies_ = 0;
  games_ = 0;
  return true;
}

base::Expected<SelfplayProgress> run_selfplay(const SelfplayOptions& options, GameWriter& writer, const HeldGames& held,
                                              const std::atomic<bool>& stop,
                                              const SelfplayProgressHandler& on_progress) {
  return Production(options, writer, held, stop).run(on_progress);
}

}  // namespace zugwerk::games
