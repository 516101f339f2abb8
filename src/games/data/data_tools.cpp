#include "games/data/data_tools.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <utility>

#include "base/bits.h"
#include "base/files/scratch_file.h"
#include "base/format.h"
#include "base/little_endian.h"
#include "base/rng.h"
#include "chess/game.h"
#include "chess/notation/fen.h"
#include "games/archive/game_bytes.h"

namespace zugwerk::games {

using namespace chess;

namespace {

[[nodiscard]] bool ends_by_rule(EndCause end_cause) {
  return end_cause >= EndCause::Checkmate && end_cause <= EndCause::FiftyMoves;
}

/// Copies the games that `choose` accepts.
template <class Choose>
[[nodiscard]] base::Expected<TransferReport> transfer(const std::vector<std::string>& paths, const std::string& output,
                                                      const base::DiagnosticHandler& diagnose, Choose choose) {
  TransferReport report;
  auto done = rewrite_games(
      paths, output,
      [&](const GameRecord& game, const std::string& file, std::uint64_t number,
          GameWriter& writer) -> base::Expected<void> {
        ++report.read;
        if (!choose(game, file, number)) return {};
        ++report.written;
        return writer.add(game);
      },
      faults_to(diagnose));
  if (!done) return tl::unexpected(done.error());
  return report;
}

}  // namespace

std::optional<base::Error> find_fault(const GameRecord& game) {
  const auto last = replay(game);
  if (!last) return last.error();
  if (!ends_by_rule(game.end_cause)) return std::nullopt;
  const auto agrees = [&](const std::optional<GameEnd>& end) {
    return end && end_cause_of(end->reason) == game.end_cause && result_of(*end) == game.result;
  };
  if (agrees(find_end(*last)) || agrees(find_claimable_draw(*last))) return std::nullopt;
  return base::Error{base::format("it is recorded as {} by {}, but the game does not end that way in {}",
                                  to_string(game.result), name_of(game.end_cause), to_fen(*last))};
}

base::Expected<CheckReport> check_game_file(const std::string& path, const base::DiagnosticHandler& diagnose) {
  CheckReport report;
  auto reader = GameReader::open(path, [&](const FileFault& fault) {
    ++report.faults;
    if (diagnose) diagnose(fault.message);
  });
  if (!reader) return tl::unexpected(reader.error());
  const auto read = reader->read_rest([&](const GameRecord& game) {
    report.plies += game.plies.size();
    if (const auto fault = find_fault(game)) {
      ++report.broken_games;
      if (diagnose) diagnose(in_game(path, reader->games(), fault->message));
    }
    return true;
  });
  if (!read) return tl::unexpected(read.error());
  report.games = reader->games();
  report.frames = reader->frames();
  return report;
}

void DataSummary::add(const GameRecord& game) {
  ++results_[static_cast<std::size_t>(game.result)];
  ++end_causes_[static_cast<std::size_t>(game.end_cause)];
  ++lengths_[game.plies.size()];
  if (const auto start = unpack(game.start)) {
    if (start->side_to_move() == Color::Black) ++black_begins_;
    if (!has_standard_castling(*start)) ++chess960_games_;
  }
  for (const PlyRecord& ply : game.plies) {
    if (ply.score == eval::kNoScore) {
      ++unscored_;
    } else if (ply.score.is_decisive()) {
      ++decisive_;
    } else {
      const auto edges_passed =
          std::count_if(kScoreEdges.begin(), kScoreEdges.end(), [&](int edge) { return edge <= ply.score.value(); });
      Range& range = scores_[static_cast<std::size_t>(edges_passed)];
      ++range.positions;
      range.half_points += static_cast<std::uint64_t>(half_points(game.result));
    }
  }
  // An illegal game is counted as broken; `check` says why.
  static_cast<void>(visit_positions(game, PositionFilter{}, positions_, [](const TrainingPosition&) { return true; }));
}

double DataSummary::mean_length() const {
  double plies = 0;
  for (const auto& [length, games] : lengths_) plies += static_cast<double>(length) * static_cast<double>(games);
  return games() == 0 ? 0 : plies / static_cast<double>(games());
}

std::size_t DataSummary::median_length() const {
  std::uint64_t passed = 0;
  for (const auto& [length, games] : lengths_) {
    passed += games;
    if (2 * passed >= this->games()) return length;
  }
  return 0;
}

base::Expected<DataSummary> summarize(const std::vector<std::string>& paths, const base::DiagnosticHandler& diagnose) {
  DataSummary summary;
  auto read = for_each_game(
      paths,
      [&](const GameRecord& game, const std::string&, std::uint64_t) {
        summary.add(game);
        return true;
      },
      faults_to(diagnose));
  if (!read) return tl::unexpected(read.error());
  return summary;
}

base::Expected<HeldGames> recode_games(const std::vector<std::string>& paths, const std::string& output,
                                       GameCoding coding, const base::DiagnosticHandler& diagnose) {
  auto writer = GameWriter::create(output, coding);
  if (!writer) return tl::unexpected(writer.error());
  HeldGames held;
  GameRecord game;
  for (const std::string& path : paths) {
    auto reader = GameReader::open(path, faults_to(diagnose));
    if (!reader) return tl::unexpected(reader.error());
    while (true) {
      const auto more = reader->next(game);
      if (!more) return tl::unexpected(more.error());
      if (!*more) break;
      if (auto added = writer->add(game, reader->is_at_frame_end()); !added) return tl::unexpected(added.error());
      ++held.games;
      held.plies += game.plies.size();
    }
  }
  if (auto finished = writer->finish(); !finished) return tl::unexpected(finished.error());
  return held;
}

base::Expected<TransferReport> merge_games(const std::vector<std::string>& paths, const std::string& output,
                                           const base::DiagnosticHandler& diagnose) {
  return transfer(paths, output, diagnose, [](const auto&, const auto&, std::uint64_t) { return true; });
}

base::Expected<TransferReport> sample_games(const std::vector<std::string>& paths, const std::string& output,
                                            std::uint64_t count, std::uint64_t seed,
                                            const base::DiagnosticHandler& diagnose) {
  // Count first, so that each game can be taken with probability (still wanted) / (still left).
  std::uint64_t left = 0;
  auto counted = for_each_game(paths, [&](const auto&, const auto&, std::uint64_t) { return ++left, true; }, {});
  if (!counted) return tl::unexpected(counted.error());
  std::uint64_t wanted = std::min(count, left);
  base::Rng rng(seed);
  return transfer(paths, output, diagnose, [&](const auto&, const auto&, std::uint64_t) {
    const bool taken = base::multiply_high(rng.next(), left) < wanted;
    --left;
    if (taken) --wanted;
    return taken;
  });
}

bool GameFilter::keeps(const GameRecord& game) const {
  const auto among = [](const auto& list, auto value) {
    return list.empty() || std::find(list.begin(), list.end(), value) != list.end();
  };
  if (game.plies.size() < fewest_plies || game.plies.size() > most_plies) return false;
  if (!among(results, game.result) || !among(end_causes, game.end_cause)) return false;
  if (!largest_start_score) return true;
  if (game.plies.empty() || game.plies.front().score == eval::kNoScore) return false;
  return std::abs(game.plies.front().score.value()) <= *largest_start_score;
}

base::Expected<TransferReport> filter_games(const std::vector<std::string>& paths, const std::string& output,
                                            const GameFilter& filter, const base::DiagnosticHandler& diagnose) {
  return transfer(paths, output, diagnose, [&](const GameRecord& game, const std::string& file, std::uint64_t number) {
    if (!filter.keeps(game)) return false;
    const auto fault = find_fault(game);
    if (fault && diagnose) diagnose(in_game(file, number, fault->message));
    return !fault;
  });
}

namespace {

/// Games with random keys; their order by key is the shuffled one. Games with high keys go to later buckets on disk, so
/// that only one bucket at a time is sorted in memory.
class Shuffler {
 public:
  Shuffler(std::size_t buckets, const std::string& output, std::uint64_t seed)
      : bucket_count_(buckets), output_(output), rng_(seed) {}

