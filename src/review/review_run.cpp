#include "review/review_run.h"

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "base/checksum.h"
#include "base/clock.h"
#include "base/files/input.h"
#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/json.h"
#include "base/thread.h"
#include "chess/notation/pgn_reader.h"
#include "chess/notation/pgn_writer.h"
#include "review/reason_check.h"
#include "review/review_html.h"
#include "review/review_journal.h"
#include "review/review_json.h"
#include "review/review_pgn.h"

namespace zugwerk::review {

using chess::PgnGame;

namespace {

using Clock = std::chrono::steady_clock;

/// How often the run checks whether to stop, and reports progress.
constexpr base::Milliseconds kTick{200};

[[nodiscard]] std::string settings_text(const RunSettings& settings) {
  const search::Limits& limits = settings.review.limits;
  std::string text;
  if (limits.nodes) base::append_format(text, "{} nodes ", *limits.nodes);
  if (limits.depth) base::append_format(text, "depth {} ", *limits.depth);
  if (limits.move_time) base::append_format(text, "{} ms ", limits.move_time->count());
  base::append_format(text, "hash {}", settings.review.hash_megabytes);
  if (settings.review.network) base::append_format(text, " network {}", settings.review.network->name());
  if (settings.check_reasons) text += ", reasons checked";
  return text;
}

/// Counts positions of main lines.
class PositionCounter : public chess::PgnVisitor {
 public:
  void begin_game(const chess::PgnPlace& /*place*/) override { here_ = 1; }
  void move(const chess::Position& /*before*/, chess::Move /*move*/) override { ++here_; }
  chess::PgnWish begin_variation() override { return chess::PgnWish::Skip; }
  void end_game(const chess::Position& /*last*/) override { all_ += here_; }
  [[nodiscard]] std::uint64_t all() const { return all_; }

 private:
  std::uint64_t here_ = 0;
  std::uint64_t all_ = 0;
};

/// Positions of all files; 0 if that cannot be known in advance.
[[nodiscard]] base::Expected<std::uint64_t> count_positions(const std::vector<std::string>& files,
                                                            const std::atomic<bool>& stop) {
  PositionCounter counter;
  for (const std::string& file : files) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored) && file != "-") {
      if (auto input = base::Input::open(file); !input) return tl::unexpected(input.error());
    }
    // Standard input and pipes can be read only once.
    if (!std::filesystem::is_regular_file(file, ignored)) return 0;
    auto input = base::Input::open(file);
    if (!input) return tl::unexpected(input.error());
    chess::PgnReader reader(*input);
    while (!stop) {
      const auto more = reader.read_game(counter);
      if (!more || !*more) break;  // a truncated file is reported when its turn comes
    }
  }
  return counter.all();
}

struct NumberedGame {
  std::size_t number = 0;
  PgnGame game;
};

/// The games of all files, one after the other.
class GameSource {
 public:
  GameSource(const std::vector<std::string>& files, const std::function<void(const std::string&)>& on_error)
      : files_(files), on_error_(on_error) {}

  /// The next whole game, or nothing at the end. Fails if a file cannot be read.
  [[nodiscard]] base::Expected<std::optional<NumberedGame>> next() {
    while (true) {
      if (!reader_) {
        if (file_ == files_.size()) return std::nullopt;
        auto input = base::Input::open(files_[file_]);
        if (!input) return tl::unexpected(input.error());
        input_ = std::make_unique<base::Input>(std::move(*input));
        reader_ = std::make_unique<chess::PgnReader>(*input_);
      }
      chess::PgnGameBuilder builder;
      const auto more = reader_->read_game(builder);
      if (!more) {
        // The games before the point where the file breaks off are good.
        if (on_error_) on_error_(more.error().message);
        ++broken_;
      }
      if (!more || !*more) {
        reader_.reset();
        ++file_;
        continue;
      }
      if (builder.error()) {
        if (on_error_) on_error_(builder.error()->in_file(files_[file_]));
        ++broken_;
        continue;
      }
      if (on_error_)
        for (const chess::PgnError& repair : builder.repairs()) on_error_(repair.in_file(files_[file_]));
      if (builder.game()) return NumberedGame{++number_, std::move(*builder.game())};
    }
  }

