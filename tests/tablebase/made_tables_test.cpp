// Unit tests of the tables that tools/make_tablebases generates, as read by tablebase/syzygy.h: they agree with
// themselves one move further.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "chess/movegen.h"
#include "chess/notation/fen.h"
#include "support/tablebases.h"
#include "tablebase/probe_moves.h"
#include "tablebase/syzygy.h"

namespace zugwerk::tablebase {
namespace {

using namespace chess;

/// The names of all tables: "KQvKR".
std::vector<std::string> table_names() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(test::tablebases()))
    if (file.path().extension() == ".rtbw") names.push_back(file.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

/// A random arrangement of the pieces of a table, with either assignment of colours, if it is legal and not the end.
std::optional<Position> random_position(base::Rng& rng, const std::string& name) {
  PositionSetup setup;
  Color color = rng.below(2) == 0 ? Color::White : Color::Black;
  for (const char letter : name) {
    if (letter == 'v') {
      color = ~color;
      continue;
    }
    std::size_t square = rng.below(kSquareCount);
    while (setup.board[square] != Piece::None) square = rng.below(kSquareCount);
    setup.board[square] = make_piece(color, *piece_type_from_letter(letter));
  }
  setup.side_to_move = rng.below(2) == 0 ? Color::White : Color::Black;
  auto position = Position::from_setup(setup);
  if (!position || !has_legal_move(*position)) return std::nullopt;
  return *std::move(position);
}

TEST(MadeTables, ResultsAgreeWithThoseOneMoveFurther) {
  // With four pieces no win needs fifty moves, so the result of a position is that of its best move.
  const auto tables = *Tables::open(test::tablebases());
  base::Rng rng(8);
  const auto names = table_names();
  ASSERT_EQ(names.size(), 35U);
  constexpr int kPositions = 200;
  for (const std::string& name : names) {
    for (int tried = 0; tried < kPositions; ++tried) {
      auto position = random_position(rng, name);
      if (!position) continue;
      const int best = test::best_result_of_moves(*tables, *position);
      ASSERT_EQ(static_cast<int>(tables->probe_wdl(*position).value()), best) << to_fen(*position);
    }
  }
}

TEST(MadeTables, DistancesCountPliesToTheNextCapturePawnMoveOrMate) {
  const auto tables = *Tables::open(test::tablebases());
  base::Rng rng(9);
  int walks = 0;
  constexpr int kPositions = 20;
  for (const std::string& name : table_names()) {
    for (int tried = 0; tried < kPositions; ++tried) {
      auto position = random_position(rng, name);
      if (!position || tables->probe_wdl(*position) == Wdl::Draw) continue;
      const std::string start = to_fen(*position);
      std::optional<int> expected;
      int plies = 0;
      for (bool is_over = false; !is_over; ++plies) {
        const auto results = tables->probe_root(*position).value();
        const RootResult best = *std::max_element(
            results.begin(), results.end(),
            [](const RootResult& a, const RootResult& b) { return a.wdl != b.wdl ? a.wdl < b.wdl : a.dtz > b.dtz; });
        if (!expected) expected = std::abs(best.dtz);
        is_over = position->is_capture(best.move) || type_of(position->piece_on(best.move.from())) == PieceType::Pawn;
        position->make(best.move);
        is_over |= !has_legal_move(*position);
        ASSERT_LT(plies, 100) << start;
      }
      // Tables count in moves, so distances are sometimes one ply too small.
      EXPECT_LE(std::abs(plies - *expected), 1) << start << ": " << plies << " plies, not " << *expected;
      ++walks;
    }
  }
  EXPECT_GT(walks, 200);
}

}  // namespace
}  // namespace zugwerk::tablebase
