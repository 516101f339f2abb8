// arena/ladder/ladder.h
//
// Rates a build among fixed opponents: the engines of the ladder, a gauntlet against them, ratings over all of its
// games, and a log from which progress over versions is plotted. For playing see match.h, for the ratings rating.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/match/match_results.h"
#include "arena/match/match_settings.h"
#include "arena/statistics/rating.h"
#include "base/error.h"
#include "base/json.h"
#include "base/svg_plot.h"

namespace zugwerk::arena {

/// The engines of the ladder, as they are started once their program is found. Without a hash size.
[[nodiscard]] const std::vector<EngineSettings>& ladder_engines();

/// The path of a program: in a folder of `search_path` (in the format of PATH) or in one where games are installed.
[[nodiscard]] std::optional<std::string> find_program(std::string_view name, std::string_view search_path);

/// The opponents of a run, and those that are not installed.
struct LadderField {
  std::vector<EngineSettings> opponents;
  std::vector<std::string> missing;
};

/// The engines of the ladder with the names in `only`, all of them if that is empty, with the command that starts them
/// here. An error names a name that the ladder does not have.
[[nodiscard]] base::Expected<LadderField> find_opponents(const std::vector<std::string>& only,
                                                         std::string_view search_path);

/// A rating that is given: ("ethereal-chess", 0).
using LadderAnchor = std::pair<std::string, double>;

/// "NAME=ELO"
[[nodiscard]] base::Expected<LadderAnchor> parse_anchor(std::string_view text);

/// One player of a finished ladder.
struct LadderPlayer {
  std::string name;
  Tally tally;  // of our engine against this one; of the engine itself: against all
  Rating rating;
  bool anchor = false;
};

/// The result of a run, as recorded in the log.
struct LadderEntry {
  std::string name;     // of the engine
  std::string version;  // its name in plots
  std::string date;     // "2026-11-16"
  std::string tc;
  std::size_t hash_megabytes = 0;
  LadderPlayer engine;
  std::vector<LadderPlayer> opponents;
};

/// Rates the field of a gauntlet whose first engine is ours. Anchors that did not play are left out; if none is left,
/// the first opponent that was played is the anchor, at zero. Fills in names, tallies and ratings.
[[nodiscard]] LadderEntry rate_ladder(const MatchResults& results, const std::vector<LadderAnchor>& anchors);

/// All players by rating, with errors, games and scores.
[[nodiscard]] std::string rating_text(const LadderEntry& entry);

/// The crosstable, in the order of the ratings.
[[nodiscard]] std::string crosstable_text(const LadderEntry& entry);

/// One line of the log, with its checksum and its end.
[[nodiscard]] std::string to_log_line(const LadderEntry& entry);
/// Errors name the field.
[[nodiscard]] base::Expected<LadderEntry> ladder_entry_from_json(const base::Json& json);
/// A log as it was read.
struct LadderLog {
  std::vector<LadderEntry> entries;
  std::uint64_t size = 0;         // bytes of the lines that count
  bool ends_with_newline = true;  // after these bytes
  std::string torn;               // a warning if a torn last line was left out; otherwise empty
};
/// Fails, naming file and line, if a line is invalid or its checksum is wrong.
[[nodiscard]] base::Expected<LadderLog> read_ladder_log(const std::string& path);

/// The players of one run with their error bars.
[[nodiscard]] base::Plot plot_of(const LadderEntry& entry);
/// The rating of our engine over the entries of a log, a line for each time control.
[[nodiscard]] base::Plot progress_plot(const std::vector<LadderEntry>& entries);

}  // namespace zugwerk::arena