  [[nodiscard]] std::size_t broken() const { return broken_; }
  /// Whole games so far.
  [[nodiscard]] std::size_t count() const { return number_; }

 private:
  const std::vector<std::string>& files_;
  const std::function<void(const std::string&)>& on_error_;
  std::unique_ptr<base::Input> input_;
  std::unique_ptr<chess::PgnReader> reader_;
  std::size_t file_ = 0;
  std::size_t number_ = 0;
  std::size_t broken_ = 0;
};

/// The output files of a run, opened at the beginning so that a bad path is found then and not at the end.
struct RunFiles {
  std::optional<base::WholeFile> pgn;
  std::optional<base::WholeFile> json;
  std::optional<base::WholeFile> html;
};

[[nodiscard]] base::Expected<RunFiles> open_files(const ReviewFiles& output, base::WholeFile::Existing existing) {
  RunFiles files;
  for (const auto& [path, file] : {std::pair(&output.pgn, &files.pgn), std::pair(&output.json, &files.json),
                                   std::pair(&output.html, &files.html)}) {
    if (path->empty()) continue;
    auto opened = base::WholeFile::open(*path, existing);
    if (!opened) return tl::unexpected(opened.error());
    *file = *std::move(opened);
  }
  return files;
}

/// The state that the threads of a run share.
class Run {
 public:
  Run(const RunSettings& settings, const RunEvents& events, std::optional<Journal> journal, std::uint64_t all)
      : settings_(settings),
        events_(events),
        journal_(std::move(journal)),
        source_(settings.files, events.on_error),
        all_(all) {}

  [[nodiscard]] base::Expected<RunTotals> run(const std::atomic<bool>& stop) {
    std::vector<Teacher> reviewers;
    for (int i = 0; i < settings_.threads; ++i) {
      auto reviewer = Reviewer::create(settings_.review);
      if (!reviewer) return tl::unexpected(reviewer.error());
      Teacher teacher{*std::move(reviewer), nullptr};
      if (settings_.check_reasons) {
        auto checker = ReasonChecker::create(settings_.review);
        if (!checker) return tl::unexpected(checker.error());
        teacher.checker = *std::move(checker);
      }
      reviewers.push_back(std::move(teacher));
    }
    {
      std::vector<base::Thread> threads;
      threads.reserve(reviewers.size());
      busy_ = reviewers.size();
      for (const Teacher& teacher : reviewers) threads.emplace_back([this, &teacher] { work(teacher); });
      std::unique_lock lock(mutex_);
      while (busy_ > 0) {
        done_.wait_for(lock, kTick);
        if (stop || error_) {
          stopping_ = true;
          for (const Teacher& teacher : reviewers) {
            teacher.reviewer->stop();
            if (teacher.checker) teacher.checker->stop();
          }
        }
        if (events_.on_progress) events_.on_progress(progress());
      }
    }
    if (error_) return tl::unexpected(*error_);
    RunTotals totals;
    totals.games = games_;
    totals.taken_over = taken_over_;
    totals.broken = source_.broken();
    totals.interrupted = stopping_;
    return totals;
  }

  [[nodiscard]] std::optional<Journal>& journal() { return journal_; }
  /// All games that were read; the fingerprint is that of a shard.
  [[nodiscard]] AllGames all_games() const { return {source_.count(), fingerprint_}; }

 private:
  struct Teacher {
    std::unique_ptr<Reviewer> reviewer;
    std::unique_ptr<ReasonChecker> checker;  // if reasons are checked
  };

