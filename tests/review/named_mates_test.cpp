// Unit tests of review/motifs/named_mates.cpp: final positions with and without
// a name.

#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "chess/movegen.h"
#include "review/motifs/motifs.h"
#include "review/review_lines.h"

namespace zugwerk::review {
namespace {

using test::position_of;

Motif name_in(std::string_view board) {
  const auto position = position_of(std::string(board) + " b - - 0 1");
  EXPECT_TRUE(position.in_check() && !chess::has_legal_move(position)) << board << " is no mate";
  return name_of_mate(position);
}

TEST(NamedMates, AreKnownByTheFinalPosition) {
  EXPECT_EQ(name_in("3R2k1/5ppp/8/8/8/8/8/6K1"), Motif::BackRankMate);
  EXPECT_EQ(name_in("6rk/5Npp/8/8/8/8/8/6K1"), Motif::SmotheredMate);
  EXPECT_EQ(name_in("5r2/4Nppk/8/7R/8/8/8/6K1"), Motif::AnastasiaMate);
  EXPECT_EQ(name_in("7k/7R/5N2/8/8/8/8/6K1"), Motif::ArabianMate);
  EXPECT_EQ(name_in("5rk1/6RR/8/8/8/8/8/6K1"), Motif::BlindSwineMate);
  EXPECT_EQ(name_in("2kr4/3p4/B7/8/5B2/8/8/6K1"), Motif::BodenMate);
  EXPECT_EQ(name_in("7k/5N1p/8/8/8/8/8/6RK"), Motif::CornerMate);
  EXPECT_EQ(name_in("7k/7p/8/8/2BB4/8/8/6K1"), Motif::DoubleBishopMate);
  EXPECT_EQ(name_in("8/2p5/1pk5/3Q4/4P3/8/8/6K1"), Motif::DovetailMate);
  EXPECT_EQ(name_in("3rkr2/8/4Q3/8/8/8/8/6K1"), Motif::EpauletteMate);
  EXPECT_EQ(name_in("6R1/5pk1/5N1p/4P3/8/8/8/6K1"), Motif::HookMate);
  EXPECT_EQ(name_in("7k/7p/8/8/3B4/8/8/6RK"), Motif::MorphyMate);
  EXPECT_EQ(name_in("3Rk3/5p2/8/6B1/8/8/8/6K1"), Motif::OperaMate);
  EXPECT_EQ(name_in("5rk1/5p1p/5B2/8/8/8/8/6RK"), Motif::PillsburyMate);
  EXPECT_EQ(name_in("8/3p1p2/4k3/4Q3/3P4/8/8/6K1"), Motif::SwallowsTailMate);
  EXPECT_EQ(name_in("4k3/4R3/3PN3/8/8/8/8/6K1"), Motif::VukovicMate);
}

TEST(NamedMates, LookAlikesHaveNoName) {
  EXPECT_EQ(name_in("k7/1Q6/1K6/8/8/8/8/8"), Motif::Mate) << "the edge is no dovetail";
  EXPECT_EQ(name_in("R5k1/1R6/8/8/8/8/8/6K1"), Motif::Mate) << "its own pieces do not shut the king in";
  EXPECT_EQ(name_in("3Rk3/4pp2/8/8/8/8/8/3R2K1"), Motif::Mate) << "no bishop, no opera";
  EXPECT_EQ(name_in("7k/7R/7K/8/8/8/8/6R1"), Motif::Mate) << "no knight, not Arabian";
  EXPECT_EQ(name_in("8/5Kpk/8/7R/8/8/8/8"), Motif::Mate) << "no knight, not Anastasia's";
  EXPECT_EQ(name_in("5rk1/5p1p/8/8/8/8/1Q6/6RK"), Motif::Mate) << "no bishop, not Pillsbury's";
  EXPECT_EQ(name_in("3rkr2/4R3/3P4/8/8/8/8/6K1"), Motif::Mate) << "no knight, not Vukovic's";
}

}  // namespace
}  // namespace zugwerk::review
