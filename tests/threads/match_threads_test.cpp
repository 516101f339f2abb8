// Unit tests of the threads of a match: games in parallel, counted one at a time.

#include <atomic>
#include <string>

#include <gtest/gtest.h>

#include "arena/match/match.h"

namespace zugwerk::arena {
namespace {

TEST(MatchThreads, PlaySeveralGamesAtATime) {
  MatchSettings settings;
  settings.games = 12;
  settings.concurrency = 3;
  settings.pin = false;
  for (const std::string name : {"one", "two"}) {
    MatchEngine engine;
    engine.engine.name = name;
    engine.engine.command = "python3 \"" ZUGWERK_SOURCE_FOLDER "/../tests/support/mock_engine.py\"";
    engine.limits.move_time = Milliseconds(1000);
    settings.engines.push_back(engine);
  }
  const std::atomic<bool> stop{false};
  int told = 0;  // only ever changed by one call at a time
  MatchEvents events;
  events.on_game = [&](const FinishedGame&, const MatchResults&) { ++told; };
  const auto results = run_match(settings, stop, events);
  ASSERT_TRUE(results) << results.error().message;
  EXPECT_EQ(results->end, MatchEnd::Complete) << results->error;
  EXPECT_EQ(results->games().size(), 12U);
  EXPECT_EQ(told, 12);
}

}  // namespace
}  // namespace zugwerk::arena
