#include "library/importer.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <tuple>
#include <utility>

#include "base/clock.h"
#include "base/files/input.h"
#include "base/format.h"
#include "chess/notation/pgn_writer.h"
#include "library/batch.h"

namespace zugwerk::library {

namespace {

constexpr double kProgressSeconds = 0.2;

/// What identifies a file for resuming: its absolute path, size and time of change.
struct Source {
  std::string path;
  std::int64_t size = 0;
  std::int64_t time = 0;
  std::int64_t games = 0;  // read before
  bool done = false;
};

[[nodiscard]] std::optional<Source> source_of(const std::string& file) {
  std::error_code error;
  const auto path = std::filesystem::absolute(file, error);
  if (file == "-" || error || !std::filesystem::is_regular_file(path, error) || error) return std::nullopt;
  Source source{path.string()};
  source.size = static_cast<std::int64_t>(std::filesystem::file_size(path, error));
  source.time = static_cast<std::int64_t>(std::filesystem::last_write_time(path, error).time_since_epoch().count());
  return error ? std::nullopt : std::optional(source);
}

/// A file whose reading can be followed. Archives are left to base::Input, which reads them where they are.
class OpenFile {
 public:
  [[nodiscard]] base::Expected<void> open(const std::string& path) {
    std::error_code error;
    size_ = std::filesystem::is_regular_file(path, error) ? std::filesystem::file_size(path, error) : 0;
    std::array<char, 2> magic{};
    if (!error && size_ > 0) {
      stream_.open(path, std::ios::binary);
      stream_.read(magic.data(), magic.size());
      stream_.clear();
      stream_.seekg(0);
    }
    if (stream_.is_open() && stream_.good() && magic != std::array{'P', 'K'}) {
      input_ = base::Input::from_stream(stream_, path);
      return {};
    }
    size_ = 0;
    auto input = base::Input::open(path);
    if (!input) return tl::unexpected(input.error());
    input_ = *std::move(input);
    return {};
  }
  [[nodiscard]] base::Input& input() { return *input_; }
  /// From 0 to 1; 0 if it is not known.
  [[nodiscard]] double fraction_read() {
    const auto at = size_ == 0 ? std::streamoff{0} : std::streamoff{stream_.tellg()};
    return at < 0 ? 1 : static_cast<double>(at) / static_cast<double>(std::max<std::uintmax_t>(size_, 1));
  }

 private:
  std::ifstream stream_;
  std::uintmax_t size_ = 0;
  std::optional<base::Input> input_;
};

/// How far an earlier import of this very file has come.
void find_earlier(Database& database, Source& source) {
  auto query = database.prepare("SELECT games, done FROM source WHERE path = ? AND size = ? AND time = ?");
  query << std::string_view(source.path) << source.size << source.time;
  if (!query.step()) return;
  source.games = query.integer(0);
  source.done = query.integer(1) != 0;
}

void note_source(Database& database, const Source& source) {
  auto insert = database.prepare("INSERT OR REPLACE INTO source VALUES(?, ?, ?, ?, ?)");
  insert << std::string_view(source.path) << source.size << source.time << source.games
         << std::int64_t{source.done ? 1 : 0};
  insert.run();
}

struct Job {
  Batch batch;
  std::optional<Source> source;  // as it will be when the batch is written
};

/// The thread that writes, with room for one job, so that the reader is never more than one batch ahead.
class WritingThread {
 public:
  WritingThread(Library& library, std::string label)
      : library_(library), label_(std::move(label)), writer_(library), thread_([this] { work(); }) {}
  WritingThread(const WritingThread&) = delete;
  WritingThread& operator=(const WritingThread&) = delete;
  ~WritingThread() { (void)finish(); }

