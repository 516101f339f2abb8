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
  // Mates; those with a name are told by the final position (named_mates.cpp).
  Mate,
  BackRankMate,
  SmotheredMate,
  AnastasiaMate,
  ArabianMate,
  BlindSwineMate,
  BodenMate,
  CornerMate,
  DoubleBishopMate,
  DovetailMate,
  EpauletteMate,
  HookMate,
  MorphyMate,
  OperaMate,
  PillsburyMate,
  SwallowsTailMate,
  VukovicMate,
  // What wins material.
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
  // Themes that a line shows on its way (themes.cpp).
  Sacrifice,
  Deflection,
  Attraction,
  Clearance,
  Interference,
  Intermezzo,
  XRay,
  DoubleCheck,
  QuietMove,
  Zugzwang,
  // The king as a target; a theme, and a trait of a position.
  ExposedKing,
  // Results.
  Stalemate,
  Repetition,  // by perpetual check, if there is an actor
  DrawnEnding,
  LostEnding,
  // What is bad about a position (positional/traits.h).
  PassedPawn,  // the opponent gets one
  IsolatedPawn,
  DoubledPawn,
  BackwardPawn,
  KingShelter,  // a file before the king without a pawn
  KingInTheCentre,
  BadPiece,  // no safe square to go to
  Development,
  PinnedPiece,
  Outpost,
  OpenFile,
  SeventhRank,
  BishopPair,
  Centre,
  // What a single move does (positional/points.h).
  Tempo,
  Prevention,
  Defence,
  PawnBreak,
  Castling,
  Exchange,
  ActiveKing,
};
inline constexpr std::size_t kMotifCount = static_cast<std::size_t>(Motif::ActiveKing) + 1;

/// The name that JSON uses: "hanging piece".
[[nodiscard]] std::string_view name_of(Motif motif);

[[nodiscard]] constexpr bool is_mate(Motif motif) { return motif <= Motif::VukovicMate; }
/// Something about a position, rather than about moves or results.
[[nodiscard]] constexpr bool is_trait(Motif motif) {
  return motif == Motif::ExposedKing || (motif >= Motif::PassedPawn && motif <= Motif::Centre);
}
/// "a sacrifice", "a double check": as something that a line contains. Empty for what is not a theme.
[[nodiscard]] std::string_view theme_text(Motif motif);

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
  /// Of a trait of the position (positional/changes.h): the side that it is bad for, and whether it is gone rather than
  /// there, after the moves up to `ply`.
  bool is_change = false;
  bool is_removed = false;
  chess::Color bad_for{};
  /// What else the line shows; of tactics only.
  std::vector<Motif> themes = {};
  /// The line and what it wins for the side that begins it.
  Outcome outcome;
};

}  // namespace zugwerk::review
