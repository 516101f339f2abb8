// learning/network/training_set.cpp

#include "learning/network/training_set.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <optional>
#include <utility>

#include "base/checksum.h"
#include "base/format.h"
#include "base/rng.h"
#include "base/text.h"
#include "games/archive/game_file.h"
#include "learning/network/score_lookahead.h"

namespace zugwerk::learning {

namespace {

// Parts over which an epoch's positions are distributed before each is shuffled on its own. A constant, so that the
// order does not depend on the available memory.
constexpr std::size_t kParts = 256;
constexpr unsigned kPartShift = 56;
static_assert((UINT64_MAX >> kPartShift) + 1 == kParts);

constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15;

[[nodiscard]] std::string_view bytes_of(std::span<const TrainingSample> samples) {
  return {reinterpret_cast<const char*>(samples.data()), samples.size_bytes()};
}

/// A uniform shuffle; the same swaps for any kind of element.
template <class Element>
void shuffle(std::span<Element> elements, std::uint64_t seed) {
  base::Rng rng(seed);
  for (std::size_t left = elements.size(); left > 1; --left)
    std::swap(elements[left - 1], elements[rng.below(static_cast<std::uint32_t>(left))]);
}

/// Random, but the same for all positions of a game.
[[nodiscard]] bool is_game_held_out(const TrainingSetOptions& options, std::uint32_t game) {
  constexpr double kScale = 0x1p-64;
  std::uint64_t dice = options.seed * kSpread + game;
  return static_cast<double>(base::split_mix(dice)) * kScale < options.hold_out;
}

[[nodiscard]] base::Error nothing_left(const games::PositionCounts& counts) {
  std::string text = base::format("no positions are left to learn from: {} games with {} positions",
                                  base::with_thousands(counts.games), base::with_thousands(counts.positions));
  for (std::size_t i = 0; i < games::kSkipReasonCount; ++i)
    if (counts.skipped[i] > 0)
      base::append_format(text, ", {} left out ({})", base::with_thousands(counts.skipped[i]),
                          name_of(static_cast<games::SkipReason>(i)));
  return {text};
}

}  // namespace

base::Expected<TrainingSet> TrainingSet::read(const std::vector<std::string>& paths, const TrainingSetOptions& options,
                                              const base::DiagnosticHandler& report) {
  TrainingSet set(options);
  base::Expected<void> added;
  std::uint32_t game_number = 0;
  const eval::ResultCurve curve(options.scale);
  const auto on_game = [&](const games::GameRecord& played, const std::string& file, std::uint64_t number) {
    const games::GameRecord game = with_lookahead(played, options.horizon, curve);
    const bool is_out = is_game_held_out(options, game_number);
    const std::uint64_t kept_before = set.counts_.kept;
    const auto visited =
        games::visit_positions(game, options.filter, set.counts_, [&](const games::TrainingPosition& position) {
          added = set.add(make_sample(position.position, position.score, position.result, game_number), is_out);
          return added.has_value();
        });
    if (!visited && report) report(games::in_game(file, number, visited.error().message));
    if (set.counts_.kept > kept_before) ++(is_out ? set.held_out_games_ : set.learned_games_);
    ++game_number;
    return added.has_value();
  };
  const auto read = games::for_each_game(paths, on_game, games::faults_to(report));
  if (!read) return tl::unexpected(read.error());
  if (!added) return tl::unexpected(added.error());
  if (auto finished = set.finish(); !finished) return tl::unexpected(finished.error());
  if (set.size() == 0) return tl::unexpected(nothing_left(set.counts_));
  return set;
}

base::Expected<void> TrainingSet::add(const TrainingSample& sample, bool is_held_out) {
  fingerprint_ = base::checksum(bytes_of({&sample, 1}), fingerprint_ + (is_held_out ? kSpread : 0));
  if (!is_held_out) return add_learned(sample);
  held_out_.push_back(sample);
  return {};
}

base::Expected<void> TrainingSet::add_learned(const TrainingSample& sample) {
  ++size_;
  if (segments_.empty() && pending_.empty()) {
    if (chunks_.empty() || chunks_.back().size() == kChunk) {
      chunks_.emplace_back();
      chunks_.back().reserve(kChunk);
    }
    chunks_.back().push_back(sample);
    return size_ * sizeof(TrainingSample) > options_.memory_bytes ? spill() : base::Expected<void>();
  }
  pending_ += bytes_of({&sample, 1});
  return pending_.size() >= segment_bytes() ? write_segment() : base::Expected<void>();
}

base::Expected<void> TrainingSet::spill() {
  for (std::vector<TrainingSample>& chunk : chunks_) {
    pending_ += bytes_of(chunk);
    chunk = {};
    if (pending_.size() < segment_bytes()) continue;
    if (auto written = write_segment(); !written) return written;
  }
  chunks_.clear();
  return {};
}

base::Expected<void> TrainingSet::write_segment() {
  auto file = base::ScratchFile::create_beside(options_.scratch_beside);
  if (!file) return tl::unexpected(file.error());
  if (auto written = file->append(pending_); !written) return written;
  segments_.push_back(*std::move(file));
  pending_.clear();
  return {};
}

std::size_t TrainingSet::segment_bytes() const {
  // Few enough files, each a small part of the allowed memory.
  constexpr std::size_t kShare = 4;
  constexpr std::size_t kLeast = std::size_t{1} << 20;
  return std::max(options_.memory_bytes / kShare, kLeast);
}

base::Expected<void> TrainingSet::finish() {
  // With a handful of games, all may fall on one side.
  if (size_ == 0 && !held_out_.empty()) {
    std::swap(learned_games_, held_out_games_);
    for (const TrainingSample& sample : std::exchange(held_out_, {}))
      if (auto added = add_learned(sample); !added) return added;
  }
  if (!pending_.empty())
    if (auto written = write_segment(); !written) return written;
  pending_.shrink_to_fit();
  return {};
}

ShuffledEpoch::ShuffledEpoch(TrainingSet& set, std::uint64_t seed, int epoch) : set_(&set) {
  std::uint64_t state = seed * kSpread + static_cast<std::uint64_t>(epoch);
  epoch_seed_ = base::split_mix(state);
}

base::Expected<ShuffledEpoch> ShuffledEpoch::begin(TrainingSet& set, std::uint64_t seed, int epoch, std::size_t skip) {
  assert(skip <= set.size());
  ShuffledEpoch result(set, seed, epoch);
  if (set.is_in_memory()) {
    result.order_in_memory();
    result.at_ = skip;
    return result;
  }
  if (auto distributed = result.distribute(); !distributed) return tl::unexpected(distributed.error());
  while (skip > 0) {
    const std::size_t in_part = result.parts_[result.next_part_].size() / sizeof(TrainingSample);
    if (in_part > skip) {
      if (auto loaded = result.load_part(); !loaded) return tl::unexpected(loaded.error());
      result.at_ = skip;
      break;
    }
    ++result.next_part_;
    skip -= in_part;
  }
  return result;
}

std::size_t ShuffledEpoch::part_of(std::size_t number) const {
  std::uint64_t state = epoch_seed_ + number * kSpread;
  return base::split_mix(state) >> kPartShift;
}

std::uint64_t ShuffledEpoch::seed_of_part(std::size_t part) const {
  std::uint64_t state = ~epoch_seed_ + part;
  return base::split_mix(state);
}

void ShuffledEpoch::order_in_memory() {
  std::vector<std::size_t> ends(kParts, 0);
  for (std::size_t number = 0; number < set_->size(); ++number) ++ends[part_of(number)];
  std::size_t begin = 0;
  std::vector<std::size_t> places(kParts);
  for (std::size_t part = 0; part < kParts; ++part) {
    places[part] = begin;
    ends[part] = begin += ends[part];
  }
  order_.resize(set_->size());
  for (std::size_t number = 0; number < set_->size(); ++number)
    order_[places[part_of(number)]++] = static_cast<std::uint32_t>(number);
  begin = 0;
  for (std::size_t part = 0; part < kParts; ++part) {
    shuffle(std::span(order_).subspan(begin, ends[part] - begin), seed_of_part(part));
    begin = ends[part];
  }
}

base::Expected<void> ShuffledEpoch::distribute() {
  for (std::size_t part = 0; part < kParts; ++part) {
    auto file = base::ScratchFile::create_beside(set_->options_.scratch_beside);
    if (!file) return tl::unexpected(file.error());
    parts_.push_back(*std::move(file));
  }
  std::size_t number = 0;
  for (base::ScratchFile& segment : set_->segments_) {
    const auto bytes = segment.read_all();
    if (!bytes) return tl::unexpected(bytes.error());
    for (std::size_t at = 0; at < bytes->size(); at += sizeof(TrainingSample), ++number)
      if (auto put = parts_[part_of(number)].append(std::string_view(*bytes).substr(at, sizeof(TrainingSample))); !put)
        return put;
  }
  return {};
}

base::Expected<void> ShuffledEpoch::load_part() {
  const auto bytes = parts_[next_part_].read_all();
  if (!bytes) return tl::unexpected(bytes.error());
  part_.resize(bytes->size() / sizeof(TrainingSample));
  std::memcpy(part_.data(), bytes->data(), bytes->size());
  shuffle(std::span(part_), seed_of_part(next_part_));
  ++next_part_;
  at_ = 0;
  return {};
}

base::Expected<void> ShuffledEpoch::next(std::span<TrainingSample> batch) {
  if (set_->is_in_memory()) {
    assert(at_ + batch.size() <= order_.size());
    // The samples are scattered in memory; prefetching hides most of the latency.
    constexpr std::size_t kAhead = 16;
    const std::size_t end = order_.size();
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (at_ + i + kAhead < end) __builtin_prefetch(&set_->sample(order_[at_ + i + kAhead]));
      batch[i] = set_->sample(order_[at_ + i]);
    }
    at_ += batch.size();
    return {};
  }
  while (!batch.empty()) {
    if (at_ == part_.size()) {
      assert(next_part_ < parts_.size());
      if (auto loaded = load_part(); !loaded) return loaded;
    }
    const std::size_t count = std::min(batch.size(), part_.size() - at_);
    std::copy_n(part_.begin() + static_cast<std::ptrdiff_t>(at_), count, batch.begin());
    at_ += count;
    batch = batch.subspan(count);
  }
  return {};
}

}  // namespace zugwerk::learning
