#include "arena/match/match_progress.h"

#include <algorithm>
#include <string>
#include <utility>

#include "arena/match/match_report.h"
#include "base/format.h"

namespace zugwerk::arena {

double games_left(const MatchResults& results) {
  const auto played = static_cast<double>(results.games().size());
  const double planned = static_cast<double>(results.planned_games()) - played;
  // A few games say nothing about where the LLR is heading.
  constexpr double kFewGames = 40;
  const double llr = results.llr();
  if (!results.sprt() || played < kFewGames || llr == 0) return planned;
  const SprtBounds bounds = sprt_bounds(*results.sprt());
  const double bound = llr > 0 ? bounds.upper : bounds.lower;
  return std::clamp(played * (bound / llr - 1), 0.0, planned);
}

void MatchProgress::follow(const MatchResults& results) {
  if (results.names().size() != 2) return;
  if (!replay_) {
    replay_.emplace(results.names(), results.pairings(), results.planned_games(), results.sprt());
    chart_ = results.sprt()
                 ? ProgressChart("LLR over the games", "games", "LLR", {"LLR", "accepts elo1", "accepts elo0"})
                 : ProgressChart("Score over the games", "games", "score in %", {results.names()[0]});
  }
  for (std::size_t i = replay_->games().size(); i < results.games().size(); ++i) {
    replay_->add(results.games()[i]);
    const auto count = static_cast<double>(i + 1);
    if (results.sprt()) {
      const SprtBounds bounds = sprt_bounds(*results.sprt());
      chart_.add(count, {replay_->llr(), bounds.upper, bounds.lower});
    } else {
      constexpr double kPercents = 100;
      chart_.add(count, {kPercents * replay_->tally_of_pairing(0).points() / count});
    }
  }
}

Progress MatchProgress::of(const MatchResults& results) {
  follow(results);
  Progress progress;
  progress.done = results.games().size();
  progress.total = results.planned_games();
  progress.unit = "games";
  progress.seconds = results.seconds;
  progress.text = result_line(results);
  const auto played = static_cast<double>(results.games().size() - results.games_from_journal);
  progress.seconds_left = seconds_left(results.seconds, played, games_left(results));
  if (results.names().size() == 2) {
    progress.facts = report_numbers(results);
    progress.facts.insert(progress.facts.begin(),
                          {"engines", base::format("{} against {}", results.names()[0], results.names()[1])});
  } else {
    for (std::size_t engine = 0; engine < results.names().size(); ++engine) {
      const Tally tally = results.tally_of_engine(engine);
      progress.facts.emplace_back(results.names()[engine],
                                  base::format("{} of {} points", tally.points(), tally.game_count()));
    }
  }
  progress.chart = chart_;
  return progress;
}

}  // namespace zugwerk::arena
