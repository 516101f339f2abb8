// learning/network/network_trainer.cpp

#include "learning/network/network_trainer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace zugwerk::learning {

namespace {

// Blocks per wave, within which threads do not wait for each other. What they keep for the backward pass should fit in
// the processor's last-level cache.
constexpr std::size_t kBlocksOfWave = 8;

// Parameters that one thread updates at a time; a multiple of sixteen, as the kernel requires.
constexpr std::size_t kPiece = 16'384;

}  // namespace

double TrainingTarget::of(const TrainingSample& sample) const {
  if (!sample.has_score()) return sample.result();
  return lambda_ * sample.result() + (1 - lambda_) * expected(sample);
}

LearningState::LearningState(FloatNetwork start)
    : network(std::move(start)),
      first_moments(network.parameters().size()),
      second_moments(network.parameters().size()) {}

NetworkTrainer::NetworkTrainer(LearningState state, TrainingTarget target, Judged judged, int threads,
                               const TrainKernels& kernels)
    : state_(std::move(state)),
      target_(target),
      kernels_(&kernels),
      workers_(threads),
      threads_(static_cast<std::size_t>(threads)),
      blocks_(std::max(kBlocksOfWave, 2 * threads_)),
      gradient_(state_.network.parameters().size()) {
  const FloatNetwork& network = state_.network;
  for (Block& block : blocks_) {
    block.features.resize(kBlock * kFeaturePair);
    block.counts.resize(kBlock);
    block.starts.resize(nnue::kFeatureCount + 1);
    block.rows.resize(kBlock * kFeaturePair);
    block.sums.resize(network.tiles() * kBlock * kTilePair);
    block.gradient.resize(network.parameters().size() - network.biases_begin());
  }
  if (judged == Judged::Rounded) {
    rounded_.resize(network.parameters().size());
    round_parameters();
  }
}

double NetworkTrainer::work_of_position(NetworkShape shape, double pieces) {
  // Forward: a row for each piece and side, and the output. Backward: the same rows, the output's weights, and the
  // derivatives through them.
  const double both = 2 * static_cast<double>(shape.width);
  return both * (2 * pieces + 3);
}

template <class Forward, class AfterWave>
void NetworkTrainer::for_each_wave(std::span<const TrainingSample> samples, Forward forward, AfterWave after_wave) {
  while (!samples.empty()) {
    std::size_t count = 0;
    for (; count < blocks_.size() && !samples.empty(); ++count) {
      const std::size_t size = std::min(kBlock, samples.size());
      blocks_[count].samples = samples.first(size);
      samples = samples.subspan(size);
    }
    workers_.run(count, [&](std::size_t number) { forward(blocks_[number]); });
    after_wave(count);
  }
}

double NetworkTrainer::step(std::span<const TrainingSample> batch, double rate, double decay) {
  const double loss = compute_gradient(batch);
  move_parameters(rate, decay);
  return loss;
}

MeasuredLoss NetworkTrainer::measure(std::span<const TrainingSample> samples) {
  const auto size = static_cast<double>(samples.size());
  MeasuredLoss total;
  std::size_t scored = 0;
  for_each_wave(
      samples, [&](Block& block) { go_forward(block, false, size); },
      [&](std::size_t count) {
        for (const Block& block : std::span(blocks_).first(count)) {
          total.target += block.loss.target;
          total.results += block.loss.results;
          total.scores += block.loss.scores;
          scored += block.scored;
        }
      });
  return {total.target / size, total.results / size, scored > 0 ? total.scores / static_cast<double>(scored) : 0};
}

double NetworkTrainer::compute_gradient(std::span<const TrainingSample> batch) {
  const auto size = static_cast<double>(batch.size());
  std::fill(gradient_.begin(), gradient_.end(), 0.0F);
  double loss = 0;
  for_each_wave(
      batch, [&](Block& block) { go_forward(block, true, size); },
      [&](std::size_t count) {
        add_wave_gradients(count);
        for (const Block& block : std::span(blocks_).first(count)) loss += block.loss.target;
      });
  return loss / size;
}

void NetworkTrainer::find_features(Block& block) const {
  for (std::size_t i = 0; i < block.samples.size(); ++i) {
    FeatureNumber* const features = block.features.data() + i * kFeaturePair;
    block.counts[i] =
        static_cast<std::uint8_t>(write_features(block.samples[i], features, features + nnue::kMostPieces));
  }
}

/// The transpose: not the features of each row, but the rows of each feature.
void NetworkTrainer::find_rows(Block& block) const {
  const auto for_each_feature = [&](auto visit) {
    for (std::size_t i = 0; i < block.samples.size(); ++i)
      for (std::size_t side = 0; side < 2; ++side) {
        const FeatureNumber* const features = block.features.data() + i * kFeaturePair + side * nnue::kMostPieces;
        for (std::size_t at = 0; at < block.counts[i]; ++at)
          visit(features[at], static_cast<std::uint16_t>(2 * i + side));
      }
  };
  std::array<std::uint32_t, nnue::kFeatureCount> places{};
  for_each_feature([&](FeatureNumber feature, std::uint16_t) { ++places[feature]; });
  std::uint32_t next = 0;
  for (std::size_t feature = 0; feature < nnue::kFeatureCount; ++feature) {
    block.starts[feature] = next;
    next += std::exchange(places[feature], next);
  }
  block.starts[nnue::kFeatureCount] = next;
  for_each_feature([&](FeatureNumber feature, std::uint16_t row) { block.rows[places[feature]++] = row; });
}

