// Unit tests of what networks learn from: samples equal the positions they were made from, every epoch yields each
// position once in a new order, and the memory limit affects only the speed.

#include "learning/network/training_set.h"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "chess/notation/fen.h"
#include "nnue/features.h"
#include "support/random_games.h"
#include "support/random_network.h"
#include "support/random_records.h"
#include "support/temporary_folder.h"

namespace zugwerk::learning {
namespace {

using zugwerk::test::TemporaryFolder;

TEST(TrainingSample, IsFromTheSideToMovesPointOfView) {
  const auto network = zugwerk::test::random_network(32, 8, 5);
  std::size_t seen = 0;
  zugwerk::test::for_random_positions(3, 30, 120, [&](chess::Position& position) {
    const TrainingSample sample = make_sample(position, eval::Score(37), games::GameResult::WhiteWins, 9);
    const bool white = position.side_to_move() == chess::Color::White;
    ASSERT_EQ(sample.score, white ? 37 : -37);
    ASSERT_EQ(sample.result(), white ? 1.0 : 0.0);
    ASSERT_EQ(sample.game, 9U);
    ASSERT_EQ(network->evaluate(board_of(sample), chess::Color::White), network->evaluate(position));
    ++seen;
  });
  EXPECT_GT(seen, 1000U);
}

TEST(TrainingSample, HasTheFeaturesOfTheEngine) {
  zugwerk::test::for_random_positions(4, 30, 120, [&](chess::Position& position) {
    std::array<FeatureNumber, nnue::kMostPieces> us{};
    std::array<FeatureNumber, nnue::kMostPieces> them{};
    const TrainingSample sample = make_sample(position, eval::kNoScore, games::GameResult::Draw, 0);
    ASSERT_FALSE(sample.has_score());
    const std::size_t count = write_features(sample, us.data(), them.data());
    ASSERT_EQ(count, static_cast<std::size_t>(chess::popcount(position.occupied())));
    const chess::Color mover = position.side_to_move();
    for (const chess::Color side : chess::kColors) {
      std::multiset<std::size_t> expected;
      const bool mirrored = nnue::is_mirrored(position.king(side));
      for (std::size_t square = 0; square < chess::kSquareCount; ++square)
        if (const chess::Piece piece = position.piece_on(chess::square_at(square)); piece != chess::Piece::None)
          expected.insert(nnue::feature_of(side, mirrored, piece, chess::square_at(square)));
      const auto& found = side == mover ? us : them;
      ASSERT_EQ(std::multiset<std::size_t>(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count)),
                expected);
    }
  });
}

struct SetOfGames {
  TemporaryFolder folder;
  std::vector<std::string> paths{folder.file("a.zwg"), folder.file("b.zwg")};
  TrainingSetOptions options;

