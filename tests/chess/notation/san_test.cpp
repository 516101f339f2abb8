// Unit tests of chess/san.h, and properties over random games: moves read back as written, in both variants.

#include "chess/notation/san.h"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "support/positions.h"

namespace zugwerk::chess {
namespace {

using test::position_of;
/// The move that is read, as coordinates with castling as king takes rook, or the error.
std::string read(const Position& position, std::string_view text) {
  const auto move = parse_san(position, text);
  return move ? to_coordinates(*move, Variant::Chess960) : move.error().message;
}
std::string read(std::string_view fen, std::string_view text) { return read(position_of(fen), text); }

void expect_all(std::string_view fen, const std::vector<std::string_view>& texts, std::string_view move) {
  for (const std::string_view text : texts) EXPECT_EQ(read(fen, text), move) << text;
}

std::string written(std::string_view fen, std::string_view coordinates) {
  const Position position = position_of(fen);
  return to_san(position, parse_coordinate_move(position, coordinates).value());
}

constexpr std::string_view kCastlingFen = "r3k2r/pppq1ppp/2n5/8/8/2N5/PPPQ1PPP/R3K2R w KQkq - 0 1";

TEST(SanReader, ReadsCastlingInAnySpelling) {
  expect_all(kCastlingFen, {"O-O", "0-0", "o-o", "OO", "O-O+", "0-0!", "O-O?!", "e1g1", "Ke1g1", "e1-g1", "e1h1"},
             "e1h1");
  expect_all(kCastlingFen, {"O-O-O", "0-0-0", "o-o-o", "O-O-O#", "e1c1", "e1a1"}, "e1a1");
}

TEST(SanReader, ReadsCastlingInChess960AsLettersAndAsKingTakesRook) {
  constexpr std::string_view kFen = "1r1k2r1/pppppppp/8/8/8/8/PPPPPPPP/1R1K2R1 w GBgb - 0 1";
  expect_all(kFen, {"O-O", "0-0", "d1g1", "Kd1g1"}, "d1g1");
  expect_all(kFen, {"O-O-O", "d1b1"}, "d1b1");
  EXPECT_EQ(read(kFen, "Kc1"), "d1c1");
  // The king is already where castling takes it: only the rook moves.
  constexpr std::string_view kStaying = "4k3/8/8/8/8/8/8/6KR w H - 0 1";
  expect_all(kStaying, {"O-O", "g1h1"}, "g1h1");
}

TEST(SanReader, ReadsCapturesWithAndWithoutTheirMark) {
  constexpr std::string_view kFen = "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1";
  expect_all(kFen, {"exd5", "ed5", "e4d5", "e4xd5", "e4:d5", "e:d5", "Pexd5", "Pxd5", "pxd5", "exd5!!", "exd5+"},
             "e4d5");
  expect_all(kFen, {"Nxd5", "Nd5", "N:d5", "Ncxd5", "Nc3xd5", "Nc3-d5", "N3d5", "nxd5"}, "c3d5");
  expect_all(kFen, {"Ne2", "Nxe2"}, "c3e2");
  expect_all(kFen, {"e5", "Pe5", "e4e5", "e4-e5", "Pe4-e5", "ee5"}, "e4e5");
}

TEST(SanReader, ReadsPromotionsInAnySpelling) {
  constexpr std::string_view kFen = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
  expect_all(kFen, {"e8=Q", "e8Q", "e8(Q)", "e8=q", "e8q", "e8/Q", "e8=Q+", "e8Q#", "e8(Q)+", "e7e8q", "e7-e8=Q"},
             "e7e8q");
  expect_all(kFen, {"exd8=N", "exd8N", "ed8n", "e7d8n", "e7xd8(N)+", "exd8=N!?"}, "e7d8n");
  EXPECT_EQ(read(kFen, "exd8=B"), "e7d8b");
  EXPECT_EQ(read(kFen, "e8r"), "e7e8r");
}

TEST(SanReader, ReadsEnPassantWithAndWithoutItsMark) {
  expect_all("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
             {"exd6", "exd6e.p.", "exd6 e.p.", "exd6ep", "ed6", "e5d6", "e5xd6", "exd6e.p.+"}, "e5d6");
  const auto move = parse_san(position_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"), "exd6");
  ASSERT_TRUE(move);
  EXPECT_TRUE(move->is_en_passant());
}

TEST(SanReader, IgnoresMissingExtraAndWrongMarks) {
  expect_all(kStartFen, {"Nf3", "Nf3+", "Nf3#", "Nf3++", "Nf3!", "Nf3??", "Nf3!?", "Nf3+!", "Nf3?!"}, "g1f3");
  expect_all(kStartFen, {"Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "g1f3", "nf3"}, "g1f3");
}

TEST(SanReader, ReadsALowerCaseBAsAPawnUnlessOnlyABishopFits) {
  // Both the pawn on b2 and the bishop on d2 can take on c3.
  constexpr std::string_view kBoth = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1";
  EXPECT_EQ(read(kBoth, "bxc3"), "b2c3");
  EXPECT_EQ(read(kBoth, "Bxc3"), "d2c3");
  constexpr std::string_view kBishopOnly = "4k3/8/8/8/8/2p5/P2B4/4K3 w - - 0 1";
  EXPECT_EQ(read(kBishopOnly, "bxc3"), "d2c3");
  EXPECT_EQ(read(kBishopOnly, "bf4"), "d2f4");
  EXPECT_EQ(read(kStartFen, "bxc3"), "illegal move 'bxc3' for White: no pawn on the b-file reaches c3");
}

TEST(SanReader, DoesNotCountAPinnedPieceAsAmbiguous) {
  // The knight on d2 is pinned to its king, so Nf3 can only be the other one.
  EXPECT_EQ(read("3rk3/8/8/8/8/8/3N4/3K2N1 w - - 0 1", "Nf3"), "g1f3");
  EXPECT_EQ(written("3rk3/8/8/8/8/8/3N4/3K2N1 w - - 0 1", "g1f3"), "Nf3");
}

TEST(SanReader, SaysWhyAMoveIsIllegal) {
  struct Case {
    std::string_view fen;
    std::string_view text;
    std::string_view error;
  };
  for (const auto& [fen, text, error] : {
           Case{kStartFen, "Nxe5", "illegal move 'Nxe5' for White: no knight reaches e5"},
           Case{kStartFen, "Nd2", "illegal move 'Nd2' for White: d2 is occupied by White's own pawn"},
           Case{kStartFen, "Nbxf3", "illegal move 'Nbxf3' for White: no knight on the b-file reaches f3"},
           Case{kStartFen, "N8f3", "illegal move 'N8f3' for White: no knight on rank 8 reaches f3"},
           Case{kStartFen, "Nb1f3", "illegal move 'Nb1f3' for White: no knight on b1 reaches f3"},
           Case{kStartFen, "e5", "illegal move 'e5' for White: no pawn reaches e5"},
           Case{kStartFen, "e4=Q", "illegal move 'e4=Q' for White: a pawn does not promote on e4"},
           Case{kStartFen, "Nf3=Q", "illegal move 'Nf3=Q' for White: only a pawn promotes"},
           Case{kStartFen, "e3e4", "illegal move 'e3e4' for White: e3 is empty"},
           Case{kStartFen, "e7e5", "illegal move 'e7e5' for White: the piece on e7 is not White's"},
           Case{kStartFen, "O-O", "illegal move 'O-O' for White: a piece stands in the way on the king's side"},
           Case{"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O",
                "illegal move 'O-O' for White: White has no right to castle on the king's side"},
           Case{"4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O",
                "illegal move 'O-O' for White: the king passes an attacked square or would be in check on the king's "
                "side"},
           Case{"4k3/4r3/8/8/8/8/8/4K2R w K - 0 1", "O-O",
                "illegal move 'O-O' for White: the king is in check and may not castle"},
           Case{"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2",
                "illegal move 'Nd2' for White: ambiguous: knights on b1 and f3 both reach d2"},
           Case{"4k3/8/8/8/1N6/5N2/8/1N2K3 w - - 0 1", "Nd5", "b4d5"},
           Case{"4k3/8/8/8/8/1N3N2/8/1N2K3 w - - 0 1", "Nd2",
                "illegal move 'Nd2' for White: ambiguous: knights on b1, b3 and f3 all reach d2"},
           Case{"3rk3/8/8/8/8/8/3N4/3K4 w - - 0 1", "Nf3",
                "illegal move 'Nf3' for White: it leaves White's king in check, the knight is pinned"},
           Case{"4k3/8/8/8/8/8/8/4K3 b - - 0 1", "Ke9",
                "illegal move 'Ke9' for Black: this is not a move in algebraic notation"},
           Case{"3rk3/8/8/8/8/8/8/N2K4 w - - 0 1", "Nb3",
                "illegal move 'Nb3' for White: it leaves White's king in check"},
           Case{"3rk3/8/8/8/8/8/8/N3K3 w - - 0 1", "Kd1",
                "illegal move 'Kd1' for White: the king would be in check on d1"},
           Case{"7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8", "illegal move 'e8' for White: the promotion piece is missing"},
           Case{"7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8=K",
                "illegal move 'e8=K' for White: a pawn does not become a king"},
           Case{kStartFen, "--", "illegal move '--' for White: null moves are not played"},
           Case{kStartFen, "Z0", "illegal move 'Z0' for White: null moves are not played"},
           Case{kStartFen, "", "illegal move '' for White: this is not a move in algebraic notation"},
           Case{kStartFen, "+", "illegal move '+' for White: this is not a move in algebraic notation"},
           Case{kStartFen, "Nf3f4f5", "illegal move 'Nf3f4f5' for White: this is not a move in algebraic notation"},
           Case{kStartFen, "O-O-O-O", "illegal move 'O-O-O-O' for White: this is not a move in algebraic notation"},
           Case{kStartFen, "resigns", "illegal move 'resigns' for White: this is not a move in algebraic notation"},
       })
    EXPECT_EQ(read(fen, text), error) << fen;
}

TEST(SanWriter, DisambiguatesByFileThenByRankThenByBoth) {
  EXPECT_EQ(written("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2"), "Nbd2");
  EXPECT_EQ(written("4k3/8/8/8/8/1N6/8/1N2K3 w - - 0 1", "b1d2"), "N1d2");
  EXPECT_EQ(written("6k1/8/8/8/Q6Q/8/8/Q3K3 w - - 0 1", "a4d4"), "Qa4d4");
  EXPECT_EQ(written("6k1/8/8/8/Q6Q/8/8/Q3K3 w - - 0 1", "h4d4"), "Qhd4");
  EXPECT_EQ(written("6k1/8/8/8/Q6Q/8/8/Q3K3 w - - 0 1", "a1d4"), "Q1d4");
}

TEST(SanWriter, MarksChecksAndMates) {
  EXPECT_EQ(written("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"), "Ra8#");
  EXPECT_EQ(written("6k1/5pp1/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"), "Ra8+");
  EXPECT_EQ(written("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "O-O+");
  EXPECT_EQ(written("2k5/4P3/3K4/8/8/8/8/8 w - - 0 1", "e7e8q"), "e8=Q+");
  EXPECT_EQ(written("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6"), "exd6");
}

TEST(SanWriter, WritesAndMakesInOneStep) {
  Position position;
  std::string text;
  for (const std::string_view move : {"f2f3", "e7e5", "g2g4", "d8h4"}) {
    const Move parsed = parse_coordinate_move(position, move).value();
    const std::string apart = to_san(position, parsed);
    const std::size_t before = text.size();
    append_san_and_make(text, position, parsed);
    EXPECT_EQ(text.substr(before), apart);
    text += ' ';
  }
  EXPECT_EQ(text, "f3 e5 g4 Qh4# ");
}

/// With less disambiguation the notation must not name the move, and no two moves share a notation.
void expect_notation_is_exact(const Position& position) {
  std::set<std::string> seen;
  for (const Move move : legal_moves(position)) {
    const std::string text = to_san(position, move);
    EXPECT_TRUE(seen.insert(text).second) << text << " in " << to_fen(position);
    const auto back = parse_san(position, text);
    ASSERT_TRUE(back) << back.error().message << " in " << to_fen(position);
    EXPECT_EQ(*back, move) << text << " in " << to_fen(position);
    const auto by_squares = parse_san(position, to_coordinates(move, Variant::Chess960));
    ASSERT_TRUE(by_squares) << by_squares.error().message << " in " << to_fen(position);
    EXPECT_EQ(*by_squares, move);
    const PieceType type = type_of(position.piece_on(move.from()));
    if (type == PieceType::Pawn || move.is_castling()) continue;
    const std::string target = to_string(move.to());
    int rivals = 0;
    for (const Move other : legal_moves(position))
      if (!other.is_castling() && other.to() == move.to() && type_of(position.piece_on(other.from())) == type) ++rivals;
    if (rivals > 1) {
      EXPECT_FALSE(parse_san(position, letter_of(type) + target)) << text << " in " << to_fen(position);
    } else {
      EXPECT_TRUE(parse_san(position, letter_of(type) + target)) << text << " in " << to_fen(position);
      const std::size_t letters = 1 + (position.is_capture(move) ? 1 : 0);
      EXPECT_EQ(text.find(target, letters), letters) << text << " in " << to_fen(position);
    }
  }
}

void play_random_games(std::string_view fen, Variant variant, std::uint64_t seed, int games) {
  base::Rng rng(seed);
  for (int game = 0; game < games; ++game) {
    Position position = parse_fen(fen, variant).value();
    for (int ply = 0; ply < 150; ++ply) {
      expect_notation_is_exact(position);
      const MoveList moves = legal_moves(position);
      if (moves.empty()) break;
      position.make(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

TEST(SanProperty, ReadsBackEveryMoveOfRandomGames) {
  play_random_games(kStartFen, Variant::Standard, 1, 10);
  play_random_games("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", Variant::Standard, 2, 10);
}

TEST(SanProperty, ReadsBackEveryMoveOfRandomGamesWithManyPiecesOfAKind) {
  play_random_games("QQQ5/8/7k/N6N/8/2N1N3/8/R1R1K2R w K - 0 1", Variant::Standard, 3, 3);
  play_random_games("8/PPPPPPPP/8/1k6/6K1/8/pppppppp/8 w - - 0 1", Variant::Standard, 4, 10);
}

TEST(SanProperty, ReadsBackEveryMoveOfRandomChess960Games) {
  play_random_games("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", Variant::Chess960, 5, 5);
  play_random_games("1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9", Variant::Chess960, 6, 5);
  play_random_games("rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1", Variant::Chess960, 7, 10);
}

TEST(SanProperty, AnyTextYieldsALegalMoveOrAReason) {
  constexpr std::string_view kAlphabet = "abcdefgh12345678NBRQKPOox=-+#(){}!?.qnrb0";
  base::Rng rng(8);
  const Position position = position_of("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1");
  for (int round = 0; round < 50'000; ++round) {
    std::string text;
    for (std::uint32_t left = rng.below(7); left != 0; --left)
      text += kAlphabet[rng.below(static_cast<std::uint32_t>(kAlphabet.size()))];
    if (const auto move = parse_san(position, text))
      EXPECT_TRUE(position.is_legal(*move)) << text;
    else
      EXPECT_FALSE(explain_no_san_move(position, text).empty()) << text;
  }
}

}  // namespace
}  // namespace zugwerk::chess
