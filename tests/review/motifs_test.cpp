// Unit tests of review/motifs: every detector on positions that show its idea, and on near misses that do not.

#include "review/motifs/motifs.h"

#include <gtest/gtest.h>

#include "review/review_lines.h"

namespace zugwerk::review {
namespace {

using chess::PieceType;
using chess::Position;
using chess::Square;
using test::line_of;
using test::position_of;

using Detector = std::optional<Fact> (*)(const Position&, Line);

std::optional<Fact> ask(Detector detector, std::string_view fen, std::string_view line) {
  const Position position = position_of(fen);
  return detector(position, line_of(position, line));
}

// --- Forks
// ------------------------------------------------------------------------------------------------------------

TEST(Fork, OfKingAndRookByAKnight) {
  const auto fact = ask(find_fork, "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "Nc7+ Kd8 Nxa8");
  ASSERT_TRUE(fact);
  EXPECT_EQ(fact->actor, (PieceAt{PieceType::Knight, Square::C7}));
  ASSERT_EQ(fact->targets.size(), 2U);
  EXPECT_EQ(fact->targets[0], (PieceAt{PieceType::Rook, Square::A8}));
  EXPECT_EQ(fact->targets[1], (PieceAt{PieceType::King, Square::E8}));
}

TEST(Fork, OfTwoPiecesByAPawn) { EXPECT_TRUE(ask(find_fork, "4k3/8/8/2n1b3/8/3P4/8/4K3 w - - 0 1", "d4 Kf7 dxe5")); }

TEST(Fork, NotIfOnlyOneTargetIsWorthIt) {
  // A check that also attacks only a pawn is no fork.
  EXPECT_FALSE(ask(find_fork, "b2nk3/1p6/8/1N6/8/8/8/R3K3 w - - 0 1", "Nd6+ Ke7 Nxb7"));
}

TEST(Fork, NotIfTheForkingPieceIsTaken) {
  EXPECT_FALSE(ask(find_fork, "r2qk3/8/8/1N6/8/8/8/R3K3 w - - 0 1", "Nc7+ Qxc7 Rxa8+"));
}

TEST(Fork, NotIfAnotherPieceTakes) {
  EXPECT_FALSE(ask(find_fork, "r3k3/8/8/1N6/8/8/8/R3K3 w - - 0 1", "Nc7+ Kd8 Rxa8+"));
}

// --- Pins and skewers
// -------------------------------------------------------------------------------------------------

TEST(Pin, OfAKnightThatAPawnThenTakes) {
  const auto fact = ask(find_pin, "4k3/8/2n5/8/3P4/8/8/4KB2 w - - 0 1", "Bb5 Kd7 Bxc6+");
  ASSERT_TRUE(fact);
  EXPECT_EQ(fact->actor, (PieceAt{PieceType::Bishop, Square::B5}));
  EXPECT_EQ(fact->targets[0], (PieceAt{PieceType::Knight, Square::C6}));
  EXPECT_TRUE(ask(find_pin, "4k3/8/2n5/1B6/3P4/8/8/4K3 w - - 0 1", "d5 Kd8 dxc6"));
}

TEST(Pin, NotIfThePinnedPieceCanLeaveAlongTheLine) {
  // The bishop may take the pinner.
  EXPECT_FALSE(ask(find_pin, "4k3/8/2b5/8/8/8/8/4KB1R w - - 0 1", "Bb5 Kd7 Bxc6+"));
}

TEST(Pin, NotIfThePieceMovesBeforeItIsTaken) {
  EXPECT_FALSE(ask(find_pin, "4k3/8/2n5/8/3P4/8/8/4KB2 w - - 0 1", "d5 Ne5 Bb5+"));
}

TEST(PinnedDefender, CannotRecapture) {
  // The knight on c6 is pinned by the bishop, so the pawn on e5 is free to take.
  const auto fact = ask(find_pinned_defender, "4k3/8/2n5/1B2p3/8/5N2/8/4K3 w - - 0 1", "Nxe5");
  ASSERT_TRUE(fact);
  EXPECT_EQ(fact->targets[0], (PieceAt{PieceType::Pawn, Square::E5}));
  EXPECT_EQ(fact->targets[1], (PieceAt{PieceType::Knight, Square::C6}));
}

TEST(PinnedDefender, NotIfAnotherPieceRecaptures) {
  EXPECT_FALSE(ask(find_pinned_defender, "4k3/8/2np4/1B2p3/8/5N2/8/4K3 w - - 0 1", "Nxe5"));
}

TEST(PinnedDefender, NotIfTheDefenderIsFree) {
  EXPECT_FALSE(ask(find_pinned_defender, "4k3/8/2n5/3Bp3/8/5N2/8/4K3 w - - 0 1", "Nxe5"));
}

TEST(Skewer, OfKingAndQueen) {
  const auto fact = ask(find_skewer, "3q4/8/8/3k4/8/8/8/R3K3 w - - 0 1", "Rd1+ Ke6 Rxd8");
  ASSERT_TRUE(fact);
  EXPECT_EQ(fact->targets[0], (PieceAt{PieceType::Queen, Square::D8}));
  EXPECT_EQ(fact->targets[1], (PieceAt{PieceType::King, Square::D5}));
}

TEST(Skewer, NotIfThePieceInFrontIsTheSmallerOne) {
  EXPECT_FALSE(ask(find_skewer, "3q3k/8/8/3n4/8/8/8/R3K3 w - - 0 1", "Rd1 Nf6 Rxd8+"));
}

TEST(Skewer, NotIfThePieceBehindIsNotOnTheLine) {
  EXPECT_FALSE(ask(find_skewer, "q7/8/8/3k4/8/8/8/R3K3 w - - 0 1", "Rd1+ Ke6 Rd6+"));
}

// --- Discoveries
// ------------------------------------------------------------------------------------------------------

TEST(Discovery, OfAnAttackOnTheQueen) {
  const auto fact = ask(find_discovery, "3qk3/8/8/8/3N4/8/8/3RK3 w - - 0 1", "Nc6 Kf7 Rxd8");
  ASSERT_TRUE(fact);
  EXPECT_EQ(fact->motif, Motif::DiscoveredAttack);
  EXPECT_EQ(fact->actor, (PieceAt{PieceType::Rook, Square::D1}));
  EXPECT_EQ(fact->targets[0], (PieceAt{PieceType::Queen, Square::D8}));
}

TEST(Discovery, OfACheckWithACapture) {
  const auto fact = ask(find_discovery, "4k3/8/q7/8/4N3/8/8/4R1K1 w - - 0 1", "Nc5+ Kf7 Nxa6");
  ASSERT_TRUE(fact);
  EXPECT_EQ(fact->motif, Motif::DiscoveredCheck);
  EXPECT_EQ(fact->targets[0], (PieceAt{PieceType::Queen, Square::A6}));
  EXPECT_EQ(fact->targets[1], (PieceAt{PieceType::King, Square::E8}));
}

TEST(Discovery, NotIfTheLineWasOpenBefore) {
  EXPECT_FALSE(ask(find_discovery, "3qk3/8/8/8/4N3/8/8/3RK3 w - - 0 1", "Nc5 Ke7 Rxd8"));
}

TEST(Discovery, NotIfTheUncoveredPieceGetsAway) {
  EXPECT_FALSE(ask(find_discovery, "3qk3/8/8/8/3N4/8/8/3RK3 w - - 0 1", "Nc6 Qxd1+ Kxd1"));
}

// --- Captures
// ---------------------------------------------------------------------------------------------------------

TEST(HangingPiece, IsTakenForNothing) {
  const auto fact = ask(find_hanging_piece, "4k3/8/8/3n4/8/8/6B1/4K3 w - - 0 1", "Bxd5");
  ASSERT_TRUE(fact);
  EXPECT_EQ(fact->targets[0], (PieceAt{PieceType::Knight, Square::D5}));
}

TEST(HangingPiece, NotIfItIsProtected) {
  EXPECT_FALSE(ask(find_hanging_piece, "4k3/8/4p3/3n4/8/8/6B1/4K3 w - - 0 1", "Bxd5"));
}

TEST(HangingPiece, OfAPawnTakenInPassing) {
  const auto fact = ask(find_hanging_piece, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6");
  ASSERT_TRUE(fact);
  EXPECT_EQ(fact->targets[0], (PieceAt{PieceType::Pawn, Square::D5}));
}

TEST(WinningExchange, OfARookForABishop) {
  EXPECT_TRUE(ask(find_winning_exchange, "4k3/8/4p3/3r4/8/8/6B1/4K3 w - - 0 1", "Bxd5 exd5"));
}

TEST(WinningExchange, NotIfItIsEven) {
  EXPECT_FALSE(ask(find_winning_exchange, "4k3/8/4p3/3n4/8/8/6B1/4K3 w - - 0 1", "Bxd5 exd5"));
}

TEST(TrappedPiece, TheBishopOnA7) {
  // b3 shuts the door; the king comes and takes it.
  const auto fact = ask(find_trapped_piece, "6k1/5ppp/8/8/8/1P6/bKP5/8 w - - 0 1", "c3 h6 Kxa2");
  ASSERT_TRUE(fact);
  EXPECT_EQ(fact->targets[0], (PieceAt{PieceType::Bishop, Square::A2}));
}

TEST(TrappedPiece, NotIfOneSquareIsSafe) {
  EXPECT_FALSE(ask(find_trapped_piece, "6k1/5ppp/8/8/8/8/bKP5/8 w - - 0 1", "c3 h6 Kxa2"));
}

// --- Defenders
// --------------------------------------------------------------------------------------------------------

TEST(OverloadedDefender, CannotDefendBoth) {
  // The queen protects both rooks.
  const auto fact = ask(find_overloaded_defender, "6k1/8/8/3q4/1r1r4/8/6PP/1R1R2K1 b - - 0 1", "Rxb1 Rxb1 Rd1+");
  EXPECT_FALSE(fact);  // the second move is no capture
  const auto shown = ask(find_overloaded_defender, "4q1k1/3r4/8/7r/8/7Q/6PP/3R2K1 w - - 0 1", "Rxd7 Qxd7 Qxh5");
  ASSERT_TRUE(shown);
  EXPECT_EQ(shown->targets[0], (PieceAt{PieceType::Rook, Square::H5}));
}

TEST(OverloadedDefender, NotIfAnotherPieceProtectsToo) {
  EXPECT_FALSE(ask(find_overloaded_defender, "4q1k1/3r4/6p1/7r/8/7Q/6PP/3R2K1 w - - 0 1", "Rxd7 Qxd7 Qxh5"));
}

TEST(RemovedGuard, TheKnightThatProtectedTheQueen) {
  const auto fact = ask(find_removed_guard, "6k1/6p1/5n2/3r4/8/1B4B1/6PP/6K1 w - - 0 1", "Be5 Kf7 Bxf6");
  EXPECT_FALSE(fact);  // nothing is taken at first
  const auto shown = ask(find_removed_guard, "6k1/6p1/5n2/3r2B1/8/8/6PP/3R2K1 w - - 0 1", "Bxf6 gxf6 Rxd5");
  ASSERT_TRUE(shown);
  EXPECT_EQ(shown->targets[0], (PieceAt{PieceType::Rook, Square::D5}));
  EXPECT_EQ(shown->targets[1], (PieceAt{PieceType::Knight, Square::F6}));
}

TEST(RemovedGuard, NotIfAnotherGuardIsLeft) {
  EXPECT_FALSE(ask(find_removed_guard, "6k1/6p1/4pn2/3r2B1/8/8/6PP/3R2K1 w - - 0 1", "Bxf6 gxf6 Rxd5"));
}

// --- Mates and other ends
// ---------------------------------------------------------------------------------------------

TEST(Mate, OnTheBackRank) {
  const auto fact = ask(find_mate, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Ra8#");
  ASSERT_TRUE(fact);
  EXPECT_EQ(fact->motif, Motif::BackRankMate);
}

TEST(Mate, OnTheLastRankWithAnOpenDoorIsNoBackRankMate) {
  const auto fact = ask(find_mate, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "Ra8#");
  ASSERT_TRUE(fact);
  EXPECT_EQ(fact->motif, Motif::Mate);
}

TEST(Mate, Smothered) {
  const auto fact = ask(find_mate, "6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", "Nf7#");
  ASSERT_TRUE(fact);
  EXPECT_EQ(fact->motif, Motif::SmotheredMate);
}

TEST(Mate, NotIfTheLineEndsInCheckOnly) { EXPECT_FALSE(ask(find_mate, "6k1/5pp1/8/8/8/8/8/R5K1 w - - 0 1", "Ra8+")); }

TEST(Mate, NotIfTheOtherSideMates) {
  EXPECT_FALSE(ask(find_mate, "6k1/5ppp/8/8/8/8/1r3PPP/R5K1 w - - 0 1", "Rc1 h6 Ra1 Rb1 Rxb1"));
  EXPECT_FALSE(ask(find_mate, "6k1/5ppp/8/8/8/7P/1r3PP1/6K1 w - - 0 1", "f3 Rb1+"));
}

TEST(Stalemate, IsFoundAtTheEndOfALine) {
  EXPECT_TRUE(ask(find_stalemate, "7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "Qf7"));
  EXPECT_FALSE(ask(find_stalemate, "7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "Qf8#"));
  // The king may still go to g8.
  EXPECT_FALSE(ask(find_stalemate, "7k/8/6K1/8/8/8/4Q3/8 w - - 0 1", "Qe7"));
}

// --- Pawns and endings
// ------------------------------------------------------------------------------------------------

TEST(Promotion, OfAPawnThatCannotBeStopped) {
  const auto fact = ask(find_promotion, "8/1P6/8/8/8/8/5k2/7K w - - 0 1", "b8=Q");
  ASSERT_TRUE(fact);
  const auto later = ask(find_promotion, "8/8/1P6/8/8/8/5k2/7K w - - 0 1", "b7 Kf1 b8=Q");
  ASSERT_TRUE(later);
  EXPECT_EQ(later->targets[0], (PieceAt{PieceType::Pawn, Square::B6}));
}

TEST(Promotion, NotIfTheNewQueenIsTaken) {
  EXPECT_FALSE(ask(find_promotion, "r7/1P6/8/8/8/8/5k2/7K w - - 0 1", "b8=Q Rxb8"));
}

TEST(KnownEndings, OfKingAndPawn) {
  EXPECT_EQ(known_ending(position_of("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"), chess::Color::White), KnownEnding::Won);
  EXPECT_EQ(known_ending(position_of("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"), chess::Color::Black), KnownEnding::Lost);
  EXPECT_EQ(known_ending(position_of("4k3/8/8/8/4P3/4K3/8/8 b - - 0 1"), chess::Color::White), KnownEnding::Drawn);
  EXPECT_EQ(known_ending(Position(), chess::Color::White), KnownEnding::Unknown);
}

TEST(BadEnding, ExchangingIntoADraw) {
  // Trading rooks leaves king and rook pawn against a king in the corner.
  const auto fact = ask(find_bad_ending, "r1k5/8/8/8/8/8/P7/RK6 w - - 0 1", "Kb2 Rxa2+");
  ASSERT_FALSE(fact);
  const auto drawn = ask(find_bad_ending, "1k6/1r6/8/8/8/8/PR6/1K6 w - - 0 1", "Rxb7+ Kxb7");
  ASSERT_TRUE(drawn);
  EXPECT_EQ(drawn->motif, Motif::DrawnEnding);
}

TEST(BadEnding, NotIfThePawnWins) { EXPECT_FALSE(ask(find_bad_ending, "7k/1r6/8/P7/8/8/1R6/1K6 w - - 0 1", "Rxb7")); }

// --- All together
// -----------------------------------------------------------------------------------------------------

TEST(Tactic, SaysWhatTheLineWins) {
  const auto fact = ask(find_tactic, "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "Nc7+ Kd8 Nxa8");
  ASSERT_TRUE(fact);
  EXPECT_EQ(fact->motif, Motif::Fork);
  EXPECT_EQ(fact->outcome.gain, 500);
  EXPECT_EQ(swing_text(fact->outcome.won, fact->outcome.lost), "a rook");
}

TEST(Tactic, CountsRecapturesAfterTheLine) {
  // The knight takes the rook but is lost in the corner.
  const auto fact = ask(find_tactic, "rb2k3/8/1p6/1N6/8/8/8/4K3 w - - 0 1", "Nc7+ Bxc7");
  EXPECT_FALSE(fact);
}

TEST(Tactic, FindsNothingInAQuietLine) { EXPECT_FALSE(ask(find_tactic, chess::kStartFen, "e4 e5 Nf3 Nc6 Bb5 a6")); }

TEST(Tactic, FindsNothingInAnEvenTrade) {
  EXPECT_FALSE(
      ask(find_tactic, "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4", "Bxc6 dxc6 Nxe5 Qd4"));
}

TEST(Tactic, FindsTheForkAfterAnExchange) {
  const auto fact = ask(find_tactic, "r3k3/3p4/4n3/1N6/8/4R3/8/4K3 w - - 0 1", "Rxe6+ dxe6 Nc7+ Kd8 Nxa8");
  ASSERT_TRUE(fact);
  EXPECT_EQ(fact->motif, Motif::Fork);
  EXPECT_EQ(fact->ply, 2U);
}

TEST(Tactic, NeedsTheScoreToConfirmIt) {
  const Position position = position_of("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1");
  const auto line = line_of(position, "Nc7+ Kd8 Nxa8");
  // A rook for a knight down before the line, a knight up after it.
  EXPECT_TRUE(find_tactic(position, line, eval::Score(300)));
  EXPECT_FALSE(find_tactic(position, line, eval::Score(-100)));
}

TEST(Tactic, IsConfirmedBySmallScoresOnAFullBoard) {
  const Position position = position_of("r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R w KQkq - 5 5");
  const auto line = line_of(position, "Nxf7 Qe7 Nxh8 Nd8 O-O g6");
  const auto fact = find_tactic(position, line);
  ASSERT_TRUE(fact);
  EXPECT_EQ(fact->motif, Motif::Fork);
  // The search score with the default network; displayed as more than five pawns.
  EXPECT_TRUE(is_believed(position, *fact, eval::Score(299)));
  EXPECT_FALSE(is_believed(position, *fact, eval::Score(100)));
}

TEST(Tactic, IsTheForkEvenIfTheLineGivesBackAKnightOrTakesMore) {
  const Position position = position_of("r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R w KQkq - 5 5");
  for (const char* text : {"Nxf7 Qe7 Nxh8 d6 d3 g6 O-O Bg7 c3 Bxh8", "Nxf7 Qe7 Nxh8 d5 exd5 Qc5 d3 Na5 Qe2"}) {
    const auto fact = find_tactic(position, line_of(position, text), eval::Score(313));
    ASSERT_TRUE(fact) << text;
    EXPECT_EQ(fact->motif, Motif::Fork) << text;
    EXPECT_GE(fact->outcome.gain, 500) << text;
  }
}

TEST(Tactic, NeedsAMateScoreForAMate) {
  const Position position = position_of("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
  const auto line = line_of(position, "Ra8#");
  EXPECT_TRUE(find_tactic(position, line, eval::Score::mate_at(1)));
  EXPECT_FALSE(find_tactic(position, line, eval::Score(900)));
}

TEST(Tactic, FindsNothingAfterAQuietMoveThatLeavesAChoice) {
  // The fork comes only after the opponent has walked into it.
  const auto fact = ask(find_tactic, "r5k1/7p/8/1N6/8/8/7P/4K3 w - - 0 1", "Kd2 Kf8 Kd3 Ke8 Nc7+ Kd8 Nxa8");
  EXPECT_TRUE(!fact || fact->motif != Motif::Fork);
}

TEST(Repetition, IsFoundAtTheEndOfALine) {
  const auto fact = ask(find_repetition, "6k1/8/8/8/8/8/5q2/3Q3K w - - 0 1", "Qd8+ Kg7 Qg5+ Kf8 Qd8+ Kg7");
  ASSERT_TRUE(fact);
  EXPECT_EQ(fact->actor, (PieceAt{PieceType::Queen, Square::D8}));
  EXPECT_FALSE(ask(find_repetition, "6k1/8/8/8/8/8/5q2/3Q3K w - - 0 1", "Qd8+ Kg7 Qg5+ Kf8"));
}

TEST(Repetition, IsNoneIfTheOtherSideMayPlaySomethingElse) {
  EXPECT_FALSE(ask(find_repetition, "6k1/8/8/8/8/8/8/R6K w - - 0 1", "Ra2 Kf8 Ra1 Kg8"));
  // Here the king has no other move than there and back.
  EXPECT_TRUE(ask(find_repetition, "7k/8/6pK/6P1/8/8/8/5R2 w - - 0 1", "Rf2 Kg8 Rf1 Kh8"));
}

}  // namespace
}  // namespace zugwerk::review
