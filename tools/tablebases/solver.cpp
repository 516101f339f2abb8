#include "tablebases/solver.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "chess/attacks.h"

namespace zugwerk::tbgen {

using namespace chess;

namespace {

using Placement = WordIndex::Placement;

/// The outcome of moves, for the player who makes them.
struct Outcomes {
  Bitboard wins = 0;
  Bitboard draws = 0;
  Bitboard losses = 0;

  /// Moves to positions of these sets, in which the opponent is to move, from those squares of the black king.
  void add(const KingSets& sets, Bitboard from = kAllSquares) {
    wins |= sets.lost & from;
    draws |= sets.drawn() & from;
    losses |= sets.won & from;
  }
};

/// A move of the white king: the square it reaches after the symmetry.
struct KingMove {
  std::size_t slot;
  Symmetry symmetry;
};

/// The neighbours of all squares.
[[nodiscard]] Bitboard king_spread(Bitboard set) {
  const Bitboard beside = shifted<Direction::East>(set) | shifted<Direction::West>(set);
  const Bitboard row = set | beside;
  return beside | shifted<Direction::North>(row) | shifted<Direction::South>(row);
}

/// Words of positions, and which of them are not empty.
struct Frontier {
  std::vector<std::size_t> words;
  std::vector<Bitboard> sets;

  void add(std::size_t word, Bitboard set) {
    if (set == 0) return;
    if (sets[word] == 0) words.push_back(word);
    sets[word] |= set;
  }
  void clear() {
    for (const std::size_t word : words) sets[word] = 0;
    words.clear();
  }
};

/// The state for one side to move while solving, for each word.
struct SideWork {
  std::vector<Bitboard> zeroing_moves;    // captures and pawn moves
  std::vector<Bitboard> zeroing_escapes;  // those that do not lose
  std::vector<Bitboard> stalemates;
  /// The results of the last ply and of this one.
  Frontier won;
  Frontier lost;
  Frontier next_won;
  Frontier next_lost;
};

class Solver {
 public:
  Solver(const Material& material, const ResultLibrary& library);

  [[nodiscard]] Solution solve() &&;

 private:
  /// A range of words closed under quiet moves: [begin, end).
  struct Slice {
    std::size_t begin;
    std::size_t end;
  };

  [[nodiscard]] std::vector<Slice> slices() const;
  void find_successors(const ResultLibrary& library);
  void find_king_moves();

  [[nodiscard]] bool is_possible(const Placement& placement) const;
  [[nodiscard]] Bitboard occupied(const Placement& placement) const;
  void find_legal(std::size_t word, const Placement& placement);
  void find_zeroing_moves(Color side, std::size_t word, const Placement& placement);
  void add_captures(Color side, const Placement& placement, Outcomes& outcomes) const;
  void add_pawn_moves(Color side, const Placement& placement, Outcomes& outcomes) const;
  /// The sets after a double step of a pawn, if the other side may take it en passant.
  [[nodiscard]] KingSets after_double_step(std::size_t pawn, const Placement& after) const;

  using KingMoves = std::vector<std::vector<KingMove>>;
  /// Calls visit(target word, squares where the black king is not in the way, symmetry) for every quiet move of `side`
  /// except those of the black king.
  template <class Visitor>
  void for_each_move(Color side, std::size_t word, const KingMoves& king_moves, Visitor visit) const;
  /// Adds the positions from which `side` has a quiet move to one of these.
  void spread_back(Color side, std::size_t word, Bitboard positions, Frontier& found) const;
  /// The positions in which `side` has a quiet move to one of target_of(KingSets).
  template <class TargetOf>
  [[nodiscard]] Bitboard able_to_reach(Color side, std::size_t word, TargetOf target_of) const;

  /// Legal positions, captures and pawn moves, mates and stalemates.
  void prepare(const Slice& slice);
  /// Finds all wins and losses, ply by ply.
  void solve(const Slice& slice);
  void find_won(Color side, const Slice& slice, int plies);
  void find_lost(Color side, const Slice& slice, int plies);
  void record(Color side, const Frontier& found, Bitboard KingSets::*set, int plies);