  SetOfGames() {
    games::test::write_games(paths[0], games::test::random_games(120, 1), 10);
    games::test::write_games(paths[1], games::test::random_games(80, 2), 10);
    options.filter = games::PositionFilter::none();
    options.hold_out = 0.1;
    options.scratch_beside = folder.file("x");
  }
  [[nodiscard]] TrainingSet read() const {
    auto set = TrainingSet::read(paths, options, {});
    EXPECT_TRUE(set);
    return *std::move(set);
  }
};

std::vector<TrainingSample> epoch_of(TrainingSet& set, std::uint64_t seed, int epoch, std::size_t batch,
                                     std::size_t skip = 0) {
  auto order = ShuffledEpoch::begin(set, seed, epoch, skip);
  EXPECT_TRUE(order);
  std::vector<TrainingSample> all(set.size() - skip);
  for (std::size_t at = 0; at < all.size(); at += batch)
    EXPECT_TRUE(order->next(std::span(all).subspan(at, std::min(batch, all.size() - at))));
  return all;
}

std::vector<std::string> sorted_bytes(const std::vector<TrainingSample>& samples) {
  std::vector<std::string> bytes;
  for (const TrainingSample& sample : samples)
    bytes.emplace_back(reinterpret_cast<const char*>(&sample), sizeof(sample));
  std::sort(bytes.begin(), bytes.end());
  return bytes;
}

TEST(TrainingSet, HoldsOutWholeGames) {
  const SetOfGames games;
  TrainingSet set = games.read();
  std::set<std::uint32_t> out;
  for (const TrainingSample& sample : set.held_out()) out.insert(sample.game);
  std::set<std::uint32_t> in;
  for (const TrainingSample& sample : epoch_of(set, 1, 0, 100)) in.insert(sample.game);
  for (const std::uint32_t game : out) EXPECT_EQ(in.count(game), 0U);
  EXPECT_EQ(out.size(), set.held_out_games());
  EXPECT_EQ(in.size(), set.learned_games());
  EXPECT_GT(out.size(), 5U);
  EXPECT_LT(out.size(), 45U);
  EXPECT_EQ(set.size() + set.held_out().size(), set.counts().kept);
}

TEST(TrainingSet, EveryEpochIsANewOrderOfTheSamePositions) {
  const SetOfGames games;
  TrainingSet set = games.read();
  ASSERT_TRUE(set.is_in_memory());
  const auto first = epoch_of(set, 1, 0, 100);
  EXPECT_EQ(epoch_of(set, 1, 0, 77), first);
  for (const auto& other : {epoch_of(set, 1, 1, 100), epoch_of(set, 2, 0, 100)}) {
    EXPECT_NE(other, first);
    EXPECT_EQ(sorted_bytes(other), sorted_bytes(first));
  }
}

// Positions of one game must neither stay together nor stay near their old places.
TEST(TrainingSet, ShufflesTheWholeSet) {
  const SetOfGames games;
  TrainingSet set = games.read();
  const auto order = epoch_of(set, 1, 3, 1000);
  std::size_t neighbours = 0;
  double mean_of_first_half = 0;
  double mean = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i > 0 && order[i].game == order[i - 1].game) ++neighbours;
    mean += order[i].game;
    if (i < order.size() / 2) mean_of_first_half += order[i].game;
  }
  EXPECT_LT(static_cast<double>(neighbours) / static_cast<double>(order.size()), 0.02);
  mean /= static_cast<double>(order.size());
  mean_of_first_half /= static_cast<double>(order.size() / 2);
  EXPECT_NEAR(mean, mean_of_first_half, 5);
}

TEST(TrainingSet, ScratchFilesGiveTheSameOrderAsMemory) {
  SetOfGames games;
  TrainingSet in_memory = games.read();
  games.options.memory_bytes = 50'000;
  TrainingSet on_disk = games.read();
  ASSERT_FALSE(on_disk.is_in_memory());
  EXPECT_EQ(on_disk.size(), in_memory.size());
  EXPECT_EQ(on_disk.fingerprint(), in_memory.fingerprint());
  for (const int epoch : {0, 1}) EXPECT_EQ(epoch_of(on_disk, 7, epoch, 999), epoch_of(in_memory, 7, epoch, 1000));
}

