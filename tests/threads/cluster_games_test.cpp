// Unit tests of cluster/games with several ranks in one process: all games of a match are played, each once, whatever
// becomes of the ranks.

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "arena/match/match.h"
#include "base/thread.h"
#include "cluster/games/manager.h"
#include "cluster/games/worker.h"
#include "support/fake_ranks.h"

namespace zugwerk::cluster {
namespace {

using namespace std::chrono_literals;

[[nodiscard]] arena::MatchSettings match_of_test(const std::string& arguments = "") {
  arena::MatchSettings settings;
  settings.games = 24;
  settings.pin = false;
  for (const std::string name : {"one", "two"}) {
    arena::MatchEngine engine;
    engine.engine.name = name;
    engine.engine.command = "python3 \"" ZUGWERK_SOURCE_FOLDER "/../tests/support/mock_engine.py\"" + arguments;
    engine.limits.move_time = Milliseconds(1000);
    settings.engines.push_back(engine);
  }
  return settings;
}

[[nodiscard]] base::Json description_of(const arena::MatchSettings& settings) {
  return to_json(settings, arena::OpeningList());
}

/// Ranks 1 and 2, each with a game at a time.
class Workers {
 public:
  Workers(FakeRanks& ranks, const arena::MatchSettings& settings, const std::string& version = "1") {
    for (const int rank : {1, 2})
      threads_.emplace_back([this, &ranks, &settings, version, rank] {
        Worker worker(ranks.transport(rank), version);
        worker.work(arena::place_settings(settings), {.concurrency = 1, .pin = false}, description_of(settings), stop_);
      });
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  ~Workers() { stop_ = true; }  // those that are cut off hear of nothing

 private:
  std::atomic<bool> stop_{false};
  std::vector<base::Thread> threads_;
};

/// Plays the match over three ranks; `on_game` is called after every game.
[[nodiscard]] arena::MatchResults play_match(FakeRanks& ranks, const arena::MatchSettings& settings,
                                             std::vector<std::string>& warnings,
                                             const std::function<void(std::size_t games)>& on_game = {}) {
  Manager manager(ranks.transport(0), "1", 1000ms);
  manager.expect(description_of(settings));
  const std::atomic<bool> stop{false};
  std::mutex mutex;
  arena::MatchEvents events;
  events.on_game = [&](const arena::FinishedGame&, const arena::MatchResults& results) {
    if (on_game) on_game(results.games().size());
  };
  events.on_warning = [&](const std::string& warning) {
    const std::scoped_lock lock(mutex);
    warnings.push_back(warning);
  };
  auto results = arena::run_match(settings, stop, events, &manager);
  EXPECT_TRUE(results.has_value()) << (results ? "" : results.error().message);
  return results ? *std::move(results) : arena::MatchResults();
}

void expect_all_games_once(const arena::MatchResults& results) {
  EXPECT_EQ(results.end, arena::MatchEnd::Complete) << results.error;
  std::vector<std::uint64_t> numbers;
  for (const arena::FinishedGame& game : results.games()) numbers.push_back(game.game.number);
  std::sort(numbers.begin(), numbers.end());
  std::vector<std::uint64_t> all;
  for (std::uint64_t number = 1; number <= results.planned_games(); ++number) all.push_back(number);
  EXPECT_EQ(numbers, all);
}

[[nodiscard]] bool contains(const std::vector<std::string>& warnings, const std::string& text) {
  return std::any_of(warnings.begin(), warnings.end(),
                     [&](const std::string& warning) { return warning.find(text) != std::string::npos; });
}

TEST(ClusterGames, AllRanksPlayAllGamesOnce) {
  FakeRanks ranks(3);
  const auto settings = match_of_test();
  const Workers workers(ranks, settings);
  std::vector<std::string> warnings;
  expect_all_games_once(play_match(ranks, settings, warnings));
  EXPECT_TRUE(contains(warnings, "3 of 3 ranks play, on 1 host"));
}

TEST(ClusterGames, TheGamesOfARankThatIsLostArePlayedByOthers) {
  FakeRanks ranks(3);
  const auto settings = match_of_test(" --delay 30");
  const Workers workers(ranks, settings);
  std::vector<std::string> warnings;
  const auto results = play_match(ranks, settings, warnings, [&](std::size_t games) {
    if (games == 5) ranks.cut_off(1);
  });
  expect_all_games_once(results);
  EXPECT_TRUE(contains(warnings, "is lost; 2 of 3 ranks play"));
}

TEST(ClusterGames, RankZeroFinishesAlone) {
  FakeRanks ranks(3);
  const auto settings = match_of_test(" --delay 30");
  const Workers workers(ranks, settings);
  std::vector<std::string> warnings;
  expect_all_games_once(play_match(ranks, settings, warnings, [&](std::size_t games) {
    if (games == 3) ranks.cut_off(1);
    if (games == 5) ranks.cut_off(2);
  }));
}

TEST(ClusterGames, ARankOfAnotherVersionIsSentAway) {
  FakeRanks ranks(3);
  const auto settings = match_of_test();
  const Workers workers(ranks, settings, "2");
  std::vector<std::string> warnings;
  expect_all_games_once(play_match(ranks, settings, warnings));
  EXPECT_TRUE(contains(warnings, "runs version 2 and rank 0 runs 1; it is sent away"));
}

TEST(ClusterGames, ARankWithAnotherCommandLineIsSentAway) {
  FakeRanks ranks(3);
  const auto settings = match_of_test();
  auto other = settings;
  other.engines[1].limits.move_time = Milliseconds(2000);
  const Workers workers(ranks, other);
  std::vector<std::string> warnings;
  expect_all_games_once(play_match(ranks, settings, warnings));
  EXPECT_TRUE(contains(warnings, "it was started with another command line: engines[1].movetime"));
}

TEST(ClusterGames, ARankWhoseEngineIsAnotherVersionIsSentAway) {
  FakeRanks ranks(3);
  const auto settings = match_of_test();
  const auto other = match_of_test(" --name Older");
  std::atomic<bool> stop{false};
  std::vector<base::Thread> workers;
  for (const int rank : {1, 2})
    workers.emplace_back([&, rank] {
      Worker worker(ranks.transport(rank), "1");
      // The same command line, but another program at its end.
      worker.work(arena::place_settings(other), {.concurrency = 1, .pin = false}, description_of(settings), stop);
    });
  std::vector<std::string> warnings;
  expect_all_games_once(play_match(ranks, settings, warnings));
  EXPECT_TRUE(contains(warnings, "calls itself 'Older' and not 'Mock'"));
}

}  // namespace
}  // namespace zugwerk::cluster
