// arena/match/match_settings.h
//
// The settings of a match: players, openings, rules and files. Read from the key=value words of the command line, and
// written as JSON so that a resumed match can be compared with its journal.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arena/game/game_play.h"
#include "arena/game/time_control.h"
#include "arena/openings/openings.h"
#include "arena/statistics/match_statistics.h"
#include "arena/uci/uci_client.h"
#include "base/error.h"
#include "base/json.h"
#include "base/shard.h"
#include "chess/notation/fen.h"

namespace zugwerk::arena {

struct MatchEngine {
  EngineSettings engine;
  PlayLimits limits;
};

struct MatchSettings {
  std::vector<MatchEngine> engines;
  bool gauntlet = false;      // the first engine against all others, instead of a round robin
  std::uint64_t games = 100;  // per pairing
  int concurrency = 1;        // games at a time
  bool pin = true;            // each game to its own processors, if there are enough
  chess::Variant variant = chess::Variant::Standard;
  GameRules rules;
  Milliseconds start_patience{10'000};  // for a greeting and for each readyok
  std::optional<SprtSettings> sprt;     // for two engines
  std::string event = "zugwerk match";

  std::string tables;  // folders of the tablebases used for adjudication, for the record; empty: none

  std::string openings;  // a file; empty: our own
  std::optional<int> opening_plies;
  bool random_openings = true;
  std::uint64_t seed = 1;

  std::string pgn;  // files; empty: none
  std::string json;
  bool resume = false;

  /// The part of the match to play, by pairs of games; the files above are then its own.
  base::Shard shard;

  /// The journal of finished games, next to the summary or else the PGN file; empty if there are neither.
  [[nodiscard]] std::string journal() const;
};

/// Checks everything that can be checked without opening a file or starting an engine.
[[nodiscard]] base::Expected<void> check_settings(const MatchSettings& settings);

/// "cmd=... name=... dir=... option.Hash=64 tc=10+0.1 movetime=100 nodes=500 depth=8". An engine without limits of its
/// own gets the `common` ones.
[[nodiscard]] base::Expected<MatchEngine> parse_engine(std::span<const std::string> words, const PlayLimits& common);

/// "elo0=0 elo1=10 alpha=0.05 beta=0.05 model=normalized"; missing keys keep their defaults.
[[nodiscard]] base::Expected<SprtSettings> parse_sprt(std::span<const std::string> words);

/// "movecount=3 score=600 sides=both"
[[nodiscard]] base::Expected<ResignRule> parse_resign(std::span<const std::string> words);

/// "movenumber=40 movecount=8 score=10"
[[nodiscard]] base::Expected<DrawRule> parse_draw(std::span<const std::string> words);

/// Fields of the description of a shard: the games of each pairing, and, in the field of the shard, the name of its PGN
/// file, empty without one.
inline constexpr const char* kMatchGamesKey = "games";
inline constexpr const char* kMatchPgnKey = "pgn";

/// Everything that the games of a match depend on. The number of games and the concurrency are left out, since they may
/// change when a match is resumed; the number of games of a shard may not.
[[nodiscard]] base::Json to_json(const MatchSettings& settings, const OpeningList& openings);

}  // namespace zugwerk::arena
