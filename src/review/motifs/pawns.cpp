// review/motifs/pawns.cpp
//
// Pawns that promote.

#include "chess/see.h"
#include "review/motifs/board.h"
#include "review/motifs/motifs.h"

namespace zugwerk::review {

using chess::Color;
using chess::PieceType;
using chess::Position;
using chess::Square;

std::optional<Fact> find_promotion(const Position& position, Line line) {
  const Color us = position.side_to_move();
  for (std::size_t ply = 0; ply < line.size(); ply += 2) {
    if (!line[ply].is_promotion()) continue;
    // Where the pawn was when the line began: trace its earlier moves back.
    Square pawn = line[ply].from();
    for (std::size_t earlier = ply; earlier >= 2; earlier -= 2)
      if (line[earlier - 2].to() == pawn) pawn = line[earlier - 2].from();
    if (position.piece_on(pawn) != chess::make_piece(us, PieceType::Pawn)) return std::nullopt;
    // The new piece must survive; otherwise the pawn was only a decoy.
    if (line.size() > ply + 1 && line[ply + 1].to() == line[ply].to()) return std::nullopt;
    const Position after = played(position, line, ply + 1);
    const Outcome outcome = play_out(position, line, ply + 1);
    const int least = chess::exchange_value(line[ply].promotion_type()) / 2;
    if (outcome.gain < least) return std::nullopt;
    Fact fact;
    fact.motif = Motif::Promotion;
    fact.ply = ply;
    fact.actor = piece_at(after, line[ply].to());
    fact.targets = {{PieceType::Pawn, pawn}};
    fact.outcome = outcome;
    return fact;
  }
  return std::nullopt;
}

}  // namespace zugwerk::review
