// learning/network/training_set.h
//
// The positions that a network learns from, and those of the games held out for validation. They are read from files of
// games once, then shuffled anew for each epoch: every order of all positions is equally likely. Positions beyond a
// memory limit go through scratch files, without changing the order.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/scratch_file.h"
#include "games/data/training_positions.h"
#include "learning/network/training_sample.h"

namespace zugwerk::learning {

struct TrainingSetOptions {
  games::PositionFilter filter;
  double horizon = 0;      // plies that scores look ahead (lookahead.h)
  double scale = 1.1;      // of the curve for that
  double hold_out = 0.05;  // share of games held out for validation
  std::uint64_t seed = 1;  // of the choice of held-out games
  /// Memory for the training positions; held-out positions are always in memory, as is one shuffled part.
  std::size_t memory_bytes = std::size_t{4} << 30;
  std::string scratch_beside;  // a path; scratch files go to its folder
};

class TrainingSet {
 public:
  /// Reads all files. Fails if one cannot be read at all or if no positions are left; damage and broken games are
  /// diagnostics.
  [[nodiscard]] static base::Expected<TrainingSet> read(const std::vector<std::string>& paths,
                                                        const TrainingSetOptions& options,
                                                        const base::DiagnosticHandler& report);

  /// The number of training positions.
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const std::vector<TrainingSample>& held_out() const { return held_out_; }
  [[nodiscard]] const games::PositionCounts& counts() const { return counts_; }
  /// Games with training positions, and games with held-out positions.
  [[nodiscard]] std::uint64_t learned_games() const { return learned_games_; }
  [[nodiscard]] std::uint64_t held_out_games() const { return held_out_games_; }
  [[nodiscard]] bool is_in_memory() const { return segments_.empty(); }
  /// A fingerprint, equal for equal positions in the same order and with the same split.
  [[nodiscard]] std::uint64_t fingerprint() const { return fingerprint_; }

 private:
  friend class ShuffledEpoch;
  static constexpr std::size_t kChunk = 65'536;  // samples of a piece of memory

  explicit TrainingSet(TrainingSetOptions options) : options_(std::move(options)) {}

  [[nodiscard]] base::Expected<void> add(const TrainingSample& sample, bool is_held_out);
  [[nodiscard]] base::Expected<void> add_learned(const TrainingSample& sample);
  /// Moves everything in memory to scratch files.
  [[nodiscard]] base::Expected<void> spill();
  [[nodiscard]] base::Expected<void> write_segment();
  [[nodiscard]] base::Expected<void> finish();
  [[nodiscard]] std::size_t segment_bytes() const;
  [[nodiscard]] const TrainingSample& sample(std::size_t number) const {
    return chunks_[number / kChunk][number % kChunk];
  }

  TrainingSetOptions options_;
  std::size_t size_ = 0;
  std::vector<std::vector<TrainingSample>> chunks_;  // while all fits
  std::string pending_;                              // the beginning of the next segment, once memory was exceeded
  std::vector<base::ScratchFile> segments_;          // all samples in the order they were read
  std::vector<TrainingSample> held_out_;
  games::PositionCounts counts_;
  std::uint64_t learned_games_ = 0;
  std::uint64_t held_out_games_ = 0;
  std::uint64_t fingerprint_ = 0;
};

/// One pass through all training positions. The order depends on seed and epoch alone.
class ShuffledEpoch {
 public:
  /// Begins after the first `skip` positions of the order. The set must outlive it.
  [[nodiscard]] static base::Expected<ShuffledEpoch> begin(TrainingSet& set, std::uint64_t seed, int epoch,
                                                           std::size_t skip = 0);

  /// Fills all of `batch`; there must be as many left.
  [[nodiscard]] base::Expected<void> next(std::span<TrainingSample> batch);

 private:
  ShuffledEpoch(TrainingSet& set, std::uint64_t seed, int epoch);

  [[nodiscard]] std::size_t part_of(std::size_t number) const;
  [[nodiscard]] std::uint64_t seed_of_part(std::size_t part) const;
  void order_in_memory();
  [[nodiscard]] base::Expected<void> distribute();
  [[nodiscard]] base::Expected<void> load_part();

  TrainingSet* set_;
  std::uint64_t epoch_seed_;
  std::size_t at_ = 0;                // in order_ or in part_
  std::vector<std::uint32_t> order_;  // in memory: the numbers of all samples
  // On disk: all samples distributed randomly over parts; each is shuffled in memory when its turn comes.
  std::vector<base::ScratchFile> parts_;
  std::size_t next_part_ = 0;
  std::vector<TrainingSample> part_;
};

}  // namespace zugwerk::learning
