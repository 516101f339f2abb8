#include "arena/match/match_log.h"

#include <filesystem>
#include <optional>
#include <type_traits>
#include <unordered_set>
#include <utility>

#include "base/checksum.h"
#include "base/files/line_journal.h"
#include "base/files/output_file.h"
#include "base/files/random_access_file.h"
#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/text.h"
#include "chess/notation/pgn_writer.h"

namespace zugwerk::arena {

namespace {

namespace fs = std::filesystem;
using base::Json;

/// As journals of earlier versions call it.
constexpr const char* kOldFaultsKey = "complaints";

/// Whether there is a file that holds something: a device holds nothing.
[[nodiscard]] bool is_file(const std::string& path) {
  std::error_code error;
  return !path.empty() && fs::exists(path, error) && !base::is_device(path);
}

[[nodiscard]] FaultCounts faults_from_json(const Json& json) {
  FaultCounts counts{};
  for (std::size_t kind = 0; kind < counts.size(); ++kind) {
    const std::string name(to_string(static_cast<EngineFault>(kind)));
    if (json.is_object() && json.contains(name) && json[name].is_number_unsigned()) counts[kind] = json[name];
  }
  return counts;
}

/// A field of a journal line, if it is there and of that type.
template <class T>
[[nodiscard]] std::optional<T> field(const Json& line, const char* name) {
  if (!line.is_object() || !line.contains(name)) return std::nullopt;
  const Json& value = line[name];
  const bool fits = std::is_same_v<T, std::string> ? value.is_string() : value.is_number();
  if (!fits) return std::nullopt;
  return value.get<T>();
}

/// The error for the journal of another match.
[[nodiscard]] base::Expected<void> check_same_match(const Json& before, const Json& now) {
  const auto different = base::differences(before, now);
  if (different.empty()) return {};
  std::string text = "this is another match:";
  for (const std::string& one : different) text += "\n  " + one;
  return base::failure(text);
}

}  // namespace

base::Expected<MatchJournalLine> match_line_from_json(const Json& json, const Schedule& schedule) {
  const auto number = field<std::uint64_t>(json, "game");
  const auto opening = field<std::uint64_t>(json, "opening");
  const auto result = field<std::string>(json, "result");
  const auto reason = field<std::string>(json, "reason");
  const auto termination = field<std::string>(json, "termination");
  if (!number || !opening || !result || !reason || !termination) return base::failure("a field is missing");
  MatchJournalLine line;
  const auto game = schedule.game(*number);
  if (!game) return base::failure(base::format("game {} is beyond the match; were there more games before?", *number));
  line.result.game = *game;
  line.result.opening = *opening;
  const auto parsed_result = chess::pgn_result_from_text(*result);
  const auto parsed_termination = termination_from_text(*termination);
  if (!parsed_result || *parsed_result == chess::PgnResult::Unknown)
    return base::failure("no result: " + base::in_quotes(*result));
  if (!parsed_termination) return base::failure("no termination: " + base::in_quotes(*termination));
  line.result.verdict = {*parsed_result, *parsed_termination, *reason};
  line.result.plies = field<std::uint64_t>(json, "plies").value_or(0);
  line.result.seconds = field<double>(json, "seconds").value_or(0);
  for (const char* const key : {kFaultsKey, kOldFaultsKey}) {
    if (!json.contains(key) || !json[key].is_object()) continue;
    const Json& faults = json[key];
    line.result.faults = {faults_from_json(faults.value("white", Json())),
                          faults_from_json(faults.value("black", Json()))};
  }
  if (json.contains(kMatchPgnKey)) {
    const Json& text = json[kMatchPgnKey];
    const auto offset = field<std::uint64_t>(text, "offset");
    const auto size = field<std::uint64_t>(text, "size");
    const auto check = field<std::string>(text, "check");
    constexpr std::uint64_t kLargestGame = std::uint64_t{1} << 30;
    if (!offset || !size || !check || *size > kLargestGame)
      return base::failure("it does not say where the game lies in the PGN file");
    line.text = {*offset, *size, *check};
  }
  return line;
}

Json to_json(const FaultCounts& counts) {
  Json json = Json::object();
  for (std::size_t kind = 0; kind < counts.size(); ++kind)
    if (counts[kind] != 0) json[std::string(to_string(static_cast<EngineFault>(kind)))] = counts[kind];
  return json;
}

Json to_json(const FinishedGame& result, const std::vector<std::string>& names) {
  Json json;
  json["game"] = result.game.number;
  json["pair"] = result.game.pair + 1;
  json["white"] = names[result.game.white];
  json["black"] = names[result.game.black];
  json["opening"] = result.opening;
  json["result"] = chess::to_string(result.verdict.result);
  json["reason"] = result.verdict.reason;
  json["termination"] = to_string(result.verdict.termination);
  json["plies"] = result.plies;
  json["seconds"] = result.seconds;
  const Json white = to_json(result.faults[0]);
  const Json black = to_json(result.faults[1]);
  if (!white.empty()) json[kFaultsKey]["white"] = white;
  if (!black.empty()) json[kFaultsKey]["black"] = black;
  return json;
}

Json to_json(const PgnText& text) { return {{"offset", text.offset}, {"size", text.size}, {"check", text.check}}; }

std::optional<std::string> read_text(const base::RandomAccessFile& file, const PgnText& text) {
  std::string bytes(text.size, '\0');
  if (!file.read(text.offset, bytes) || base::checksum_text(bytes) != text.check) return std::nullopt;
  return bytes;
}

struct MatchLog::State {
  std::string pgn_path;
  std::string journal_path;
  std::string json_path;
  std::vector<std::string> names;
  std::optional<base::OutputFile> pgn;
  std::optional<base::LineJournal> journal;
  std::vector<FinishedGame> earlier;

