// base/files/shard_journals.h
//
// The journals of all shards of one run (base/shard.h), read to merge their results. A shard's journal is that of any
// long work (line_journal.h); its first line also says which shard of the run it is.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/json.h"
#include "base/shard.h"

namespace zugwerk::base {

/// The field of the first line that says which shard a journal belongs to: {"is": "3/8", ...}.
inline constexpr const char* kShardKey = "shard";

/// The value of that field; more may be added that differs between the shards.
[[nodiscard]] Json shard_to_json(const Shard& shard);

struct ShardJournal {  // NOLINT(bugprone-exception-escape): of the JSON library's move, which does not throw
  Shard shard;
  std::string path;
  Json about;  // the field of the shard
  std::vector<Json> entries;

  /// The file beside which the journal lies.
  [[nodiscard]] std::string file() const;
};

struct ShardJournals {               // NOLINT(bugprone-exception-escape): the same
  std::string kind;                  // "match"
  Json about;                        // what the first lines say, without the shard
  std::vector<ShardJournal> shards;  // all of the run, in order
};

/// Reads the journals of all shards, given in any order, as journals or as the files they lie beside ("games.pgn" for
/// "games.pgn.journal"); naming both counts once. Errors name files of another kind or another run, a shard that is
/// there twice, and those that are missing. The torn last line of a killed shard is left out, so its piece is missing.
[[nodiscard]] Expected<ShardJournals> read_shard_journals(const std::vector<std::string>& paths);

/// How much of its part a shard has done.
struct ShardCount {
  std::uint64_t done = 0;
  std::uint64_t of = 0;
};

/// An error names the shards, in the order of `counts`, that are not finished. `unit` is "games", for example.
[[nodiscard]] Expected<void> check_shards_finished(const ShardJournals& journals, const std::vector<ShardCount>& counts,
                                                   std::string_view unit);

}  // namespace zugwerk::base
