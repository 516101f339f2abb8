// Unit tests of book/openings.h: names by position, whatever the order of moves.

#include "book/openings.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/text.h"
#include "chess/notation/fen.h"
#include "chess/notation/san.h"

namespace zugwerk::book {
namespace {

std::string name_of(std::string_view line) {
  chess::Position position;
  std::vector<chess::Move> moves;
  for (const std::string_view san : base::split_words(line)) {
    moves.push_back(chess::find_san_move(position, san));
    position.make(moves.back());
  }
  const auto by_history = opening_of(position);
  const auto by_line = opening_of(chess::Position(), moves);
  std::string text = by_line ? to_string(*by_line) : "";
  EXPECT_EQ(by_history ? to_string(*by_history) : "", text);
  return text;
}

TEST(Openings, AreNamedByPosition) {
  EXPECT_EQ(name_of("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3"),
            "B90 Sicilian Defense: Najdorf Variation, English Attack");
  EXPECT_EQ(name_of("e4 e5 Nf3 d6 d4"), "C41 Philidor Defense");
  // By another order of moves.
  EXPECT_EQ(name_of("d4 d5 c4 e6 Nc3 Nf6 Bg5"), name_of("c4 e6 Nc3 d5 d4 Nf6 Bg5"));
  EXPECT_EQ(name_of(""), "");
}

TEST(Openings, KeepTheLastNameWhenTheGameLeavesTheTable) {
  const std::string before = name_of("e4 e5 Nf3 Nc6 Bc4 Bc5");
  EXPECT_EQ(before, "C50 Italian Game: Giuoco Piano");
  EXPECT_EQ(name_of("e4 e5 Nf3 Nc6 Bc4 Bc5 a3 a6 h3 h6"), before);
}

TEST(Openings, HaveNoNameElsewhere) {
  const auto position = chess::parse_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  ASSERT_TRUE(position);
  EXPECT_FALSE(opening_of(*position));
  EXPECT_GT(opening_count(), 3500U);
}

}  // namespace
}  // namespace zugwerk::book
