// Unit tests of engine/engine.h in endings. With tablebases every win is won and no draw is lost;
// ZUGWERK_TABLE_GAMES=5000 plays that many positions instead of about a hundred. Without them bare kings are mated;
// ZUGWERK_MATES=100 plays that many starts for each set of pieces instead of three.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "chess/attacks.h"
#include "chess/bitboard.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "search/solo.h"
#include "support/recorder.h"
#include "support/tablebases.h"
#include "tablebase/syzygy.h"

namespace zugwerk::engine {
namespace {

using namespace chess;
using search::Limits;
using tablebase::RootResult;
using tablebase::Tables;
using tablebase::Wdl;
using test::Recorder;

/// A random arrangement of these pieces and the kings, with either side to move, if it is legal and not final.
std::optional<Position> random_position(base::Rng& rng, const std::vector<Piece>& pieces) {
  PositionSetup setup;
  const auto put = [&](Piece piece) {
    std::size_t square = rng.below(kSquareCount);
    while (setup.board[square] != Piece::None) square = rng.below(kSquareCount);
    setup.board[square] = piece;
  };
  put(Piece::WhiteKing);
  put(Piece::BlackKing);
  for (const Piece piece : pieces) put(piece);
  setup.side_to_move = rng.below(2) == 0 ? Color::White : Color::Black;
  auto position = Position::from_setup(setup);
  if (!position || find_end(*position)) return std::nullopt;
  return *std::move(position);
}

std::vector<Piece> random_pieces(base::Rng& rng) {
  constexpr std::array kTypes{PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen};
  std::vector<Piece> pieces;
  const std::uint32_t count = rng.below(4) == 0 ? 1 : 2;
  for (std::uint32_t i = 0; i < count; ++i)
    pieces.push_back(make_piece(rng.below(2) == 0 ? Color::White : Color::Black, kTypes[rng.below(kTypes.size())]));
  return pieces;
}

Limits nodes_of(std::uint64_t nodes) {
  Limits limits;
  limits.nodes = nodes;
  return limits;
}

class EndingsWithTables : public testing::Test {
 protected:
  void SetUp() override {
    tables_ = *Tables::open(folder());
    ASSERT_TRUE(recorder_.engine.load_tablebases(folder()));
    ASSERT_TRUE(recorder_.engine.set_hash(1));
  }
  static std::string folder() { return test::tablebases(); }

  Move engine_move(const Position& position) {
    recorder_.engine.set_position(position);
    recorder_.search(nodes_of(200));
    return recorder_.best_moves.back().best;
  }
  /// The move that keeps the best result and resists longest or wins soonest.
  Move table_move(const Position& position) const {
    const auto results = tables_->probe_root(position).value();
    return std::max_element(
               results.begin(), results.end(),
               [](const RootResult& a, const RootResult& b) { return a.wdl != b.wdl ? a.wdl < b.wdl : a.dtz > b.dtz; })
        ->move;
  }
  Wdl best_result(const Position& position) const {
    Wdl best = Wdl::Loss;
    const auto results = tables_->probe_root(position).value();
    for (const RootResult& result : results) best = std::max(best, result.wdl);
    return best;
  }
  static int games() {
    constexpr int kGames = 300;
    const char* const wanted = std::getenv("ZUGWERK_TABLE_GAMES");
    return wanted != nullptr ? std::atoi(wanted) : kGames;
  }

