// Property tests over random games of standard chess, Chess960 and double Chess960: what must hold in every position.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "chess/perft.h"
#include "support/random_games.h"

namespace zugwerk::chess {
namespace {

using test::for_random_positions;

#if defined(NDEBUG)
constexpr int kGames = 2'000;
#else
constexpr int kGames = 150;  // under sanitizers and assertions
#endif

/// Everything that a position reports, to compare before and after.
struct Snapshot {
  explicit Snapshot(const Position& position)
      : fen(to_fen(position, CastlingStyle::Shredder)),
        keys{position.key(),
             position.pawn_key(),
             position.non_pawn_key(Color::White),
             position.non_pawn_key(Color::Black),
             position.minor_key(),
             position.major_key()},
        checkers(position.checkers()),
        pinned(position.pinned()),
        history(position.history_length()),
        captured(position.last_captured()),
        repetitions(position.repetitions()) {
    for (const PieceType type : kPieceTypes) boards.push_back(position.pieces(type));
    for (const Color color : kColors) boards.push_back(position.pieces(color));
  }
  bool operator==(const Snapshot&) const = default;

  std::string fen;
  std::vector<Key> keys;
  std::vector<Bitboard> boards;
  Bitboard checkers;
  Bitboard pinned;
  std::size_t history;
  Piece captured;
  int repetitions;
};

std::vector<std::uint16_t> sorted_bits(const MoveList& moves) {
  std::vector<std::uint16_t> bits;
  for (const Move move : moves) bits.push_back(move.to_bits());
  std::sort(bits.begin(), bits.end());
  return bits;
}

template <MoveSet kSet>
MoveList generated(const Position& position) {
  MoveList moves;
  generate<kSet>(position, moves);
  return moves;
}

TEST(Properties, UndoRestoresEveryBit) {
  for_random_positions(11, kGames, 120, [](Position& position) {
    const Snapshot before(position);
    const MoveList moves = legal_moves(position);
    for (std::size_t i = 0; i < moves.size(); i += 3) {
      position.make(moves[i]);
      position.undo();
      ASSERT_EQ(Snapshot(position), before) << before.fen << ' ' << to_coordinates(moves[i]);
    }
    if (!position.in_check()) {
      position.make_null();
      ASSERT_TRUE(position.is_consistent()) << before.fen;
      position.undo_null();
      ASSERT_EQ(Snapshot(position), before) << before.fen << " null";
    }
  });
}

TEST(Properties, IncrementalStateEqualsStateFromScratch) {
  for_random_positions(12, kGames, 200, [](Position& position) {
    ASSERT_TRUE(position.is_consistent()) << to_fen(position);
    const auto fresh = parse_fen(to_fen(position), Variant::Chess960);
    ASSERT_TRUE(fresh) << fresh.error().message;
    ASSERT_EQ(fresh->key(), position.key()) << to_fen(position);
    ASSERT_EQ(fresh->checkers(), position.checkers()) << to_fen(position);
    ASSERT_EQ(fresh->pinned(), position.pinned()) << to_fen(position);
    ASSERT_EQ(to_fen(*fresh), to_fen(position));
    const auto shredder = parse_fen(to_fen(position, CastlingStyle::Shredder), Variant::Chess960);
    ASSERT_TRUE(shredder);
    ASSERT_EQ(shredder->key(), position.key());
  });
}

TEST(Properties, PlainKeyAfterAPlainMoveIsTheKeyAfterMakingIt) {
  for_random_positions(13, kGames, 150, [](Position& position) {
    for (const Move move : legal_moves(position)) {
      if (move.is_castling() || move.is_en_passant() || move.is_promotion()) continue;
      const Key expected = position.plain_key_after(move);
      const CastlingRights rights = position.castling();
      position.make(move);
      if (position.castling() == rights && position.en_passant() == Square::None) {
        ASSERT_EQ(position.key(), expected) << to_fen(position) << " after " << to_coordinates(move);
      }
      position.undo();
    }
  });
}

TEST(Properties, TheDeltaOfAMoveTurnsTheBoardBeforeIntoTheBoardAfter) {
  for_random_positions(14, kGames / 4, 150, [](Position& position) {
    for (const Move move : legal_moves(position)) {
      auto board = position.setup().board;
      const MoveDelta delta = position.delta_of(move);
      for (int i = 0; i < delta.count; ++i) {
        const auto& change = delta.changes[static_cast<std::size_t>(i)];
        if (change.from == Square::None) continue;
        ASSERT_EQ(board[index(change.from)], change.piece);
        board[index(change.from)] = Piece::None;
      }
      for (int i = 0; i < delta.count; ++i) {
        const auto& change = delta.changes[static_cast<std::size_t>(i)];
        if (change.to != Square::None) board[index(change.to)] = change.piece;
      }
      position.make(move);
      ASSERT_EQ(board, position.setup().board) << to_fen(position) << " after " << to_coordinates(move);
      position.undo();
    }
  });
}

TEST(Properties, CapturesAndQuietsPartitionTheLegalMoves) {
  for_random_positions(15, kGames, 150, [](Position& position) {
    const MoveList all = legal_moves(position);
    MoveList parts = generated<MoveSet::Captures>(position);
    for (const Move move : parts) ASSERT_FALSE(position.is_quiet(move)) << to_coordinates(move);
    generate<MoveSet::Quiets>(position, parts);
    ASSERT_EQ(sorted_bits(parts), sorted_bits(all)) << to_fen(position);
    const auto bits = sorted_bits(all);
    ASSERT_EQ(std::adjacent_find(bits.begin(), bits.end()), bits.end()) << "a move twice in " << to_fen(position);
    ASSERT_EQ(count_legal_moves(position), static_cast<int>(all.size())) << to_fen(position);
  });
}

TEST(Properties, GivesCheckAgreesWithMakingTheMove) {
  for_random_positions(17, kGames, 150, [](Position& position) {
    const CheckInfo info = position.check_info();
    for (const Move move : legal_moves(position)) {
      const bool claimed = position.gives_check(move, info);
      position.make(move);
      ASSERT_EQ(claimed, position.in_check()) << to_fen(position) << " after " << to_coordinates(move);
      position.undo();
    }
  });
}

/// Pseudo-legal moves by the plainest possible rules: every from, to and promotion tried on the board.
std::vector<std::uint16_t> plain_pseudo_legal(const Position& position) {
  std::vector<std::uint16_t> result;
  const Color us = position.side_to_move();
  const auto add = [&](Move move) { result.push_back(move.to_bits()); };
  for (Bitboard own = position.pieces(us); own != 0;) {
    const Square from = pop_square(own);
    const PieceType type = type_of(position.piece_on(from));
    for (std::size_t number = 0; number < kSquareCount; ++number) {
      const Square to = square_at(number);
      const bool own_target = contains(position.pieces(us), to);
      if (type != PieceType::Pawn) {
        if (!own_target && contains(attacks(type, from, position.occupied()), to)) add(Move(from, to));
        continue;
      }
      const int files = std::abs(static_cast<int>(index(file_of(to))) - static_cast<int>(index(file_of(from))));
      const int ranks = (static_cast<int>(index(rank_of(to))) - static_cast<int>(index(rank_of(from)))) *
                        (us == Color::White ? 1 : -1);
      const bool step = files == 0 && ranks == 1 && position.is_empty(to);
      const bool double_step = files == 0 && ranks == 2 && relative_rank(us, from) == Rank::R2 &&
                               position.is_empty(to) && position.is_empty(from + forward(us));
      const bool capture = files == 1 && ranks == 1 && contains(position.pieces(~us), to);
      if (step || double_step || capture) {
        if (relative_rank(us, to) == Rank::R8)
          for (const PieceType promoted : kPromotionTypes) add(Move::promotion(from, to, promoted));
        else
          add(Move(from, to));
      }
      if (files == 1 && ranks == 1 && to == position.en_passant()) add(Move(from, to, MoveKind::EnPassant));
    }
  }
  for (const Wing wing : kWings)
    if (position.castling().has(us, wing) && (position.castling_way(us, wing) & position.occupied()) == 0)
      add(Move(position.king(us), position.castling_rook(us, wing), MoveKind::Castling));
  std::sort(result.begin(), result.end());
  return result;
}

TEST(Properties, LegalityOfAll65536MovesAgreesWithGeneration) {
  for_random_positions(18, kGames / 50, 80, [](Position& position) {
    const auto generated_moves = sorted_bits(legal_moves(position));
    std::vector<std::uint16_t> judged_legal;
    std::vector<std::uint16_t> judged_pseudo_legal;
    for (unsigned bits = 0; bits < 65'536; ++bits) {
      const Move move = Move::from_bits(static_cast<std::uint16_t>(bits));
      if (position.is_legal(move)) judged_legal.push_back(move.to_bits());
      if (position.is_pseudo_legal(move)) judged_pseudo_legal.push_back(move.to_bits());
    }
    ASSERT_EQ(judged_legal, generated_moves) << to_fen(position);
    ASSERT_EQ(judged_pseudo_legal, plain_pseudo_legal(position)) << to_fen(position);
  });
}

TEST(Properties, PseudoLegalMovesAreLegalExactlyIfTheKingIsSafeAfterwards) {
  for_random_positions(19, kGames / 20, 150, [](Position& position) {
    for (const std::uint16_t bits : plain_pseudo_legal(position)) {
      const Move move = Move::from_bits(bits);
      if (move.is_castling()) continue;  // making an illegal castling is not defined
      auto board = position.setup();
      const MoveDelta delta = position.delta_of(move);
      for (int i = 0; i < delta.count; ++i)
        if (const auto& change = delta.changes[static_cast<std::size_t>(i)]; change.from != Square::None)
          board.board[index(change.from)] = Piece::None;
      for (int i = 0; i < delta.count; ++i)
        if (const auto& change = delta.changes[static_cast<std::size_t>(i)]; change.to != Square::None)
          board.board[index(change.to)] = change.piece;
      // The opponent to move, and nothing else: the set-up is refused if our king could then be taken.
      board.side_to_move = ~position.side_to_move();
      board.castling_rooks.fill(Square::None);
      board.en_passant = Square::None;
      const auto after = Position::from_setup(board);
      const bool safe = after.has_value() || after.error().message.find("can be taken") == std::string::npos;
      ASSERT_EQ(position.is_legal(move), safe) << to_fen(position) << ' ' << to_coordinates(move);
    }
  });
}

TEST(Properties, CoordinatesRoundTrip) {
  for_random_positions(20, kGames / 2, 150, [](Position& position) {
    for (const Move move : legal_moves(position)) {
      const auto chess960 = parse_coordinate_move(position, to_coordinates(move, Variant::Chess960));
      ASSERT_TRUE(chess960) << chess960.error().message;
      ASSERT_EQ(*chess960, move);
      if (!has_standard_castling(position)) continue;
      const auto standard = parse_coordinate_move(position, to_coordinates(move));
      ASSERT_TRUE(standard) << standard.error().message << ' ' << to_fen(position);
      ASSERT_EQ(*standard, move);
    }
  });
}

TEST(Properties, UpcomingRepetitionsAreThoseThatALegalMoveReaches) {
  // Knights, rooks and kings wandering on a nearly empty board often repeat positions.
  base::Rng rng(22);
  int seen = 0;
  for (int game = 0; game < kGames / 10; ++game) {
    Position position = *parse_fen("r3k1n1/8/8/8/8/8/8/1N2K2R w Kq - 0 1");
    std::vector<Key> keys{position.key()};
    for (int ply = 0; ply < 60; ++ply) {
      const MoveList moves = legal_moves(position);
      if (moves.empty()) break;
      bool expected = false;
      const std::size_t reversible =
          std::min<std::size_t>(static_cast<std::size_t>(position.halfmove_clock()), keys.size() - 1);
      for (const Move move : moves) {
        position.make(move);
        for (std::size_t back = 3; back <= reversible; back += 2)
          if (position.key() == keys[keys.size() - 1 - back]) expected = true;
        position.undo();
      }
      ASSERT_EQ(position.has_upcoming_repetition(1000), expected) << to_fen(position);
      seen += expected ? 1 : 0;
      // Half of the time, move the piece back.
      Move chosen = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      if (position.history_length() >= 2 && rng.below(2) == 0) {
        const Move earlier = position.move_back(1);
        const Move back(earlier.to(), earlier.from());
        if (position.is_legal(back)) chosen = back;
      }
      position.make(chosen);
      keys.push_back(position.key());
    }
  }
  EXPECT_GT(seen, 10);
}

TEST(Properties, ColourFlippedPositionsHaveEqualPerft) {
  for_random_positions(21, kGames / 20, 60, [](Position& position) {
    const Position flipped = position.color_flipped();
    ASSERT_TRUE(flipped.is_consistent());
    ASSERT_EQ(perft(position, 2), perft(flipped, 2)) << to_fen(position);
    ASSERT_EQ(flipped.color_flipped().key(), position.key());
  });
}

}  // namespace
}  // namespace zugwerk::chess
