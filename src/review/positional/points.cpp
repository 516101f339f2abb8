#include "review/positional/points.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/format.h"
#include "chess/movegen.h"
#include "chess/see.h"
#include "eval/classical/masks.h"
#include "review/motifs/board.h"
#include "review/notation.h"
#include "review/positional/traits.h"
#include "review/reasons.h"

namespace zugwerk::review {

using chess::Bitboard;
using chess::Color;
using chess::Move;
using chess::PieceType;
using chess::Position;
using chess::Rank;
using chess::Square;

namespace {

// Which point is told if there are several: the more concrete one.
constexpr int kTempo = 50;
constexpr int kPrevented = 45;
constexpr int kSafety = 44;
constexpr int kProtection = 40;
constexpr int kForcedKing = 38;
constexpr int kBreak = 36;
constexpr int kCastling = 34;
constexpr int kPassedPawnMove = 32;
constexpr int kBlockade = 31;
constexpr int kKingWalk = 30;
constexpr int kExchange = 28;
constexpr int kFile = 26;
constexpr int kDeveloped = 24;
constexpr int kAttack = 22;

[[nodiscard]] bool can_be_won(const Position& position, Square square) {
  const chess::MoveList moves = chess::legal_moves(position);
  return std::any_of(moves.begin(), moves.end(), [&](Move move) {
    return move.to() == square && !move.is_castling() && chess::see_at_least(position, move, kLeastWin);
  });
}

/// Whether the side that is not to move could win the piece on `square` if it were its turn.
[[nodiscard]] bool is_in_danger(const Position& position, Square square) {
  if (position.in_check()) return false;
  Position passed = position;
  passed.make_null();
  return can_be_won(passed, square);
}

/// The points of one move: `line` begins with it in `position`.
class Points {
 public:
  Points(const Position& position, Line line)
      : position_(position), after_(played(position, line, 1)), line_(line), us_(position.side_to_move()) {}

  struct Point {
    Motif motif{};
    PieceAt target;
    std::string verb;       // "gains time by attacking the bishop on c4"
    std::string past_verb;  // "gained time by attacking the bishop on c4"
    int weight = 0;
  };

  [[nodiscard]] std::vector<Point> find() {
    const Move move = line_.front();
    if (move.is_castling()) {
      add(Motif::Castling, {PieceType::King, position_.king(us_)}, "brings the king to safety",
          "brought the king to safety", kCastling);
      return std::move(points_);
    }
    look_at_attacks(move);
    look_at_defence(move);
    if (position_.is_capture(move)) {
      look_at_exchange(move);
    } else if (type_of(position_.piece_on(move.from())) == PieceType::Pawn) {
      look_at_pawn(move);
    } else {
      look_at_piece(move);
    }
    return std::move(points_);
  }

 private:
  void add(Motif motif, PieceAt target, std::string verb, std::string past_verb, int weight) {
    points_.push_back({motif, target, std::move(verb), std::move(past_verb), weight});
  }

  /// An attack that the opponent answers by moving the piece.
  void look_at_attacks(Move move) {
    if (after_.in_check()) {
      const PieceAt king{PieceType::King, after_.king(~us_)};
      if (line_.size() > 1 && line_[1].from() == king.square && !line_[1].is_castling() &&
          (position_.castling().has(~us_, chess::Wing::King) || position_.castling().has(~us_, chess::Wing::Queen)))
        add(Motif::KingInTheCentre, king, "forces the king to move, so that it can no longer castle",
            "forced the king to move, so that it could no longer castle", kForcedKing);
      return;
    }
    Bitboard attacked = attacks_from(after_, move.to(), after_.occupied()) & after_.pieces(~us_) &
                        ~attacks_from(position_, move.from(), position_.occupied()) &
                        ~after_.pieces(PieceType::Pawn, PieceType::King);
    while (attacked != 0) {
      const Square square = chess::pop_square(attacked);
      if (!is_in_danger(after_, square)) continue;
      const PieceAt target = piece_at(after_, square);
      const bool moves_away = line_.size() > 1 && line_[1].from() == square && !after_.is_capture(line_[1]);
      if (moves_away)
        add(Motif::Tempo, target, "gains time by attacking " + piece_text(target),
            "gained time by attacking " + piece_text(target), kTempo);
      else
        add(Motif::Tempo, target, "attacks " + piece_text(target), "attacked " + piece_text(target), kAttack);
    }
  }

