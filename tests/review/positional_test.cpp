// Unit tests of review/positional: traits of positions, changes between two
// lines, points of single moves.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "review/positional/changes.h"
#include "review/positional/points.h"
#include "review/positional/traits.h"
#include "review/reasons.h"
#include "review/review_lines.h"

namespace zugwerk::review {
namespace {

using chess::Color;
using chess::PieceType;
using chess::Position;
using chess::Square;
using test::line_of;
using test::position_of;

bool has(std::string_view fen, Motif motif, std::string_view square, Color side = Color::White) {
  const Position position = position_of(fen);
  const std::vector<Trait> traits = traits_of(position, side);
  return std::any_of(traits.begin(), traits.end(), [&](const Trait& trait) {
    return trait.motif == motif && (square.empty() || chess::to_string(trait.piece.square) == square);
  });
}

TEST(Traits, OfPawns) {
  constexpr auto kIsolated = "4k3/pp3ppp/8/8/3P4/8/5PPP/4K3 w - - 0 1";
  EXPECT_TRUE(has(kIsolated, Motif::IsolatedPawn, "d4"));
  EXPECT_FALSE(has(kIsolated, Motif::IsolatedPawn, "f2"));
  EXPECT_TRUE(has("4k3/8/8/8/8/2P5/2P5/4K3 w - - 0 1", Motif::DoubledPawn, "c2"));
  EXPECT_FALSE(has("4k3/8/8/8/8/2P5/3P4/4K3 w - - 0 1", Motif::DoubledPawn, ""));
  // e4 and c4 cannot protect d3 any more, and the pawn on e5 guards d4.
  constexpr auto kBackward = "4k3/8/8/4p3/2P1P3/3P4/8/4K3 w - - 0 1";
  EXPECT_TRUE(has(kBackward, Motif::BackwardPawn, "d3"));
  EXPECT_FALSE(has("4k3/8/8/8/2P1P3/3P4/8/4K3 w - - 0 1", Motif::BackwardPawn, "d3")) << "it may advance";
  EXPECT_TRUE(has("4k3/8/8/8/3p4/8/5PPP/4K3 w - - 0 1", Motif::PassedPawn, "d4"));
  EXPECT_FALSE(has("4k3/8/8/8/3p4/8/4PPPP/4K3 w - - 0 1", Motif::PassedPawn, "d4"));
}

TEST(Traits, OfKings) {
  constexpr auto kOpen = "3qk3/8/8/8/8/8/5P1P/3Q2K1 w - - 0 1";
  EXPECT_TRUE(has(kOpen, Motif::KingShelter, "g2"));
  EXPECT_FALSE(has(kOpen, Motif::KingShelter, "h2"));
  EXPECT_FALSE(has("4k3/8/8/8/8/8/5P1P/3Q2K1 w - - 0 1", Motif::KingShelter, "")) << "no queen to fear";
  constexpr auto kCentre = "r2qk2r/pppbbppp/8/8/8/8/PPPBBPPP/R2QK2R w kq - 0 1";
  EXPECT_TRUE(has(kCentre, Motif::KingInTheCentre, "e1"));
  EXPECT_FALSE(has(kCentre, Motif::KingInTheCentre, "", Color::Black)) << "it may still castle";
  constexpr auto kAttacked = "6k1/8/8/5b2/6nq/7P/5PP1/r4BK1 w - - 0 1";
  EXPECT_TRUE(has(kAttacked, Motif::ExposedKing, "g1"));
  EXPECT_FALSE(has("6k1/8/8/8/7q/7P/5PP1/5BK1 w - - 0 1", Motif::ExposedKing, "")) << "a queen alone";
}

TEST(Traits, OfPieces) {
  // a5 is guarded by the pawns: b3, c4, c6 and b7 are not safe.
  constexpr auto kRim = "4k3/p7/3p4/N1p5/1p6/1P6/8/4K3 w - - 0 30";
  EXPECT_FALSE(has(kRim, Motif::BadPiece, "a5")) << "it may take on b7 or go to c6";
  EXPECT_TRUE(has("4k3/2p5/bp6/N2p4/1p6/1P6/8/4K3 w - - 0 30", Motif::BadPiece, "a5")) << "only c6 is safe";
  EXPECT_TRUE(has("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 30", Motif::PinnedPiece, "c3"));
  EXPECT_FALSE(has("4k3/8/8/8/1b6/8/3B4/4K3 w - - 0 30", Motif::PinnedPiece, "d2")) << "it may take the bishop";
  EXPECT_TRUE(has("4k3/8/8/8/8/8/8/1N2K3 w - - 0 8", Motif::Development, "b1"));
  EXPECT_FALSE(has("4k3/8/8/8/8/8/8/1N2K3 w - - 0 30", Motif::Development, "b1"));
}

TEST(Traits, OfTheOpponentsPieces) {
  EXPECT_TRUE(has("4k3/8/8/4p3/3n4/8/5PPP/4K3 w - - 0 1", Motif::Outpost, "d4"));
  EXPECT_FALSE(has("4k3/8/8/4p3/3n4/8/2P2PPP/4K3 w - - 0 1", Motif::Outpost, "d4")) << "c3 would drive it away";
  EXPECT_TRUE(has("3rk3/5ppp/8/8/8/8/5PPP/4K1R1 w - - 0 1", Motif::OpenFile, "d8"));
  EXPECT_FALSE(has("3rk3/5ppp/8/8/8/8/5PPP/3RK3 w - - 0 1", Motif::OpenFile, "d8"));
  EXPECT_TRUE(has("4k3/5ppp/8/8/8/8/r4PPP/6K1 w - - 0 1", Motif::SeventhRank, "a2"));
  EXPECT_TRUE(has("2b1kb2/8/8/8/8/8/8/2B1K1N1 w - - 0 1", Motif::BishopPair, ""));
  EXPECT_FALSE(has("2b1kb2/8/8/8/8/8/8/2B1KB2 w - - 0 1", Motif::BishopPair, ""));
  EXPECT_TRUE(has("4k3/8/8/3pp3/8/8/5PPP/4K3 w - - 0 9", Motif::Centre, "d5"));
}

/// A choice between two lines; each begins with the mover's move.
struct Lines {
  Lines(std::string_view fen, const std::string& worse, const std::string& good)
      : position(position_of(fen)), played(line_of(position, worse)), better(line_of(position, good)) {}