  /// False if writing has failed.
  [[nodiscard]] bool give(std::unique_ptr<Job> job) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !waiting_ || !result_; });
    if (!result_) return false;
    waiting_ = std::move(job);
    changed_.notify_all();
    return true;
  }

  /// Waits until everything is written.
  [[nodiscard]] base::Expected<void> finish() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
      changed_.notify_all();
    }
    if (thread_.joinable()) thread_.join();
    return result_;
  }

  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> added_and_duplicates() {
    const std::lock_guard lock(mutex_);
    return {added_, duplicates_};
  }

 private:
  void work() {
    for (;;) {
      std::unique_ptr<Job> job;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return waiting_ || ending_; });
        if (!waiting_) break;
        job = std::move(waiting_);
        changed_.notify_all();
      }
      auto written = write(*job);
      const std::lock_guard lock(mutex_);
      if (!written) {
        result_ = tl::unexpected(written.error());
        changed_.notify_all();
        return;
      }
    }
    auto merged = writer_.merge_small_segments();
    const std::lock_guard lock(mutex_);
    if (result_ && !merged) result_ = merged;
  }

  [[nodiscard]] base::Expected<void> write(Job& job) {
    BatchWriter::Written written;
    auto done = library_.database().transaction([&]() -> base::Expected<void> {
      auto result = writer_.write(job.batch);
      if (!result) return tl::unexpected(result.error());
      written = *std::move(result);
      if (job.source) note_source(library_.database(), *job.source);
      if (!label_.empty()) {
        auto insert = library_.database().prepare("INSERT OR IGNORE INTO label VALUES(?, ?)");
        for (const GameNumber number : written.numbers) (insert << std::string_view(label_) << number).run();
      }
      return {};
    });
    const std::lock_guard lock(mutex_);
    added_ += done ? written.added : 0;
    duplicates_ += done ? written.duplicates : 0;
    return done;
  }

  Library& library_;
  std::string label_;
  BatchWriter writer_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::unique_ptr<Job> waiting_;
  bool ending_ = false;
  base::Expected<void> result_;
  std::uint64_t added_ = 0;
  std::uint64_t duplicates_ = 0;
  std::thread thread_;  // last, so that it starts when all else is there
};

/// Skips games that an earlier import has read.
class Skipper : public chess::PgnVisitor {
 public:
  chess::PgnWish begin_moves(const chess::Position&) override { return chess::PgnWish::Skip; }
};

class FileImport {
 public:
  FileImport(const ImportSettings& settings, const std::atomic<bool>& stop, const ImportEvents& events,
             WritingThread& writer, ImportCounts& counts, const base::Stopwatch& clock)
      : settings_(settings), stop_(stop), events_(events), writer_(writer), counts_(counts), clock_(clock) {}

  [[nodiscard]] base::Expected<void> run(const std::string& file, std::optional<Source> source) {
    OpenFile open;
    if (auto opened = open.open(file); !opened) return opened;
    started_ = clock_.seconds();
    chess::PgnReader reader(open.input());
    const auto games_before = source ? static_cast<std::uint64_t>(source->games) : 0;
    Skipper skipper;
    BatchReader visitor;
    auto job = std::make_unique<Job>();
    visitor.fill(job->batch);
    std::uint64_t broken = 0;
    bool more = true;
    base::Expected<void> result;
    while (more && !stop_) {
      const bool known = reader.counts().games < games_before;
      const auto game = known ? reader.read_game(skipper) : reader.read_game(visitor);
      if (!game) result = tl::unexpected(game.error());  // what came before is kept
      more = game && *game;
      if (more) known ? ++counts_.known : ++counts_.read;
      for (const chess::PgnError& fault : visitor.take_faults())
        if (events_.on_diagnostic) events_.on_diagnostic(fault.in_file(open.input().name()));
      counts_.broken += visitor.broken() - std::exchange(broken, visitor.broken());
      if (job->batch.is_full(settings_.segment_games)) {
        job->source = source_at(source, reader, false);
        if (!writer_.give(std::move(job))) return {};  // finish() reports it
        job = std::make_unique<Job>();
        visitor.fill(job->batch);
      }
      report(file, open);
    }
    job->source = source_at(source, reader, !more && result.has_value());
    (void)writer_.give(std::move(job));
    return result;
  }

