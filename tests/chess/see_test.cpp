// Unit and property tests of chess/see.h.

#include "chess/see.h"

#include <algorithm>
#include <ostream>

#include <gtest/gtest.h>

#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "support/random_games.h"

namespace zugwerk::chess {
namespace {

/// The value of the best play for the side to capture on `target`, by plain recursion over copies of the board: what
/// see_at_least claims to compare with a threshold. Least valuable piece first; pinned pieces do not take part while an
/// initial pinner is on the board; the king only takes undefended pieces.
class SlowExchange {
 public:
  explicit SlowExchange(const Position& position) : position_(position) {
    for (const Color color : kColors)
      blockers_[index(color)] = position.king_blockers(color, pinners_[index(color)]) & position.pieces(color);
  }

  [[nodiscard]] int value(Move move) const {
    const Color us = position_.side_to_move();
    if (move.is_castling()) return 0;
    Bitboard left = position_.occupied() & ~bit(move.from()) & ~bit(move.to());
    int gain = exchange_value(type_of(position_.piece_on(move.to())));
    PieceType standing = type_of(position_.piece_on(move.from()));
    if (move.is_en_passant()) {
      left &= ~bit(make_square(file_of(move.to()), rank_of(move.from())));
      gain = exchange_value(PieceType::Pawn);
    }
    if (move.is_promotion()) {
      standing = move.promotion_type();
      gain += exchange_value(standing) - exchange_value(PieceType::Pawn);
    }
    return gain - best_recapture(move.to(), ~us, left, standing);
  }

 private:
  [[nodiscard]] int best_recapture(Square target, Color side, Bitboard left, PieceType standing) const {
    const Bitboard attackers = position_.attackers_to(target, left) & left;
    Bitboard own = attackers & position_.pieces(side);
    if ((pinners_[index(side)] & left) != 0) own &= ~blockers_[index(side)];
    for (const PieceType type : kPieceTypes) {
      const Bitboard takers = own & position_.pieces(type);
      if (takers == 0) continue;
      if (type == PieceType::King && (attackers & position_.pieces(~side)) != 0) return 0;
      const Bitboard after = left & ~bit(first_square(takers));
      return std::max(0, exchange_value(standing) - best_recapture(target, ~side, after, type));
    }
    return 0;
  }

  const Position& position_;
  std::array<Bitboard, 2> blockers_{};
  std::array<Bitboard, 2> pinners_{};
};

TEST(See, AgreesWithASlowExchangeSearch) {
  test::for_random_positions(31, 400, 120, [](Position& position) {
    const SlowExchange slow(position);
    for (const Move move : legal_moves(position)) {
      const int value = slow.value(move);
      for (const int threshold : {value - 100, value - 1, value, value + 1, value + 100, 0, 1})
        ASSERT_EQ(see_at_least(position, move, threshold), value >= threshold)
            << to_fen(position) << ' ' << to_coordinates(move) << " worth " << value << " against " << threshold;
    }
  });
}

struct Exchange {
  const char* fen;
  const char* move;
  int value;
};

// Names the test cases.
void PrintTo(const Exchange& exchange, std::ostream* out) { *out << exchange.move << " in " << exchange.fen; }

class SeeByHand : public testing::TestWithParam<Exchange> {};

TEST_P(SeeByHand, HasTheValueWorkedOutByHand) {
  const auto& [fen, text, value] = GetParam();
  const auto position = parse_fen(fen);
  ASSERT_TRUE(position) << position.error().message;
  const auto move = parse_coordinate_move(*position, text);
  ASSERT_TRUE(move) << move.error().message;
  EXPECT_TRUE(see_at_least(*position, *move, value));
  EXPECT_FALSE(see_at_least(*position, *move, value + 1));
}

constexpr int kP = kExchangeValues[0];
constexpr int kN = kExchangeValues[1];
constexpr int kB = kExchangeValues[2];
constexpr int kR = kExchangeValues[3];
constexpr int kQ = kExchangeValues[4];

INSTANTIATE_TEST_SUITE_P(Positions, SeeByHand,
                         testing::Values(
                             // An undefended pawn.
                             Exchange{"1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", kP},
                             // A defended pawn, with batteries behind both sides.
                             Exchange{"1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", kP - kN},
                             // The rook behind the rook joins in.
                             Exchange{"3r2k1/8/8/3p4/8/8/3R4/3R2K1 w - - 0 1", "d2d5", kP},
                             // The queen in front of her rook is lost for a pawn and a rook.
                             Exchange{"3r2k1/8/8/3p4/8/8/3Q4/3R2K1 w - - 0 1", "d2d5", kP - kQ + kR},
                             // A recapture by a pinned knight does not count.
                             Exchange{"4k3/4n3/8/3p4/8/2N5/8/4R1K1 w - - 0 1", "c3d5", kP},
                             // The king does not recapture into a second attacker.
                             Exchange{"8/8/3k4/3p4/8/2N5/8/3R2K1 w - - 0 1", "c3d5", kP},
                             // But it does if there is no second attacker.
                             Exchange{"8/8/3k4/3p4/8/2N5/8/6K1 w - - 0 1", "c3d5", kP - kN},
                             // En passant wins a pawn, or trades it.
                             Exchange{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", kP},
                             Exchange{"4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0},
                             // A promotion that is taken back, and one that is not.
                             Exchange{"5rk1/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8q", -kP},
                             Exchange{"6k1/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8q", kQ - kP},
                             Exchange{"1n4k1/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7b8n", kN + kN - kP},
                             // A quiet move to an attacked square.
                             Exchange{"4k3/8/8/2p5/8/8/8/1B2K3 w - - 0 1", "b1d3", 0},
                             Exchange{"4k3/8/8/2p5/8/B7/8/4K3 w - - 0 1", "a3b4", -kB},
                             // Castling is an exchange of nothing.
                             Exchange{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0}));

}  // namespace
}  // namespace zugwerk::chess
