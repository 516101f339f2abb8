// games/archive/game_text.h
//
// Archived games in other notations: positions with results as EPD, whole games from and to PGN with the scores of
// the moves in their comments, as match programs write them ("+0.31/18 1.2s").

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "eval/score.h"
#include "games/archive/game_record.h"
#include "games/data/data_tools.h"
#include "games/data/training_positions.h"

namespace zugwerk::games {

/// Receives text piece by piece; an error ends the work.
using TextSink = std::function<base::Expected<void>(std::string_view text)>;

/// One position as a line without its end: FEN, the result of its game as c9, and the score as ce, which in EPD is from
/// the side to move's point of view; left out if unknown.
[[nodiscard]] std::string to_epd_line(const TrainingPosition& position);

/// All positions that the filter keeps, one per line.
[[nodiscard]] base::Expected<PositionCounts> write_epd(const std::vector<std::string>& paths,
                                                       const PositionFilter& filter, const TextSink& sink,
                                                       const base::DiagnosticHandler& diagnose);

/// The score at the start of a comment, from the mover's view: "+0.31/18 1.2s", "-1.5", "+M5/20", "-M4". "M5" is a mate
/// in five moves. Nothing if the comment starts otherwise ("book").
[[nodiscard]] std::optional<eval::Score> score_from_comment(std::string_view comment);
/// The inverse: "+0.31" or "-M4".
[[nodiscard]] std::string score_to_comment(eval::Score score);

struct PgnReport {
  std::uint64_t read = 0;  // games
  std::uint64_t written = 0;
  std::uint64_t broken = 0;      // not legal, or too long
  std::uint64_t unfinished = 0;  // without a result
  std::uint64_t plies = 0;
  std::uint64_t scored = 0;  // plies with a score
};

/// Adds the finished games of PGN files, main lines only, to a new file. How they ended is taken from the last
/// position, or from the Termination tag if it has one of our names. Diagnostics report games that were left out, which
/// are also counted, and repaired starting positions.
[[nodiscard]] base::Expected<PgnReport> games_from_pgn(const std::vector<std::string>& pgn_paths,
                                                       const std::string& output,
                                                       const base::DiagnosticHandler& diagnose);

/// The game with scores as comments and its end as Termination tag. An error names an illegal move.
[[nodiscard]] base::Expected<std::string> to_pgn(const GameRecord& game, std::uint64_t number);

/// All games; illegal ones are diagnostics.
[[nodiscard]] base::Expected<TransferReport> write_pgn(const std::vector<std::string>& paths, const TextSink& sink,
                                                       const base::DiagnosticHandler& diagnose);

}  // namespace zugwerk::games
