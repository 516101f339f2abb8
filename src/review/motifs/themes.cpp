// review/motifs/themes.cpp
//
// What else a line shows on its way: sacrifices, deflections, interferences and so on. Each looks at a move of the side
// that begins, the reply, and what follows in the line; docs/review.md defines them.

#include <algorithm>

#include "chess/movegen.h"
#include "chess/see.h"
#include "review/motifs/board.h"
#include "review/motifs/motifs.h"

namespace zugwerk::review {

using chess::Bitboard;
using chess::Color;
using chess::Move;
using chess::PieceType;
using chess::Position;
using chess::Rank;
using chess::Square;

namespace {

/// A rook for a minor piece is a sacrifice, a bishop for a knight is not.
constexpr int kSacrificed = 150;

[[nodiscard]] bool is_mate(const Position& position) { return position.in_check() && !chess::has_legal_move(position); }

/// A line with the positions before each of its moves and after the last.
class LineLook {
 public:
  LineLook(const Position& position, Line line) : line_(line), us_(position.side_to_move()) {
    positions_.push_back(position);
    for (const Move move : line) {
      positions_.push_back(positions_.back());
      positions_.back().make(move);
    }
  }

  [[nodiscard]] std::vector<Motif> themes() const {
    std::vector<Motif> found;
    const auto add = [&](Motif motif) {
      if (std::find(found.begin(), found.end(), motif) == found.end()) found.push_back(motif);
    };
    if (is_sacrifice()) add(Motif::Sacrifice);
    for (std::size_t ply = 0; ply < line_.size(); ply += 2) {
      if (chess::more_than_one(after(ply).checkers())) add(Motif::DoubleCheck);
      if (is_discovered(ply)) add(Motif::DiscoveredAttack);
      if (is_fork(ply)) add(Motif::Fork);
      if (is_skewer(ply)) add(Motif::Skewer);
      if (holds_a_pin(ply)) add(Motif::Pin);
      if (takes_hanging_piece(ply)) add(Motif::HangingPiece);
      if (is_quiet(ply)) add(Motif::QuietMove);
      if (is_zugzwang(ply)) add(Motif::Zugzwang);
      if (is_intermezzo(ply)) add(Motif::Intermezzo);
      if (line_.size() <= ply + 2) continue;
      if (removes_guard(ply)) add(Motif::RemovedGuard);
      if (deflects(ply)) add(Motif::Deflection);
      if (attracts(ply)) add(Motif::Attraction);
      if (clears(ply)) add(Motif::Clearance);
      if (interferes(ply)) add(Motif::Interference);
      if (is_x_ray(ply)) add(Motif::XRay);
      if (traps(ply)) add(Motif::TrappedPiece);
    }
    if (exposes_king()) add(Motif::ExposedKing);
    return found;
  }

 private:
  [[nodiscard]] const Position& before(std::size_t ply) const { return positions_[ply]; }
  [[nodiscard]] const Position& after(std::size_t ply) const { return positions_[ply + 1]; }
  [[nodiscard]] bool captures(std::size_t ply) const { return before(ply).is_capture(line_[ply]); }
  [[nodiscard]] Bitboard reach(const Position& position, Square square) const {
    return attacks_from(position, square, position.occupied());
  }
  /// Whether move `ply` was worth something: it captures, mates or promotes.
  [[nodiscard]] bool pays(std::size_t ply) const {
    return captures(ply) || line_[ply].is_promotion() || is_mate(after(ply));
  }

  /// After a move and the reply the side has less than before, though the line wins in the end.
  [[nodiscard]] bool is_sacrifice() const {
    const int start = material_balance(positions_.front(), us_);
    for (std::size_t ply = 1; ply + 1 < line_.size(); ply += 2)
      if (material_balance(after(ply), us_) <= start - kSacrificed) return true;
    return false;
  }