  KingSets& sets(Color side, std::size_t word) { return solution_.results.word(side, word); }
  [[nodiscard]] const KingSets& sets(Color side, std::size_t word) const { return solution_.results.word(side, word); }
  SideSolution& side_solution(Color side) { return solution_.sides[index(side)]; }
  SideWork& work(Color side) { return work_[index(side)]; }
  [[nodiscard]] const SideWork& work(Color side) const { return work_[index(side)]; }

  Material material_;
  Solution solution_;
  const WordIndex index_;
  std::vector<Placement> placements_;  // of each word
  std::array<SideWork, kColorCount> work_;
  Frontier candidates_;
  /// The moves of the white king from each of its squares, and the same backwards.
  KingMoves king_moves_;
  KingMoves king_moves_back_;
  /// After a capture; after a promotion; after a pawn captured the other piece and was promoted.
  std::array<Successor, kMostPieces> without_;
  using Promotions = std::array<Successor, kPieceTypeCount>;
  std::array<Promotions, kMostPieces> promoted_;
  std::array<Promotions, kMostPieces> promoted_alone_;
};

Solver::Solver(const Material& material, const ResultLibrary& library)
    : material_(material), solution_{Results(material), {}}, index_(material) {
  placements_.reserve(index_.size());
  for (std::size_t word = 0; word < index_.size(); ++word) placements_.push_back(index_.placement_of(word));
  for (const Color side : kColors) {
    SideSolution& solution = side_solution(side);
    solution.distances.resize(index_.size() * kSquareCount);
    for (auto* const words :
         {&solution.zeroing_wins, &solution.capture_wins, &solution.capture_draws, &work(side).zeroing_escapes,
          &work(side).zeroing_moves, &work(side).stalemates, &work(side).won.sets, &work(side).lost.sets,
          &work(side).next_won.sets, &work(side).next_lost.sets})
      words->resize(index_.size());
  }
  candidates_.sets.resize(index_.size());
  find_successors(library);
  find_king_moves();
}

void Solver::find_successors(const ResultLibrary& library) {
  for (std::size_t piece = 0; piece < material_.count(); ++piece) {
    std::vector<Piece> others;
    for (std::size_t other = 0; other < material_.count(); ++other)
      if (other != piece) others.push_back(material_[other]);
    without_[piece] = library.find(others);
    if (!material_.is_pawn(piece)) continue;
    for (const PieceType type : kPromotionTypes) {
      const Piece promoted = make_piece(material_.color(piece), type);
      promoted_alone_[piece][index(type)] = library.find({promoted});
      std::vector<Piece> pieces;
      for (std::size_t number = 0; number < material_.count(); ++number)
        pieces.push_back(number == piece ? promoted : material_[number]);
      promoted_[piece][index(type)] = library.find(pieces);
    }
  }
}

void Solver::find_king_moves() {
  king_moves_.resize(index_.king_slots());
  king_moves_back_.resize(index_.king_slots());
  for (std::size_t from = 0; from < index_.king_slots(); ++from) {
    for (Bitboard targets = king_attacks(index_.king_square(from)); targets != 0;) {
      Placement placement{pop_square(targets), {}};
      const Symmetry symmetry = index_.symmetry_of(placement);
      placement.white_king = symmetry(placement.white_king);
      const std::size_t to = index_.word_of(placement) % index_.king_slots();
      king_moves_[from].push_back({to, symmetry});
      king_moves_back_[to].push_back({from, symmetry.inverse()});
    }
  }
}

std::vector<Solver::Slice> Solver::slices() const {
  // Pawn moves lead from slice to slice, so the slices that pawns reach are solved before those they come from.
  struct Ordered {
    std::size_t steps;
    Slice slice;
  };
  std::vector<Ordered> ordered;
  const std::size_t pawns = material_.pawn_count();
  const std::size_t size = pawns == 0 ? index_.size() : index_.stride(pawns - 1);
  for (std::size_t begin = 0; begin < index_.size(); begin += size) {
    const Placement placement = index_.placement_of(begin);
    std::size_t steps = 0;
    bool is_possible = true;
    for (std::size_t pawn = 0; pawn < pawns; ++pawn) {
      const Rank rank = relative_rank(material_.color(pawn), placement.squares[pawn]);
      is_possible &= rank != Rank::R1 && rank != Rank::R8;
      steps += index(Rank::R8) - index(rank);
    }
    if (is_possible) ordered.push_back({steps, {begin, begin + size}});
  }
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const Ordered& a, const Ordered& b) { return a.steps < b.steps; });
  std::vector<Slice> slices;
  slices.reserve(ordered.size());
  for (const Ordered& entry : ordered) slices.push_back(entry.slice);
  return slices;
}

