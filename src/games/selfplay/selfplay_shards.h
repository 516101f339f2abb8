// games/selfplay/selfplay_shards.h
//
// Shards of self-play: which run they belong to, noted in a journal beside the file of games, and the one file that
// they make together.

#pragma once

#include <cstdint>
#include <string>

#include "base/error.h"
#include "base/files/line_journal.h"
#include "base/files/shard_journals.h"
#include "games/archive/game_file.h"
#include "games/selfplay/selfplay_player.h"

namespace zugwerk::games {

/// Opens the journal beside the file of games of a shard, which must be that of the same run if it is there. `games` is
/// the number of games of the whole run. The journal keeps other processes away as long as it is open. A file of games
/// without a journal is an error.
[[nodiscard]] base::Expected<base::LineJournal> open_shard_journal(const std::string& path,
                                                                   const SelfplayOptions& options, std::uint64_t games);

/// Writes the games of all shards to a new file, byte for byte as one uninterrupted run writes it, given the same
/// version of zstd. Every game must be there; damaged files are an error.
[[nodiscard]] base::Expected<HeldGames> merge_selfplay(const base::ShardJournals& journals, const std::string& output);

}  // namespace zugwerk::games