  /// Own pieces that were in danger and no longer are.
  void look_at_defence(Move move) {
    for (Bitboard own = position_.pieces(us_) & ~position_.pieces(PieceType::King); own != 0;) {
      const Square square = chess::pop_square(own);
      if (!is_in_danger(position_, square)) continue;
      const PieceAt piece = piece_at(position_, square);
      if (square == move.from()) {
        if (!position_.is_capture(move) && !can_be_won(after_, move.to()))
          add(Motif::Defence, piece, base::format("brings {} to safety", piece_text(piece)),
              base::format("brought {} to safety", piece_text(piece)), kSafety);
      } else if (!after_.in_check() && !can_be_won(after_, square)) {
        add(Motif::Defence, piece, "protects " + piece_text(piece), "protected " + piece_text(piece), kProtection);
      }
    }
  }

  void look_at_exchange(Move move) {
    const PieceAt taken = captured_by(position_, move);
    if (line_.size() < 2 || line_[1].to() != move.to() || line_[1].is_castling()) return;
    if (taken.type == PieceType::Pawn && type_of(position_.piece_on(move.from())) == PieceType::Pawn) {
      add(Motif::PawnBreak, taken, "exchanges pawns on " + chess::to_string(move.to()),
          "exchanged pawns on " + chess::to_string(move.to()), kExchange);
      return;
    }
    add(Motif::Exchange, taken, "exchanges " + piece_text(taken), "exchanged " + piece_text(taken), kExchange);
  }

  void look_at_pawn(Move move) {
    if (move.is_promotion()) return;
    const PieceAt pawn{PieceType::Pawn, move.to()};
    const bool passed = (position_.pieces(~us_, PieceType::Pawn) & eval::passage(us_, move.to())) == 0 &&
                        (position_.pieces(us_, PieceType::Pawn) & eval::file_ahead(us_, move.to())) == 0;
    if (passed) {
      add(Motif::PassedPawn, pawn, "advances the passed pawn", "advanced the passed pawn", kPassedPawnMove);
      return;
    }
    Bitboard levers = chess::pawn_attacks(us_, move.to()) & position_.pieces(~us_, PieceType::Pawn);
    if (levers != 0) {
      const PieceAt target = piece_at(position_, chess::pop_square(levers));
      add(Motif::PawnBreak, target, "attacks " + piece_text(target), "attacked " + piece_text(target), kBreak);
    }
  }

  void look_at_piece(Move move) {
    const PieceAt piece = piece_at(position_, move.from());
    const bool minor = piece.type == PieceType::Knight || piece.type == PieceType::Bishop;
    if (minor && relative_rank(us_, move.from()) == Rank::R1 && relative_rank(us_, move.to()) > Rank::R1)
      add(Motif::Development, piece, "develops " + piece_text(piece), "developed " + piece_text(piece), kDeveloped);
    if (piece.type == PieceType::Rook && file_of(move.from()) != file_of(move.to()) &&
        (bits(file_of(move.to())) & position_.pieces(PieceType::Pawn)) == 0)
      add(Motif::OpenFile, piece, base::format("takes the open {}-file", chess::letter_of(file_of(move.to()))),
          base::format("taken the open {}-file", chess::letter_of(file_of(move.to()))), kFile);
    if (piece.type == PieceType::King && position_.pieces(PieceType::Queen) == 0 && !position_.in_check()) {
      const auto from_centre = [](Square square) {
        return std::min({eval::distance(square, Square::D4), eval::distance(square, Square::E4),
                         eval::distance(square, Square::D5), eval::distance(square, Square::E5)});
      };
      if (from_centre(move.to()) < from_centre(move.from()))
        add(Motif::ActiveKing, piece, "brings the king closer to the centre", "brought the king closer to the centre",
            kKingWalk);
    }
    // On the square in front of a passed pawn of the opponent.
    if (relative_rank(us_, move.to()) == Rank::R8) return;
    const Square behind = move.to() + chess::forward(us_);
    if (position_.piece_on(behind) == chess::make_piece(~us_, PieceType::Pawn) &&
        (position_.pieces(us_, PieceType::Pawn) & eval::passage(~us_, behind)) == 0)
      add(Motif::PassedPawn, piece_at(position_, behind),
          base::format("stops the passed pawn on {}", chess::to_string(behind)),
          base::format("stopped the passed pawn on {}", chess::to_string(behind)), kBlockade);
  }

