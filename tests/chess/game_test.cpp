// Unit tests of chess/game.h and chess/dead_position.h: the ways a game ends, and near misses.

#include "chess/game.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "chess/dead_position.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"

namespace zugwerk::chess {
namespace {

Game game_from(std::string_view fen) {
  auto position = parse_fen(fen);
  EXPECT_TRUE(position) << (position ? "" : position.error().message);
  return Game(*std::move(position));
}

void play(Game& game, std::initializer_list<const char*> moves) {
  for (const char* text : moves) {
    const auto move = parse_coordinate_move(game.position(), text);
    ASSERT_TRUE(move) << move.error().message;
    ASSERT_TRUE(game.play(*move));
  }
}

std::optional<EndReason> reason_of(std::string_view fen) {
  const auto end = game_from(fen).end();
  return end ? std::optional(end->reason) : std::nullopt;
}

TEST(Game, EndsByMateWithAWinner) {
  Game game;
  play(game, {"f2f3", "e7e5", "g2g4", "d8h4"});
  ASSERT_TRUE(game.end());
  EXPECT_EQ(*game.end(), (GameEnd{EndReason::Checkmate, Color::Black}));
  EXPECT_EQ(result_text(*game.end()), "0-1");
  EXPECT_EQ(to_string(*game.end()), "Black mates");
}

TEST(Game, EndsByStalemate) {
  EXPECT_EQ(reason_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), EndReason::Stalemate);
  EXPECT_EQ(result_text(*game_from("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").end()), "1/2-1/2");
}

TEST(Game, ThreefoldRepetitionCanBeClaimedAndFivefoldEndsTheGame) {
  Game game;
  const auto shuffle = [&] { play(game, {"g1f3", "g8f6", "f3g1", "f6g8"}); };
  EXPECT_FALSE(game.claimable_draw());
  shuffle();
  EXPECT_FALSE(game.claimable_draw());
  shuffle();
  ASSERT_TRUE(game.claimable_draw());
  EXPECT_EQ(game.claimable_draw()->reason, EndReason::ThreefoldRepetition);
  EXPECT_FALSE(game.end());
  shuffle();
  EXPECT_FALSE(game.end());
  shuffle();
  ASSERT_TRUE(game.end());
  EXPECT_EQ(game.end()->reason, EndReason::FivefoldRepetition);
}

TEST(Repetition, CountsPositionsAsEqualWhenTheEnPassantCaptureIsPinnedAway) {
  // After e2e4 the black pawn on f4 attacks e3 but is pinned on the fourth rank.
  Game game = game_from("8/8/8/8/R4p1k/8/4P3/4K3 w - - 0 1");
  play(game, {"e2e4"});
  EXPECT_EQ(game.position().en_passant(), Square::None);
  play(game, {"h4h5", "e1d1", "h5h4", "d1e1", "h4h5", "e1d1", "h5h4", "d1e1"});
  EXPECT_EQ(game.position().repetitions(), 2);
  EXPECT_TRUE(game.claimable_draw());
}

TEST(Repetition, DistinguishesPositionsByALegalEnPassantCapture) {
  Game game = game_from("4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1");
  play(game, {"e2e4"});
  EXPECT_EQ(game.position().en_passant(), Square::E3);
  play(game, {"e8d8", "e1d1", "d8e8", "d1e1", "e8d8", "e1d1", "d8e8", "d1e1"});
  EXPECT_EQ(game.position().repetitions(), 1);  // the first occurrence allowed the capture
}

TEST(Repetition, DistinguishesPositionsByCastlingRights) {
  Game game = game_from("4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1");
  play(game, {"h1h2", "h8h7", "h2h1", "h7h8"});
  EXPECT_EQ(game.position().repetitions(), 0);
}

TEST(Game, FiftyMovesCanBeClaimedAndSeventyFiveEndTheGame) {
  Game game = game_from("4k3/8/8/8/8/8/8/R3K3 w - - 99 80");
  EXPECT_FALSE(game.claimable_draw());
  play(game, {"a1a2"});
  ASSERT_TRUE(game.claimable_draw());
  EXPECT_EQ(game.claimable_draw()->reason, EndReason::FiftyMoveRule);
  EXPECT_FALSE(game.end());
  EXPECT_EQ(reason_of("4k3/8/8/8/8/8/8/R3K3 w - - 149 80"), std::nullopt);
  EXPECT_EQ(reason_of("4k3/8/8/8/8/8/8/R3K3 w - - 150 80"), EndReason::SeventyFiveMoveRule);
}

TEST(Game, MateOnTheLastMoveBeatsTheSeventyFiveMoveRule) {
  EXPECT_EQ(reason_of("R5k1/5ppp/8/8/8/8/8/4K3 b - - 150 120"), EndReason::Checkmate);
}

TEST(Game, InsufficientMaterialEndsTheGame) {
  for (const char* fen : {
           "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1", "4k1n1/8/8/8/8/8/8/4K3 w - - 0 1",
           "2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1",       // both bishops on light squares
           "2b1k3/1b6/b7/8/8/3B4/8/4KB2 w - - 0 1",  // any number of them
       })
    EXPECT_EQ(reason_of(fen), EndReason::InsufficientMaterial) << fen;
}

TEST(Game, ContinuesWhileAHelpmateExists) {
  for (const char* fen : {
           "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",   // bishops of both colours
           "4k1n1/8/8/8/8/8/8/4KB2 w - - 0 1",  // knight against bishop
           "4k1n1/8/8/8/8/8/8/4K1N1 w - - 0 1",
           "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1",  // two knights cannot force mate but can give it
           "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
           "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
       })
    EXPECT_EQ(reason_of(fen), std::nullopt) << fen;
}

TEST(MatingMaterial, IsDecidedForEachSide) {
  struct Case {
    const char* fen;
    bool white;
    bool black;
  };
  for (const auto& [fen, white, black] : {
           Case{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", true, false},
           Case{"4k3/8/8/8/8/8/P7/4K3 w - - 0 1", true, false},
           Case{"4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1", true, false},
           Case{"4k3/8/8/8/8/8/8/1NB1K3 w - - 0 1", true, false},
           Case{"4k3/8/8/8/8/8/8/2BBK3 w - - 0 1", true, false},    // on both colours
           Case{"4k3/8/8/8/8/B7/8/2B1K3 w - - 0 1", false, false},  // on one
           Case{"4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", false, false},
           Case{"4k2q/8/8/8/8/8/8/1N2K3 w - - 0 1", false, true},
           Case{"4k2r/8/8/8/8/8/8/1N2K3 w - - 0 1", true, true},
           Case{"4k1n1/8/8/8/8/8/8/1N2K3 w - - 0 1", true, true},
           Case{"4k3/7p/8/8/8/8/8/1N2K3 w - - 0 1", true, true},
           Case{"4k2r/8/8/8/8/8/8/2B1K3 w - - 0 1", false, true},
           Case{"4k2q/8/8/8/8/8/8/2B1K3 w - - 0 1", false, true},
           Case{"4k1n1/8/8/8/8/8/8/2B1K3 w - - 0 1", true, true},
           Case{"4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", false, false},
           Case{"2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", true, true},
           Case{"4k3/7p/8/8/8/8/8/2B1K3 w - - 0 1", true, true},
       }) {
    const Position position = *parse_fen(fen);
    EXPECT_EQ(has_mating_material(position, Color::White), white) << fen;
    EXPECT_EQ(has_mating_material(position, Color::Black), black) << fen;
    EXPECT_EQ(has_insufficient_material(position), !white && !black) << fen;
  }
}

/// Whether there is a position in which White's lone `minor` mates, Black having one `other` piece besides its king.
/// The board has eight symmetries without pawns, so ten squares of the black king stand for all.
bool mates_somewhere(PieceType minor, PieceType other, bool on_both_colours) {
  constexpr Bitboard kTriangle = bit(Square::A1) | bit(Square::B1) | bit(Square::C1) | bit(Square::D1) |
                                 bit(Square::B2) | bit(Square::C2) | bit(Square::D2) | bit(Square::C3) |
                                 bit(Square::D3) | bit(Square::D4);
  for (Bitboard kings = kTriangle; kings != 0;) {
    const Square king = pop_square(kings);
    Bitboard checkers = minor == PieceType::Knight ? knight_attacks(king) : bishop_attacks(king, kNoSquares);
    while (checkers != 0) {
      const Square checker = pop_square(checkers);
      for (std::size_t helper = 0; helper < kSquareCount; ++helper) {
        const auto is_light = [](Square square) { return (bit(square) & kLightSquares) != 0; };
        const bool both = is_light(checker) != is_light(square_at(helper));
        if (minor == PieceType::Bishop && other == PieceType::Bishop && both != on_both_colours) continue;
        for (std::size_t white_king = 0; white_king < kSquareCount; ++white_king) {
          PositionSetup setup;
          setup.side_to_move = Color::Black;
          setup.board[index(king)] = make_piece(Color::Black, PieceType::King);
          setup.board[index(checker)] = make_piece(Color::White, minor);
          if (setup.board[helper] != Piece::None || white_king == helper || setup.board[white_king] != Piece::None)
            continue;
          setup.board[helper] = make_piece(Color::Black, other);
          setup.board[white_king] = make_piece(Color::White, PieceType::King);
          const auto position = Position::from_setup(setup);
          if (position && position->in_check() && !has_legal_move(*position)) return true;
        }
      }
    }
  }
  return false;
}

TEST(MatingMaterial, AgreesWithASearchForMates) {
  const auto check = [](PieceType minor, PieceType other, bool on_both_colours) {
    PositionSetup setup;
    setup.board[index(Square::E1)] = make_piece(Color::White, PieceType::King);
    setup.board[index(Square::C1)] = make_piece(Color::White, minor);
    setup.board[index(Square::E8)] = make_piece(Color::Black, PieceType::King);
    setup.board[index(on_both_colours ? Square::A8 : Square::B8)] = make_piece(Color::Black, other);
    const Position position = Position::from_setup(setup).value();
    EXPECT_EQ(has_mating_material(position, Color::White), mates_somewhere(minor, other, on_both_colours))
        << to_fen(position);
  };
  for (const PieceType minor : {PieceType::Knight, PieceType::Bishop})
    for (const PieceType other : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen})
      check(minor, other, true);
  check(PieceType::Bishop, PieceType::Bishop, false);
}

TEST(Game, BlockedPawnChainsThatNoKingCanPassAreDead) {
  for (const char* fen : {
           "8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1",  // a wall of rams: every way through is guarded by a pawn
           "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 b - - 0 1",
       })
    EXPECT_EQ(reason_of(fen), EndReason::DeadPosition) << fen;
}

TEST(Game, BlockedPawnsWithAGapAreNotDead) {
  for (const char* fen : {
           "8/8/4k3/p1p1p3/P1P1P3/8/4K3/8 w - - 0 1",       // the g and h files are open
           "8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K2P/8 w - - 0 1",  // a pawn that can still move
           "8/8/4k3/p1p1p1p1/P1P1P1P1/8/4KB2/8 w - - 0 1",  // a piece besides the pawns
           "8/4k3/8/p1pPp1p1/P1P1P1P1/8/4K3/8 w - - 0 1",   // a pawn with a free path
       })
    EXPECT_EQ(reason_of(fen), std::nullopt) << fen;
}

TEST(Game, RefusesAnIllegalMoveAndKeepsTheGame) {
  Game game;
  const std::string before = to_fen(game.position());
  EXPECT_FALSE(game.play(Move(Square::E2, Square::E5)));
  EXPECT_EQ(to_fen(game.position()), before);
  EXPECT_FALSE(game.take_back());
}

TEST(Game, TakesBackMovesToTheStart) {
  Game game;
  play(game, {"e2e4", "c7c5", "g1f3"});
  while (game.take_back()) {
  }
  EXPECT_EQ(to_fen(game.position()), kStartFen);
  EXPECT_TRUE(game.moves().empty());
}

TEST(Game, LastsFiveThousandPlies) {
  // Knights wander so that no position occurs five times in a row of reversible moves; a pawn step resets the clock.
  Game game;
  base::Rng rng(5);
  while (game.moves().size() < 5'000) {
    const MoveList moves = legal_moves(game.position());
    ASSERT_FALSE(moves.empty());
    // Avoid captures and mates so that the game can last.
    Move chosen;
    for (int attempt = 0; attempt < 50 && !chosen; ++attempt) {
      const Move candidate = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      if (game.position().is_capture(candidate)) continue;
      ASSERT_TRUE(game.play(candidate));
      if (has_legal_move(game.position()))
        chosen = candidate;
      else
        game.take_back();
    }
    if (!chosen) {
      ASSERT_TRUE(game.play(moves[0]));
    }
  }
  EXPECT_TRUE(game.position().is_consistent());
  EXPECT_EQ(game.position().history_length(), 5'000U);
  Position replayed = game.start();
  for (const Move move : game.moves()) replayed.make(move);
  EXPECT_EQ(replayed.key(), game.position().key());
  while (game.take_back()) {
  }
  EXPECT_EQ(to_fen(game.position()), kStartFen);
}

}  // namespace
}  // namespace zugwerk::chess
