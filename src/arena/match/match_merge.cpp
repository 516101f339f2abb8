#include "arena/match/match_merge.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/match/match_log.h"
#include "arena/match/match_report.h"
#include "arena/match/match_settings.h"
#include "arena/match/schedule.h"
#include "base/checksum.h"
#include "base/files/line_journal.h"
#include "base/files/random_access_file.h"
#include "base/files/whole_file.h"
#include "base/format.h"

namespace zugwerk::arena {

namespace {

using base::Json;

/// What the first lines of the journals say.
struct MatchPlan {   // NOLINT(bugprone-exception-escape): of the JSON library's move, which does not throw
  Json description;  // of the whole match
  std::vector<std::string> names;
  std::vector<Pairing> pairings;
  std::uint64_t games = 0;  // of each pairing
};

[[nodiscard]] base::Expected<MatchPlan> plan_of(const base::ShardJournals& journals) {
  try {
    MatchPlan plan;
    plan.description = journals.about;
    plan.games = plan.description.at(kMatchGamesKey).get<std::uint64_t>();
    plan.description.erase(kMatchGamesKey);
    for (const Json& engine : plan.description.at("engines"))
      plan.names.push_back(engine.at("name").get<std::string>());
    plan.pairings = make_pairings(plan.names.size(), plan.description.at("format") == "gauntlet");
    return plan;
  } catch (const Json::exception& error) {
    return base::failure(journals.shards.front().path + ":1: not the description of a match: " + error.what());
  }
}

struct ShardGame {
  MatchJournalLine line;
  std::size_t shard = 0;  // its index
};
using ShardGames = std::map<std::uint64_t, ShardGame>;

/// All games by their numbers.
[[nodiscard]] base::Expected<ShardGames> games_of(const base::ShardJournals& journals, const MatchPlan& plan) {
  ShardGames games;
  std::vector<base::ShardCount> counts;
  for (std::size_t i = 0; i < journals.shards.size(); ++i) {
    const base::ShardJournal& shard = journals.shards[i];
    const Schedule schedule(plan.pairings, plan.games, shard.shard);
    for (const Json& entry : shard.entries) {
      auto line = match_line_from_json(entry, schedule);
      if (!line) return base::failure(shard.path + ": " + line.error().message);
      const std::uint64_t number = line->result.game.number;
      if (!games.try_emplace(number, ShardGame{*std::move(line), i}).second)
        return base::failure(base::format("{}: game {} for the second time", shard.path, number));
    }
    counts.push_back({shard.entries.size(), schedule.game_count()});
  }
  if (auto finished = check_shards_finished(journals, counts, "games"); !finished)
    return tl::unexpected(finished.error());
  return games;
}

/// The PGN files of the shards.
class ShardTexts {
 public:
  [[nodiscard]] static base::Expected<ShardTexts> open(const base::ShardJournals& journals) {
    ShardTexts texts;
    for (const base::ShardJournal& shard : journals.shards) {
      const Json name = shard.about.value(kMatchPgnKey, Json());
      if (!name.is_string() || name.get<std::string>().empty())
        return base::failure(base::format("{}: shard {} wrote no PGN file", shard.path, to_string(shard.shard)));
      const std::string path = (std::filesystem::path(shard.path).parent_path() / name.get<std::string>()).string();
      auto file = base::RandomAccessFile::open(path);
      if (!file) return base::failure(path + ": " + file.error().message);
      texts.files_.push_back(*std::move(file));
      texts.paths_.push_back(path);
    }
    return texts;
  }

  [[nodiscard]] base::Expected<std::string> text_of(const ShardGame& game) const {
    const std::string& path = paths_[game.shard];
    const std::uint64_t number = game.line.result.game.number;
    if (!game.line.text) return base::failure(base::format("{}: it does not have game {}", path, number));
    auto text = read_text(files_[game.shard], *game.line.text);
    if (!text) return base::failure(base::format("{}: game {} was changed since it was played", path, number));
    return *std::move(text);
  }

 private:
  std::vector<base::RandomAccessFile> files_;
  std::vector<std::string> paths_;
};

/// A file to write, unless it has no name.
class MergedFile {
 public:
  [[nodiscard]] base::Expected<void> open(const std::string& path) {
    if (path.empty()) return {};
    auto file = base::WholeFile::open(path, base::WholeFile::Existing::Refuse);
    if (!file) return tl::unexpected(file.error());
    file_ = *std::move(file);
    return {};
  }
  [[nodiscard]] base::Expected<void> append(std::string_view text) {
    return file_ ? file_->append(text) : base::Expected<void>();
  }
  [[nodiscard]] base::Expected<void> commit() { return file_ ? file_->commit() : base::Expected<void>(); }

 private:
  std::optional<base::WholeFile> file_;
};

}  // namespace

base::Expected<MatchResults> merge_match(const base::ShardJournals& journals, const MergedMatchFiles& files) {
  const auto plan = plan_of(journals);
  if (!plan) return tl::unexpected(plan.error());
  const auto games = games_of(journals, *plan);
  if (!games) return tl::unexpected(games.error());
  MatchSettings merged;
  merged.pgn = files.pgn;
  merged.json = files.json;
  MergedFile pgn;
  MergedFile json;
  MergedFile journal;
  base::Expected<void> done = pgn.open(files.pgn);
  if (done) done = json.open(files.json);
  if (done) done = journal.open(merged.journal());
  if (!done) return tl::unexpected(done.error());

  std::optional<ShardTexts> texts;
  if (!files.pgn.empty()) {
    auto opened = ShardTexts::open(journals);
    if (!opened) return tl::unexpected(opened.error());
    texts = *std::move(opened);
  }
  MatchResults results(plan->names, plan->pairings, plan->games * plan->pairings.size(), std::nullopt);
  done = journal.append(base::LineJournal::first_line({.kind = journals.kind, .about = plan->description}));
  std::uint64_t offset = 0;
  for (auto game = games->begin(); done && game != games->end(); ++game) {
    const FinishedGame& result = game->second.line.result;
    results.add(result);
    Json line = to_json(result, plan->names);
    if (texts) {
      const auto text = texts->text_of(game->second);
      if (!text) return tl::unexpected(text.error());
      line[kMatchPgnKey] = to_json(PgnText{offset, text->size(), base::checksum_text(*text)});
      offset += text->size();
      done = pgn.append(*text);
    }
    if (done) done = journal.append(base::to_checked_line(line));
  }
  results.end = MatchEnd::Complete;
  if (done) done = json.append(base::to_text(summary_to_json(results, plan->description)));
  for (MergedFile* const file : {&pgn, &json, &journal})
    if (done) done = file->commit();
  if (!done) return tl::unexpected(done.error());
  return results;
}

}  // namespace zugwerk::arena
