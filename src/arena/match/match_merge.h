// arena/match/match_merge.h
//
// Shards of a match (MatchSettings::shard) merged into the files that one run would have written.

#pragma once

#include <string>

#include "arena/match/match_results.h"
#include "base/error.h"
#include "base/files/shard_journals.h"

namespace zugwerk::arena {

/// The files to write, none of which may exist; empty: none.
struct MergedMatchFiles {
  std::string pgn;
  std::string json;
};

/// Writes the games in the order of their numbers, as one run with one game at a time has them, and a journal with
/// which the match can be extended. Every game of the match must be there once. Each file appears whole or not at all.
[[nodiscard]] base::Expected<MatchResults> merge_match(const base::ShardJournals& journals,
                                                       const MergedMatchFiles& files);

}  // namespace zugwerk::arena