  /// A slider takes, or gives check, along a line that the move opened.
  [[nodiscard]] bool is_discovered(std::size_t ply) const {
    const Move move = line_[ply];
    if (move.is_castling()) return false;
    const auto through = [&](Square slider, Square target) {
      return slider != move.to() && is_slider(type_of(after(ply).piece_on(slider))) &&
             chess::contains(chess::between(slider, target), move.from()) &&
             !chess::contains(chess::between(slider, target), move.to());
    };
    for (Bitboard checkers = after(ply).checkers(); checkers != 0;)
      if (through(chess::pop_square(checkers), after(ply).king(~us_))) return true;
    if (line_.size() <= ply + 2 || !captures(ply + 2)) return false;
    const Square slider = line_[ply + 2].from();
    const Square target = line_[ply + 2].to();
    // The piece was there before, and the opponent has not just moved it there or taken there.
    return through(slider, target) && line_[ply + 1].to() != target && line_[ply + 1].from() != target &&
           chess::contains(after(ply).pieces(~us_), target) && type_of(after(ply).piece_on(target)) != PieceType::Pawn;
  }

  /// One piece attacks several that are worth more, or are unprotected, and one of them is then lost.
  [[nodiscard]] bool is_fork(std::size_t ply) const {
    if (line_.size() <= ply + 2 || line_[ply].is_castling()) return false;
    const Square forker = line_[ply].to();
    const PieceType type = type_of(after(ply).piece_on(forker));
    if (type == PieceType::King) return false;
    int targets = 0;
    bool one_is_lost = false;
    for (Bitboard attacked = reach(after(ply), forker) & after(ply).pieces(~us_); attacked != 0;) {
      const Square square = chess::pop_square(attacked);
      const PieceType target = type_of(after(ply).piece_on(square));
      const bool worth = target == PieceType::King ||
                         chess::exchange_value(target) > chess::exchange_value(type) + kSameMaterial ||
                         (target != PieceType::Pawn && defenders_of(after(ply), square, ~us_) == 0);
      if (!worth) continue;
      ++targets;
      const bool stays = line_[ply + 1].from() != square;
      if (target != PieceType::King && stays && line_[ply + 2].to() == square && line_[ply + 2].from() == forker)
        one_is_lost = true;
    }
    return targets >= 2 && one_is_lost && line_[ply + 1].to() != forker;
  }

  /// A slider attacks a piece that must leave, and takes the one behind it.
  [[nodiscard]] bool is_skewer(std::size_t ply) const {
    if (line_.size() <= ply + 2) return false;
    return find_skewer(before(ply), line_.subspan(ply)).has_value();
  }

  /// A piece pinned to its king could otherwise take the piece that moves, or is itself lost.
  [[nodiscard]] bool holds_a_pin(std::size_t ply) const {
    const Position& now = after(ply);
    if (line_[ply].is_castling()) return false;
    Bitboard pinners = 0;
    Bitboard pinned = now.king_blockers(~us_, pinners) & now.pieces(~us_) & ~now.pieces(PieceType::King);
    const Square square = line_[ply].to();
    while (pinned != 0) {
      const Square victim = chess::pop_square(pinned);
      // It could take but for the pin.
      const bool could_take = chess::contains(reach(now, victim), square) &&
                              !chess::contains(chess::line_through(victim, now.king(~us_)), square);
      if (could_take) return true;
      if (line_.size() > ply + 2 && line_[ply + 2].to() == victim && line_[ply + 1].from() != victim &&
          line_[ply + 1].to() != victim && type_of(now.piece_on(victim)) != PieceType::Pawn)
        return true;
    }
    return false;
  }

  /// The first move takes a piece that nothing protects.
  [[nodiscard]] bool takes_hanging_piece(std::size_t ply) const {
    if (ply != 0 || !captures(ply) || captured_by(before(ply), line_[ply]).type == PieceType::Pawn) return false;
    return defenders_of(after(ply), line_[ply].to(), ~us_) == 0;
  }

  /// Neither check nor capture, and no direct attack on a piece; not the last move of the line.
  [[nodiscard]] bool is_quiet(std::size_t ply) const {
    if (ply + 1 >= line_.size() || captures(ply) || after(ply).in_check() || before(ply).in_check()) return false;
    const Move move = line_[ply];
    if (move.is_promotion() || move.is_castling()) return false;
    const PieceType type = type_of(after(ply).piece_on(move.to()));
    if (type == PieceType::King || type == PieceType::Pawn) return false;
    const Bitboard prey = after(ply).pieces(~us_) & ~after(ply).pieces(PieceType::Pawn, PieceType::King);
    return (reach(after(ply), move.to()) & prey) == 0;
  }

