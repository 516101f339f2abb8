// Unit tests of chess/fen.h: what is read, what is refused with which error, what is written.

#include "chess/notation/fen.h"

#include <gtest/gtest.h>

namespace zugwerk::chess {
namespace {

std::string error_of(std::string_view fen, Variant variant = Variant::Standard) {
  const auto position = parse_fen(fen, variant);
  return position ? "no error" : position.error().message;
}

TEST(Fen, WritesWhatItRead) {
  for (const std::string_view fen : {
           kStartFen,
           std::string_view("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 17"),
           std::string_view("4k3/8/8/8/8/8/8/4K3 b - - 149 300"),
       }) {
    const auto position = parse_fen(fen);
    ASSERT_TRUE(position) << position.error().message;
    EXPECT_EQ(to_fen(*position), fen);
    EXPECT_TRUE(position->is_consistent());
  }
}

TEST(Fen, TheDefaultPositionIsTheStart) { EXPECT_EQ(to_fen(Position()), kStartFen); }

TEST(Fen, DropsAnEnPassantSquareWithoutALegalCapture) {
  // The pawn on f4 could take, but that opens the fourth rank to the rook on b4.
  const auto pinned = parse_fen("8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1");
  ASSERT_TRUE(pinned);
  EXPECT_EQ(to_fen(*pinned), "8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - - 0 1");
  const auto alone = parse_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
  ASSERT_TRUE(alone);
  EXPECT_EQ(alone->en_passant(), Square::None);
}

TEST(Fen, KeepsAnEnPassantSquareWithALegalCapture) {
  const std::string fen = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3";
  EXPECT_EQ(to_fen(*parse_fen(fen)), fen);
}

TEST(Fen, NeedsOnlyPlacementAndSideToMove) {
  EXPECT_EQ(to_fen(*parse_fen("r3k2r/8/8/8/8/8/8/R3K2R b")), "r3k2r/8/8/8/8/8/8/R3K2R b - - 0 1");
  EXPECT_EQ(to_fen(*parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w Kq")), "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1");
  EXPECT_EQ(to_fen(*parse_fen("4k3/8/8/8/8/8/8/4K3 w - -")), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(to_fen(*parse_fen("4k3/8/8/8/8/8/8/4K3 w - - 5 0")), "4k3/8/8/8/8/8/8/4K3 w - - 5 1");
}

struct BadFen {
  const char* fen;
  const char* message;
};

TEST(Fen, NamesTheFieldAndTheFault) {
  for (const auto& [fen, message] : {
           BadFen{"", "placement field is missing"},
           BadFen{"rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 7 has 9 squares"},
           BadFen{"rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 7 has 7 squares"},
           BadFen{"rnbqkbnr/pppppppp/44/81/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 5 has 9 squares"},
           BadFen{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", "only 7 ranks"},
           BadFen{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w KQkq - 0 1", "more than 8 ranks"},
           BadFen{"rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "'x' is neither a piece"},
           BadFen{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQQBNR w - - 0 1", "White has 0 kings"},
           BadFen{"knbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "Black has 2 kings"},
           BadFen{"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "White pawn on a1"},
           BadFen{"p3k3/8/8/8/8/8/8/4K3 w - - 0 1", "Black pawn on a8"},
           BadFen{"4k3/8/8/8/8/PPP5/PPPPPPPP/4K3 w - - 0 1", "White has 11 pawns"},
           BadFen{"4k3/8/8/8/8/QQQQQQQQ/QQ6/4K3 w - - 0 1", "White has 9 promoted pieces but still 0 pawns"},
           BadFen{"4k3/8/8/8/8/QQ6/PPPPPPPP/4K3 w - - 0 1", "White has 1 promoted pieces but still 8 pawns"},
           BadFen{"4k3/8/8/8/8/8/8/4K3", "side to move field is missing"},
           BadFen{"4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move field 'x'"},
           BadFen{"4k3/8/8/8/8/8/8/4K2R w KX - 0 1", "castling field 'KX': 'X' is not a castling right"},
           BadFen{"4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling field 'K': 'K': White has no rook on h1"},
           BadFen{"4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "'K': a right on that side was named before"},
           BadFen{"4k3/8/8/8/8/8/8/4K2R w KQkqK - 0 1", "castling field 'KQkqK': there are more than 4 rights"},
           BadFen{"4k3/8/8/8/8/8/8/3K3R w K - 0 1", "White's king is on d1, not on e1 (is this a Chess960 position?)"},
           BadFen{"4k3/8/8/8/8/8/4K3/7R w K - 0 1", "White's king is on e2, not on e1"},
           BadFen{"4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "the rook on g1 is not in a corner"},
           BadFen{"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant field 'e9': not a square"},
           BadFen{"4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "en passant field 'e3': e3 is not on the rank"},
           BadFen{"4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no pawn of Black on e5 has passed e6"},
           BadFen{"4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", "its way is occupied"},
           BadFen{"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove clock field '-1'"},
           BadFen{"4k3/8/8/8/8/8/8/4K3 w - - 0 x", "move number field 'x'"},
           BadFen{"4k3/8/8/8/8/8/8/4K3 w - - 0 1 junk", "unexpected text 'junk'"},
           BadFen{"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "Black's king can be taken"},
           BadFen{"4k3/8/8/8/8/8/8/3Kk3 w - - 0 1", "Black has 2 kings"},
           BadFen{"3k4/3R4/4N3/B7/8/8/8/K7 b - - 0 1", "in check by 3 pieces"},
       }) {
    EXPECT_NE(error_of(fen).find(message), std::string::npos) << fen << "\n  says: " << error_of(fen);
  }
}

struct RepairedFen {
  const char* fen;
  const char* becomes;
  FenRepairs repairs;
};

void expect_repaired(const RepairedFen& expected, std::optional<Variant> variant) {
  FenRepairs repairs{"from before"};
  const auto position =
      variant ? parse_fen(expected.fen, *variant, &repairs) : parse_fen_of_any_variant(expected.fen, &repairs);
  ASSERT_TRUE(position) << position.error().message;
  EXPECT_TRUE(position->is_consistent());
  EXPECT_EQ(to_fen(*position), expected.becomes);
  FenRepairs all{"from before"};
  all.insert(all.end(), expected.repairs.begin(), expected.repairs.end());
  EXPECT_EQ(repairs, all) << expected.fen;
}

TEST(FenRepair, DropsCastlingRightsWithoutTheirRookOrKing) {
  expect_repaired(
      {"4k2r/8/8/8/8/8/8/R3K3 w KQkq - 3 9",
       "4k2r/8/8/8/8/8/8/R3K3 w Qk - 3 9",
       {"castling right 'K' dropped: White has no rook on h1", "castling right 'q' dropped: Black has no rook on a8"}},
      Variant::Standard);
  expect_repaired({"r4rk1/8/8/8/8/8/4K3/R6R b KQk - 0 1",
                   "r4rk1/8/8/8/8/8/4K3/R6R b - - 0 1",
                   {"castling right 'K' dropped: White's king is on e2, not on e1",
                    "castling right 'Q' dropped: White's king is on e2, not on e1",
                    "castling right 'k' dropped: Black's king is on g8, not on e8"}},
                  Variant::Standard);
  expect_repaired({"4k3/8/8/8/8/8/8/4K2R w KK - 0 1",
                   "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                   {"castling right 'K' dropped: a right on that side was named before"}},
                  Variant::Standard);
  expect_repaired({"4k3/8/8/8/8/8/8/1RK5 w KQ - 0 1",
                   "4k3/8/8/8/8/8/8/1RK5 w Q - 0 1",
                   {"castling right 'K' dropped: White has no rook to the right of its king"}},
                  Variant::Chess960);
}

TEST(FenRepair, SuggestsChess960IfTheRightsWouldBeGoodThere) {
  expect_repaired({"4k3/8/8/8/8/8/8/3K3R w K - 0 1",
                   "4k3/8/8/8/8/8/8/3K3R w - - 0 1",
                   {"castling right 'K' dropped: White's king is on d1, not on e1 (is this a Chess960 position?)"}},
                  Variant::Standard);
}

TEST(FenRepair, DropsEnPassantSquaresThatNoPawnHasJustPassed) {
  expect_repaired({"4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
                   "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
                   {"en passant square 'e6' dropped: no pawn of Black on e5 has passed e6"}},
                  Variant::Standard);
  expect_repaired({"4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",
                   "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1",
                   {"en passant square 'e3' dropped: e3 is not on the rank that a pawn of Black passes"}},
                  Variant::Standard);
  expect_repaired({"4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1",
                   "4k3/4p3/8/4p3/8/8/8/4K3 w - - 0 1",
                   {"en passant square 'e6' dropped: the pawn on e5 cannot have passed e6: its way is occupied"}},
                  Variant::Standard);
}

TEST(FenRepair, IsSilentAboutAnEnPassantSquareWithoutACapture) {
  // Many programs write the square after every double step.
  expect_repaired({"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
                   "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                   {}},
                  Variant::Standard);
}

TEST(FenRepair, LeavesTheListAloneWhenTheFenIsRefused) {
  for (const std::string_view fen : {"4k3/8/8/8/8/8/8/8 w KQ - 0 1",          // no king
                                     "4k3/8/8/8/8/8/4R3/4K3 w KQ - 0 1",      // Black is in check, White to move
                                     "p3k3/8/8/8/8/8/8/4K3 w KQ - 0 1",       // a pawn on the last rank
                                     "4k3/8/8/8/8/8/8/4K3 w KX - 0 1",        // not a castling right
                                     "4k3/8/8/8/8/8/8/4K3 w KQ e9 0 1",       // not a square
                                     "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1 junk",   // more than a FEN
                                     "4k3/8/8/8/8/8/8/4K3 w KQ - twelve 1"})  // not a number
  {
    FenRepairs repairs;
    EXPECT_FALSE(parse_fen(fen, Variant::Standard, &repairs)) << fen;
    EXPECT_FALSE(parse_fen_of_any_variant(fen, &repairs)) << fen;
    EXPECT_TRUE(repairs.empty()) << fen;
  }
}

TEST(FenRepair, TreatsStaleRightsAsStandardChess) {
  // White's rook went to g1, where K finds it in Chess960; Black's rights say that this is standard chess.
  expect_repaired({"r3k2r/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1",
                   "r3k2r/8/8/8/8/8/8/R3K1R1 w Qkq - 0 1",
                   {"castling right 'K' dropped: White has no rook on h1 (is this a Chess960 position?)"}},
                  std::nullopt);
  // Both sides have castled, but some programs always write KQkq.
  expect_repaired({"r4rk1/8/8/8/8/8/8/R4RK1 w KQkq - 0 1",
                   "r4rk1/8/8/8/8/8/8/R4RK1 w - - 0 1",
                   {"castling right 'K' dropped: White's king is on g1, not on e1",
                    "castling right 'Q' dropped: White's king is on g1, not on e1 (is this a Chess960 position?)",
                    "castling right 'k' dropped: Black's king is on g8, not on e8",
                    "castling right 'q' dropped: Black's king is on g8, not on e8 (is this a Chess960 position?)"}},
                  std::nullopt);
}

TEST(FenRepair, StillRecognisesChess960) {
  for (const char* fen :
       {"bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1",
        "rkbqnbnr/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K1R1 w K - 0 1"})
    expect_repaired({fen, fen, {}}, std::nullopt);
  // Black's rights alone could be standard, but White's name rooks between the corners.
  expect_repaired({"r3k2r/8/8/8/8/8/8/2R1KR2 w FCkq - 0 1", "r3k2r/8/8/8/8/8/8/2R1KR2 w KQkq - 0 1", {}}, std::nullopt);
  // What else is wrong with the FEN says nothing about the variant.
  expect_repaired({"bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq e3 0 1",
                   "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1",
                   {"en passant square 'e3' dropped: e3 is not on the rank that a pawn of Black passes"}},
                  std::nullopt);
}

TEST(Fen, RefusesKingsThatTouch) {
  EXPECT_NE(error_of("8/8/8/8/8/3k4/3K4/8 w - - 0 1").find("Black's king can be taken"), std::string::npos);
}

TEST(Fen, ReadsXFenAndShredderFenOfChess960) {
  const std::string xfen = "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1";
  const std::string shredder = "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w FCfc - 0 1";
  const auto a = parse_fen(xfen, Variant::Chess960);
  const auto b = parse_fen(shredder, Variant::Chess960);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->key(), b->key());
  EXPECT_EQ(to_fen(*b), xfen);
  EXPECT_EQ(to_fen(*a, CastlingStyle::Shredder), shredder);
  EXPECT_FALSE(has_standard_castling(*a));
}

TEST(Fen, NamesTheInnerRookByItsFile) {
  // Two rooks on the king's right; the right belongs to the inner one.
  const std::string fen = "4k3/8/8/8/8/8/8/2K2R1R w F - 0 1";
  const auto inner = parse_fen(fen, Variant::Chess960);
  ASSERT_TRUE(inner) << inner.error().message;
  EXPECT_EQ(inner->castling_rook(Color::White, Wing::King), Square::F1);
  EXPECT_EQ(to_fen(*inner), fen);
  const auto outer = parse_fen("4k3/8/8/8/8/8/8/2K2R1R w K - 0 1", Variant::Chess960);
  EXPECT_EQ(outer->castling_rook(Color::White, Wing::King), Square::H1);
}

TEST(Fen, ReadsDoubleChess960) {
  const std::string fen = "rkbqnbnr/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w FChq - 0 1";
  const auto position = parse_fen(fen, Variant::Chess960);
  ASSERT_TRUE(position) << position.error().message;
  EXPECT_EQ(position->castling_rook(Color::White, Wing::King), Square::F1);
  EXPECT_EQ(position->castling_rook(Color::Black, Wing::Queen), Square::A8);
  EXPECT_EQ(to_fen(*position), "rkbqnbnr/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1");
}

TEST(Fen, AnyVariantPrefersStandard) {
  EXPECT_TRUE(has_standard_castling(*parse_fen_of_any_variant(kStartFen)));
  EXPECT_TRUE(parse_fen_of_any_variant("bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1"));
  const auto bad = parse_fen_of_any_variant("bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq z9 0 1");
  EXPECT_FALSE(bad);
}

}  // namespace
}  // namespace zugwerk::chess
