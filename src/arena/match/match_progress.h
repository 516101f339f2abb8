// arena/match/match_progress.h
//
// A match as progress for other programs (queue/progress.h): its numbers, the path of its LLR or score, and how long it
// will take.

#pragma once

#include "arena/match/match_results.h"
#include "arena/queue/progress.h"

namespace zugwerk::arena {

class MatchProgress {
 public:
  /// Of the results so far; those of an earlier run become part of the path.
  [[nodiscard]] Progress of(const MatchResults& results);

 private:
  void follow(const MatchResults& results);

  std::optional<MatchResults> replay_;  // the results up to the point that the path has reached
  ProgressChart chart_;
};

/// How many more games the match will take if it goes on as before: all that are planned, or fewer if the SPRT moves
/// towards one of its bounds.
[[nodiscard]] double games_left(const MatchResults& results);

}  // namespace zugwerk::arena
