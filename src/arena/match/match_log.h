// arena/match/match_log.h
//
// The files of a match. Each game is written to PGN when it ends and then recorded in a journal (base/line_journal.h),
// with the position and the checksum of its text. When a match is resumed, the journal decides: a game that it does not
// record was not played, and anything after the last recorded game is cut off the PGN file. The summary is always
// replaced as a whole.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/match/match_results.h"
#include "arena/match/match_settings.h"
#include "base/error.h"
#include "base/files/random_access_file.h"
#include "base/json.h"
#include "chess/notation/pgn_game.h"

namespace zugwerk::arena {

class MatchLog {
 public:
  /// Creates the files of a new match, none of which may exist; or, to resume, reads the journal and reopens them. The
  /// log of a match without files does nothing. `description` must be the same in all runs, including the names of the
  /// engines. `on_warning` reports what a killed run left half-written.
  [[nodiscard]] static base::Expected<MatchLog> open(const MatchSettings& settings, const base::Json& description,
                                                     const Schedule& schedule,
                                                     const std::function<void(const std::string&)>& on_warning);

  MatchLog(MatchLog&&) noexcept;
  MatchLog& operator=(MatchLog&&) noexcept;
  ~MatchLog();

  /// The games that an earlier run recorded.
  [[nodiscard]] const std::vector<FinishedGame>& earlier_games() const;

  /// Writes a game to PGN, then records it in the journal. After an error nothing more should be added.
  base::Expected<void> add(const FinishedGame& result, const chess::PgnGame& game);

  /// Replaces the summary atomically.
  [[nodiscard]] base::Expected<void> write_summary(const base::Json& summary) const;

 private:
  struct State;
  explicit MatchLog(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

/// The key of fault counts in journals and summaries.
inline constexpr const char* kFaultsKey = "faults";

/// The faults that occurred, by name.
[[nodiscard]] base::Json to_json(const FaultCounts& counts);

/// A finished game as the journal and the summary have it.
[[nodiscard]] base::Json to_json(const FinishedGame& result, const std::vector<std::string>& names);

/// The position of a game's text in the PGN file.
struct PgnText {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::string check;
};
/// As the journal has it, in the field kMatchPgnKey of the game.
[[nodiscard]] base::Json to_json(const PgnText& text);

/// The text; nothing if it cannot be read or does not have its checksum.
[[nodiscard]] std::optional<std::string> read_text(const base::RandomAccessFile& file, const PgnText& text);

/// What a line of the journal says.
struct MatchJournalLine {
  FinishedGame result;
  std::optional<PgnText> text;
};
/// An error is a clause; one is that the schedule has no such game.
[[nodiscard]] base::Expected<MatchJournalLine> match_line_from_json(const base::Json& json, const Schedule& schedule);

}  // namespace zugwerk::arena