  const Position& position_;
  const Position after_;
  const Line line_;
  const Color us_;
  std::vector<Point> points_;
};

/// Whether `move` is a good idea for the side to move at first glance: legal, and nothing is lost by it at once.
[[nodiscard]] bool is_playable(const Position& position, Move move) {
  return position.is_legal(move) && chess::see_at_least(position, move, 0);
}

[[nodiscard]] Fact fact_of(const Points::Point& point, Line line, std::size_t ply) {
  constexpr std::size_t kShown = 2;
  Fact fact;
  fact.motif = point.motif;
  fact.ply = ply;
  fact.targets = {point.target};
  const Line shown = line.first(std::min(line.size(), kShown));
  fact.outcome.moves.assign(shown.begin(), shown.end());
  return fact;
}

}  // namespace

std::vector<Change> single_points(const Choice& choice) {
  std::vector<Change> changes;
  const Position& position = choice.position;
  Position after = position;
  after.make(choice.played);
  const Move better = choice.better.front();
  const std::string better_name = move_text(position, better);
  std::vector<Move> whole{choice.played};
  whole.insert(whole.end(), choice.answer.begin(), choice.answer.end());

  if (!choice.answer.empty()) {
    const std::string answer_name = move_text(after, choice.answer.front());
    for (const Points::Point& point : Points(after, choice.answer).find()) {
      // That the opponent develops or moves a piece out of danger is no reproach.
      if (point.motif == Motif::Defence || point.motif == Motif::Development) continue;
      changes.push_back({true, fact_of(point, whole, 1),
                         base::format("It allows {}, which {}.", answer_name, point.verb), point.weight});
    }
    // The better move takes the answer away.
    Position instead = position;
    instead.make(better);
    if (!instead.in_check() && is_playable(after, choice.answer.front()) && !choice.answer.front().is_castling() &&
        instead.piece_on(choice.answer.front().from()) == after.piece_on(choice.answer.front().from()) &&
        !is_playable(instead, choice.answer.front()))
      changes.push_back(
          {true, fact_of({Motif::Prevention, piece_at(after, choice.answer.front().from()), {}, {}, 0}, whole, 1),
           base::format("It allows {}, which {} would have prevented.", answer_name, better_name), kPrevented});
  }
  // What the move played does as well is no difference.
  const std::vector<Points::Point> played_points = Points(position, whole).find();
  for (const Points::Point& point : Points(position, choice.better).find()) {
    const bool both = std::any_of(played_points.begin(), played_points.end(), [&](const Points::Point& other) {
      return other.motif == point.motif && other.target == point.target;
    });
    if (!both)
      changes.push_back({false, fact_of(point, choice.better, 0),
                         base::format("{} would have {}.", better_name, point.past_verb), point.weight});
  }
  std::stable_sort(changes.begin(), changes.end(),
                   [](const Change& a, const Change& b) { return a.weight > b.weight; });
  return changes;
}

}  // namespace zugwerk::review
