#include "lab/match_log.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <unordered_set>
#include <utility>

#include <sys/file.h>
#include <unistd.h>

#include "base/text.h"
#include "chess/pgn_writer.h"

namespace zugwerk::lab {

namespace {

namespace fs = std::filesystem;
using base::Json;

constexpr std::string_view kFormatKey = "zugwerk match journal";
constexpr int kFormat = 1;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using FilePointer = std::unique_ptr<std::FILE, CloseFile>;

/// Closed in children, which would otherwise hold our locks.
[[nodiscard]] base::Expected<FilePointer> open_file(const std::string& path, const char* mode) {
  errno = 0;
  FilePointer file(std::fopen(path.c_str(), mode));
  if (file == nullptr) return base::failure(path + ": cannot be opened for writing: " + base::system_error_text(errno));
  return file;
}

base::Expected<void> write_all(std::FILE* file, const std::string& path, const std::string& text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), file) != text.size() || std::fflush(file) != 0)
    return base::failure(path + ": cannot be written: " + base::system_error_text(errno));
  return {};
}

[[nodiscard]] bool exists(const std::string& path) {
  std::error_code error;
  return !path.empty() && fs::exists(path, error);
}

[[nodiscard]] Json complaints_to_json(const ComplaintCounts& counts) {
  Json json = Json::object();
  for (std::size_t kind = 0; kind < counts.size(); ++kind)
    if (counts[kind] != 0) json[std::string(to_string(static_cast<Complaint>(kind)))] = counts[kind];
  return json;
}

[[nodiscard]] ComplaintCounts complaints_from_json(const Json& json) {
  ComplaintCounts counts{};
  for (std::size_t kind = 0; kind < counts.size(); ++kind) {
    const std::string name(to_string(static_cast<Complaint>(kind)));
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

struct JournalLine {
  FinishedGame result;
  std::uint64_t pgn_bytes = 0;
};

[[nodiscard]] base::Expected<JournalLine> read_line(const Json& json, const Schedule& schedule) {
  const auto number = field<std::uint64_t>(json, "game");
  const auto opening = field<std::uint64_t>(json, "opening");
  const auto result = field<std::string>(json, "result");
  const auto reason = field<std::string>(json, "reason");
  const auto termination = field<std::string>(json, "termination");
  if (!number || !opening || !result || !reason || !termination) return base::failure("a field is missing");
  JournalLine line;
  const auto game = schedule.game(*number);
  if (!game)
    return base::failure("game " + std::to_string(*number) + " is beyond the match; were there more games before?");
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
  if (json.contains("complaints") && json["complaints"].is_object()) {
    const Json& complaints = json["complaints"];
    line.result.complaints = {complaints_from_json(complaints.value("white", Json())),
                              complaints_from_json(complaints.value("black", Json()))};
  }
  line.pgn_bytes = field<std::uint64_t>(json, "pgn_bytes").value_or(0);
  return line;
}

}  // namespace

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
  const Json white = complaints_to_json(result.complaints[0]);
  const Json black = complaints_to_json(result.complaints[1]);
  if (!white.empty()) json["complaints"]["white"] = white;
  if (!black.empty()) json["complaints"]["black"] = black;
  return json;
}

struct MatchLog::State {
  std::string pgn_path;
  std::string journal_path;
  std::string json_path;
  std::vector<std::string> names;
  FilePointer pgn;
  FilePointer journal;
  std::uint64_t pgn_bytes = 0;
  std::vector<FinishedGame> earlier;
  std::vector<std::string> created;  // by this run