bool Solver::is_possible(const Placement& placement) const {
  return popcount(occupied(placement)) == static_cast<int>(material_.count()) + 1;
}

Bitboard Solver::occupied(const Placement& placement) const {
  Bitboard squares = bit(placement.white_king);
  for (std::size_t piece = 0; piece < material_.count(); ++piece) squares |= bit(placement.squares[piece]);
  return squares;
}

void Solver::find_legal(std::size_t word, const Placement& placement) {
  const Bitboard others = occupied(placement);
  Bitboard black_in_check = 0;
  Bitboard white_in_check = 0;
  for (std::size_t piece = 0; piece < material_.count(); ++piece) {
    const Square square = placement.squares[piece];
    const Bitboard attacked = material_.is_pawn(piece) ? pawn_attacks(material_.color(piece), square)
                                                       : attacks(material_.type(piece), square, others);
    if (material_.color(piece) == Color::White)
      black_in_check |= attacked;
    else if (contains(attacked, placement.white_king))
      white_in_check |= ~between(square, placement.white_king);  // unless the black king is in the way
  }
  const Bitboard possible = ~others & ~king_attacks(placement.white_king);
  sets(Color::White, word).legal = possible & ~black_in_check;
  sets(Color::Black, word).legal = possible & ~white_in_check;
}

void Solver::find_zeroing_moves(Color side, std::size_t word, const Placement& placement) {
  const Bitboard legal = sets(side, word).legal;
  if (legal == 0) return;
  Outcomes captures;
  Outcomes pawn_moves;
  add_captures(side, placement, captures);
  add_pawn_moves(side, placement, pawn_moves);
  SideSolution& solution = side_solution(side);
  solution.capture_wins[word] = captures.wins & legal;
  solution.capture_draws[word] = captures.draws & legal;
  solution.zeroing_wins[word] = (captures.wins | pawn_moves.wins) & legal;
  const Bitboard escapes = captures.wins | captures.draws | pawn_moves.wins | pawn_moves.draws;
  work(side).zeroing_escapes[word] = escapes & legal;
  work(side).zeroing_moves[word] = (escapes | captures.losses | pawn_moves.losses) & legal;
}

void Solver::add_captures(Color side, const Placement& placement, Outcomes& outcomes) const {
  const Bitboard others = occupied(placement);
  for (std::size_t victim = 0; victim < material_.count(); ++victim) {
    if (material_.color(victim) == side) continue;
    const Square target = placement.squares[victim];
    const std::size_t other = 1 - victim;
    const Placement left{placement.white_king, {placement.squares[other], Square::A1}};

    // By a king.
    if (side == Color::White) {
      if (contains(king_attacks(placement.white_king), target))
        outcomes.add(without_[victim].at(~side, {target, left.squares}));
    } else {
      const KingSets after = without_[victim].at(~side, left);
      const auto everywhere = [&](Bitboard set) { return contains(set, target) ? kAllSquares : kNoSquares; };
      outcomes.add({everywhere(after.legal), everywhere(after.won), everywhere(after.lost)}, king_attacks(target));
    }

    // By the other piece, unless the black king is in the way.
    if (material_.count() < 2 || material_.color(other) != side) continue;
    const Square from = placement.squares[other];
    const Placement after{placement.white_king, {target, Square::A1}};
    if (!material_.is_pawn(other)) {
      if (contains(attacks(material_.type(other), from, others), target))
        outcomes.add(without_[victim].at(~side, after), ~between(from, target));
    } else if (contains(pawn_attacks(side, from), target)) {
      if (relative_rank(side, target) == Rank::R8)
        for (const PieceType type : kPromotionTypes) outcomes.add(promoted_alone_[other][index(type)].at(~side, after));
      else
        outcomes.add(without_[victim].at(~side, after));
    }
  }
}

