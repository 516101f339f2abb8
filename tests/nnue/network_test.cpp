// Unit and property tests of nnue/network.h, nnue/accumulator.h and nnue/explain.h: the evaluation follows the formula,
// however the position was reached and whichever instruction set computes it.

#include "nnue/network.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "nnue/accumulator.h"
#include "nnue/embedded.h"
#include "nnue/explain.h"
#include "nnue/features.h"
#include "support/positions.h"
#include "support/random_games.h"
#include "support/random_network.h"
#include "support/temporary_folder.h"

namespace zugwerk::nnue {
namespace {

using namespace chess;
using test::for_random_positions;
using test::position_of;
using test::random_network;

#if defined(NDEBUG)
constexpr int kGames = 900;
#else
constexpr int kGames = 45;  // under sanitizers and assertions
#endif

/// The definition, written down without any of the tricks.
int by_definition(const Weights& weights, const Position& position) {
  const auto half = [&](Color side, std::size_t offset, std::size_t bucket) {
    std::int64_t sum = 0;
    for (std::size_t neuron = 0; neuron < weights.width; ++neuron) {
      std::int64_t value = weights.feature_biases[neuron];
      for (std::size_t square = 0; square < kSquareCount; ++square) {
        const Piece piece = position.piece_on(square_at(square));
        if (piece == Piece::None) continue;
        const std::size_t feature = feature_of(side, is_mirrored(position.king(side)), piece, square_at(square));
        value += weights.feature_weights[feature * weights.width + neuron];
      }
      value = std::clamp<std::int64_t>(value, 0, kActivationScale);
      sum += value * value * weights.output_weights[(2 * bucket + offset) * weights.width + neuron];
    }
    return sum;
  };
  const Color us = position.side_to_move();
  const std::size_t bucket = bucket_of(static_cast<std::size_t>(popcount(position.occupied())), weights.buckets);
  const std::int64_t sum = half(us, 0, bucket) + half(~us, 1, bucket);
  const std::int64_t output = sum / kActivationScale + weights.output_biases[bucket];
  return static_cast<int>(output * kCentipawnScale / (kActivationScale * kOutputScale));
}

TEST(Properties, TheNetworkMatchesItsDefinition) {
  for (const std::size_t width : {32U, 96U}) {
    const auto network = random_network(width, 8, 41);
    int largest = 0;
    for_random_positions(42, kGames / 15, 150, [&](Position& position) {
      const int value = network->evaluate(position);
      ASSERT_EQ(value, by_definition(network->weights(), position)) << to_fen(position);
      largest = std::max(largest, std::abs(value));
    });
    EXPECT_GT(largest, 50) << "a constant network proves nothing";
  }
}

TEST(Properties, TheNetworkIsColourSymmetric) {
  const auto network = random_network(64, 8, 43);
  for_random_positions(44, kGames / 9, 150, [&](Position& position) {
    ASSERT_EQ(network->evaluate(position), network->evaluate(position.color_flipped())) << to_fen(position);
  });
}

TEST(Properties, TheNetworkIsTheSameForAMirroredBoard) {
  const auto network = random_network(64, 8, 45);
  for_random_positions(46, kGames / 9, 150, [&](Position& position) {
    const Network::Board board = position.setup().board;
    Network::Board mirrored = board;
    for (std::size_t square = 0; square < kSquareCount; ++square) mirrored[square ^ 7] = board[square];
    ASSERT_EQ(network->evaluate(board, position.side_to_move()), network->evaluate(mirrored, position.side_to_move()))
        << to_fen(position);
  });
}

TEST(Properties, EveryKernelEvaluatesAlike) {
  std::vector<std::shared_ptr<const Network>> networks;
  for (const Kernels* kernels : runnable_kernels()) networks.push_back(random_network(160, 8, 47, *kernels));
  for_random_positions(48, kGames / 5, 150, [&](Position& position) {
    const int expected = networks.front()->evaluate(position);
    for (const auto& network : networks)
      ASSERT_EQ(network->evaluate(position), expected) << network->kernels().name << ' ' << to_fen(position);
  });
}

/// Walks through trees of random moves as a search does: evaluates here and there, passes, takes back.
class Walk {
 public:
  Walk(const Network& network, AccumulatorStack& accumulators, std::uint64_t seed)
      : network_(network), accumulators_(accumulators), rng_(seed) {}