  [[nodiscard]] base::Expected<void> open() {
    pending_.resize(bucket_count_);
    if (bucket_count_ == 1) return {};  // stays in memory
    for (std::size_t i = 0; i < bucket_count_; ++i) {
      auto file = base::ScratchFile::create_beside(output_);
      if (!file) return tl::unexpected(file.error());
      files_.push_back(*std::move(file));
    }
    return {};
  }

  [[nodiscard]] base::Expected<void> add(const GameRecord& game) {
    const std::uint64_t key = rng_.next();
    const auto bucket = static_cast<std::size_t>(base::multiply_high(key, bucket_count_));
    std::string& bytes = pending_[bucket];
    base::append_little_endian(bytes, key);
    append_game_bytes(bytes, game);
    if (files_.empty() || bytes.size() < kPendingBytes) return {};
    auto written = files_[bucket].append(bytes);
    bytes.clear();
    return written;
  }

  [[nodiscard]] base::Expected<std::uint64_t> write(GameWriter& writer) {
    std::uint64_t count = 0;
    for (std::size_t bucket = 0; bucket < bucket_count_; ++bucket) {
      std::string bytes = std::move(pending_[bucket]);
      if (!files_.empty()) {
        if (auto written = files_[bucket].append(bytes); !written) return tl::unexpected(written.error());
        auto all = files_[bucket].read_all();
        if (!all) return tl::unexpected(all.error());
        bytes = *std::move(all);
      }
      if (auto written = write_sorted(bytes, writer, count); !written) return tl::unexpected(written.error());
    }
    return count;
  }