  /// Every move of the opponent loses something at once, and passing would not.
  [[nodiscard]] bool is_zugzwang(std::size_t ply) const {
    const Position& now = after(ply);
    if (ply + 1 >= line_.size() || now.in_check() || captures(ply)) return false;
    // With many pieces there is always a move to spare.
    constexpr int kFewPieces = 2;
    if (chess::popcount(now.pieces(~us_) & ~now.pieces(PieceType::Pawn, PieceType::King)) > kFewPieces) return false;
    Position passed = now;
    passed.make_null();
    if (loses_something(passed)) return false;
    const chess::MoveList moves = chess::legal_moves(now);
    if (moves.size() == 0) return false;
    return std::all_of(moves.begin(), moves.end(), [&](Move move) {
      Position next = now;
      next.make(move);
      return loses_something(next);
    });
  }
  /// Whether the side that begins the line, to move, mates at once, promotes or wins material by captures.
  [[nodiscard]] bool loses_something(const Position& position) const {
    if (play_out(position, {}, 0).gain >= kLeastWin) return true;
    const chess::MoveList moves = chess::legal_moves(position);
    return std::any_of(moves.begin(), moves.end(), [&](Move move) {
      Position next = position;
      next.make(move);
      return is_mate(next) || (move.is_promotion() && chess::see_at_least(position, move, 0));
    });
  }

  /// The opponent has just taken something; another move comes before the recapture.
  [[nodiscard]] bool is_intermezzo(std::size_t ply) const {
    if (line_.size() <= ply + 2) return false;
    Square taken = Square::None;
    if (ply > 0) {
      if (captures(ply - 1)) taken = line_[ply - 1].to();
    } else if (positions_.front().history_length() > 0 && positions_.front().last_captured() != chess::Piece::None) {
      taken = positions_.front().move_back(0).to();
    }
    if (taken == Square::None || line_[ply].to() == taken || line_[ply + 2].to() != taken || !captures(ply + 2))
      return false;
    if (line_[ply + 1].to() == taken || line_[ply + 1].from() == taken) return false;
    // The recapture was possible at once.
    const chess::MoveList moves = chess::legal_moves(before(ply));
    return std::any_of(moves.begin(), moves.end(),
                       [&](Move move) { return move.to() == taken && move.from() == line_[ply + 2].from(); });
  }

  /// Takes a piece that protected what is taken next.
  [[nodiscard]] bool removes_guard(std::size_t ply) const {
    if (!captures(ply) || !captures(ply + 2) || line_[ply].is_en_passant()) return false;
    const Square guard = line_[ply].to();
    const Square prize = line_[ply + 2].to();
    if (prize == guard || !chess::contains(before(ply).pieces(~us_), prize) || line_[ply + 1].from() == prize)
      return false;
    return chess::contains(reach(before(ply), guard), prize) && line_[ply + 1].to() != prize &&
           type_of(before(ply).piece_on(prize)) != PieceType::Pawn;
  }

  /// A defender answers the move (it takes, or has to leave) and no longer guards the square of the next one.
  [[nodiscard]] bool deflects(std::size_t ply) const {
    if (!pays(ply + 2)) return false;
    const Move reply = line_[ply + 1];
    const Square guarded = line_[ply + 2].to();
    if (guarded == reply.to() || reply.is_castling()) return false;
    const Position& start = after(ply);
    const bool took = reply.to() == line_[ply].to();
    const bool had_to = start.in_check() || took || chess::contains(reach(start, line_[ply].to()), reply.from());
    if (!had_to || !chess::contains(reach(start, reply.from()), guarded)) return false;
    // Along the same line it would still guard the square, unless something stands between.
    return !chess::contains(reach(after(ply + 1), reply.to()), guarded);
  }

  /// A piece is drawn to a square, where the next move attacks it.
  [[nodiscard]] bool attracts(std::size_t ply) const {
    const Square lure = line_[ply].to();
    if (line_[ply + 1].to() != lure || line_[ply + 1].is_castling() || line_[ply].is_castling()) return false;
    const PieceType lured = type_of(after(ply + 1).piece_on(lure));
    if (lured == PieceType::Pawn) return false;
    const Position& then = after(ply + 2);
    if (lured == PieceType::King) return then.in_check();
    if (!chess::contains(reach(then, line_[ply + 2].to()), lure)) return false;
    return line_.size() > ply + 4 && line_[ply + 4].to() == lure &&
           chess::exchange_value(lured) >= chess::exchange_value(PieceType::Rook);
  }