  base::Expected<void> open_pgn() {
    if (pgn_path.empty()) return {};
    auto opened = base::OutputFile::open(pgn_path, base::OutputFile::Mode::Append);
    if (!opened) return tl::unexpected(opened.error());
    pgn = *std::move(opened);
    return {};
  }

  base::Expected<void> make_files(const base::LineJournal::Work& work) {
    for (const std::string* path : {&pgn_path, &json_path, &journal_path})
      if (is_file(*path))
        return base::failure(*path + ": exists already; resume that match, or name another file, or remove it");
    auto made = base::LineJournal::create(journal_path, work);
    if (!made) return tl::unexpected(made.error());
    journal = *std::move(made);
    auto opened = open_pgn();
    if (!opened) journal->discard_if_new();
    return opened;
  }

  /// Reads the journal, truncates what a crash left half-written, and opens the files for appending.
  base::Expected<void> open_again(base::LineJournal::Work work, const Schedule& schedule) {
    std::vector<GameText> texts;
    std::unordered_set<std::uint64_t> seen;
    work.on_entry = [&](const Json& json) -> base::Expected<void> {
      auto line = match_line_from_json(json, schedule);
      if (!line) return tl::unexpected(line.error());
      const std::uint64_t number = line->result.game.number;
      if (!seen.insert(number).second) return base::failure(base::format("game {} for the second time", number));
      if (line->text) texts.push_back({number, *line->text});
      earlier.push_back(std::move(line->result));
      return {};
    };
    auto resumed = base::LineJournal::resume(journal_path, work);
    if (!resumed) return tl::unexpected(resumed.error());
    journal = *std::move(resumed);
    return open_pgn_again(texts);
  }

 private:
  struct GameText {
    std::uint64_t number = 0;
    PgnText text;
  };

  base::Expected<void> open_pgn_again(const std::vector<GameText>& texts) {
    if (pgn_path.empty()) return {};
    if (auto opened = open_pgn(); !opened) return opened;
    const std::uint64_t noted = texts.empty() ? 0 : texts.back().text.offset + texts.back().text.size;
    if (pgn->size() < noted)
      return base::failure(base::format("{}: it has {} bytes, but the journal {} notes games up to byte {}", pgn_path,
                                        pgn->size(), journal_path, noted));
    if (noted == 0 && !earlier.empty() && pgn->size() > 0)
      return base::failure(pgn_path + ": exists already, but the earlier part of the match did not write to it");
    if (noted > 0) {
      const auto file = base::RandomAccessFile::open(pgn_path);
      if (!file) return base::failure(pgn_path + ": " + file.error().message);
      for (const GameText& game : texts)
        if (auto same = check_text(*file, game); !same) return same;
    }
    if (pgn->size() > noted) return pgn->cut_to(noted);
    return {};
  }

  [[nodiscard]] base::Expected<void> check_text(const base::RandomAccessFile& file, const GameText& game) const {
    if (read_text(file, game.text)) return {};
    return base::failure(base::format(
        "{}: game {}, from byte {} on, was changed since it was played: it does not have the checksum that the journal "
        "{} notes",
        pgn_path, game.number, game.text.offset, journal_path));
  }
};

MatchLog::MatchLog(std::unique_ptr<State> state) : state_(std::move(state)) {}
MatchLog::MatchLog(MatchLog&&) noexcept = default;
MatchLog& MatchLog::operator=(MatchLog&&) noexcept = default;
MatchLog::~MatchLog() = default;

base::Expected<MatchLog> MatchLog::open(const MatchSettings& settings, const Json& description,
                                        const Schedule& schedule,
                                        const std::function<void(const std::string&)>& on_warning) {
  auto state = std::make_unique<State>();
  state->pgn_path = settings.pgn;
  state->json_path = settings.json;
  state->journal_path = settings.journal();
  for (const MatchEngine& engine : settings.engines) state->names.push_back(engine.engine.name);
  if (!state->journal_path.empty()) {
    base::LineJournal::Work work{.kind = "match", .about = description};
    work.check_about = [&](const Json& before) { return check_same_match(before, description); };
    work.on_cut = on_warning;
    // A match that was interrupted before it wrote anything may be resumed, too.
    const bool goes_on = settings.resume && is_file(state->journal_path);
    auto opened = goes_on ? state->open_again(work, schedule) : state->make_files(work);
    if (!opened) return tl::unexpected(opened.error());
  } else if (auto opened = state->open_pgn(); !opened) {
    return tl::unexpected(opened.error());
  }
  return MatchLog(std::move(state));
}

const std::vector<FinishedGame>& MatchLog::earlier_games() const { return state_->earlier; }

base::Expected<void> MatchLog::add(const FinishedGame& result, const chess::PgnGame& game) {
  Json line = to_json(result, state_->names);
  if (state_->pgn) {
    const std::string text = chess::to_pgn(game);
    line[kMatchPgnKey] = to_json(PgnText{state_->pgn->size(), text.size(), base::checksum_text(text)});
    // The journal must never note a game that is not on the disk.
    if (auto written = state_->pgn->append_and_sync(text); !written) return written;
  }
  return state_->journal ? state_->journal->add(line) : base::Expected<void>();
}

base::Expected<void> MatchLog::write_summary(const Json& summary) const {
  return state_->json_path.empty() ? base::Expected<void>()
                                   : base::write_whole_file(state_->json_path, base::to_text(summary));
}

}  // namespace zugwerk::arena