 private:
  static constexpr std::size_t kPendingBytes = std::size_t{64} << 10;

  [[nodiscard]] static base::Expected<void> write_sorted(std::string_view bytes, GameWriter& writer,
                                                         std::uint64_t& count) {
    struct Place {
      std::uint64_t key;
      std::size_t at;
    };
    std::vector<Place> places;
    GameRecord game;
    for (std::string_view rest = bytes; !rest.empty();) {
      const auto key = base::take_little_endian<std::uint64_t>(rest);
      places.push_back({key, bytes.size() - rest.size()});
      if (!take_game_bytes(rest, game)) return base::failure("a scratch file did not keep what was written to it");
    }
    std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.key < b.key; });
    for (const Place& place : places) {
      std::string_view rest = bytes.substr(place.at);
      if (!take_game_bytes(rest, game)) return base::failure("a scratch file did not keep what was written to it");
      if (auto written = writer.add(game); !written) return written;
      ++count;
    }
    return {};
  }

  std::size_t bucket_count_;
  const std::string& output_;
  base::Rng rng_;
  std::vector<std::string> pending_;
  std::vector<base::ScratchFile> files_;
};

/// The number of buckets needed for each to fit in memory, estimated from the file sizes.
[[nodiscard]] std::size_t bucket_count(const std::vector<std::string>& paths, std::size_t memory_megabytes) {
  constexpr std::uint64_t kUnpacked = 4;     // zstd compresses games to about a third
  constexpr std::size_t kMostBuckets = 500;  // open files
  std::uint64_t bytes = 0;
  for (const std::string& path : paths) {
    std::error_code ignored;
    const std::uintmax_t size = std::filesystem::file_size(path, ignored);
    if (!ignored) bytes += size;
  }
  const std::uint64_t memory = std::uint64_t{memory_megabytes} << 20;
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(bytes * kUnpacked / memory + 1, 1, kMostBuckets));
}

}  // namespace

base::Expected<TransferReport> shuffle_games(const std::vector<std::string>& paths, const std::string& output,
                                             const ShuffleOptions& options, const base::DiagnosticHandler& diagnose) {
  auto writer = GameWriter::create(output);
  if (!writer) return tl::unexpected(writer.error());
  Shuffler shuffler(bucket_count(paths, options.memory_megabytes), output, options.seed);
  if (auto opened = shuffler.open(); !opened) return tl::unexpected(opened.error());
  TransferReport report;
  base::Expected<void> put_aside;
  auto read = for_each_game(
      paths,
      [&](const GameRecord& game, const std::string&, std::uint64_t) {
        ++report.read;
        put_aside = shuffler.add(game);
        return put_aside.has_value();
      },
      faults_to(diagnose));
  if (!read) return tl::unexpected(read.error());
  if (!put_aside) return tl::unexpected(put_aside.error());
  auto count = shuffler.write(*writer);
  if (!count) return tl::unexpected(count.error());
  if (auto finished = writer->finish(); !finished) return tl::unexpected(finished.error());
  report.written = *count;
  return report;
}

}  // namespace zugwerk::games
