// review/explain.h
//
// A position in words: material, kings, pawns, activity, threats, the evaluation by terms, the best moves with their
// ideas and why natural alternatives are worse. Every statement is counted on the board or played out in the lines of a
// search. Prints nothing.

#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/json.h"
#include "chess/position.h"
#include "review/reviewer.h"

namespace zugwerk::review {

struct ExplainedTerm {
  std::string name;
  int white = 0;  // centipawns of the static evaluation, from each side's point of view
  int black = 0;
};

struct ExplainedMove {
  chess::Move move;
  std::string san;
  std::string score;  // from White's point of view
  std::string line;
  std::string text;  // its idea, or what is wrong with it; may be empty
};

struct Explanation {
  std::string fen;
  std::string to_move;
  std::string end;  // how the game ended, if it is over; then there are no moves
  std::string material;
  // By colour; sentences.
  std::array<std::vector<std::string>, chess::kColorCount> king;
  std::array<std::vector<std::string>, chess::kColorCount> pawns;
  std::array<std::vector<std::string>, chess::kColorCount> activity;
  std::array<std::string, chess::kColorCount> threat;
  std::string verdict;
  int static_total = 0;  // centipawns, for White
  std::vector<ExplainedTerm> terms;
  std::vector<ExplainedMove> best;
  std::vector<ExplainedMove> worse;
};

/// Searches in the calling thread. Fails if the hash table cannot be allocated.
[[nodiscard]] base::Expected<Explanation> explain(const chess::Position& position, const ReviewSettings& settings);

/// The idea of a line: its tactic or, if it has none, what its first move does. Empty if there is neither. `score` is
/// the score of the search, for the side to move.
[[nodiscard]] std::string idea_of(const chess::Position& position, Line line, eval::Score score);

/// The explanation as text, several lines.
[[nodiscard]] std::string to_text(const Explanation& explanation);
[[nodiscard]] base::Json to_json(const Explanation& explanation);

}  // namespace zugwerk::review
