// Unit and property tests of eval/evaluator.h with a network: it follows a search, and what it shares with the
// classical evaluation is the same.

#include <cstdint>
#include <memory>

#include <gtest/gtest.h>

#include "chess/movegen.h"
#include "chess/notation/fen.h"
#include "eval/evaluator.h"
#include "eval/fifty_moves.h"
#include "support/positions.h"
#include "support/random_games.h"
#include "support/random_network.h"

namespace zugwerk::eval {
namespace {

using chess::Position;
using test::position_of;

Score value_of(Evaluator& evaluator, const Position& position) {
  evaluator.follow(position);
  return evaluator.evaluate(position);
}

TEST(NetworkEvaluator, GivesTheNetworksValueToTheSideToMove) {
  const auto network = test::random_network(64, 8, 61);
  Evaluator evaluator(network);
  for (const char* fen :
       {chess::kStartFen.data(), "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 3"}) {
    const Position position = position_of(fen);
    EXPECT_EQ(value_of(evaluator, position).value(), network->evaluate(position)) << fen;
  }
}

TEST(Properties, AnIncrementalEvaluatorEqualsAFreshOne) {
  const auto network = test::random_network(32, 8, 62);
  Evaluator following(network);
  Evaluator fresh(network);
  test::for_random_positions(63, 60, 200, [&](Position& position) {
    following.follow(position);
    const chess::MoveList moves = chess::legal_moves(position);
    for (std::size_t i = 0; i < moves.size(); i += 3) {
      following.before_move(position, moves[i]);
      position.make(moves[i]);
      ASSERT_EQ(following.evaluate(position), value_of(fresh, position)) << chess::to_fen(position);
      position.undo();
      following.after_undo();
    }
  });
}

TEST(NetworkEvaluator, ConsultsKnownEndgamesFirst) {
  Evaluator network(test::random_network(32, 8, 64));
  Evaluator classical;
  for (const char* fen : {
           "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1",     // king and pawn
           "8/8/8/4k3/8/4K3/4P3/8 b - - 0 1",     //
           "8/8/8/4k3/8/4K3/3NB3/8 b - - 30 60",  // bishop and knight, fading
           "8/8/8/4k3/8/4K3/3NN3/8 w - - 0 1",    // two knights
           "7k/7P/8/8/8/3BK3/8/8 w - - 0 1",      // the wrong bishop
           "8/8/8/8/4k3/8/4p3/K6R w - - 0 1",     // rook against pawn
       })
    EXPECT_EQ(value_of(network, position_of(fen)), classical.evaluate(position_of(fen))) << fen;
}

TEST(NetworkEvaluator, FadesAsTheFiftyMoveRuleDrawsNear) {
  const auto network = test::random_network(32, 8, 65);
  Evaluator evaluator(network);
  const char* const boards = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - ";
  for (const int clock : {0, 20, 60, 99}) {
    const Position position = position_of(boards + std::to_string(clock) + " 60");
    EXPECT_EQ(value_of(evaluator, position).value(), faded(network->evaluate(position), clock)) << clock;
  }
}

TEST(NetworkEvaluator, NeverClaimsAProvenResult) {
  nnue::Weights weights(32, 1);
  for (const std::int32_t bias : {INT32_MAX, INT32_MIN}) {
    weights.output_biases[0] = bias;
    Evaluator evaluator(std::make_shared<const nnue::Network>(weights));
    const Score value = value_of(evaluator, Position());
    EXPECT_FALSE(value.is_decisive());
    EXPECT_EQ(value.value() > 0, bias > 0);
  }
}

TEST(NetworkEvaluator, CanBeChangedAndMoved) {
  const Position position;
  const auto network = test::random_network(32, 1, 66);
  Evaluator evaluator;
  const Score classical = evaluator.evaluate(position);
  evaluator.set_network(network);
  EXPECT_EQ(value_of(evaluator, position).value(), network->evaluate(position));
  Evaluator moved = std::move(evaluator);
  EXPECT_EQ(moved.evaluate(position).value(), network->evaluate(position));
  moved.set_network(nullptr);
  EXPECT_EQ(value_of(moved, position), classical);
}

}  // namespace
}  // namespace zugwerk::eval
