// Unit and property tests of search/move_picker.h. The picker's moves are checked by the rules of chess, by static
// exchange evaluation and by attackers counted here; nothing that the picker reports about itself is trusted.

#include "search/move_picker.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "chess/see.h"
#include "support/random_games.h"

namespace zugwerk::search {
namespace {

using namespace chess;

std::vector<Move> drained(MovePicker& picker) {
  std::vector<Move> moves;
  while (const Move move = picker.next()) moves.push_back(move);
  return moves;
}

std::vector<std::uint16_t> sorted_bits(const std::vector<Move>& moves) {
  std::vector<std::uint16_t> bits;
  for (const Move move : moves) bits.push_back(move.to_bits());
  std::sort(bits.begin(), bits.end());
  return bits;
}

std::string text_of(const std::vector<Move>& moves) {
  std::string text;
  for (const Move move : moves) text += (text.empty() ? "" : " ") + to_coordinates(move);
  return text;
}

bool is_noisy(const Position& position, Move move) { return !position.is_quiet(move); }

/// The legal moves for which `wanted` holds.
template <class Wanted>
std::vector<Move> legal_moves_that(const Position& position, Wanted wanted) {
  std::vector<Move> moves;
  for (const Move move : legal_moves(position))
    if (wanted(move)) moves.push_back(move);
  return moves;
}

/// What a capture or promotion gains at once, whatever happens next.
int prize_of(const Position& position, Move move) {
  return exchange_value(position.captured_type(move)) +
         (move.is_promotion() ? exchange_value(move.promotion_type()) : 0);
}

/// Without any history a capture counts as good if the exchange loses at most this share of the captured value.
bool is_good_capture(const Position& position, Move move) {
  const int most_lost = params::kOrderVictimWeight * prize_of(position, move) / params::kOrderGoodCaptureDivisor;
  return see_at_least(position, move, -most_lost);
}

/// Whether an opponent's piece of less value than `type` attacks `square`.
bool fears(const Position& position, PieceType type, Square square) {
  const Bitboard attackers =
      position.attackers_to(square, position.occupied()) & position.pieces(~position.side_to_move());
  Bitboard lesser = 0;
  if (type != PieceType::Pawn && type != PieceType::King) lesser = position.pieces(PieceType::Pawn);
  if (type == PieceType::Rook || type == PieceType::Queen)
    lesser |= position.pieces(PieceType::Knight, PieceType::Bishop);
  if (type == PieceType::Queen) lesser |= position.pieces(PieceType::Rook);
  return (attackers & lesser) != 0;
}

/// What a quiet move saves from lesser attackers, less what it exposes to them.
int rescue_of(const Position& position, Move move) {
  const PieceType type = type_of(position.piece_on(move.from()));
  return exchange_value(type) *
         ((fears(position, type, move.from()) ? 1 : 0) - (fears(position, type, move.to()) ? 1 : 0));
}

Threats threats_against(const Position& position) { return threats_of(position, ~position.side_to_move()); }

/// One of the legal moves; none half of the time, as if the TT had no move.
Move random_tt_move(base::Rng& rng, const std::vector<Move>& legal) {
  if (rng.below(2) == 0 || legal.empty()) return {};
  return legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
}

/// A killer comes from another position and may be illegal here.
Move random_killer(base::Rng& rng, const std::vector<Move>& legal) {
  if (rng.below(2) == 0 || legal.empty()) return Move::from_bits(static_cast<std::uint16_t>(rng.next()));
  return legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
}

TEST(MovePicker, YieldsEveryLegalMoveExactlyOnceWhateverTheHints) {
  const auto histories = std::make_unique<Histories>();
  base::Rng rng(1);
  int legal_tt_moves = 0;
  test::for_random_positions(41, 200, 100, [&](Position& position) {
    const std::vector<Move> expected = legal_moves_that(position, [](Move) { return true; });
    const Move tt_move = random_tt_move(rng, expected);
    const Move killer = random_killer(rng, expected);
    MovePicker picker(position, *histories, tt_move, killer, {}, threats_against(position));
    const std::vector<Move> picked = drained(picker);
    ASSERT_EQ(sorted_bits(picked), sorted_bits(expected)) << to_fen(position);
    ASSERT_FALSE(picker.next()) << "moves after the end in " << to_fen(position);
    if (!tt_move) return;
    ASSERT_EQ(picked.front(), tt_move) << to_fen(position);
    ++legal_tt_moves;
  });
  EXPECT_GT(legal_tt_moves, 5'000);
}

TEST(MovePicker, YieldsHashMoveGoodCapturesKillerQuietsAndBadCapturesInOrder) {
  enum Kind { kTtMove, kGoodCapture, kKiller, kQuiet, kBadCapture, kKinds };
  const auto histories = std::make_unique<Histories>();
  base::Rng rng(2);
  std::array<int, kKinds> seen{};
  test::for_random_positions(42, 100, 100, [&](Position& position) {
    if (position.in_check()) return;
    const std::vector<Move> legal = legal_moves_that(position, [](Move) { return true; });
    const Move tt_move = random_tt_move(rng, legal);
    const Move killer = random_killer(rng, legal);
    const auto kind_of = [&](Move move) {
      if (move == tt_move) return kTtMove;
      if (is_noisy(position, move)) return is_good_capture(position, move) ? kGoodCapture : kBadCapture;
      return move == killer ? kKiller : kQuiet;
    };
    MovePicker picker(position, *histories, tt_move, killer, {}, threats_against(position));
    Kind before = kTtMove;
    int value_before = 0;
    while (const Move move = picker.next()) {
      const Kind kind = kind_of(move);
      const int value = is_noisy(position, move) ? prize_of(position, move) : rescue_of(position, move);
      ASSERT_GE(kind, before) << to_fen(position) << ' ' << to_coordinates(move);
      if (kind == before && kind != kTtMove) {
        ASSERT_LE(value, value_before) << to_fen(position) << ' ' << to_coordinates(move);
      }
      ASSERT_EQ(picker.at_bad_captures(), kind == kBadCapture) << to_fen(position) << ' ' << to_coordinates(move);
      ++seen[kind];
      before = kind;
      value_before = value;
    }
  });
  for (const int count : seen) EXPECT_GT(count, 500);
}

TEST(MovePicker, TriesQuietsThatDidWellFirstAndThoseThatFailedLast) {
  const Position position;
  const Threats threats = threats_against(position);
  const Move hero = *parse_coordinate_move(position, "b1a3");
  const Move villain = *parse_coordinate_move(position, "e2e4");
  constexpr std::array kSources{"butterfly", "pawns", "move before", "two moves before", "four moves before"};
  for (std::size_t source = 0; source < kSources.size(); ++source) {
    const auto histories = std::make_unique<Histories>();
    std::array<std::unique_ptr<PieceToHistory>, 3> owned;
    Continuations continuations{};
    for (std::size_t i = 0; i < owned.size(); ++i) {
      owned[i] = std::make_unique<PieceToHistory>();
      continuations[i] = owned[i].get();
    }
    const auto learn = [&](Move move, int bonus) {
      const Piece piece = position.piece_on(move.from());
      if (source == 0)
        histories->butterfly(Color::White, move, threats.all).update(bonus);
      else if (source == 1)
        histories->pawn(position, piece, move.to()).update(bonus);
      else
        (*owned[source - 2])[index(piece)][index(move.to())].update(bonus);
    };
    learn(hero, 1000);
    learn(villain, -1000);
    MovePicker picker(position, *histories, Move(), Move(), continuations, threats);
    const std::vector<Move> picked = drained(picker);
    ASSERT_EQ(picked.size(), 20U);
    EXPECT_EQ(picked.front(), hero) << kSources[source];
    EXPECT_EQ(picked.back(), villain) << kSources[source];
  }
}

TEST(MovePicker, AllowsCapturesWithGoodHistoryToLoseMore) {
  // The bishop can only take a protected pawn: a bad capture, after every quiet move.
  const Position position = *parse_fen("4k3/8/2p5/3p4/8/8/6B1/4K3 w - - 0 1");
  const Move capture = *parse_coordinate_move(position, "g2d5");
  const auto histories = std::make_unique<Histories>();
  const auto picked = [&] {
    MovePicker picker(position, *histories, Move(), Move(), {}, threats_against(position));
    return drained(picker);
  };
  EXPECT_EQ(picked().back(), capture);
  auto& history = histories->capture(Piece::WhiteBishop, Square::D5, PieceType::Pawn);
  for (int i = 0; i < 100; ++i) history.update(kHistoryLimit / 2);
  EXPECT_EQ(picked().front(), capture);
}

TEST(MovePicker, OrdersEqualCapturesByTheirHistory) {
  const Position position = *parse_fen("4k3/8/8/8/p6p/1P4P1/8/4K3 w - - 0 1");
  const auto histories = std::make_unique<Histories>();
  const auto first = [&] {
    MovePicker picker(position, *histories, Move(), Move(), {}, threats_against(position));
    return to_coordinates(picker.next());
  };
  histories->capture(Piece::WhitePawn, Square::A4, PieceType::Pawn).update(100);
  EXPECT_EQ(first(), "b3a4");
  histories->capture(Piece::WhitePawn, Square::H4, PieceType::Pawn).update(200);
  EXPECT_EQ(first(), "g3h4");
}

TEST(MovePicker, InCheckYieldsHashMoveThenCapturesThenQuiets) {
  const auto histories = std::make_unique<Histories>();
  base::Rng rng(3);
  int checks = 0;
  int captures = 0;
  test::for_random_positions(46, 300, 120, [&](Position& position) {
    if (!position.in_check()) return;
    ++checks;
    const std::vector<Move> legal = legal_moves_that(position, [](Move) { return true; });
    const Move tt_move = random_tt_move(rng, legal);
    const bool is_known = static_cast<bool>(tt_move);
    for (const bool in_quiescence : {false, true}) {
      MovePicker picker = in_quiescence ? MovePicker(position, *histories, tt_move, Continuations{})
                                        : MovePicker(position, *histories, tt_move, legal.empty() ? Move() : legal[0],
                                                     {}, threats_against(position));
      const std::vector<Move> picked = drained(picker);
      ASSERT_EQ(sorted_bits(picked), sorted_bits(legal)) << to_fen(position);
      if (is_known) {
        ASSERT_EQ(picked.front(), tt_move) << to_fen(position);
      }
      const auto rest = picked.begin() + (is_known ? 1 : 0);
      ASSERT_TRUE(std::is_partitioned(rest, picked.end(), [&](Move move) { return is_noisy(position, move); }))
          << to_fen(position) << ' ' << text_of(picked);
      for (auto move = rest; move != picked.end() && is_noisy(position, *move); ++move) {
        ++captures;
        if (move != rest) {
          ASSERT_LE(prize_of(position, *move), prize_of(position, *(move - 1)))
              << to_fen(position) << ' ' << text_of(picked);
        }
      }
    }
  });
  EXPECT_GT(checks, 500);
  EXPECT_GT(captures, 300);
}

TEST(MovePicker, SkipsQuietsOnRequestAndStillYieldsBadCaptures) {
  const auto histories = std::make_unique<Histories>();
  int bad_captures = 0;
  test::for_random_positions(47, 100, 100, [&](Position& position) {
    if (position.in_check()) return;
    const std::vector<Move> quiets = legal_moves_that(position, [&](Move move) { return !is_noisy(position, move); });
    if (quiets.size() < 2) return;
    MovePicker picker(position, *histories, Move(), quiets[0], {}, threats_against(position));
    // Up to the first quiet move after the killer, as the search does.
    std::vector<Move> picked;
    int quiet_count = 0;
    while (const Move move = picker.next()) {
      picked.push_back(move);
      if (!is_noisy(position, move) && ++quiet_count == 2) picker.skip_quiets();
      ASSERT_LE(quiet_count, 2) << to_fen(position) << ' ' << text_of(picked);
    }
    const std::vector<Move> noisy = legal_moves_that(position, [&](Move move) { return is_noisy(position, move); });
    ASSERT_EQ(picked.size(), noisy.size() + 2) << to_fen(position) << ' ' << text_of(picked);
    bad_captures += is_noisy(position, picked.back()) ? 1 : 0;  // after the quiets there is nothing else
    // From the start on not even the killer.
    MovePicker noisy_only(position, *histories, Move(), quiets[0], {}, threats_against(position));
    noisy_only.skip_quiets();
    ASSERT_EQ(sorted_bits(drained(noisy_only)), sorted_bits(noisy)) << to_fen(position);
  });
  EXPECT_GT(bad_captures, 500);
}

TEST(MovePicker, QuiescenceSeesCapturesAndPromotionsOnlyTheLargestPrizeFirst) {
  const auto histories = std::make_unique<Histories>();
  base::Rng rng(4);
  int noisy_tt_moves = 0;
  int quiet_tt_moves = 0;
  test::for_random_positions(43, 100, 100, [&](Position& position) {
    if (position.in_check()) return;
    const std::vector<Move> legal = legal_moves_that(position, [](Move) { return true; });
    const std::vector<Move> expected = legal_moves_that(position, [&](Move move) { return is_noisy(position, move); });
    const Move tt_move = random_tt_move(rng, rng.below(2) == 0 ? legal : expected);
    MovePicker picker(position, *histories, tt_move, Continuations{});
    const std::vector<Move> picked = drained(picker);
    ASSERT_EQ(sorted_bits(picked), sorted_bits(expected)) << to_fen(position);
    auto rest = picked.begin();
    if (tt_move) {
      ++(is_noisy(position, tt_move) ? noisy_tt_moves : quiet_tt_moves);
      if (is_noisy(position, tt_move)) {
        ASSERT_EQ(*rest++, tt_move) << to_fen(position);
      }
    }
    ASSERT_TRUE(std::is_sorted(rest, picked.end(),
                               [&](Move a, Move b) { return prize_of(position, a) > prize_of(position, b); }))
        << to_fen(position) << ' ' << text_of(picked);
  });
  EXPECT_GT(noisy_tt_moves, 500);
  EXPECT_GT(quiet_tt_moves, 500);
}

TEST(MovePicker, ProbCutSeesExactlyTheCapturesThatWinEnough) {
  const auto histories = std::make_unique<Histories>();
  base::Rng rng(5);
  int wins = 0;
  int refused_tt_moves = 0;
  test::for_random_positions(44, 100, 100, [&](Position& position) {
    if (position.in_check()) return;
    const std::vector<Move> legal = legal_moves_that(position, [](Move) { return true; });
    const Move tt_move = random_tt_move(rng, legal);
    for (const int threshold : {-50, 1, 100, 400}) {
      const std::vector<Move> expected = legal_moves_that(
          position, [&](Move move) { return is_noisy(position, move) && see_at_least(position, move, threshold); });
      MovePicker picker(position, *histories, tt_move, threshold);
      const std::vector<Move> picked = drained(picker);
      ASSERT_EQ(sorted_bits(picked), sorted_bits(expected)) << threshold << ' ' << to_fen(position);
      if (std::find(expected.begin(), expected.end(), tt_move) != expected.end()) {
        ASSERT_EQ(picked.front(), tt_move) << to_fen(position);
      } else if (position.is_legal(tt_move)) {
        ++refused_tt_moves;
      }
      wins += static_cast<int>(expected.size());
    }
  });
  EXPECT_GT(wins, 5'000);
  EXPECT_GT(refused_tt_moves, 500);
}

TEST(HistoryValue, StaysWithinItsLimitAndIsPulledBack) {
  HistoryValue<1000> value;
  for (int i = 0; i < 1000; ++i) value.update(400);
  EXPECT_LE(value.value(), 1000);
  EXPECT_GT(value.value(), 900);
  value.update(-400);
  EXPECT_LT(value.value(), 600);  // a surprise moves it further than another confirmation
  value.update(1'000'000);
  EXPECT_LE(value.value(), 1000);
}

}  // namespace
}  // namespace zugwerk::search
