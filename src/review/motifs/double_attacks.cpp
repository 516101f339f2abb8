// review/motifs/double_attacks.cpp
//
// One move, two threats: forks and discovered attacks.

#include "chess/see.h"
#include "review/motifs/board.h"
#include "review/motifs/motifs.h"

namespace zugwerk::review {

using chess::Bitboard;
using chess::Color;
using chess::PieceType;
using chess::Position;
using chess::Square;

namespace {

/// The threat, the answer, the capture.
constexpr std::size_t kPliesOfDoubleAttack = 3;

/// Whether taking `target` would win something at first glance: the king, a piece worth more than the attacker, or an
/// unprotected piece.
[[nodiscard]] bool is_worth_attacking(const Position& position, PieceType attacker, Square target) {
  const PieceType type = type_of(position.piece_on(target));
  if (type == PieceType::King) return true;
  if (type == PieceType::Pawn) return false;
  if (chess::exchange_value(type) > chess::exchange_value(attacker) + kSameMaterial && attacker != PieceType::King)
    return true;
  return defenders_of(position, target, color_of(position.piece_on(target))) == 0;
}

/// Whether the third move of the line takes on `target` the piece that was already there after the first move.
[[nodiscard]] bool is_taken_there(Line line, Square target) {
  return line[2].to() == target && line[1].from() != target && line[1].to() != target && !line[2].is_en_passant();
}

}  // namespace

std::optional<Fact> find_fork(const Position& position, Line line) {
  if (line.size() < kPliesOfDoubleAttack || line[0].is_castling()) return std::nullopt;
  const Position after = played(position, line, 1);
  const Color us = position.side_to_move();
  const Square forker = line[0].to();
  if (line[2].from() != forker || line[1].to() == forker) return std::nullopt;

  Fact fact;
  fact.motif = Motif::Fork;
  fact.actor = piece_at(after, forker);
  Bitboard attacked = attacks_from(after, forker, after.occupied()) & after.pieces(~us);
  while (attacked != 0) {
    const Square target = chess::pop_square(attacked);
    if (is_worth_attacking(after, fact.actor.type, target)) fact.targets.push_back(piece_at(after, target));
  }
  if (fact.targets.size() < 2) return std::nullopt;
  // The threat must be carried out: the forking piece takes one of them.
  const auto won = std::find_if(fact.targets.begin(), fact.targets.end(), [&](const PieceAt& target) {
    return target.type != PieceType::King && is_taken_there(line, target.square);
  });
  if (won == fact.targets.end()) return std::nullopt;
  std::rotate(fact.targets.begin(), won, won + 1);
  return fact;
}

std::optional<Fact> find_discovery(const Position& position, Line line) {
  if (line.empty() || line[0].is_castling() || line[0].is_en_passant()) return std::nullopt;
  const Position after = played(position, line, 1);
  const Color us = position.side_to_move();
  const Square left = line[0].from();
  const Square moved_to = line[0].to();

  Bitboard sliders = after.pieces(us) & after.pieces(PieceType::Bishop, PieceType::Rook);
  sliders |= after.pieces(us, PieceType::Queen);
  sliders &= ~chess::bit(moved_to);
  while (sliders != 0) {
    const Square slider = chess::pop_square(sliders);
    Bitboard targets = attacks_from(after, slider, after.occupied()) & after.pieces(~us);
    while (targets != 0) {
      const Square target = chess::pop_square(targets);
      if (!chess::contains(chess::between(slider, target), left)) continue;
      Fact fact;
      fact.actor = piece_at(after, slider);
      fact.targets = {piece_at(after, target)};
      if (target == after.king(~us)) {
        // The check gives the moved piece a free move: it takes something now or on the next move.
        fact.motif = Motif::DiscoveredCheck;
        if (position.is_capture(line[0])) {
          fact.targets.insert(fact.targets.begin(), captured_by(position, line[0]));
          return fact;
        }
        if (line.size() < kPliesOfDoubleAttack || line[2].from() != moved_to || line[1].to() == moved_to) continue;
        const PieceAt prey = piece_at(after, line[2].to());
        if (!chess::contains(after.pieces(~us), line[2].to()) || !is_taken_there(line, line[2].to())) continue;
        fact.targets.insert(fact.targets.begin(), prey);
        return fact;
      }
      if (line.size() < kPliesOfDoubleAttack || line[2].from() != slider || !is_taken_there(line, target)) continue;
      if (!is_worth_attacking(after, fact.actor.type, target)) continue;
      fact.motif = Motif::DiscoveredAttack;
      return fact;
    }
  }
  return std::nullopt;
}

}  // namespace zugwerk::review
