// Self-play by several threads: the games are those of one thread, and stopping leaves a file that can be continued.

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "base/thread.h"
#include "games/selfplay/selfplay.h"
#include "support/temporary_folder.h"

namespace zugwerk::games {
namespace {

using zugwerk::test::read_bytes;
using zugwerk::test::TemporaryFolder;

SelfplayOptions quick_options(int threads) {
  SelfplayOptions options;
  options.nodes = 30;
  options.hash_megabytes = 1;
  options.adjudication.most_plies = 40;
  options.seed = 3;
  options.games = 8;
  options.threads = threads;
  return options;
}

std::uint64_t produce(const SelfplayOptions& options, const std::string& path, const std::atomic<bool>& stop) {
  HeldGames held;
  auto writer = GameWriter::append(path, {}, held);
  EXPECT_TRUE(writer);
  const auto result = run_selfplay(options, *writer, held, stop);
  EXPECT_TRUE(result);
  return result ? result->games : 0;
}

TEST(SelfplayThreads, AnyNumberOfThreadsWritesTheSameFile) {
  const TemporaryFolder folder;
  const std::atomic<bool> stop{false};
  produce(quick_options(1), folder.file("one"), stop);
  produce(quick_options(3), folder.file("three"), stop);
  EXPECT_EQ(read_bytes(folder.file("one")), read_bytes(folder.file("three")));
}

TEST(SelfplayThreads, StopsSoonOnRequestEvenInLongSearches) {
  const TemporaryFolder folder;
  std::atomic<bool> stop{false};
  SelfplayOptions options = quick_options(2);
  options.nodes = std::uint64_t{1} << 40;
  const base::Thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    stop = true;
  });
  EXPECT_EQ(produce(options, folder.file("games"), stop), 0U);
}

}  // namespace
}  // namespace zugwerk::games
