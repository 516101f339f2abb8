// Unit tests of the trainers' threads: they synchronise at every step and do not change the result.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "learning/network/training_run.h"
#include "support/random_records.h"
#include "support/temporary_folder.h"

namespace zugwerk::learning {
namespace {

/// The result of every epoch.
std::vector<EpochLoss> train(const std::string& path, int threads) {
  TrainingOptions options;
  options.shape = {32, 1};
  options.epochs = 2;
  options.batch = 500;
  options.filter = games::PositionFilter::none();
  TrainingSetOptions how;
  how.filter = options.filter;
  how.hold_out = options.hold_out;
  how.seed = options.seed;
  auto set = TrainingSet::read({path}, how, {});
  EXPECT_TRUE(set);
  auto run = TrainingRun::resume(*set, begin_training(*set, options, {}), threads);
  EXPECT_TRUE(run);
  std::vector<EpochLoss> losses;
  while (!(*run)->is_done()) {
    const auto epoch = (*run)->step();
    EXPECT_TRUE(epoch);
    if (*epoch) losses.push_back(**epoch);
  }
  return losses;
}

TEST(TrainingThreads, LearnTheSameWithAnyNumberOfThreads) {
  const zugwerk::test::TemporaryFolder folder;
  const std::string path = folder.file("games.zwg");
  games::test::write_games(path, games::test::random_games(40, 8), 20);
  const auto alone = train(path, 1);
  EXPECT_EQ(alone.size(), 2U);
  EXPECT_EQ(train(path, 3), alone);
}

}  // namespace
}  // namespace zugwerk::learning