void NetworkTrainer::go_forward(Block& block, bool learn, double count) const {
  const FloatNetwork& network = state_.network;
  const std::size_t width = network.shape().width;
  const std::size_t tiles = network.tiles();
  const float* const parameters = judged_parameters();
  constexpr std::size_t kStride = kBlock * kTilePair;

  find_features(block);
  for (std::size_t tile = 0; tile < tiles; ++tile)
    kernels_->add_features(parameters + tile * nnue::kFeatureCount * kTileWidth,
                           parameters + network.biases_begin() + tile * kTileWidth, block.features.data(),
                           block.counts.data(), block.samples.size(), block.sums.data() + tile * kStride);
  if (learn) {
    find_rows(block);
    std::fill(block.gradient.begin(), block.gradient.end(), 0.0F);
  }
  block.loss = {};
  block.scored = 0;
  for (std::size_t i = 0; i < block.samples.size(); ++i) {
    const TrainingSample& sample = block.samples[i];
    const std::size_t bucket = nnue::bucket_of(block.counts[i], network.shape().buckets);
    float* const sums = block.sums.data() + i * kTilePair;
    const float* const weights = parameters + network.output_weight(bucket, 0, 0);
    const float output = kernels_->output(sums, kStride, tiles, weights) + parameters[network.output_bias(bucket)];
    const double expected = target_.expected(static_cast<double>(output));
    const double target = target_.of(sample);
    block.loss.target += (expected - target) * (expected - target);
    if (learn) {
      const auto slope = static_cast<float>(target_.slope(expected, target) / count);
      float* const gradient = block.gradient.data();
      kernels_->go_back(sums, kStride, tiles, weights, slope, gradient + width + bucket * 2 * width, gradient);
      gradient[network.output_bias(bucket) - network.biases_begin()] += slope;
    } else {
      block.loss.results += (expected - sample.result()) * (expected - sample.result());
      if (!sample.has_score()) continue;
      const double by_score = target_.expected(sample);
      block.loss.scores += (expected - by_score) * (expected - by_score);
      ++block.scored;
    }
  }
}

void NetworkTrainer::add_wave_gradients(std::size_t blocks) {
  const FloatNetwork& network = state_.network;
  // Every sum is made by one thread in the order of the blocks, so the split does not change it. Splitting by features
  // as well makes each part read all derivatives again; it is for more threads than there are tiles.
  const std::size_t cuts = (2 * threads_ + network.tiles() - 1) / network.tiles();
  workers_.run(network.tiles() * cuts, [&](std::size_t piece) {
    const std::size_t tile = piece / cuts;
    const std::size_t first = piece % cuts * nnue::kFeatureCount / cuts;
    const std::size_t last = (piece % cuts + 1) * nnue::kFeatureCount / cuts;
    for (const Block& block : std::span(blocks_).first(blocks))
      kernels_->add_gradients(gradient_.data() + tile * nnue::kFeatureCount * kTileWidth, block.starts.data(),
                              block.rows.data(), block.sums.data() + tile * kBlock * kTilePair, first, last);
  });
  float* const rest = gradient_.data() + network.biases_begin();
  for (const Block& block : std::span(blocks_).first(blocks))
    for (std::size_t i = 0; i < block.gradient.size(); ++i) rest[i] += block.gradient[i];
}

void NetworkTrainer::move_parameters(double rate, double decay) {
  FloatNetwork& network = state_.network;
  const auto steps = static_cast<double>(++state_.steps);
  AdamStep step;
  step.rate = static_cast<float>(rate / (1 - std::pow(static_cast<double>(kFirstMemory), steps)));
  step.second_scale = static_cast<float>(1 / (1 - std::pow(static_cast<double>(kSecondMemory), steps)));
  const auto move = [&](std::size_t begin, std::size_t end, float bound, double decay_here) {
    step.keep = static_cast<float>(1 - rate * decay_here);
    step.bound = bound;
    workers_.run((end - begin + kPiece - 1) / kPiece, [&](std::size_t piece) {
      const std::size_t from = begin + piece * kPiece;
      kernels_->adam(network.parameters().data() + from, state_.first_moments.data() + from,
                     state_.second_moments.data() + from, gradient_.data() + from, std::min(kPiece, end - from), step);
    });
  };
  // Biases do not decay: they define the offset.
  move(0, network.biases_begin(), kMostFeatureWeight, decay);
  move(network.biases_begin(), network.output_begin(), kMostFeatureWeight, 0);
  move(network.output_begin(), network.output_biases_begin(), kMostOutputWeight, decay);
  move(network.output_biases_begin(), network.parameters().size(), kMostOutputBias, 0);
  network.clip_output_sums();
  if (!rounded_.empty()) round_parameters();
}

void NetworkTrainer::round_parameters() {
  workers_.run((rounded_.size() + kPiece - 1) / kPiece, [&](std::size_t piece) {
    state_.network.write_rounded(piece * kPiece, std::min((piece + 1) * kPiece, rounded_.size()), rounded_);
  });
}

}  // namespace zugwerk::learning