void Solver::add_pawn_moves(Color side, const Placement& placement, Outcomes& outcomes) const {
  const Bitboard others = occupied(placement);
  for (std::size_t pawn = 0; pawn < material_.count(); ++pawn) {
    if (!material_.is_pawn(pawn) || material_.color(pawn) != side) continue;
    const Square next = placement.squares[pawn] + forward(side);
    if (contains(others, next)) continue;
    Placement after = placement;
    after.squares[pawn] = next;
    if (relative_rank(side, next) == Rank::R8) {
      for (const PieceType type : kPromotionTypes)
        outcomes.add(promoted_[pawn][index(type)].at(~side, after), ~bit(next));
      continue;
    }
    outcomes.add(sets(~side, index_.word_of(after)), ~bit(next));
    if (relative_rank(side, next) != Rank::R3) continue;
    after.squares[pawn] = next + forward(side);
    if (!contains(others, after.squares[pawn]))
      outcomes.add(after_double_step(pawn, after), ~(bit(next) | bit(after.squares[pawn])));
  }
}

KingSets Solver::after_double_step(std::size_t pawn, const Placement& after) const {
  const std::size_t word = index_.word_of(after);
  const Color side = material_.color(pawn);
  KingSets result = sets(~side, word);
  const std::size_t other = 1 - pawn;
  if (material_.count() < 2 || !material_.is_pawn(other) || material_.color(other) == side) return result;
  const Square passed = after.squares[pawn] - forward(side);
  if (!contains(pawn_attacks(~side, after.squares[other]), passed)) return result;

  // One more move for the opponent. Where it is the only one, it has to be played.
  const KingSets taken = without_[pawn].at(side, {after.white_king, {passed, Square::A1}});
  const Bitboard forced_loss = work(~side).stalemates[word] & taken.won;
  result.lost = (result.lost & ~(taken.lost | taken.drawn())) | forced_loss;
  result.won |= taken.lost & result.legal;
  return result;
}

template <class Visitor>
void Solver::for_each_move(Color side, std::size_t word, const std::vector<std::vector<KingMove>>& king_moves,
                           Visitor visit) const {
  const Placement& placement = placements_[word];
  if (side == Color::White) {
    for (const KingMove& move : king_moves[word % index_.king_slots()]) {
      std::size_t target = move.slot;
      if (move.symmetry.is_identity())
        target += word - word % index_.king_slots();
      else
        for (std::size_t piece = 0; piece < material_.count(); ++piece)
          target += index_.stride(piece) * index(move.symmetry(placement.squares[piece]));
      visit(target, kAllSquares, move.symmetry);
    }
  }
  const Bitboard others = occupied(placement);
  for (std::size_t piece = 0; piece < material_.count(); ++piece) {
    if (material_.color(piece) != side || material_.is_pawn(piece)) continue;
    const Square from = placement.squares[piece];
    const std::size_t rest = word - index_.stride(piece) * index(from);
    for (Bitboard targets = attacks(material_.type(piece), from, others) & ~others; targets != 0;) {
      const Square to = pop_square(targets);
      visit(rest + index_.stride(piece) * index(to), ~between(from, to), Symmetry());
    }
  }
}

void Solver::spread_back(Color side, std::size_t word, Bitboard positions, Frontier& found) const {
  // Illegal positions are removed by the masks of legal positions of the target words.
  if (side == Color::Black) found.add(word, king_spread(positions));
  for_each_move(side, word, king_moves_back_, [&](std::size_t from, Bitboard free, Symmetry symmetry) {
    found.add(from, symmetry(positions & free));
  });
}

template <class TargetOf>
Bitboard Solver::able_to_reach(Color side, std::size_t word, TargetOf target_of) const {
  Bitboard able = side == Color::Black ? king_spread(target_of(sets(~side, word))) : kNoSquares;
  for_each_move(side, word, king_moves_, [&](std::size_t to, Bitboard free, Symmetry symmetry) {
    able |= symmetry.inverse()(target_of(sets(~side, to))) & free;
  });
  return able;
}