  void from(Position& position, int depth) {
    accumulators_.follow(position);
    visit(position, depth);
  }
  [[nodiscard]] long evaluations() const { return evaluations_; }
  [[nodiscard]] long castlings() const { return castlings_; }

 private:
  void visit(Position& position, int depth) {
    // Not every node is evaluated, so that several moves wait to be added up.
    if (rng_.below(3) != 0) compare(position);
    if (depth == 0) return;
    if (!position.in_check() && rng_.below(8) == 0) {
      position.make_null();
      visit(position, depth - 1);
      position.undo_null();
    }
    const MoveList moves = legal_moves(position);
    constexpr std::uint32_t kBranches = 2;
    for (std::uint32_t branch = 0; branch < kBranches && !moves.empty(); ++branch) {
      Move move = moves[rng_.below(static_cast<std::uint32_t>(moves.size()))];
      for (const Move candidate : moves)
        if (candidate.is_castling()) move = candidate;  // rare enough otherwise
      castlings_ += move.is_castling() ? 1 : 0;
      accumulators_.before_move(position, move);
      position.make(move);
      visit(position, depth - 1);
      position.undo();
      accumulators_.after_undo();
      if (testing::Test::HasFatalFailure()) return;
    }
    if (rng_.below(4) == 0) compare(position);
  }

  void compare(const Position& position) {
    ++evaluations_;
    ASSERT_EQ(accumulators_.evaluate(position), network_.evaluate(position)) << to_fen(position);
  }