  void work(const Teacher& teacher) {
    while (auto game = take_game()) {
      std::size_t reported = 0;
      auto review = teacher.reviewer->review(game->game, [&](std::size_t done, std::size_t /*all*/) {
        positions_ += done - reported;
        reported = done;
      });
      if (!review) break;
      if (teacher.checker && !teacher.checker->check(*review)) break;
      keep(*game, *review);
    }
    const std::scoped_lock lock(mutex_);
    --busy_;
    done_.notify_all();
  }

  /// The next game of the shard that is not in the journal.
  [[nodiscard]] std::optional<NumberedGame> take_game() {
    const std::scoped_lock lock(mutex_);
    while (!stopping_ && !error_) {
      auto game = source_.next();
      if (!game) {
        error_ = game.error();
        break;
      }
      if (!*game) return std::nullopt;
      if (settings_.shard.is_part()) {
        fingerprint_ = base::checksum(chess::to_pgn((*game)->game), fingerprint_);
        if (!settings_.shard.has((*game)->number - 1)) continue;
      }
      const JournalEntry* const known = find_known(**game);
      if (known == nullptr) return std::move(*game);
      ++games_;
      ++taken_over_;
      const std::size_t count = (*game)->game.main_line().size() + 1;
      positions_ += count;
      taken_over_positions_ += count;
      if (events_.on_game) events_.on_game((*game)->number, known->summary);
    }
    return std::nullopt;
  }

  [[nodiscard]] const JournalEntry* find_known(const NumberedGame& game) const {
    if (!journal_) return nullptr;
    const auto found = journal_->entries().find(game.number);
    if (found == journal_->entries().end() || found->second.key != base::checksum(chess::to_pgn(game.game)))
      return nullptr;
    return &found->second;
  }

  void keep(const NumberedGame& game, const GameReview& review) {
    JournalEntry entry;
    entry.summary = summary_text(review);
    if (journal_) {
      entry.key = base::checksum(chess::to_pgn(game.game));
      entry.pgn = chess::to_pgn(annotated(game.game, review));
      entry.json = to_json(review);
      entry.html = to_html(review, game.number);
    }
    const std::scoped_lock lock(mutex_);
    const std::string summary = entry.summary;
    if (journal_) {
      if (auto kept = journal_->add(game.number, std::move(entry)); !kept) {
        if (!error_)
          error_ = base::Error{kept.error().message + "; the games before are kept, --resume goes on with them",
                               kept.error().kind};
        return;
      }
    }
    ++games_;
    if (events_.on_game) events_.on_game(game.number, summary);
  }

  [[nodiscard]] RunProgress progress() const {
    RunProgress progress;
    progress.games = games_;
    progress.positions = positions_;
    progress.all_positions = all_;
    progress.seconds = std::chrono::duration<double>(Clock::now() - started_).count();
    const std::uint64_t searched = progress.positions - taken_over_positions_;
    if (all_ > progress.positions && searched > 0)
      progress.seconds_left =
          progress.seconds * static_cast<double>(all_ - progress.positions) / static_cast<double>(searched);
    return progress;
  }

  const RunSettings& settings_;
  const RunEvents& events_;
  std::mutex mutex_;
  std::condition_variable done_;
  // Guarded by the mutex.
  std::optional<Journal> journal_;
  GameSource source_;
  std::uint64_t fingerprint_ = 0;  // of all games read so far, of a shard
  std::optional<base::Error> error_;
  std::size_t busy_ = 0;
  std::size_t games_ = 0;
  std::size_t taken_over_ = 0;
  std::uint64_t taken_over_positions_ = 0;
  bool stopping_ = false;

  std::atomic<std::uint64_t> positions_{0};
  const std::uint64_t all_;
  const Clock::time_point started_ = Clock::now();
};

/// How many reasons of the games up to this number hold; empty if they were not checked.
[[nodiscard]] std::string reasons_text(const std::map<std::size_t, JournalEntry>& entries, std::size_t last) {
  ReasonTotals totals;
  const auto end = entries.upper_bound(last);
  for (auto at = entries.begin(); at != end; ++at) totals.add(at->second.json);
  return totals.checked() ? totals.text() : std::string();
}