  [[nodiscard]] Choice choice() const {
    return {position, played.front(), {played.begin() + 1, played.end()}, better, 0.2, 0.0, eval::kDraw, eval::kDraw};
  }
  Position position;
  std::vector<chess::Move> played;
  std::vector<chess::Move> better;
};

/// The text of the change with this motif; empty if there is none.
std::string text_of(const std::vector<Change>& changes, Motif motif) {
  const auto found =
      std::find_if(changes.begin(), changes.end(), [&](const Change& change) { return change.fact.motif == motif; });
  return found == changes.end() ? std::string() : found->text;
}

TEST(Changes, APawnThatTheMoveIsolates) {
  constexpr auto kFen = "r4rk1/pp3ppp/8/8/8/2n5/PP1B1PPP/R4RK1 w - - 0 1";
  const Lines lines(kFen, "bxc3 Rfd8 Be3 a6", "Bxc3 Rfd8 Rfd1 a6");
  EXPECT_EQ(text_of(trait_changes(lines.choice()), Motif::IsolatedPawn),
            "It leaves White with an isolated pawn on c3.");
  const Lines other(kFen, "Bxc3 Rfd8 Rfd1 a6", "bxc3 Rfd8 Be3 a6");
  EXPECT_EQ(text_of(trait_changes(other.choice()), Motif::IsolatedPawn), "");
}

TEST(Changes, NothingThatTheNextCaptureMends) {
  // The pawn that comes to c6 and doubles the one on c4 is taken back at once.
  const Lines lines("4k3/1p3ppp/2n5/3P4/2P5/8/5PPP/4K1N1 w - - 0 1", "dxc6 bxc6 Nf3 Kd7", "Nf3 Kd8 dxc6 bxc6");
  EXPECT_EQ(text_of(trait_changes(lines.choice()), Motif::DoubledPawn), "");
}

TEST(Changes, APassedPawnForTheOpponent) {
  // The pawn that leaves c2 no longer stops the one on d5.
  const Lines lines("4k3/1p3ppp/8/3p4/8/1b6/2PN1PPP/4K3 w - - 0 1", "cxb3 Kd7 Nf3 Kd6", "Nxb3 Kd7 Nd4 Kd6");
  EXPECT_EQ(text_of(trait_changes(lines.choice()), Motif::PassedPawn), "It gives Black a passed pawn on d5.");
}

TEST(Points, AnAnswerThatGainsTime) {
  const Lines lines("4k3/3p4/8/8/2B5/8/8/4K1N1 w - - 0 1", "Nf3 d5 Bb3 Kd7", "Bb3 d5 Nf3 Kd7");
  EXPECT_EQ(text_of(single_points(lines.choice()), Motif::Tempo),
            "It allows 1...d5, which gains time by attacking the bishop on c4.");
}

TEST(Points, AMoveThatTheBetterOnePrevents) {
  const Lines lines("2b1k3/8/8/8/8/5N2/7P/3QK3 w - - 0 1", "Kf2 Bg4 Kg2 Kf8", "h3 Kf8 Kf2 Kg8");
  EXPECT_EQ(text_of(single_points(lines.choice()), Motif::Prevention),
            "It allows 1...Bg4, which 1.h3 would have prevented.");
}

TEST(Points, WhatTheBetterMoveDoes) {
  const Lines castling("4k2r/8/8/8/8/8/5PPP/4K2R w K - 0 1", "g3 Rg8 f3 Rf8", "O-O Rg8 g3 Rf8");
  EXPECT_EQ(text_of(single_points(castling.choice()), Motif::Castling), "1.O-O would have brought the king to safety.");
  const Lines passed("4k3/8/8/P7/8/8/5p2/5K2 w - - 0 1", "Kxf2 Kd7 Kf3 Kc7", "a6 Kd7 a7 Kc7");
  EXPECT_EQ(text_of(single_points(passed.choice()), Motif::PassedPawn), "1.a6 would have advanced the passed pawn.");
}

}  // namespace
}  // namespace zugwerk::review