  const Network& network_;
  AccumulatorStack& accumulators_;
  base::Rng rng_;
  long evaluations_ = 0;
  long castlings_ = 0;
};

class EveryKernelOf : public testing::TestWithParam<const Kernels*> {};

// Standard chess, Chess960 and double Chess960 in turn.
TEST_P(EveryKernelOf, IncrementalEvaluationEqualsFreshEvaluation) {
  const auto network = random_network(64, 8, 51, *GetParam());
  AccumulatorStack accumulators(network);
  Walk walk(*network, accumulators, 52);
  const auto games = kGames / static_cast<int>(runnable_kernels().size());
  int ply = 0;
  for_random_positions(53, games, 120, [&](Position& position) {
    if (++ply % 3 == 0) walk.from(position, 5);
  });
#if defined(NDEBUG)
  EXPECT_GT(walk.evaluations(), 100'000);
  EXPECT_GT(walk.castlings(), 3'000);
#endif
}

INSTANTIATE_TEST_SUITE_P(Processor, EveryKernelOf,
                         testing::ValuesIn(runnable_kernels().begin(), runnable_kernels().end()),
                         [](const auto& tested) { return std::string(tested.param->name); });

TEST(Accumulators, FollowMovesOfEveryKind) {
  struct Case {
    const char* fen;
    const char* move;
  };
  const auto network = random_network(32, 8, 54);
  for (const auto& [fen, text] : {
           Case{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1"},  // the king stays on its half
           Case{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1a1"},  // and leaves it
           Case{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8a8"},
           Case{"1k6/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"},  // king and rook change places
           Case{"6k1/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1"},  // the king does not move at all
           Case{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1"},
           Case{"4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2"},  // across the middle, with a capture
           Case{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6"},
           Case{"3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n"},
           Case{"4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8q"},
       }) {
    Position position = position_of(fen);
    AccumulatorStack accumulators(network);
    accumulators.follow(position);
    const auto move = parse_coordinate_move(position, text);
    ASSERT_TRUE(move) << fen << ' ' << text;
    accumulators.before_move(position, *move);
    position.make(*move);
    EXPECT_EQ(accumulators.evaluate(position), network->evaluate(position)) << fen << ' ' << text;
    position.undo();
    accumulators.after_undo();
    EXPECT_EQ(accumulators.evaluate(position), network->evaluate(position)) << fen << ' ' << text << " taken back";
  }
}

TEST(Accumulators, FollowGamesOfAnyLength) {
  const auto network = random_network(32, 1, 55);
  AccumulatorStack accumulators(network);
  Position position;
  accumulators.follow(position);
  constexpr int kRounds = 300;
  for (int round = 0; round < kRounds; ++round)
    for (const char* text : {"g1f3", "g8f6", "f3g1", "f6g8"}) {
      const Move move = *parse_coordinate_move(position, text);
      accumulators.before_move(position, move);
      position.make(move);
    }
  EXPECT_EQ(accumulators.evaluate(position), network->evaluate(position));
  for (int i = 0; i < 4 * kRounds - 1; ++i) {
    position.undo();
    accumulators.after_undo();
  }
  EXPECT_EQ(accumulators.evaluate(position), network->evaluate(position));
}

TEST(Network, TheLargestWeightsDoNotOverflow) {
  Weights weights(128, 1);
  for (auto& weight : weights.feature_weights) weight = 1000;
  for (auto& bias : weights.feature_biases) bias = 767;
  for (auto& weight : weights.output_weights) weight = kMostOutputWeight;
  for (auto& bias : weights.output_biases) bias = INT32_MAX;
  ASSERT_TRUE(check(weights));
  for (const Kernels* kernels : runnable_kernels()) {
    const Network network(weights, *kernels);
    EXPECT_EQ(network.evaluate(Position()), by_definition(weights, Position())) << kernels->name;
  }
}

TEST(Network, LoadsFromAFile) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("some.zugnet");
  ASSERT_TRUE(write_network_file(path, test::random_weights(32, 8, 56)));
  const auto network = Network::load(path);
  ASSERT_TRUE(network) << network.error().message;
  EXPECT_EQ((*network)->evaluate(Position()), random_network(32, 8, 56)->evaluate(Position()));
  const auto missing = Network::load(folder.file("missing.zugnet"));
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("missing.zugnet"), std::string::npos);
}

TEST(Network, TheEmbeddedNetworkIsShared) { EXPECT_EQ(embedded_network(), embedded_network()); }

TEST(Explanation, SaysWhatEachPieceIsWorthToItsOwner) {
  // One neuron that counts pieces: a knight of either side is worth the same to its owner.
  Weights weights(32, 1);
  for (std::size_t square = 0; square < kSquareCount; ++square)
    weights.feature_weights[(index(PieceType::Knight) * kSquareCount + square) * 32] = 100;
  weights.output_weights[0] = 64;
  weights.output_weights[32] = -64;
  const std::string text = explain(Network(weights), position_of("4k1n1/8/8/8/8/8/8/1N2K3 w - - 0 1"));
  // (100 / 255) squared times 400 centipawns.
  const std::size_t first = text.find("+0.61");
  ASSERT_NE(first, std::string::npos) << text;
  EXPECT_NE(text.find("+0.61", first + 1), std::string::npos) << text;
  EXPECT_NE(text.find("Total: +0.00 pawns for White"), std::string::npos) << text;
}

TEST(Explanation, DescribesShapeAndRanges) {
  const Weights weights = test::random_weights(96, 8, 57);
  const std::string text = describe(weights);
  for (const std::string& word : {std::string("(768 -> 96) x 2 -> 1"), std::string("output buckets: 8"),
                                  name_of(hash_of(weights)), base::to_hex(hash_of(weights))})
    EXPECT_NE(text.find(word), std::string::npos) << word << '\n' << text;
}

}  // namespace
}  // namespace zugwerk::nnue
