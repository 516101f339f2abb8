// arena/match/match_report.h
//
// The text of a match: a progress line, the table of results, and the summary as JSON. Prints nothing.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "arena/match/match_results.h"
#include "base/json.h"

namespace zugwerk::arena {

/// The score so far, on one line.
[[nodiscard]] std::string progress_line(const MatchResults& results);

/// How a game ended, on one line: "game 3: A - B 1-0 (White mates)".
[[nodiscard]] std::string game_line(const FinishedGame& game, const MatchResults& results);

/// All results, line by line: a list of numbers for two engines, a table for more. While the match runs, also its speed
/// and the time left.
[[nodiscard]] std::vector<std::string> report_lines(const MatchResults& results);

/// The numbers of a match of two engines by name: {"score", "12.5 - 7.5 (62.5 %)"}.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> report_numbers(const MatchResults& results);

/// What a match gave, on one line: the score, and of two engines Elo and the verdict of the SPRT.
[[nodiscard]] std::string result_line(const MatchResults& results);

/// What engines did wrong, one line for each that did; empty if none did.
[[nodiscard]] std::vector<std::string> fault_lines(const MatchResults& results);

/// The whole match with `description` of its settings: counts, estimates, every game.
[[nodiscard]] base::Json summary_to_json(const MatchResults& results, const base::Json& description);

/// "+12.3 ± 4.5"
[[nodiscard]] std::string to_string(const Estimate& estimate);

}  // namespace zugwerk::arena
