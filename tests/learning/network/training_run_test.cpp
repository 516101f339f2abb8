// Unit tests of whole runs: schedule, stopping and resuming, files of runs, and handling of bad ones.

#include "learning/network/training_run.h"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "base/checksum.h"
#include "base/little_endian.h"
#include "learning/network/quantisation.h"
#include "learning/network/training_checkpoint.h"
#include "nnue/net_file.h"
#include "support/random_records.h"
#include "support/temporary_folder.h"

namespace zugwerk::learning {
namespace {

using zugwerk::test::TemporaryFolder;

TrainingOptions quick_options() {
  TrainingOptions options;
  options.shape = {32, 8};
  options.epochs = 3;
  options.batch = 1000;
  options.warm_up = 4;
  options.horizon = 3;
  options.filter = games::PositionFilter::none();
  return options;
}

struct Games {
  TemporaryFolder folder;
  std::string path = folder.file("games.zwg");
  TrainingOptions options = quick_options();

  explicit Games(std::size_t count = 100) { games::test::write_games(path, games::test::random_games(count, 8), 20); }

  [[nodiscard]] TrainingSet read() const {
    TrainingSetOptions how;
    how.filter = options.filter;
    how.horizon = options.horizon;
    how.scale = options.scale;
    how.hold_out = options.hold_out;
    how.seed = options.seed;
    auto set = TrainingSet::read({path}, how, {});
    EXPECT_TRUE(set);
    return *std::move(set);
  }
};

TrainingState run_to(TrainingSet& set, TrainingState state, std::uint64_t step, int threads) {
  auto run = TrainingRun::resume(set, std::move(state), threads);
  EXPECT_TRUE(run);
  while ((*run)->steps() < step && !(*run)->is_done()) EXPECT_TRUE((*run)->step());
  return (*run)->state();
}

constexpr std::uint64_t kToTheEnd = UINT64_MAX;

TEST(TrainingRun, TheLearningRateWarmsUpThenDecaysAlongACosine) {
  TrainingOptions options;
  options.learning_rate = 0.01;
  options.final_rate = 0.1;
  options.warm_up = 9;
  const auto rate = [&](std::uint64_t step) { return TrainingRun::rate_of(options, step, 109); };
  EXPECT_DOUBLE_EQ(rate(0), 0.001);
  EXPECT_DOUBLE_EQ(rate(8), 0.009);
  EXPECT_DOUBLE_EQ(rate(9), 0.01);
  EXPECT_DOUBLE_EQ(rate(59), (0.01 + 0.001) / 2);
  EXPECT_NEAR(rate(108), 0.001, 1e-5);
  for (std::uint64_t step = 10; step < 109; ++step) EXPECT_LT(rate(step), rate(step - 1));
  options.warm_up = 1000;  // longer than the run
  EXPECT_LT(rate(108), 0.0011);
}

TEST(TrainingRun, AnEpochSeesEveryPositionOnceInEvenBatches) {
  const Games games;
  TrainingSet set = games.read();
  auto run = TrainingRun::resume(set, begin_training(set, games.options, {}), 1);
  ASSERT_TRUE(run);
  EXPECT_EQ((*run)->steps_of_epoch(), (set.size() + 999) / 1000);
  std::optional<EpochLoss> ended;
  while (!ended) {
    const std::uint64_t before = (*run)->positions_seen();
    auto epoch = (*run)->step();
    ASSERT_TRUE(epoch);
    ended = *epoch;
    const std::uint64_t batch = (*run)->positions_seen() - before;
    EXPECT_LE(batch, 1000U);
    EXPECT_GE(batch, set.size() / (*run)->steps_of_epoch());
  }
  EXPECT_EQ((*run)->positions_seen(), set.size());
  EXPECT_EQ(ended->epoch, 1);
  EXPECT_GT(ended->held_out.target, 0);
}

TEST(TrainingRun, ResumesFromAnyStepWithTheSameResult) {
  const Games games;
  TrainingSet set = games.read();
  const TrainingState start = begin_training(set, games.options, {games.path});
  const std::string whole = to_bytes(run_to(set, start, kToTheEnd, 1));
  for (const std::uint64_t stop : {0U, 1U, 5U, 7U}) {
    const TrainingState half = run_to(set, start, stop, 2);
    const auto read_back = parse_training_state(to_bytes(half), "half");
    ASSERT_TRUE(read_back) << read_back.error().message;
    ASSERT_EQ(*read_back, half);
    TrainingSet again = games.read();
    EXPECT_EQ(to_bytes(run_to(again, *read_back, kToTheEnd, 3)), whole) << "stopped after step " << stop;
  }
}

TEST(TrainingRun, TheSeedDecides) {
  Games games;
  TrainingSet set = games.read();
  const TrainingState one = run_to(set, begin_training(set, games.options, {}), 2, 1);
  EXPECT_EQ(run_to(set, begin_training(set, games.options, {}), 2, 1), one);
  games.options.seed = 2;
  EXPECT_NE(run_to(set, begin_training(set, games.options, {}), 2, 1).learning, one.learning);
}

TEST(TrainingRun, StartsFromTheNetworkOfAnEarlierRun) {
  const Games games;
  TrainingSet set = games.read();
  const TrainingState earlier = run_to(set, begin_training(set, games.options, {}), kToTheEnd, 1);
  TrainingOptions other = games.options;
  other.shape = {64, 1};
  other.learning_rate = 1e-6;
  const TrainingState state = begin_training(set, other, {}, earlier.best);
  EXPECT_EQ(state.options.shape, games.options.shape);
  EXPECT_EQ(state.options.start, nnue::name_of(nnue::hash_of(earlier.best.quantised())));
  EXPECT_EQ(state.learning.network, earlier.best);
  const TrainingState later = run_to(set, state, kToTheEnd, 1);
  const double best = earlier.history[static_cast<std::size_t>(earlier.best_epoch) - 1].held_out.target;
  EXPECT_NEAR(later.history.front().held_out.target, best, 1e-4);
  const auto read = parse_training_state(to_bytes(later), "run");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->options, later.options);
}

TEST(TrainingRun, KeepsTheNetworkWithTheLowestHeldOutLoss) {
  Games games(40);
  games.options.epochs = 12;
  games.options.learning_rate = 0.02;  // enough to memorise random scores
  TrainingSet set = games.read();
  const TrainingState end = run_to(set, begin_training(set, games.options, {}), kToTheEnd, 2);
  ASSERT_EQ(end.history.size(), 12U);
  ASSERT_GE(end.best_epoch, 1);
  const auto& best = end.history[static_cast<std::size_t>(end.best_epoch) - 1];
  for (const EpochLoss& loss : end.history) EXPECT_GE(loss.held_out.target, best.held_out.target);
  EXPECT_LT(end.history.back().loss, end.history.front().loss * 0.9);
  NetworkTrainer judge(LearningState(end.best), TrainingTarget(games.options.lambda, games.options.scale),
                       Judged::Rounded, 1);
  EXPECT_DOUBLE_EQ(judge.measure(set.held_out()).target, best.held_out.target);
}

TEST(TrainingRun, WithoutHeldOutGamesTheLastNetworkIsTheBest) {
  Games games(10);
  games.options.hold_out = 0;
  TrainingSet set = games.read();
  const TrainingState end = run_to(set, begin_training(set, games.options, {}), kToTheEnd, 1);
  EXPECT_EQ(end.best_epoch, 3);
  EXPECT_EQ(end.best, end.learning.network);
}

TEST(TrainingRun, RefusesOtherPositions) {
  Games games;
  TrainingSet set = games.read();
  const TrainingState state = begin_training(set, games.options, {});
  games.options.filter.first_ply = 30;
  TrainingSet other = games.read();
  const auto run = TrainingRun::resume(other, state, 1);
  ASSERT_FALSE(run);
  EXPECT_NE(run.error().message.find("other positions"), std::string::npos);
}

TEST(TrainingCheckpoint, RefusesForeignAndDamagedFiles) {
  Games games(10);
  games.options.batch = 50;
  TrainingSet set = games.read();
  const std::string good = to_bytes(run_to(set, begin_training(set, games.options, {games.path}), 1, 1));
  ASSERT_TRUE(parse_training_state(good, "file"));
  const auto refused = [](const std::string& bytes) {
    const auto state = parse_training_state(bytes, "file");
    return state ? std::string("accepted") : state.error().message;
  };
  const auto sealed = [](std::string bytes) {
    bytes.resize(bytes.size() - sizeof(std::uint64_t));
    base::append_little_endian(bytes, base::checksum(bytes));
    return bytes;
  };
  const auto replaced = [&](const std::string& old, const std::string& by) {
    std::string bytes = good;
    const std::size_t at = bytes.find(old);
    EXPECT_NE(at, std::string::npos) << old;
    bytes.replace(at, old.size(), by);
    return sealed(bytes);
  };
  EXPECT_NE(refused("").find("file: not a run of training"), std::string::npos);
  EXPECT_NE(refused("ZUGNET and more").find("file: not a run of training"), std::string::npos);
  EXPECT_NE(refused(good.substr(0, 12)).find("truncated"), std::string::npos);
  EXPECT_NE(refused(good.substr(0, good.size() - 9)).find("truncated"), std::string::npos);
  std::string flipped = good;
  flipped[flipped.size() / 2] = static_cast<char>(flipped[flipped.size() / 2] ^ 1);
  EXPECT_NE(refused(flipped).find("checksum"), std::string::npos);
  std::string later = good;
  later[8] = 9;
  EXPECT_NE(refused(later).find("version 9"), std::string::npos);
  EXPECT_NE(refused(replaced("\"width\": 32", "\"width\": 64")).find("bytes of parameters"), std::string::npos);
  EXPECT_NE(refused(replaced("\"width\": 32", "\"width\": 33")).find("width 33"), std::string::npos);
  EXPECT_NE(refused(replaced("\"batch\"", "\"botch\"")).find("'batch' is missing"), std::string::npos);
  EXPECT_NE(refused(replaced("\"best_epoch\": 0", "\"best_epoch\": 7")).find("best_epoch"), std::string::npos);
  EXPECT_NE(refused(replaced("\"skip_in_check\": false", "\"skip_in_check\": 12345")).find("neither true nor false"),
            std::string::npos);
  std::string not_a_number = good;
  for (std::size_t i = 0; i < sizeof(float); ++i) not_a_number[not_a_number.size() - 9 - i] = static_cast<char>(0xFF);
  EXPECT_NE(refused(sealed(not_a_number)).find("not a number"), std::string::npos);
}

TEST(Quantisation, OfATrainedNetworkIsSmall) {
  const Games games(30);
  TrainingSet set = games.read();
  const TrainingState end = run_to(set, begin_training(set, games.options, {}), kToTheEnd, 1);
  const nnue::Network network(end.best.quantised());
  const TrainingTarget target(games.options.lambda, games.options.scale);
  const QuantisationError error = compare(end.best, network, set.held_out(), target);
  EXPECT_EQ(error.positions, set.held_out().size());
  EXPECT_GT(error.mean_difference, 0);
  EXPECT_LT(error.mean_difference, 10);
  EXPECT_LE(error.mean_difference, error.largest_difference);
  EXPECT_NEAR(error.float_loss, error.quantised_loss, 0.001);
  EXPECT_NEAR(error.quantised_loss, end.history[static_cast<std::size_t>(end.best_epoch) - 1].held_out.target, 1e-4);
}

TEST(TrainingCurves, ShowBothLosses) {
  const std::string svg = draw_losses({{1, 0.2, {0.21, 0, 0}, 0.1}, {2, 0.1, {0.15, 0, 0}, 0.1}});
  EXPECT_NE(svg.find("learned"), std::string::npos);
  EXPECT_NE(svg.find("held out"), std::string::npos);
}

}  // namespace
}  // namespace zugwerk::learning