  /// Takes the lock that keeps two matches from writing the same files.
  [[nodiscard]] base::Expected<void> lock() const {
    if (flock(fileno(journal.get()), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
      return base::failure(journal_path + ": another match is writing to it");
    return {};
  }

  base::Expected<void> make_files(const Json& description) {
    for (const std::string* path : {&pgn_path, &json_path, &journal_path})
      if (exists(*path))
        return base::failure(*path + ": exists already; resume that match, or name another file, or remove it");
    auto opened = open_file(journal_path, "wxe");
    if (!opened) return tl::unexpected(opened.error());
    journal = *std::move(opened);
    created.push_back(journal_path);
    if (auto locked = lock(); !locked) return locked;
    if (!pgn_path.empty()) {
      opened = open_file(pgn_path, "wxe");
      if (!opened) return tl::unexpected(opened.error());
      pgn = *std::move(opened);
      created.push_back(pgn_path);
    }
    Json first;
    first[std::string(kFormatKey)] = kFormat;
    first["match"] = description;
    return write_all(journal.get(), journal_path, first.dump() + '\n');
  }

  /// Reads the journal, cuts off what a crash left half-written, and opens the files behind what counts.
  base::Expected<void> open_again(const Json& description, const Schedule& schedule) {
    auto opened = open_file(journal_path, "r+e");
    if (!opened) return tl::unexpected(opened.error());
    journal = *std::move(opened);
    if (auto locked = lock(); !locked) return locked;
    std::ifstream stream(journal_path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    if (stream.bad()) return base::failure(journal_path + ": cannot be read");

    std::uint64_t noted_pgn_bytes = 0;
    std::unordered_set<std::uint64_t> seen;
    std::size_t whole = 0;
    std::size_t number = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', whole)) {
      ++number;
      const std::string place = journal_path + ':' + std::to_string(number);
      const auto json = base::parse_json(std::string_view(text).substr(whole, end - whole), place);
      if (!json) return tl::unexpected(json.error());
      whole = end + 1;
      if (number == 1) {
        if (auto same = check_description(*json, description); !same) return same;
        continue;
      }
      auto line = read_line(*json, schedule);
      if (!line) return base::failure(place + ": " + line.error().message);
      if (!seen.insert(line->result.game.number).second)
        return base::failure(place + ": game " + std::to_string(line->result.game.number) + " for the second time");
      noted_pgn_bytes = line->pgn_bytes;
      earlier.push_back(std::move(line->result));
    }
    if (number == 0) return base::failure(journal_path + ": it does not say which match it belongs to");
    if (ftruncate(fileno(journal.get()), static_cast<off_t>(whole)) != 0)
      return base::failure(journal_path + ": cannot be cut: " + base::system_error_text(errno));
    std::fseek(journal.get(), 0, SEEK_END);
    return open_pgn_again(noted_pgn_bytes);
  }

  [[nodiscard]] base::Expected<void> check_description(const Json& first, const Json& description) const {
    if (field<int>(first, kFormatKey.data()).value_or(0) != kFormat || !first.contains("match"))
      return base::failure(journal_path + ": it is not the journal of a match");
    const auto different = differences(first["match"], description);
    if (different.empty()) return {};
    std::string text = journal_path + ": this is another match:";
    for (const std::string& one : different) text += "\n  " + one;
    return base::failure(text);
  }

  base::Expected<void> open_pgn_again(std::uint64_t noted_bytes) {
    if (pgn_path.empty()) return {};
    std::error_code error;
    const std::uint64_t size = exists(pgn_path) ? fs::file_size(pgn_path, error) : 0;
    if (size < noted_bytes)
      return base::failure(pgn_path + ": it has " + std::to_string(size) + " bytes, but the journal " + journal_path +
                           " notes games up to byte " + std::to_string(noted_bytes));
    if (noted_bytes == 0 && !earlier.empty() && size > 0)
      return base::failure(pgn_path + ": exists already, but the earlier part of the match did not write to it");
    auto opened = open_file(pgn_path, size > 0 ? "r+e" : "we");
    if (!opened) return tl::unexpected(opened.error());
    pgn = *std::move(opened);
    if (ftruncate(fileno(pgn.get()), static_cast<off_t>(noted_bytes)) != 0)
      return base::failure(pgn_path + ": cannot be cut: " + base::system_error_text(errno));
    std::fseek(pgn.get(), 0, SEEK_END);
    pgn_bytes = noted_bytes;
    return {};
  }
};

MatchLog::MatchLog(std::unique_ptr<State> state) : state_(std::move(state)) {}
MatchLog::MatchLog(MatchLog&&) noexcept = default;
MatchLog& MatchLog::operator=(MatchLog&&) noexcept = default;
MatchLog::~MatchLog() = default;

base::Expected<MatchLog> MatchLog::open(const MatchSettings& settings, const Json& description,
                                        const Schedule& schedule) {
  auto state = std::make_unique<State>();
  state->pgn_path = settings.pgn;
  state->json_path = settings.json;
  state->journal_path = settings.journal();
  for (const MatchEngine& engine : settings.engines) state->names.push_back(engine.engine.name);
  if (!state->journal_path.empty()) {
    // A match that was interrupted before its first word may be resumed too.
    const bool goes_on = settings.resume && exists(state->journal_path);
    auto opened = goes_on ? state->open_again(description, schedule) : state->make_files(description);
    if (!opened) {
      std::error_code ignored;
      for (const std::string& path : state->created) fs::remove(path, ignored);
      return tl::unexpected(opened.error());
    }
  }
  return MatchLog(std::move(state));
}

const std::vector<FinishedGame>& MatchLog::earlier_games() const { return state_->earlier; }

base::Expected<void> MatchLog::add(const FinishedGame& result, const chess::PgnGame& game) {
  if (state_->pgn != nullptr) {
    const std::string text = chess::to_pgn(game);
    if (auto written = write_all(state_->pgn.get(), state_->pgn_path, text); !written) return written;
    state_->pgn_bytes += text.size();
  }
  if (state_->journal == nullptr) return {};
  Json line = to_json(result, state_->names);
  if (state_->pgn != nullptr) line["pgn_bytes"] = state_->pgn_bytes;
  // A name may hold any bytes; they must not break the line.
  const std::string text = line.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
  return write_all(state_->journal.get(), state_->journal_path, text);
}

base::Expected<void> MatchLog::write_summary(const Json& summary) const {
  if (state_->json_path.empty()) return {};
  const std::string temporary = state_->json_path + ".new";
  auto opened = open_file(temporary, "we");
  if (!opened) return tl::unexpected(opened.error());
  if (auto written = write_all(opened->get(), temporary, base::to_text(summary)); !written) {
    std::error_code ignored;
    fs::remove(temporary, ignored);
    return written;
  }
  opened->reset();
  std::error_code error;
  fs::rename(temporary, state_->json_path, error);
  if (error) return base::failure(state_->json_path + ": cannot be written: " + error.message());
  return {};
}

}  // namespace zugwerk::lab