void Solver::prepare(const Slice& slice) {
  for (std::size_t word = slice.begin; word < slice.end; ++word)
    if (is_possible(placements_[word])) find_legal(word, placements_[word]);
  for (const Color side : kColors) {
    for (std::size_t word = slice.begin; word < slice.end; ++word) {
      KingSets& known = sets(side, word);
      if (known.legal == 0) continue;
      find_zeroing_moves(side, word, placements_[word]);
      const Bitboard stuck = known.legal & ~work(side).zeroing_moves[word] &
                             ~able_to_reach(side, word, [](const KingSets& target) { return target.legal; });
      // The side to move is in check where the position would be illegal with the other side to move.
      const Bitboard in_check = ~sets(~side, word).legal;
      work(side).stalemates[word] = stuck & ~in_check;
      known.lost = stuck & in_check;
      work(side).lost.add(word, known.lost);
    }
  }
}

void Solver::solve(const Slice& slice) {
  prepare(slice);
  for (int plies = 1;; ++plies) {
    bool is_done = true;
    for (const Color side : kColors) {
      find_won(side, slice, plies);
      find_lost(side, slice, plies);
      is_done &= work(side).next_won.words.empty() && work(side).next_lost.words.empty();
    }
    [[maybe_unused]] constexpr int kFiftyMoves = 100;
    assert(is_done || plies <= kFiftyMoves);
    for (const Color side : kColors) {
      record(side, work(side).next_won, &KingSets::won, plies);
      record(side, work(side).next_lost, &KingSets::lost, plies);
      std::swap(work(side).won, work(side).next_won);
      std::swap(work(side).lost, work(side).next_lost);
      work(side).next_won.clear();
      work(side).next_lost.clear();
    }
    if (is_done) return;
  }
}

void Solver::find_won(Color side, const Slice& slice, int plies) {
  // A move to a position that the last ply found lost.
  candidates_.clear();
  const Frontier& lost = work(~side).lost;
  for (const std::size_t word : lost.words) spread_back(side, word, lost.sets[word], candidates_);
  if (plies == 1)
    for (std::size_t word = slice.begin; word < slice.end; ++word)
      candidates_.add(word, side_solution(side).zeroing_wins[word]);
  for (const std::size_t word : candidates_.words) {
    const KingSets& known = sets(side, word);
    work(side).next_won.add(word, candidates_.sets[word] & known.legal & ~known.won);
  }
}

void Solver::find_lost(Color side, const Slice& slice, int plies) {
  // A move to a position that the last ply found won, and no better one.
  candidates_.clear();
  const Frontier& won = work(~side).won;
  for (const std::size_t word : won.words) spread_back(side, word, won.sets[word], candidates_);
  if (plies == 1)
    for (std::size_t word = slice.begin; word < slice.end; ++word)
      candidates_.add(word, work(side).zeroing_moves[word]);
  for (const std::size_t word : candidates_.words) {
    const KingSets& known = sets(side, word);
    const Bitboard left = candidates_.sets[word] & known.drawn() & ~work(side).zeroing_escapes[word];
    if (left == 0) continue;
    const auto not_won = [](const KingSets& target) { return target.legal & ~target.won; };
    work(side).next_lost.add(word, left & ~able_to_reach(side, word, not_won));
  }
}

void Solver::record(Color side, const Frontier& found, Bitboard KingSets::*set, int plies) {
  for (const std::size_t word : found.words) {
    sets(side, word).*set |= found.sets[word];
    std::uint8_t* const distances = &side_solution(side).distances[word * kSquareCount];
    for (Bitboard rest = found.sets[word]; rest != 0;)
      distances[index(pop_square(rest))] = static_cast<std::uint8_t>(plies);
  }
}

Solution Solver::solve() && {
  for (const Slice& slice : slices()) solve(slice);
  return std::move(solution_);
}

}  // namespace

Solution solve(const Material& material, const ResultLibrary& library) { return Solver(material, library).solve(); }

}  // namespace zugwerk::tbgen
