// review/explain.h
//
// A position in words: material, kings, pawns, activity, threats, the evaluation by terms, the best moves with their
// ideas and why natural alternatives are worse. Every statement is counted on the board or played out in the lines of a
// search. Prints nothing.

#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/json.h"
#include "chess/position.h"
#include "nnue/explain.h"
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
  std::string score;                    // from White's point of view
  std::optional<int> white_centipawns;  // nothing for proven results
  std::optional<int> white_mate;        // moves
  std::string line;
  std::vector<chess::Move> moves;  // of the line
  std::string text;                // its idea, or what is wrong with it; may be empty
};

/// What a side threatens, or could gain at once: "mate in 1: 4.Qxf7#".
struct ExplainedThreat {
  std::string text;                // empty: nothing
  std::vector<chess::Move> moves;  // that carry it out, as if it were that side's turn
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
  std::array<ExplainedThreat, chess::kColorCount> threat;
  /// What each side does in the main line: "castles, brings the knight from b1 to c4 by way of d2"; may be empty.
  std::array<std::string, chess::kColorCount> plan;
  std::string verdict;
  int static_total = 0;  // centipawns, for White
  std::vector<ExplainedTerm> terms;
  std::string network;                       // its name; empty: the classical evaluation judges
  std::vector<nnue::PieceValue> by_network;  // the pieces, as it values them
  std::vector<ExplainedMove> best;
  std::vector<ExplainedMove> worse;
};

/// Explains positions one after the other, in the calling thread.
class Explainer {
 public:
  /// Fails if the hash table cannot be allocated.
  [[nodiscard]] static base::Expected<std::unique_ptr<Explainer>> create(const ReviewSettings& settings);

  /// Nothing if stop() was called.
  [[nodiscard]] std::optional<Explanation> explain(const chess::Position& position);

  /// Ends this explanation soon, and all later ones, from another thread.
  void stop();

 private:
  Explainer(ReviewSettings settings, std::unique_ptr<search::Solo> solo)
      : settings_(std::move(settings)), solo_(std::move(solo)) {}

  void look_at_moves(const chess::Position& position, Explanation& explanation);
  void look_at_threat(const chess::Position& position, Explanation& explanation);
  void look_at_alternatives(const chess::Position& position, const search::SoloLine& best, Explanation& explanation);

  ReviewSettings settings_;
  std::unique_ptr<search::Solo> solo_;
  std::atomic<bool> stopped_{false};
};

/// One explanation. Fails if the hash table cannot be allocated.
[[nodiscard]] base::Expected<Explanation> explain(const chess::Position& position, const ReviewSettings& settings);

/// What a line is played for.
struct Idea {
  std::string text;            // empty if there is nothing to say
  std::optional<Fact> tactic;  // what it wins, if that has a name
};

/// The idea of a line: its tactic or, if it has none, what its first move does. `score` is the score of the search, for
/// the side to move.
[[nodiscard]] Idea idea_of(const chess::Position& position, Line line, eval::Score score);

/// The explanation as text, several lines.
[[nodiscard]] std::string to_text(const Explanation& explanation);
/// `position` is the one that was explained, and the one before the move.
[[nodiscard]] base::Json to_json(const Explanation& explanation, const chess::Position& position);
[[nodiscard]] base::Json to_json(const ExplainedMove& move, const chess::Position& position);
/// The first moves of a line, and `score`, that of the side to move before them. Without a text.
[[nodiscard]] ExplainedMove explained_move(const chess::Position& position, Line line, eval::Score score);

}  // namespace zugwerk::review