 private:
  [[nodiscard]] static std::optional<Source> source_at(std::optional<Source> source, const chess::PgnReader& reader,
                                                       bool done) {
    if (!source) return source;
    source->games = std::max(source->games, static_cast<std::int64_t>(reader.counts().games));
    source->done = done;
    return source;
  }

  void report(const std::string& file, OpenFile& open) {
    constexpr std::uint64_t kGamesBetween = 64;
    if (++since_look_ < kGamesBetween) return;
    since_look_ = 0;
    const double now = clock_.seconds();
    if (!events_.on_progress || now - reported_ < kProgressSeconds) return;
    reported_ = now;
    std::tie(counts_.added, counts_.duplicates) = writer_.added_and_duplicates();
    const double fraction = open.fraction_read();
    events_.on_progress(
        {counts_, file, fraction, now, fraction > 0 ? (now - started_) * (1 - fraction) / fraction : 0});
  }

  const ImportSettings& settings_;
  const std::atomic<bool>& stop_;
  const ImportEvents& events_;
  WritingThread& writer_;
  ImportCounts& counts_;
  const base::Stopwatch& clock_;
  double started_ = 0;
  double reported_ = 0;
  std::uint64_t since_look_ = 0;
};

}  // namespace

base::Expected<ImportCounts> import_games(Library& library, const ImportSettings& settings,
                                          const std::atomic<bool>& stop, const ImportEvents& events) {
  // Files that cannot be opened are reported before the work begins. The writing thread uses the library from then on.
  std::vector<std::optional<Source>> sources;
  for (const std::string& file : settings.files) {
    if (auto input = file == "-" ? base::Expected<base::Input>(base::Input::from_memory("")) : base::Input::open(file);
        !input)
      return tl::unexpected(input.error());
    auto source = source_of(file);
    if (source) find_earlier(library.database(), *source);
    sources.push_back(std::move(source));
  }
  if (auto status = library.database().status(); !status) return tl::unexpected(status.error());
  ImportCounts counts;
  const base::Stopwatch clock;
  WritingThread writer(library, settings.label);
  base::Expected<void> result;
  for (std::size_t i = 0; i < settings.files.size() && result && !stop; ++i) {
    if (sources[i] && sources[i]->done) {
      counts.known += static_cast<std::uint64_t>(sources[i]->games);
      continue;
    }
    FileImport file(settings, stop, events, writer, counts, clock);
    result = file.run(settings.files[i], sources[i]);
  }
  auto written = writer.finish();
  std::tie(counts.added, counts.duplicates) = writer.added_and_duplicates();
  if (!written) return tl::unexpected(written.error());
  if (!result) return tl::unexpected(result.error());
  if (auto refreshed = library.refresh(); !refreshed) return tl::unexpected(refreshed.error());
  return counts;
}

base::Expected<std::vector<GameNumber>> add_games(Library& library, const std::vector<chess::PgnGame>& games) {
  std::string text;
  for (const chess::PgnGame& game : games) chess::append_pgn(text, game);
  auto input = base::Input::from_memory(text);
  chess::PgnReader reader(input);
  Batch batch;
  BatchReader visitor;
  visitor.fill(batch);
  if (auto read = reader.read_all(visitor); !read) return tl::unexpected(read.error());
  for (const chess::PgnError& fault : visitor.take_faults()) return base::failure(fault.message);
  BatchWriter writer(library);
  BatchWriter::Written written;
  auto done = library.database().transaction([&]() -> base::Expected<void> {
    auto result = writer.write(batch);
    if (!result) return tl::unexpected(result.error());
    written = *std::move(result);
    return {};
  });
  if (!done) return tl::unexpected(done.error());
  if (auto merged = writer.merge_small_segments(); !merged) return tl::unexpected(merged.error());
  if (auto refreshed = library.refresh(); !refreshed) return tl::unexpected(refreshed.error());
  return written.numbers;
}

}  // namespace zugwerk::library
