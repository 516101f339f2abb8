#include "games/selfplay/selfplay_shards.h"

#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "base/checksum.h"
#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/json.h"
#include "base/little_endian.h"
#include "games/selfplay/selfplay.h"

namespace zugwerk::games {

namespace {

using base::Json;

constexpr const char* kGamesKey = "games";
constexpr const char* kNodesKey = "nodes";

/// Everything that the games depend on.
[[nodiscard]] Json description_of(const SelfplayOptions& options, std::uint64_t games) {
  const Adjudication& ends = options.adjudication;
  std::string openings;
  for (const PackedPosition& opening : options.openings) {
    base::append_little_endian(openings, opening.occupied);
    for (const std::uint8_t pieces : opening.pieces) base::append_little_endian(openings, pieces);
    base::append_little_endian(openings, opening.state);
  }
  return {{kGamesKey, games},
          {"seed", options.seed},
          {kNodesKey, options.nodes},
          {"hard_nodes", options.hard_nodes},
          {"hash", options.hash_megabytes},
          {"network", options.network ? options.network->name() : "none"},
          {"random_plies", options.random_plies},
          {"opening_score", options.largest_opening_score},
          {"chess960", options.chess960},
          {"openings", {{"count", options.openings.size()}, {"fingerprint", base::checksum_text(openings)}}},
          {"win", {{"score", ends.win_score}, {"plies", ends.win_plies}}},
          {"draw", {{"score", ends.draw_score}, {"plies", ends.draw_plies}, {"after", ends.draw_first_ply}}},
          {"max_plies", ends.most_plies},
          {base::kShardKey, base::shard_to_json(options.shard)}};
}

}  // namespace

base::Expected<base::LineJournal> open_shard_journal(const std::string& path, const SelfplayOptions& options,
                                                     std::uint64_t games) {
  if (base::is_device(path)) return base::failure(path + ": a shard needs a file, to be merged later");
  const std::string journal = path + ".journal";
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) && !std::filesystem::exists(journal, ignored))
    return base::failure(
        base::format("{}: it has no journal ({}), so it may be of another run; remove it", path, journal));
  base::LineJournal::Work work{.kind = "selfplay", .about = description_of(options, games)};
  work.check_about = [&](const Json& before) -> base::Expected<void> {
    const auto different = base::differences(before, work.about);
    if (different.empty()) return {};
    std::string text = "this is another run:";
    for (const std::string& one : different) text += "\n  " + one;
    return base::failure(text);
  };
  work.on_entry = [](const Json& /*entry*/) { return base::failure("the journal of a shard has one line"); };
  return base::LineJournal::resume(journal, work);
}

base::Expected<HeldGames> merge_selfplay(const base::ShardJournals& journals, const std::string& output) {
  std::uint64_t games = 0;
  std::uint64_t nodes = 0;
  try {
    games = journals.about.at(kGamesKey).get<std::uint64_t>();
    nodes = journals.about.at(kNodesKey).get<std::uint64_t>();
  } catch (const Json::exception& error) {
    return base::failure(journals.shards.front().path + ":1: not the description of self-play: " + error.what());
  }
  std::optional<base::Error> fault;
  std::vector<GameReader> readers;
  for (const base::ShardJournal& shard : journals.shards) {
    auto reader = GameReader::open(shard.file(), [&](const FileFault& found) {
      if (!fault) fault = base::Error{found.message + "; resume this shard, or play it again"};
    });
    if (!reader) return tl::unexpected(reader.error());
    readers.push_back(*std::move(reader));
  }
  auto writer = GameWriter::create(output);
  if (!writer) return tl::unexpected(writer.error());
  HeldGames merged;
  SelfplayFrames frames(nodes);
  GameRecord game;
  const auto next_of = [&](std::size_t shard) -> base::Expected<bool> {
    auto more = readers[shard].next(game);
    if (more && fault) return tl::unexpected(*fault);
    return more;
  };
  for (; merged.games < games; ++merged.games) {
    const auto shard = static_cast<std::size_t>(merged.games % readers.size());
    const auto more = next_of(shard);
    if (!more) return tl::unexpected(more.error());
    if (!*more)
      return base::failure(base::format("{}: shard {} has {} of its {} games; resume it", readers[shard].name(),
                                        to_string(journals.shards[shard].shard), readers[shard].games(),
                                        journals.shards[shard].shard.share_of(games)));
    if (auto added = writer->add(game); !added) return tl::unexpected(added.error());
    if (frames.closes_after(game))
      if (auto flushed = writer->flush(); !flushed) return tl::unexpected(flushed.error());
    merged.plies += game.plies.size();
  }
  for (std::size_t shard = 0; shard < readers.size(); ++shard) {
    const auto more = next_of(shard);
    if (!more) return tl::unexpected(more.error());
    if (*more) return base::failure(readers[shard].name() + ": it has more games than its part of the run");
  }
  if (auto finished = writer->finish(); !finished) return tl::unexpected(finished.error());
  return merged;
}

}  // namespace zugwerk::games
