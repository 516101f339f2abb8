// Unit tests of engine/level.h: what players of a level see and overlook, and that a seed makes them reproducible.

#include "engine/level.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "chess/game.h"
#include "chess/movegen.h"
#include "chess/notation/fen.h"
#include "search/solo.h"
#include "support/recorder.h"

namespace zugwerk::engine {
namespace {

using namespace chess;
using search::Limits;
using test::Recorder;

// Middlegames with many ways to go wrong.
constexpr std::array<std::string_view, 8> kMiddlegames{
    "r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P1B2/2P1PN2/PP1N1PPP/R2QKB1R b KQkq - 2 6",
    "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/1BN2N2/PP2QPPP/R1BR2K1 b - - 3 13",
    "r1bq1rk1/pp2bppp/2n2n2/3p4/3N4/2N1B1P1/PP2PPBP/R2Q1RK1 w - - 4 11",
    "2rq1rk1/pb1nbppp/1p2pn2/3p4/2PP4/1P1BPN2/PB1N1PPP/2RQ1RK1 w - - 2 12",
    "r1b2rk1/2q1bppp/p1np1n2/1p2p3/4P3/1NP1BN1P/PPB2PP1/R2QR1K1 w - - 0 15",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r2qkb1r/1b1n1ppp/p2ppn2/1p6/3NP3/1BN5/PPP1QPPP/R1B2RK1 w kq - 2 10",
    "2kr3r/ppq2ppp/2p1pn2/8/2PP4/4BN2/PP2QPPP/R4RK1 b - - 0 15",
};

Limits clock_of(int milliseconds) {
  Limits limits;
  for (auto& clock : limits.clocks) clock.remaining = search::Milliseconds(milliseconds);
  return limits;
}

Move move_at(Recorder& recorder, const Position& position, int elo, std::uint64_t seed) {
  recorder.engine.set_level(elo);
  recorder.engine.set_level_seed(seed);
  recorder.engine.clear_hash();
  recorder.engine.set_position(position);
  recorder.search(clock_of(600'000));
  return recorder.best_moves.back().best;
}

/// Centipawns lost against the best move, by a separate search; mates count as ten pawns.
int loss_of(search::Solo& judge, const Position& position, Move move) {
  const auto score = [&](std::vector<Move> moves) {
    constexpr std::uint64_t kNodes = 20'000;
    Limits limits;
    limits.nodes = kNodes;
    limits.search_moves = std::move(moves);
    judge.clear();
    return std::clamp(judge.search(position, limits).score().value(), -1000, 1000);
  };
  return std::max(score({}) - score({move}), 0);
}

TEST(Levels, StrongerPlayersSearchMoreAndErrLess) {
  for (int elo = Level::kLeastElo; elo < Level::kMostElo; elo += 50) {
    const LevelModel weaker = Level(elo, 1).model();
    const LevelModel better = Level(elo + 50, 1).model();
    EXPECT_GT(better.nodes, weaker.nodes) << elo;
    EXPECT_LE(better.lines, weaker.lines) << elo;
    EXPECT_LE(better.oversight, weaker.oversight) << elo;
    EXPECT_LT(better.noise, weaker.noise) << elo;
    EXPECT_LT(better.sure_loss, weaker.sure_loss) << elo;
  }
  EXPECT_EQ(Level(1, 1).elo(), Level::kLeastElo);
  EXPECT_EQ(Level(9999, 1).elo(), Level::kMostElo);
}

TEST(Levels, TheSameSeedRepeatsTheGameAndOthersVaryIt) {
  Recorder recorder;
  std::set<std::string> first_moves;
  constexpr std::uint64_t kSeeds = 20;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const Move move = move_at(recorder, Position(), 1500, seed);
    EXPECT_EQ(move_at(recorder, Position(), 1500, seed), move) << seed;
    first_moves.insert(to_coordinates(move));
  }
  EXPECT_GE(first_moves.size(), 3U);
}

TEST(Levels, ShowTheLineThatIsPlayedAndNoOther) {
  Recorder recorder;
  const Move move = move_at(recorder, Position(), 1000, 3);
  ASSERT_EQ(recorder.lines.size(), 1U);
  EXPECT_EQ(recorder.lines.front().moves.front(), move);
  EXPECT_EQ(recorder.lines.front().line_number, 1);
}

TEST(Levels, MistakesFitTheLevel) {
#if !defined(NDEBUG)
  GTEST_SKIP() << "some hundred searches: too slow with assertions and sanitizers";
#endif
  Recorder recorder;
  const auto judge = *search::Solo::create(1);
  const auto losses = [&](int elo, std::uint64_t seeds) {
    std::vector<int> all;
    for (const std::string_view fen : kMiddlegames)
      for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        const auto position = *parse_fen(fen);
        all.push_back(loss_of(*judge, position, move_at(recorder, position, elo, seed)));
      }
    return all;
  };
  const auto mean = [](const std::vector<int>& all) {
    double sum = 0;
    for (const int loss : all) sum += loss;
    return sum / static_cast<double>(all.size());
  };
  const auto beginner = losses(600, 6);
  const auto average = losses(1100, 12);
  const auto strong = losses(1800, 12);
  const auto master = losses(2400, 12);
  EXPECT_GT(mean(beginner), 1.5 * mean(average));
  EXPECT_GT(mean(average), mean(strong));
  // A beginner hangs pieces now and then; a strong player never hangs a queen or a rook.
  EXPECT_GT(*std::max_element(beginner.begin(), beginner.end()), 250);
  EXPECT_LT(*std::max_element(strong.begin(), strong.end()), 500);
  // A master never plays a move whose refutation was merely found too late.
  EXPECT_LT(mean(master), mean(strong));
  EXPECT_LT(*std::max_element(master.begin(), master.end()), 100);
}

TEST(Levels, AverageClubPlayersMateWithARook) {
  constexpr std::array<std::string_view, 4> kStarts{"8/8/8/3k4/8/8/8/R3K3 w - - 0 1", "k7/8/8/8/8/8/8/4K2R w - - 0 1",
                                                    "8/8/4k3/8/8/8/1R6/K7 w - - 0 1", "7k/8/8/8/3K4/8/8/6R1 w - - 0 1"};
  Recorder recorder;
  const auto defender = *search::Solo::create(1);
  for (const std::string_view start : kStarts) {
    recorder.engine.set_level(1200);
    recorder.engine.set_level_seed(7);
    recorder.engine.new_game();
    Game game(*parse_fen(start));
    while (!game.end() && !game.claimable_draw()) {
      const Position& position = game.position();
      if (position.side_to_move() == Color::White) {
        recorder.engine.set_position(position);
        recorder.search(clock_of(600'000));
        ASSERT_TRUE(game.play(recorder.best_moves.back().best));
      } else {
        Limits limits;
        limits.nodes = 5'000;
        ASSERT_TRUE(game.play(defender->search(position, limits).best()));
      }
    }
    ASSERT_TRUE(game.end()) << start;
    EXPECT_EQ(game.end()->reason, EndReason::Checkmate) << start;
  }
}

TEST(Levels, AnalysisIsAsGoodAsPossible) {
  Recorder recorder;
  recorder.engine.set_level(500);
  recorder.engine.set_level_seed(1);
  recorder.set("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
  recorder.engine.set_analyses(true);
  Limits limits;
  limits.depth = 4;
  for (int i = 0; i < 10; ++i) {
    recorder.search(limits);
    EXPECT_EQ(recorder.best(), "a1a8");
  }
}

}  // namespace
}  // namespace zugwerk::engine
