// games/selfplay/adjudication.h
//
// When a game of self-play is ended although the rules let it go on: when both sides agree on its result.

#pragma once

#include <optional>

#include "engine/etiquette.h"
#include "eval/score.h"
#include "games/archive/game_record.h"

namespace zugwerk::games {

/// When a game is ended before the rules end it. Scores are centipawns; plies in a row belong to both sides in turn, so
/// that two of them are an agreement.
struct Adjudication {
  int win_score = 2000;
  int win_plies = 4;  // a proven win needs only one
  int draw_score = 10;
  int draw_plies = 8;
  int draw_first_ply = 80;  // by move number
  int most_plies = 400;     // of the record; such a game is drawn
};

/// Watches the scores of one game.
class Adjudicator {
 public:
  struct Verdict {
    GameResult result = GameResult::Draw;
    EndCause end_cause = EndCause::Unknown;
  };

  explicit Adjudicator(const Adjudication& rules) : rules_(rules) {}

  /// `white_score` is the next one, of a position at this ply by move number.
  [[nodiscard]] std::optional<Verdict> add(eval::Score white_score, int ply);

 private:
  Adjudication rules_;
  engine::Opinions opinions_;  // of both sides in turn, from White's view
};

}  // namespace zugwerk::games
