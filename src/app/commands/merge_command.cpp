// `zugwerk merge`: the shards of a run become the files that one run would have written.

#include <array>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/report_error.h"
#include "arena/match/match_merge.h"
#include "arena/match/match_report.h"
#include "arena/suite/suite_journal.h"
#include "arena/suite/suite_report.h"
#include "base/files/shard_journals.h"
#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/text.h"
#include "games/selfplay/selfplay_shards.h"
#include "review/review_run.h"

namespace zugwerk::app {

namespace {

struct MergeArguments {
  std::vector<std::string> shards;
  std::vector<std::string> output;
};

/// The files to write, by what their names end in.
struct MergeOutput {
  std::string pgn;
  std::string json;
  std::string html;
};

/// Fails if a name does not end in one of `endings`, or two end in the same.
[[nodiscard]] base::Expected<MergeOutput> output_of(const MergeArguments& arguments, std::string_view kind,
                                                    const std::vector<std::string_view>& endings) {
  MergeOutput output;
  for (const std::string& path : arguments.output) {
    std::string* file = nullptr;
    std::string listed;
    for (const std::string_view ending : endings) {
      listed += (listed.empty() ? "" : ", ") + std::string(ending);
      if (path.ends_with(ending))
        file = ending == ".pgn" ? &output.pgn : ending == ".json" ? &output.json : &output.html;
    }
    if (file == nullptr)
      return base::failure(
          base::format("--output {}: the files of a {} end in {}", base::in_quotes(path), kind, listed));
    if (!file->empty()) return base::failure(base::format("--output {}: {} is the same kind of file", path, *file));
    *file = path;
  }
  return output;
}

[[nodiscard]] base::Expected<void> merge_a_match(const base::ShardJournals& journals, const MergeArguments& arguments) {
  const auto output = output_of(arguments, "match", {".pgn", ".json"});
  if (!output) return tl::unexpected(output.error());
  const auto results = arena::merge_match(journals, {output->pgn, output->json});
  if (!results) return tl::unexpected(results.error());
  for (const std::string& line : arena::report_lines(*results)) std::cout << line << '\n';
  for (const std::string& line : arena::fault_lines(*results)) std::cout << line << '\n';
  return {};
}

[[nodiscard]] base::Expected<void> merge_a_suite(const base::ShardJournals& journals, const MergeArguments& arguments) {
  const auto output = output_of(arguments, "suite", {".json"});
  if (!output) return tl::unexpected(output.error());
  const auto run = arena::merge_suite_shards(journals);
  if (!run) return tl::unexpected(run.error());
  auto file = base::WholeFile::open(output->json, base::WholeFile::Existing::Refuse);
  if (!file) return tl::unexpected(file.error());
  auto written = file->append(base::to_text(arena::to_json(*run)));
  if (written) written = file->commit();
  if (written) std::cout << arena::totals_text(*run);
  return written;
}

[[nodiscard]] base::Expected<void> merge_a_review(const base::ShardJournals& journals,
                                                  const MergeArguments& arguments) {
  const auto output = output_of(arguments, "review", {".pgn", ".json", ".html"});
  if (!output) return tl::unexpected(output.error());
  const auto games = review::merge_reviews(journals, {output->pgn, output->json, output->html});
  if (!games) return tl::unexpected(games.error());
  std::cout << games->games << (games->games == 1 ? " game" : " games") << " reviewed\n";
  if (!games->reasons.empty()) std::cout << '\n' << games->reasons;
  return {};
}

[[nodiscard]] base::Expected<void> merge_a_selfplay(const base::ShardJournals& journals,
                                                    const MergeArguments& arguments) {
  if (arguments.output.size() != 1) return base::failure("--output: self-play has one file of games");
  const auto merged = games::merge_selfplay(journals, arguments.output.front());
  if (!merged) return tl::unexpected(merged.error());
  std::cout << arguments.output.front() << ": " << base::with_thousands(merged->games) << " games, "
            << base::with_thousands(merged->plies) << " positions\n";
  return {};
}

struct MergeOfKind {
  std::string_view kind;  // of the journals
  base::Expected<void> (*run)(const base::ShardJournals&, const MergeArguments&);
};
constexpr std::array kMerges{MergeOfKind{"match", merge_a_match}, MergeOfKind{"suite", merge_a_suite},
                             MergeOfKind{"review", merge_a_review}, MergeOfKind{"selfplay", merge_a_selfplay}};

int run_merge_command(const MergeArguments& arguments) {
  const auto journals = base::read_shard_journals(arguments.shards);
  if (!journals) return report_error(journals.error());
  for (const MergeOfKind& merging : kMerges) {
    if (merging.kind != journals->kind) continue;
    const auto merged = merging.run(*journals, arguments);
    return merged ? kExitOk : report_error(merged.error());
  }
  return report_error({journals->shards.front().path + ": there are no shards of a " + journals->kind});
}

}  // namespace

void add_merge_command(CLI::App& app, Commands& commands) {
  auto arguments = std::make_shared<MergeArguments>();
  CLI::App* const merge =
      app.add_subcommand("merge", "Join the shards of a match, suite, review or self-play into the files of one run");
  merge->footer(
      "Examples:\n"
      "  zugwerk merge games.shard-*.zwg -o games.zwg\n"
      "  zugwerk merge result.shard-*.json -o result.json -o games.pgn\n"
      "Every shard of the run must be there once and be finished; otherwise the message names those that are not, and\n"
      "nothing is written. Existing files are not replaced.");
  merge->add_option("shards", arguments->shards, "The files of the shards that have journals beside them, or these")
      ->required();
  merge->add_option("-o,--output", arguments->output, "File to write: .pgn, .json, .html, or games; once for each")
      ->required()
      ->allow_extra_args(false);  // what follows is a shard
  commands[merge] = [arguments] { return run_merge_command(*arguments); };
}

}  // namespace zugwerk::app