  std::shared_ptr<const Tables> tables_;
  Recorder recorder_;
};

TEST_F(EndingsWithTables, EveryWinIsWonAndNoDrawIsLostAgainstBestPlay) {
  base::Rng rng(2024);
  int wins = 0;
  int draws = 0;
  while (wins + draws < games()) {
    const auto found = random_position(rng, random_pieces(rng));
    if (!found) continue;
    const Position& start = *found;
    const Wdl expected = best_result(start);
    if (expected < Wdl::Draw) continue;
    ++(expected == Wdl::Win ? wins : draws);
    const Color us = start.side_to_move();
    Game game(start);
    // Thirty moves without a decision count as a draw.
    constexpr std::size_t kLongEnough = 60;
    while (!game.end() && !game.claimable_draw() && (expected == Wdl::Win || game.moves().size() < kLongEnough)) {
      const bool ours = game.position().side_to_move() == us;
      ASSERT_TRUE(game.play(ours ? engine_move(game.position()) : table_move(game.position())));
    }
    const auto end = game.end();
    const std::optional<Color> winner = end ? end->winner : std::nullopt;
    if (expected == Wdl::Win)
      ASSERT_EQ(winner, us) << to_fen(start) << " became " << to_fen(game.position());
    else
      ASSERT_NE(winner, ~us) << to_fen(start) << " became " << to_fen(game.position());
  }
  EXPECT_GT(wins, games() / 4);
  EXPECT_GT(draws, games() / 10);
}

TEST_F(EndingsWithTables, AreFoundInTheTreeAndCounted) {
  // Five pieces: every capture leads into the tablebases.
  recorder_.set("8/8/3k4/8/2pP4/8/1R3K2/2r5 b - - 0 1");
  Limits limits;
  limits.depth = 10;
  recorder_.search(limits);
  EXPECT_GT(recorder_.lines.back().tb_hits, 0U);
  recorder_.engine.set_tb_limits(0, 1, true);
  recorder_.search(limits);
  EXPECT_EQ(recorder_.lines.back().tb_hits, 0U);
}

TEST_F(EndingsWithTables, ReportCertainResults) {
  const auto score_of = [&](std::string_view fen) {
    recorder_.set(fen);
    recorder_.search(nodes_of(500));
    EXPECT_GT(recorder_.lines.back().tb_hits, 0U);
    return recorder_.lines.back().score;
  };
  EXPECT_TRUE(score_of("7k/8/8/8/8/8/8/KBN5 w - - 0 1").is_win());
  EXPECT_TRUE(score_of("7k/8/8/8/8/8/8/KBN5 b - - 0 1").is_loss());
  EXPECT_EQ(score_of("8/8/8/3k4/8/8/1r6/KQ6 w - - 0 1"), eval::kTablebaseWin - 1);
  EXPECT_EQ(score_of("7k/8/8/8/8/8/8/KNN5 w - - 0 1"), eval::kDraw);
  // The fifty-move rule leaves no time for bishop and knight.
  EXPECT_EQ(score_of("7k/8/8/8/8/8/8/KBN5 w - - 90 100"), eval::kDraw);
  recorder_.engine.set_tb_limits(search::Settings::kMostTbPieces, 1, false);
  EXPECT_TRUE(score_of("7k/8/8/8/8/8/8/KBN5 w - - 90 100").is_win());
}

TEST_F(EndingsWithTables, SeveralLinesAreOrderedByTheTablebases) {
  recorder_.engine.set_lines(6);
  // Promotion to a bishop or a knight draws; everything else wins.
  recorder_.set("8/P7/8/8/8/2k5/8/K7 w - - 0 1");
  recorder_.search(nodes_of(3000));
  std::array<eval::Score, 6> scores;
  for (const auto& line : recorder_.lines) scores[static_cast<std::size_t>(line.line_number) - 1] = line.score;
  for (const std::size_t line : {0U, 1U, 2U, 3U}) EXPECT_TRUE(scores[line].is_win()) << line;
  for (const std::size_t line : {4U, 5U}) EXPECT_EQ(scores[line], eval::kDraw) << line;
}

TEST_F(EndingsWithTables, MayComeAndGoDuringAGame) {
  const std::string_view fen = "8/8/8/3k4/8/8/1r6/KQ6 w - - 0 1";
  EXPECT_FALSE(recorder_.engine.load_tablebases("/no/such/folder"));
  EXPECT_EQ(recorder_.engine.tablebases(), nullptr);
  recorder_.set(fen);
  recorder_.search(nodes_of(500));
  EXPECT_EQ(recorder_.lines.back().tb_hits, 0U);
  ASSERT_TRUE(recorder_.engine.load_tablebases("/no/such/folder:" + folder()));
  recorder_.search(nodes_of(500));
  EXPECT_GT(recorder_.lines.back().tb_hits, 0U);
  ASSERT_TRUE(recorder_.engine.load_tablebases(""));
  recorder_.search(nodes_of(500));
  EXPECT_EQ(recorder_.lines.back().tb_hits, 0U);
}

/// How a game of the engine without tablebases against a bare king ends, and how long it lasts.
std::pair<GameEnd, std::size_t> mate_bare_king(const Position& start) {
  constexpr std::uint64_t kNodes = 50'000;
  constexpr std::uint64_t kDefenderNodes = 10'000;
  Recorder recorder;
  const auto defender = *search::Solo::create(1);
  Game game(start);
  while (!game.end() && !game.claimable_draw()) {
    const Position& position = game.position();
    Move move;
    if (position.side_to_move() == Color::White) {
      recorder.engine.set_position(position);
      recorder.search(nodes_of(kNodes));
      move = recorder.best_moves.back().best;
      for (const auto& line : recorder.lines) {
        if (line.bound != search::Bound::Exact || !line.score.is_mate() || line.score < eval::kDraw) continue;
        EXPECT_EQ(line.moves.size(), 2U * static_cast<unsigned>(line.score.mate_in()) - 1) << "half a mate";
      }
    } else {
      move = defender->search(position, nodes_of(kDefenderNodes)).best();
    }
    EXPECT_TRUE(game.play(move));
  }
  return {game.end() ? *game.end() : *game.claimable_draw(), game.moves().size()};
}

TEST(EndingsWithoutTables, BareKingsAreMated) {
  using enum Piece;
  const std::vector<std::vector<Piece>> materials{
      {WhiteQueen}, {WhiteRook}, {WhiteBishop, WhiteBishop}, {WhiteBishop, WhiteKnight}};
  const char* const wanted = std::getenv("ZUGWERK_MATES");
#if !defined(NDEBUG)
  if (wanted == nullptr) GTEST_SKIP() << "millions of nodes: too slow with assertions and sanitizers";
#endif
  const int starts = wanted != nullptr ? std::atoi(wanted) : 5;
  base::Rng rng(77);
  for (const auto& pieces : materials) {
    for (int played = 0; played < starts;) {
      const auto start = random_position(rng, pieces);
      if (!start || start->side_to_move() != Color::White) continue;
      const Bitboard bishops = start->pieces(PieceType::Bishop);
      constexpr Bitboard kDarkSquares = 0xAA55AA55AA55AA55;
      if (popcount(bishops) == 2 && popcount(bishops & kDarkSquares) != 1) continue;
      // A king that attacks two pieces may win one of them.
      if ((king_attacks(start->king(Color::Black)) & start->pieces(Color::White)) != 0) continue;
      ++played;
      const auto [end, plies] = mate_bare_king(*start);
      EXPECT_EQ(end.reason, EndReason::Checkmate) << to_fen(*start) << " after " << plies << " plies";
    }
  }
}

}  // namespace
}  // namespace zugwerk::engine