  /// A piece leaves a square or a line for another piece of its own side, and gives something up or gains time by it.
  [[nodiscard]] bool clears(std::size_t ply) const {
    const Move move = line_[ply];
    const Move next = line_[ply + 2];
    if (move.is_castling() || next.is_castling() || next.from() == move.to() || captures(ply)) return false;
    const bool through = is_slider(type_of(before(ply + 2).piece_on(next.from()))) &&
                         chess::contains(chess::between(next.from(), next.to()), move.from());
    if (!through && next.to() != move.from()) return false;
    if (chess::contains(chess::between(next.from(), next.to()), move.to())) return false;
    // Not a mere discovered attack on a piece that was there.
    if (is_discovered(ply)) return false;
    const bool with_force = after(ply).in_check() || line_[ply + 1].to() == move.to();
    return with_force && pays_or_checks(ply + 2);
  }
  [[nodiscard]] bool pays_or_checks(std::size_t ply) const { return pays(ply) || after(ply).in_check(); }

  /// A piece steps between a defender and what it guards, which is then taken.
  [[nodiscard]] bool interferes(std::size_t ply) const {
    if (!captures(ply + 2) && !is_mate(after(ply + 2))) return false;
    const Square prize = line_[ply + 2].to();
    for (const Square blocker : {line_[ply].to(), line_[ply + 1].to()}) {
      Bitboard guards = before(ply).attackers_to(prize, before(ply).occupied()) & before(ply).pieces(~us_);
      while (guards != 0) {
        const Square guard = chess::pop_square(guards);
        if (!is_slider(type_of(before(ply).piece_on(guard))) || guard == blocker) continue;
        if (!chess::contains(chess::between(guard, prize), blocker)) continue;
        const Position& then = before(ply + 2);
        if (then.piece_on(guard) == before(ply).piece_on(guard) && then.piece_on(blocker) != chess::Piece::None &&
            !chess::contains(reach(then, guard), prize))
          return true;
      }
    }
    return false;
  }

  /// Takes on a square, the opponent recaptures, and another piece takes through the square of the one that recaptured.
  [[nodiscard]] bool is_x_ray(std::size_t ply) const {
    const Square square = line_[ply].to();
    if (!captures(ply) || line_[ply + 1].to() != square || line_[ply + 2].to() != square) return false;
    return chess::contains(chess::between(line_[ply + 2].from(), square), line_[ply + 1].from());
  }

  [[nodiscard]] bool traps(std::size_t ply) const {
    return find_trapped_piece(before(ply), line_.subspan(ply)).has_value();
  }

  /// The opponent's king stands without pawns in front of it, and is chased by checks.
  [[nodiscard]] bool exposes_king() const {
    const Position& start = positions_.front();
    const Square king = start.king(~us_);
    if (start.pieces(us_, PieceType::Queen) == 0 && start.pieces(us_, PieceType::Rook) == 0) return false;
    constexpr int kManyPieces = 3;
    if (chess::popcount(start.occupied() & ~start.pieces(PieceType::Pawn, PieceType::King)) < kManyPieces) return false;
    const Bitboard pawns = start.pieces(~us_, PieceType::Pawn);
    Bitboard in_front = chess::king_attacks(king);
    in_front |= chess::shifted<chess::Direction::North>(in_front) | chess::shifted<chess::Direction::South>(in_front);
    if (relative_rank(~us_, king) <= Rank::R2 && (in_front & pawns) != 0) return false;
    if (chess::popcount(chess::king_attacks(king) & pawns) > 1) return false;
    std::size_t checks = 0;
    for (std::size_t ply = 0; ply < line_.size(); ply += 2) checks += after(ply).in_check() ? 1 : 0;
    return checks >= 2 || (line_.size() <= 3 && checks >= 1);
  }

  const Line line_;
  const Color us_;
  std::vector<Position> positions_;
};

}  // namespace

std::vector<Motif> find_themes(const Position& position, Line line) {
  return line.empty() ? std::vector<Motif>() : LineLook(position, line).themes();
}

}  // namespace zugwerk::review
