// Unit tests of the threads of a review: games in parallel give the same result as one after the other.

#include <atomic>
#include <string>

#include <gtest/gtest.h>

#include "review/review_run.h"
#include "support/temporary_folder.h"

namespace zugwerk::review {
namespace {

TEST(ReviewThreads, ReviewSeveralGamesAtATime) {
  const test::TemporaryFolder folder;
  const std::string games = folder.file("games.pgn");
  std::string text;
  for (const std::string moves : {"1. e4 e5 2. Qh5 Nf6 3. Qxe5+ Be7 1-0", "1. f3 e5 2. g4 Qh4# 0-1", "1. d4 d5 2. c4 *",
                                  "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0"})
    text.append("[White \"One\"]\n\n").append(moves).append("\n\n");
  test::write_bytes(games, text);

  const auto review = [&](int threads, const std::string& pgn) {
    RunSettings settings;
    settings.review.limits.nodes = 200;
    settings.review.hash_megabytes = 1;
    settings.files = {games};
    settings.threads = threads;
    settings.output.pgn = pgn;
    const std::atomic<bool> stop{false};
    std::size_t told = 0;  // only ever changed by one call at a time
    RunEvents events;
    events.on_game = [&](std::size_t, const std::string&) { ++told; };
    events.on_progress = [&](const RunProgress& progress) { EXPECT_LE(progress.games, 4U); };
    const auto totals = run_reviews(settings, stop, events);
    ASSERT_TRUE(totals) << totals.error().message;
    EXPECT_EQ(totals->games, 4U);
    EXPECT_EQ(totals->broken, 0U);
    EXPECT_EQ(told, 4U);
  };
  review(1, folder.file("one.pgn"));
  review(2, folder.file("two.pgn"));
  EXPECT_EQ(test::read_bytes(folder.file("two.pgn")), test::read_bytes(folder.file("one.pgn")));
}

}  // namespace
}  // namespace zugwerk::review
