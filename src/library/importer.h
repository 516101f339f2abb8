// library/importer.h
//
// Games from PGN files into a library, in constant memory. One thread reads and resolves the moves, another makes the
// index and writes; a segment of up to 65,536 games is one transaction. What a killed import has written stays, and the
// next one skips it. A game that is in the library already is not added again.

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "library/library.h"

namespace zugwerk::library {

/// The most games of a segment.
inline constexpr std::size_t kSegmentGames = 65'536;

struct ImportCounts {
  std::uint64_t read = 0;  // whole and broken ones
  std::uint64_t added = 0;
  std::uint64_t duplicates = 0;
  std::uint64_t broken = 0;
  std::uint64_t known = 0;  // skipped, since an earlier import of the same file had come so far
};

struct ImportProgress {
  ImportCounts counts;
  std::string file;
  double fraction = 0;  // of this file; 0 if it is not known
  double seconds = 0;
  double seconds_left = 0;  // of this file; 0 if it is not known
};

struct ImportEvents {
  /// A broken game or a repaired starting position, with file, line and column.
  std::function<void(const std::string& message)> on_diagnostic;
  /// Several times a second.
  std::function<void(const ImportProgress&)> on_progress;
};

struct ImportSettings {
  std::vector<std::string> files;  // PGN, compressed or not; "-" is standard input
  std::string label;               // given to every game that is added; none if empty
  std::size_t segment_games = kSegmentGames;
};

/// Adds the games of the files. If `stop` is raised, what has been read is still written.
[[nodiscard]] base::Expected<ImportCounts> import_games(Library& library, const ImportSettings& settings,
                                                        const std::atomic<bool>& stop, const ImportEvents& events);

/// Adds games that are not in a file. Returns their numbers; a duplicate has that of the game it repeats.
[[nodiscard]] base::Expected<std::vector<GameNumber>> add_games(Library& library,
                                                                const std::vector<chess::PgnGame>& games);

}  // namespace zugwerk::library
