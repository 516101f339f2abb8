// Unit tests of chess/position.h, chess/movegen.h, chess/coordinate.h and chess/chess960.h on single positions.

#include "chess/position.h"

#include <set>

#include <gtest/gtest.h>

#include "chess/chess960.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"

namespace zugwerk::chess {
namespace {

Position position_of(std::string_view fen, Variant variant = Variant::Standard) {
  auto position = parse_fen(fen, variant);
  EXPECT_TRUE(position) << (position ? "" : position.error().message);
  return *std::move(position);
}

std::string error_of(const Position& position, std::string_view move) {
  const auto parsed = parse_coordinate_move(position, move);
  return parsed ? "no error" : parsed.error().message;
}

TEST(Movegen, FindsAll218MovesOfTheRichestPosition) {
  const Position position = position_of("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
  EXPECT_EQ(legal_moves(position).size(), 218U);
  EXPECT_EQ(count_legal_moves(position), 218);
}

TEST(Movegen, DoubleCheckLeavesOnlyKingMoves) {
  const Position position = position_of("4k3/8/3N4/8/8/8/4R3/4K3 b - - 0 1");
  ASSERT_EQ(popcount(position.checkers()), 2);
  for (const Move move : legal_moves(position)) EXPECT_EQ(move.from(), Square::E8);
}

TEST(Movegen, AKingDoesNotRetreatAlongTheLineOfItsChecker) {
  const Position position = position_of("8/8/8/8/4k3/8/8/K3R3 b - - 0 1");
  for (const Move move : legal_moves(position)) EXPECT_NE(file_of(move.to()), File::E);
}

TEST(Movegen, CastlingIsRefusedOutOfThroughAndIntoCheck) {
  const auto castles = [](std::string_view fen, Variant variant = Variant::Standard) {
    int count = 0;
    for (const Move move : legal_moves(position_of(fen, variant))) count += move.is_castling() ? 1 : 0;
    return count;
  };
  EXPECT_EQ(castles("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), 2);
  EXPECT_EQ(castles("4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1"), 0);  // in check
  EXPECT_EQ(castles("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1"), 1);  // through f1
  EXPECT_EQ(castles("4k3/8/8/8/8/6r1/8/R3K2R w KQ - 0 1"), 1);  // into g1
  EXPECT_EQ(castles("4k3/8/8/8/8/1r6/8/R3K2R w KQ - 0 1"), 2);  // the rook may pass b1
  // Chess960: the rook on b1 shields its king; castling would leave it in check from a1.
  EXPECT_EQ(castles("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", Variant::Chess960), 0);
  EXPECT_EQ(castles("4k3/8/8/8/8/8/8/1R1K4 w B - 0 1", Variant::Chess960), 1);
  // The king stays where it is and only the rook moves.
  EXPECT_EQ(castles("4k3/8/8/8/8/8/8/6KR w H - 0 1", Variant::Chess960), 1);
}

TEST(Position, CastlingWithOverlappingSquaresAndBack) {
  for (const auto& [before, after] : {
           std::pair{"4k3/8/8/8/8/8/8/6KR w H - 0 1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
           std::pair{"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
           std::pair{"4k3/8/8/8/8/8/8/RK6 w A - 0 1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
           std::pair{"4k3/8/8/8/8/8/8/2RK4 w C - 0 1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
       }) {
    Position position = position_of(before, Variant::Chess960);
    Move castling;
    for (const Move move : legal_moves(position))
      if (move.is_castling()) castling = move;
    ASSERT_TRUE(castling) << before;
    position.make(castling);
    EXPECT_EQ(to_fen(position), after);
    EXPECT_TRUE(position.is_consistent());
    position.undo();
    EXPECT_EQ(to_fen(position, CastlingStyle::Shredder), before);
  }
}

TEST(Position, LosesACastlingRightWhenTheRookIsTaken) {
  Position position = position_of("r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1");
  position.make(*parse_coordinate_move(position, "g2h1"));
  EXPECT_TRUE(position.castling().has(Color::White, Wing::Queen));
  EXPECT_FALSE(position.castling().has(Color::White, Wing::King));
  EXPECT_TRUE(position.castling().has(Color::Black, Wing::King));
}

TEST(Position, KeysCoverExactlyTheirPieces) {
  const Position a = position_of("4k1n1/1p6/8/8/8/8/1P6/R3K3 w - - 0 1");
  const Position pawn_moved = position_of("4k1n1/1p6/8/8/8/1P6/8/R3K3 w - - 0 1");
  const Position rook_moved = position_of("4k1n1/1p6/8/8/8/8/1P6/1R2K3 w - - 0 1");
  const Position knight_moved = position_of("4k3/1p6/7n/8/8/8/1P6/R3K3 w - - 0 1");
  EXPECT_NE(a.pawn_key(), pawn_moved.pawn_key());
  EXPECT_EQ(a.pawn_key(), rook_moved.pawn_key());
  EXPECT_NE(a.non_pawn_key(Color::White), rook_moved.non_pawn_key(Color::White));
  EXPECT_EQ(a.non_pawn_key(Color::Black), rook_moved.non_pawn_key(Color::Black));
  EXPECT_EQ(a.minor_key(), rook_moved.minor_key());
  EXPECT_NE(a.major_key(), rook_moved.major_key());
  EXPECT_NE(a.minor_key(), knight_moved.minor_key());
  EXPECT_EQ(a.major_key(), knight_moved.major_key());
}

TEST(Position, FindsDiscoveredCheckersAndCheckSquares) {
  const Position position = position_of("4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1");
  const CheckInfo info = position.check_info();
  EXPECT_EQ(info.discoverers, bit(Square::E4));
  EXPECT_TRUE(contains(info.squares[index(PieceType::Knight)], Square::D6));
  EXPECT_FALSE(contains(info.squares[index(PieceType::Knight)], Square::E6));
}

TEST(Position, DistinguishesQuietMovesFromCapturesAndPromotions) {
  const Position position = position_of("3r3k/2P4p/8/4pP2/8/8/8/R3K2R w KQ e6 0 1");
  const auto check = [&](std::string_view text, bool quiet, PieceType captured) {
    const auto move = parse_coordinate_move(position, text);
    ASSERT_TRUE(move) << text;
    EXPECT_EQ(position.is_quiet(*move), quiet) << text;
    EXPECT_EQ(position.captured_type(*move), captured) << text;
  };
  check("a1a2", true, PieceType::None);
  check("e1g1", true, PieceType::None);  // spelled as king takes rook, but nothing is taken
  check("c7c8q", false, PieceType::None);
  check("c7d8n", false, PieceType::Rook);
  check("f5e6", false, PieceType::Pawn);  // en passant: the target square is empty
}

TEST(Position, CopiesAreIndependent) {
  Position original;
  original.make(*parse_coordinate_move(original, "e2e4"));
  Position copy = original;
  copy.make(*parse_coordinate_move(copy, "e7e5"));
  EXPECT_EQ(original.history_length(), 1U);
  copy.undo();
  copy.undo();
  EXPECT_EQ(to_fen(copy), kStartFen);
  Position moved = std::move(copy);
  EXPECT_EQ(to_fen(moved), kStartFen);
}

TEST(Coordinates, ReadBothSpellingsOfCastling) {
  const Position position = position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  const Move castling(Square::E1, Square::H1, MoveKind::Castling);
  EXPECT_EQ(*parse_coordinate_move(position, "e1g1"), castling);
  EXPECT_EQ(*parse_coordinate_move(position, "e1h1"), castling);
  EXPECT_EQ(to_coordinates(castling), "e1g1");
  EXPECT_EQ(to_coordinates(castling, Variant::Chess960), "e1h1");
}

TEST(Coordinates, AKingStepIsNotCastlingInChess960) {
  // From f1 the king can step to g1 or castle there; the step is e1-style, castling is king takes rook.
  const Position position = position_of("4k3/8/8/8/8/8/8/5K1R w H - 0 1", Variant::Chess960);
  EXPECT_FALSE(parse_coordinate_move(position, "f1g1")->is_castling());
  EXPECT_TRUE(parse_coordinate_move(position, "f1h1")->is_castling());
}

TEST(Coordinates, SayWhyAMoveIsRefused) {
  const Position position = position_of("4k3/P7/8/8/8/8/4r3/R3K3 w Q - 0 1");
  EXPECT_NE(error_of(position, "e2").find("expected two squares"), std::string::npos);
  EXPECT_NE(error_of(position, "e1e9").find("expected two squares"), std::string::npos);
  EXPECT_NE(error_of(position, "a7a8k").find("expected two squares"), std::string::npos);
  EXPECT_NE(error_of(position, "h2h3").find("h2 is empty"), std::string::npos);
  EXPECT_NE(error_of(position, "e2e3").find("is not White's"), std::string::npos);
  EXPECT_NE(error_of(position, "a1b2").find("does not go to b2"), std::string::npos);
  EXPECT_NE(error_of(position, "a1a2").find("leaves White's king in check"), std::string::npos);
  EXPECT_NE(error_of(position_of("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), "a7a8").find("promotion piece is missing"),
            std::string::npos);
}

TEST(Chess960, Number518IsTheStandardStart) { EXPECT_EQ(to_fen(chess960_start(kStandardStart)), kStartFen); }

TEST(Chess960, TheFirstAndLastNumbersGiveTheKnownArrangements) {
  EXPECT_EQ(to_fen(chess960_start(0)).substr(0, 8), "bbqnnrkr");
  EXPECT_EQ(to_fen(chess960_start(959)).substr(0, 8), "rkrnnqbb");
}

TEST(Chess960, All960AreDifferentAndObeyTheRules) {
  std::set<std::string> seen;
  for (int number = 0; number < kChess960Starts; ++number) {
    const Position position = chess960_start(number);
    EXPECT_TRUE(position.is_consistent());
    seen.insert(to_fen(position));
    const Square king = position.king(Color::White);
    EXPECT_LT(position.castling_rook(Color::White, Wing::Queen), king);
    EXPECT_GT(position.castling_rook(Color::White, Wing::King), king);
    const Bitboard bishops = position.pieces(Color::White, PieceType::Bishop);
    EXPECT_EQ(popcount(bishops & kLightSquares), 1);
    EXPECT_EQ(popcount(bishops & kDarkSquares), 1);
  }
  EXPECT_EQ(seen.size(), 960U);
}

}  // namespace
}  // namespace zugwerk::chess
