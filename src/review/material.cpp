#include "review/material.h"

#include <algorithm>
#include <string_view>

#include "base/format.h"
#include "chess/movegen.h"
#include "chess/see.h"

namespace zugwerk::review {

using chess::Color;
using chess::Move;
using chess::MoveList;
using chess::PieceType;
using chess::Position;

namespace {

/// Beyond all material.
constexpr int kMated = 100'000;
/// Captures in a row that are played out at most; no exchange of people is longer.
constexpr int kLongestExchange = 12;
/// A limit for positions in which everything can take everything.
constexpr int kMostNodes = 20'000;

/// Captures until nothing more is to be won, by material alone.
class Settler {
 public:
  explicit Settler(Position& position) : position_(position) {}

  /// The balance for the side to move; `line` becomes the captures that lead there.
  int settle(int alpha, int beta, int depth, std::vector<Move>& line) {
    line.clear();
    ++nodes_;
    const bool in_check = position_.in_check();
    const int standing = material_balance(position_, position_.side_to_move());
    if (depth == 0 || nodes_ > kMostNodes) return standing;
    int best = -kMated;
    MoveList moves;
    if (in_check) {
      chess::generate<chess::MoveSet::All>(position_, moves);
    } else {
      best = standing;
      if (best >= beta) return best;
      alpha = std::max(alpha, best);
      chess::generate<chess::MoveSet::Captures>(position_, moves);
      order(moves);
    }
    std::vector<Move> behind;
    for (const Move move : moves) {
      if (!in_check && !chess::see_at_least(position_, move, 0)) continue;
      if (move.is_promotion() && move.promotion_type() != PieceType::Queen) continue;
      position_.make(move);
      const int value = -settle(-beta, -alpha, depth - 1, behind);
      position_.undo();
      if (value > best) {
        best = value;
        line.assign(1, move);
        line.insert(line.end(), behind.begin(), behind.end());
      }
      alpha = std::max(alpha, best);
      if (alpha >= beta) break;
    }
    return best;
  }

 private:
  void order(MoveList& moves) const {
    const auto worth = [this](Move move) {
      return 16 * chess::exchange_value(type_of(position_.piece_on(move.to()))) -
             chess::exchange_value(type_of(position_.piece_on(move.from())));
    };
    std::stable_sort(moves.begin(), moves.end(), [&](Move a, Move b) { return worth(a) > worth(b); });
  }

  Position& position_;
  int nodes_ = 0;
};

[[nodiscard]] std::string counted(int count, PieceType type) {
  static constexpr std::array<std::string_view, 5> kNumbers{"", "a", "two", "three", "four"};
  const std::string number = count < static_cast<int>(kNumbers.size())
                                 ? std::string(kNumbers[static_cast<std::size_t>(count)])
                                 : std::to_string(count);
  return base::format("{} {}{}", number, chess::name_of(type), count > 1 ? "s" : "");
}

[[nodiscard]] std::string list_text(const PieceCounts& counts) {
  std::vector<std::string> parts;
  for (std::size_t type = kCountedTypes; type-- > 0;)
    if (counts[type] > 0) parts.push_back(counted(counts[type], static_cast<PieceType>(type)));
  return and_list(parts);
}

/// A minor piece for another is an exchange and not worth a word.
void cancel(PieceCounts& won, PieceCounts& lost, PieceType gained, PieceType given) {
  int& more = won[static_cast<std::size_t>(gained)];
  int& less = lost[static_cast<std::size_t>(given)];
  const int both = std::min(more, less);
  more -= both;
  less -= both;
}

/// How much of a line is looked at. Further on, the line of a search is more guess than proof; but answers to checks
/// are hardly ever a matter of choice.
[[nodiscard]] std::size_t claimed_plies(const Position& start, std::span<const Move> line) {
  constexpr std::size_t kLongestClaim = 10;
  constexpr std::size_t kLongestForced = 20;
  Position position = start;
  std::size_t allowed = kLongestClaim;
  for (std::size_t ply = 0; ply < std::min(line.size(), allowed); ++ply) {
    position.make(line[ply]);
    if (ply % 2 == 0 && position.in_check()) allowed = std::min(allowed + 2, kLongestForced);
  }
  return std::min(line.size(), allowed);
}

}  // namespace

std::string and_list(std::span<const std::string> parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
    text += parts[i];
  }
  return text;
}