TEST(TrainingSet, AnEpochCanBeginAnywhere) {
  SetOfGames games;
  for (const std::size_t memory : {std::size_t{1} << 30, std::size_t{50'000}}) {
    games.options.memory_bytes = memory;
    TrainingSet set = games.read();
    const auto whole = epoch_of(set, 7, 2, 1000);
    for (const std::size_t skip : {std::size_t{1}, std::size_t{1234}, set.size() - 1, set.size()})
      EXPECT_EQ(epoch_of(set, 7, 2, 100, skip),
                std::vector<TrainingSample>(whole.begin() + static_cast<std::ptrdiff_t>(skip), whole.end()));
  }
}

TEST(TrainingSet, FingerprintDistinguishesOtherPositions) {
  SetOfGames games;
  const std::uint64_t before = games.read().fingerprint();
  std::swap(games.paths[0], games.paths[1]);
  EXPECT_NE(games.read().fingerprint(), before);
  std::swap(games.paths[0], games.paths[1]);
  games.options.seed = 2;  // other games are held out
  EXPECT_NE(games.read().fingerprint(), before);
}

TEST(TrainingSet, FiltersAreApplied) {
  SetOfGames games;
  const std::uint64_t all = games.read().counts().kept;
  games.options.filter.largest_score = 1000;
  const TrainingSet milder = games.read();
  EXPECT_LT(milder.counts().kept, all);
  EXPECT_EQ(milder.counts().kept + milder.counts().skipped_for(games::SkipReason::Decisive), all);
  for (const TrainingSample& sample : milder.held_out())
    EXPECT_TRUE(!sample.has_score() || std::abs(sample.score) <= 1000);
}

TEST(TrainingSet, ScoresLookAheadByTheGivenHorizon) {
  SetOfGames games;
  const TrainingSet blind = games.read();
  games.options.horizon = 10;
  const TrainingSet wise = games.read();
  ASSERT_EQ(wise.held_out().size(), blind.held_out().size());
  std::size_t changed = 0;
  for (std::size_t i = 0; i < wise.held_out().size(); ++i) {
    TrainingSample sample = wise.held_out()[i];
    if (sample.score != blind.held_out()[i].score) ++changed;
    sample.score = blind.held_out()[i].score;
    EXPECT_EQ(sample, blind.held_out()[i]);  // and nothing else
  }
  EXPECT_GT(changed, wise.held_out().size() / 2);
  EXPECT_NE(wise.fingerprint(), blind.fingerprint());
}

TEST(TrainingSet, SaysWhyNoPositionsAreLeft) {
  SetOfGames games;
  games.options.filter.first_ply = 100'000;
  const auto set = TrainingSet::read(games.paths, games.options, {});
  ASSERT_FALSE(set);
  EXPECT_NE(set.error().message.find("no positions are left to learn from: 200 games"), std::string::npos);
  EXPECT_NE(set.error().message.find("left out (early)"), std::string::npos) << set.error().message;
}

TEST(TrainingSet, NamesFilesThatAreMissingForeignOrDamaged) {
  SetOfGames games;
  games.paths.push_back(games.folder.file("missing.zwg"));
  auto set = TrainingSet::read(games.paths, games.options, {});
  ASSERT_FALSE(set);
  EXPECT_NE(set.error().message.find("missing.zwg"), std::string::npos);

  zugwerk::test::write_bytes(games.paths[2], "[Event \"none of ours\"]\n\n1. e4 e5 *\n");
  set = TrainingSet::read(games.paths, games.options, {});
  ASSERT_FALSE(set);
  EXPECT_NE(set.error().message.find("missing.zwg"), std::string::npos);

  games.paths.pop_back();
  const std::size_t whole = games.read().counts().kept;
  const std::string bytes = zugwerk::test::read_bytes(games.paths[1]);
  zugwerk::test::write_bytes(games.paths[1], std::string_view(bytes).substr(0, bytes.size() - 5));
  std::vector<std::string> diagnostics;
  set = TrainingSet::read(games.paths, games.options, [&](const std::string& text) { diagnostics.push_back(text); });
  ASSERT_TRUE(set);
  EXPECT_LT(set->counts().kept, whole);
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_NE(diagnostics[0].find("b.zwg"), std::string::npos);
}

TEST(TrainingSet, NeverHoldsOutAllOfAFewGames) {
  SetOfGames games;
  games.options.hold_out = 1;
  const TrainingSet set = games.read();
  EXPECT_TRUE(set.held_out().empty());
  EXPECT_EQ(set.size(), set.counts().kept);
}

}  // namespace
}  // namespace zugwerk::learning
