// review/motifs/fact.h
//
// A fact about a line: which idea it shows, on which squares, and with what outcome. Facts come from the detectors of
// motifs.h; reasons.h turns them into sentences.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "chess/move.h"
#include "chess/piece.h"
#include "chess/square.h"
#include "review/material.h"

namespace zugwerk::review {

enum class Motif : std::uint8_t {
  Mate,
  BackRankMate,
  SmotheredMate,
  HangingPiece,      // taken for nothing
  WinningExchange,   // taken with profit although it is protected
  Fork,              // one piece attacks several
  Pin,               // a piece that cannot leave the line of its king is taken
  PinnedDefender,    // a capture that only a pinned piece could answer
  Skewer,            // a piece must leave a line, and the one behind it is taken
  DiscoveredAttack,  // a piece leaves the line of another
  DiscoveredCheck,
  TrappedPiece,        // attacked and without a safe square
  OverloadedDefender,  // a piece with two duties is drawn away by one of them
  RemovedGuard,        // the only defender is taken
  Promotion,           // a pawn gets through
  Material,            // wins material in another way
  Stalemate,
  Repetition,  // by perpetual check, if there is an actor
  DrawnEnding,
  LostEnding,
  PassedPawn,     // the opponent gets one
  PawnStructure,  // isolated or doubled pawns
  KingShelter,    // a pawn in front of the king is gone
};
inline constexpr std::size_t kMotifCount = 23;

/// The name that JSON uses: "hanging piece".
[[nodiscard]] std::string_view name_of(Motif motif);

/// A piece and its square.
struct PieceAt {
  chess::PieceType type = chess::PieceType::None;
  chess::Square square = chess::Square::None;
  bool operator==(const PieceAt&) const = default;
};

struct Fact {
  Motif motif{};
  /// Which move of the line shows it, from 0.
  std::size_t ply = 0;
  /// The piece that forks, pins, mates, is promoted; after its move.
  PieceAt actor;
  /// For a pin: the actor has just moved there. Otherwise it was already there, and the pinned piece is attacked again.
  bool moved = false;
  /// The pieces affected, the one that is won first; a pinned piece and the one behind it; a weak pawn.
  std::vector<PieceAt> targets;
  /// The line and what it wins for the side that begins it.
  Outcome outcome;
};

}  // namespace zugwerk::review