int material_balance(const Position& position, Color side) {
  int balance = 0;
  for (const PieceType type : chess::kPieceTypes)
    balance += chess::exchange_value(type) *
               (chess::popcount(position.pieces(side, type)) - chess::popcount(position.pieces(~side, type)));
  return balance;
}

PieceCounts count_pieces(const Position& position, Color side) {
  PieceCounts counts{};
  for (std::size_t type = 0; type < kCountedTypes; ++type)
    counts[type] = chess::popcount(position.pieces(side, static_cast<PieceType>(type)));
  return counts;
}

void count_swing(const Position& before, const Position& after, Color side, PieceCounts& won, PieceCounts& lost) {
  const PieceCounts own_before = count_pieces(before, side);
  const PieceCounts own_after = count_pieces(after, side);
  const PieceCounts other_before = count_pieces(before, ~side);
  const PieceCounts other_after = count_pieces(after, ~side);
  for (std::size_t type = 0; type < kCountedTypes; ++type) {
    const int swing = (own_after[type] - other_after[type]) - (own_before[type] - other_before[type]);
    won[type] = std::max(0, swing);
    lost[type] = std::max(0, -swing);
  }
  cancel(won, lost, PieceType::Bishop, PieceType::Knight);
  cancel(won, lost, PieceType::Knight, PieceType::Bishop);
}

Outcome play_out(const Position& start, std::span<const Move> line, std::size_t plies) {
  const Color side = start.side_to_move();
  Position position = start;
  Outcome outcome;
  for (std::size_t ply = 0; ply < std::min(plies, line.size()); ++ply) {
    position.make(line[ply]);
    outcome.moves.push_back(line[ply]);
  }
  if (!chess::has_legal_move(position)) {
    outcome.checkmate = position.in_check();
    outcome.stalemate = !position.in_check();
  } else {
    std::vector<Move> captures;
    Settler(position).settle(-kMated, kMated, kLongestExchange, captures);
    for (const Move move : captures) {
      position.make(move);
      outcome.moves.push_back(move);
    }
  }
  outcome.gain = material_balance(position, side) - material_balance(start, side);
  count_swing(start, position, side, outcome.won, outcome.lost);
  return outcome;
}

std::optional<Outcome> find_win(const Position& start, std::span<const Move> line, int least) {
  // A win that comes later is worth a longer claim only if it is much greater and comes soon.
  constexpr int kMuchMore = 200;
  constexpr std::size_t kSoon = 4;
  const std::size_t plies = claimed_plies(start, line);
  std::vector<Outcome> outcomes;
  for (std::size_t count = 1; count <= plies; ++count) outcomes.push_back(play_out(start, line, count));

  std::optional<Outcome> found;
  std::size_t found_at = 0;
  for (std::size_t i = 0; i < outcomes.size(); i += 2) {
    const int gain = outcomes[i].gain;
    if (gain < least) continue;
    // Whoever has won a queen may lose a pawn later.
    const int tolerance = std::max(kSameMaterial, gain / 5);
    const bool kept =
        std::all_of(outcomes.begin() + static_cast<std::ptrdiff_t>(i), outcomes.end(),
                    [&](const Outcome& later) { return later.gain >= std::max(least, gain - tolerance); });
    if (!kept || (found && (gain < found->gain + kMuchMore || i > found_at + kSoon))) continue;
    found = outcomes[i];
    found_at = i;
  }
  return found;
}

std::string swing_text(const PieceCounts& won, const PieceCounts& lost) {
  const std::string win = list_text(won);
  if (win.empty()) return {};
  const std::string price = list_text(lost);
  return price.empty() ? win : win + " for " + price;
}

}  // namespace zugwerk::review
