// review/positional/changes.h
//
// What a move changes about a position, other than material, compared with a better one: traits (traits.h) that one
// line brings and the other does not. Every statement holds on the board along the lines. The points of single moves
// are points.h's.

#pragma once

#include <string>
#include <vector>

#include "review/motifs/fact.h"
#include "review/motifs/motifs.h"

namespace zugwerk::review {

struct Choice;

struct Change {
  /// About the line after the move played; otherwise about that of the better move.
  bool of_played = true;
  Fact fact;         // its line begins with the move played, or with the better one
  std::string text;  // a sentence
  int weight = 0;    // about how much it matters, in centipawns
};

/// All changes of traits, the most important first. The lines are looked at for a few moves, and captures are played
/// out, so that a weakness that disappears again is not mentioned.
[[nodiscard]] std::vector<Change> trait_changes(const Choice& choice);

}  // namespace zugwerk::review
