// Unit tests of arena/slots: slots that end together, and engines that are kept, restarted and given up. The engine is
// a shell script that speaks just enough UCI to get ready for a game.

#include "arena/slots/game_slots.h"

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "arena/slots/slot_engines.h"

namespace zugwerk::arena {
namespace {

const std::atomic<bool> kNeverStop{false};

/// Ends at the `last`-th ucinewgame, if that is not 0.
[[nodiscard]] EngineSettings scripted_engine(int last = 0) {
  return {"scripted",
          "sh -c 'games=0; while read word rest; do case $word in uci) echo uciok;; isready) echo readyok;; "
          "ucinewgame) games=$((games + 1)); if test $games = " +
              std::to_string(last) + "; then exit 3; fi;; quit) exit 0;; esac; done'",
          "",
          {}};
}

[[nodiscard]] UciClientSettings client_of_test(const std::atomic<bool>& stop = kNeverStop) {
  UciClientSettings client;
  client.stop = &stop;
  return client;
}

TEST(GameSlots, RunAllWorkOnAsManyThreadsAsThereAreSlots) {
  GameSlots slots;
  std::mutex mutex;
  std::set<std::thread::id> threads;
  slots.run({.concurrency = 3, .pin = false}, kNeverStop, [&](const std::vector<int>& cores) {
    EXPECT_TRUE(cores.empty());
    const std::lock_guard lock(mutex);
    threads.insert(std::this_thread::get_id());
  });
  EXPECT_EQ(threads.size(), 3U);
  EXPECT_FALSE(slots.halted());
  EXPECT_FALSE(slots.failure().has_value());
}

TEST(GameSlots, HaltWhenTheCallerStopsThem) {
  GameSlots slots;
  std::atomic<bool> stop{false};
  std::atomic<int> ended{0};
  slots.run(
      {.concurrency = 2, .pin = false}, stop,
      [&](const std::vector<int>&) {
        while (!slots.halted()) std::this_thread::yield();
        ++ended;
      },
      [&] { stop = true; });
  EXPECT_EQ(ended, 2);
  EXPECT_FALSE(slots.failure().has_value());
}

TEST(GameSlots, KeepTheFirstFailureAndHaltTheOthers) {
  GameSlots slots;
  std::atomic<int> number{0};
  slots.run({.concurrency = 2, .pin = false}, kNeverStop, [&](const std::vector<int>&) {
    if (number++ == 0) throw std::runtime_error("out of something");
    while (!slots.halted()) std::this_thread::yield();
    slots.fail(base::Error{"too late to matter"});
  });
  ASSERT_TRUE(slots.failure().has_value());
  EXPECT_EQ(slots.failure()->message, "out of something");
}

TEST(SlotEngines, KeepAnEngineForTheNextGame) {
  SlotEngines engines(client_of_test(), 1);
  std::vector<bool> started;
  const auto note = [&](UciClient&, bool just_started) -> base::Expected<void> {
    started.push_back(just_started);
    return {};
  };
  const auto first = engines.ready_for_game(7, scripted_engine(), note);
  ASSERT_TRUE(first.has_value()) << first.error().message;
  const std::int64_t process = (*first)->process_id();
  engines.keep_only(7, 8);
  const auto second = engines.ready_for_game(7, scripted_engine(), note);
  ASSERT_TRUE(second.has_value()) << second.error().message;
  EXPECT_EQ((*second)->process_id(), process);
  engines.keep_only(1, 2);
  ASSERT_TRUE(engines.ready_for_game(7, scripted_engine(), note).has_value());
  EXPECT_EQ(started, (std::vector{true, false, true}));
}

TEST(SlotEngines, RestartAnEngineThatCrashesBetweenGames) {
  std::vector<std::string> restarts;
  SlotEngines engines(client_of_test(), 3, [&](const std::string& error) { restarts.push_back(error); });
  ASSERT_TRUE(engines.ready_for_game(0, scripted_engine(2)).has_value());
  const auto again = engines.ready_for_game(0, scripted_engine(2));
  ASSERT_TRUE(again.has_value()) << again.error().message;
  EXPECT_EQ(restarts, (std::vector<std::string>{"engine 'scripted': ended before readyok: exit code 3"}));
}

TEST(SlotEngines, GiveUpOnAnEngineThatNeverGetsReady) {
  SlotEngines patient(client_of_test(), 3);
  const auto tried = patient.ready_for_game(0, scripted_engine(1));
  ASSERT_FALSE(tried.has_value());
  EXPECT_EQ(tried.error().message, "engine 'scripted': ended before readyok: exit code 3 (tried 3 times)");
  SlotEngines strict(client_of_test(), 1);
  const auto once = strict.ready_for_game(0, scripted_engine(1));
  ASSERT_FALSE(once.has_value());
  EXPECT_EQ(once.error().message, "engine 'scripted': ended before readyok: exit code 3");
}

TEST(SlotEngines, StartNothingOnceStopped) {
  const std::atomic<bool> stop{true};
  SlotEngines engines(client_of_test(stop), 3);
  EXPECT_FALSE(engines.ready_for_game(0, scripted_engine()).has_value());
}

TEST(CoresPerGame, AreTheThreadsOfOnePlayerOrOfBothIfTheyPonder) {
  const std::vector<EngineSettings> engines{{"one", "a", "", {}}, {"two", "b", "", {{"threads", "4"}}}};
  EXPECT_EQ(cores_per_game(engines, false), 4U);
  EXPECT_EQ(cores_per_game(engines, true), 8U);
  EXPECT_EQ(cores_per_game({engines.data(), 1}, false), 1U);
}

}  // namespace
}  // namespace zugwerk::arena