/// Writes the games up to this number.
[[nodiscard]] base::Expected<void> write_files(RunFiles& files, const std::map<std::size_t, JournalEntry>& entries,
                                               std::size_t last) {
  // A journal may hold more if there are fewer games than there were.
  const auto end = entries.upper_bound(last);
  const auto write = [](base::WholeFile& file, const std::string& text) {
    auto written = file.append(text);
    return written ? file.commit() : written;
  };
  if (files.pgn) {
    std::string text;
    for (auto at = entries.begin(); at != end; ++at) text += at->second.pgn;
    if (auto written = write(*files.pgn, text); !written) return written;
  }
  if (files.json) {
    base::Json document;
    base::Json& list = document["games"] = base::Json::array();
    for (auto at = entries.begin(); at != end; ++at) list.push_back(at->second.json);
    if (auto written = write(*files.json, base::to_text(document)); !written) return written;
  }
  if (files.html) {
    std::vector<HtmlPart> parts;
    for (auto at = entries.begin(); at != end; ++at) parts.push_back(at->second.html);
    if (auto written = write(*files.html, html_page(parts)); !written) return written;
  }
  return {};
}

}  // namespace

std::string journal_path(const RunSettings& settings) {
  for (const std::string* path : {&settings.output.pgn, &settings.output.json, &settings.output.html})
    if (!path->empty() && !base::is_device(*path)) return *path + ".journal";
  return {};
}

base::Expected<RunTotals> run_reviews(const RunSettings& settings, const std::atomic<bool>& stop,
                                      const RunEvents& events) {
  const std::string path = journal_path(settings);
  if (settings.shard.is_part() && path.empty())
    return base::failure("a shard needs a file to write, to be merged later");
  auto files = open_files(settings.output, base::WholeFile::Existing::Replace);
  if (!files) return tl::unexpected(files.error());
  auto all = count_positions(settings.files, stop);
  if (!all) return tl::unexpected(all.error());
  // How many of them are in games of the shard is not known in advance.
  if (settings.shard.is_part()) all = 0;
  std::optional<Journal> journal;
  if (!path.empty()) {
    const std::string made = settings_text(settings);
    auto opened = settings.resume ? Journal::resume(path, made, events.on_error, settings.shard)
                                  : Journal::create(path, made, settings.shard);
    if (!opened) return tl::unexpected(opened.error());
    journal = std::move(*opened);
  } else if (files->pgn || files->json || files->html || settings.check_reasons) {
    journal = Journal::in_memory();
  }
  Run run(settings, events, std::move(journal), *all);
  auto totals = run.run(stop);
  if (!totals || totals->interrupted || !run.journal()) return totals;
  const AllGames games = run.all_games();
  if (settings.shard.is_part())
    if (auto finished = run.journal()->finish(games); !finished) return tl::unexpected(finished.error());
  if (auto written = write_files(*files, run.journal()->entries(), games.count); !written)
    return tl::unexpected(base::Error{written.error().message + "; the reviews are kept, --resume writes them again",
                                      base::ErrorKind::Output});
  if (settings.check_reasons) totals->reasons = reasons_text(run.journal()->entries(), games.count);
  // Shards are merged from their journals.
  if (!settings.shard.is_part()) run.journal()->remove();
  return totals;
}

base::Expected<RunTotals> merge_reviews(const base::ShardJournals& journals, const ReviewFiles& files) {
  const auto entries = merge_entries(journals);
  if (!entries) return tl::unexpected(entries.error());
  auto opened = open_files(files, base::WholeFile::Existing::Refuse);
  if (!opened) return tl::unexpected(opened.error());
  const std::size_t last = entries->empty() ? 0 : entries->rbegin()->first;
  if (auto written = write_files(*opened, *entries, last); !written) return tl::unexpected(written.error());
  RunTotals totals;
  totals.games = entries->size();
  totals.reasons = reasons_text(*entries, last);
  return totals;
}

}  // namespace zugwerk::review
