// learning/tuner/tune_set.cpp

#include "learning/tuner/tune_set.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <numbers>

#include "base/rng.h"
#include "eval/fifty_moves.h"

namespace zugwerk::learning {

using chess::Color;
using eval::WeightArray;
using eval::WeightCounts;
using eval::WeightKind;
namespace weights = eval::weights;

namespace {

constexpr std::size_t kShieldDangerParameter = 2 * eval::first_slot("kShieldDanger");
constexpr std::size_t kDangerOffsetSlot = eval::first_slot("kDangerOffset");

constexpr double kSquare = weights::kDangerSquare;
constexpr double kSlope = weights::kDangerSlope;
constexpr double kCap = weights::kDangerCap;

[[nodiscard]] constexpr double sign_of(Color color) { return color == Color::White ? 1.0 : -1.0; }

}  // namespace

std::size_t TuneSet::add_use(std::size_t slot, int times) {
  std::size_t count = 0;
  for (; times != 0; ++count) {
    const int now = std::clamp(times, Use::kLeast, Use::kMost);
    uses_.emplace_back(slot, now);
    times -= now;
  }
  return count;
}

std::size_t TuneSet::add_uses_of(WeightKind kind, const WeightCounts& counts, Color color) {
  std::size_t slot = 0;
  std::size_t added = 0;
  for (const WeightArray& array : eval::kWeightArrays) {
    if (array.kind == kind)
      for (std::size_t place = 0; place < array.size; ++place)
        added += add_use(slot + place, counts.of(slot + place, color));
    slot += array.size;
  }
  return added;
}

void TuneSet::add(const WeightCounts& counts, int halfmove_clock, const TuneLabel& label) {
  assert(!counts.is_known_endgame);
  Sample sample;
  sample.first_use = uses_.size();
  const double clock = std::max(0, eval::kFiftyMoveFade - halfmove_clock) / double{eval::kFiftyMoveFade};
  const double phase = counts.phase / double{weights::kFullPhase};
  const double scale = counts.scale / double{weights::kFullScale};
  sample.middlegame = counts.scale == 0 ? 0.0F : static_cast<float>(clock * phase);
  sample.endgame = static_cast<float>(clock * (1 - phase) * scale);
  sample.result = static_cast<float>(label.result);
  sample.target = sample.result;
  sample.score = static_cast<std::int16_t>(label.score.value());
  sample.game = label.game;

  std::size_t slot = 0;
  for (const WeightArray& array : eval::kWeightArrays) {
    if (array.kind == WeightKind::Tapered)
      for (std::size_t place = slot; place < slot + array.size; ++place)
        sample.tapered = static_cast<std::uint16_t>(
            sample.tapered + add_use(place, counts.of(place, Color::White) - counts.of(place, Color::Black)));
    slot += array.size;
  }
  for (const Color color : chess::kColors) {
    const std::size_t king = index(color);
    sample.shelter[king] = static_cast<std::uint8_t>(add_uses_of(WeightKind::Shelter, counts, color));
    if (counts.of(kDangerOffsetSlot, color) == 0) continue;
    [[maybe_unused]] const std::size_t shares = add_uses_of(WeightKind::AttackerShare, counts, color);
    assert(shares == 1);
    sample.attackers[king] = static_cast<std::uint8_t>(add_uses_of(WeightKind::AttackerWeight, counts, color));
    sample.danger[king] = static_cast<std::uint8_t>(add_uses_of(WeightKind::Danger, counts, color));
  }
  samples_.push_back(sample);
}

void TuneSet::append(const TuneSet& other) {
  const std::uint64_t offset = uses_.size();
  uses_.insert(uses_.end(), other.uses_.begin(), other.uses_.end());
  for (Sample sample : other.samples_) {
    sample.first_use += offset;
    samples_.push_back(sample);
  }
}

std::size_t TuneSet::bytes() const { return samples_.capacity() * sizeof(Sample) + uses_.capacity() * sizeof(Use); }

TuneLabel TuneSet::label(std::size_t number) const {
  const Sample& sample = samples_[number];
  return {sample.result, eval::Score(sample.score), sample.game};
}

void TuneSet::set_targets(double lambda, const eval::ResultCurve& curve) {
  for (Sample& sample : samples_) {
    const eval::Score score(sample.score);
    const bool has_score = score != eval::kNoScore && !score.is_decisive();
    sample.target =
        has_score ? static_cast<float>(lambda * double{sample.result} + (1 - lambda) * curve.expected(score.value()))
                  : sample.result;
  }
}

TuneSet::Evaluated TuneSet::evaluate(const Sample& sample, const double* parameters) const {
  Evaluated result;
  const Use* use = uses_.data() + sample.first_use;
  double middlegame = 0;
  double endgame = 0;
  for (const Use* const end = use + sample.tapered; use != end; ++use) {
    const double times = use->times();
    const double* const weight = parameters + use->parameter();
    middlegame += times * weight[0];
    endgame += times * weight[1];
  }
  const auto sum = [&](std::size_t count) {
    double total = 0;
    for (const Use* const end = use + count; use != end; ++use) total += use->times() * parameters[use->parameter()];
    return total;
  };
  for (const Color color : chess::kColors) {
    KingSafety& king = result.kings[index(color)];
    king.shelter = sum(sample.shelter[index(color)]);
    middlegame += sign_of(color) * king.shelter;
    if (sample.danger[index(color)] == 0) continue;
    const double share = sum(1) / weights::kWholeShare;
    king.attackers = sum(sample.attackers[index(color)]);
    const double shield = parameters[kShieldDangerParameter] * king.shelter / weights::kShieldDangerPer;
    king.danger = share * king.attackers + sum(sample.danger[index(color)]) + shield;
    const double danger = std::clamp(king.danger, 0.0, kCap);
    middlegame -= sign_of(color) * danger * danger / kSquare;
    endgame -= sign_of(color) * danger / kSlope;
  }
  result.value = middlegame * double{sample.middlegame} + endgame * double{sample.endgame};
  return result;
}

void TuneSet::go_back(const Sample& sample, const Evaluated& evaluated, const double* parameters, double slope,
                      double* gradient) const {
  const double by_middlegame = slope * double{sample.middlegame};
  const double by_endgame = slope * double{sample.endgame};
  const Use* use = uses_.data() + sample.first_use;
  for (const Use* const end = use + sample.tapered; use != end; ++use) {
    const double times = use->times();
    double* const weight = gradient + use->parameter();
    weight[0] += times * by_middlegame;
    weight[1] += times * by_endgame;
  }
  const auto spread = [&](std::size_t count, double by_sum) {
    for (const Use* const end = use + count; use != end; ++use) gradient[use->parameter()] += use->times() * by_sum;
  };
  for (const Color color : chess::kColors) {
    const KingSafety& king = evaluated.kings[index(color)];
    const bool counts = sample.danger[index(color)] != 0 && king.danger > 0 && king.danger < kCap;
    const double by_danger =
        counts ? -sign_of(color) * (by_middlegame * 2 * king.danger / kSquare + by_endgame / kSlope) : 0.0;
    const double by_shelter =
        sign_of(color) * by_middlegame + by_danger * parameters[kShieldDangerParameter] / weights::kShieldDangerPer;
    spread(sample.shelter[index(color)], by_shelter);
    if (sample.danger[index(color)] == 0) continue;
    const double share = parameters[use->parameter()] / weights::kWholeShare;
    spread(1, by_danger * king.attackers / weights::kWholeShare);
    spread(sample.attackers[index(color)], by_danger * share);
    spread(sample.danger[index(color)], by_danger);
    gradient[kShieldDangerParameter] += by_danger * king.shelter / weights::kShieldDangerPer;
  }
}

double TuneSet::value(std::size_t number, const Parameters& parameters) const {
  return evaluate(samples_[number], parameters.data()).value;
}

double TuneSet::squared_error(std::span<const std::uint32_t> numbers, const Parameters& parameters,
                              const eval::ResultCurve& curve) const {
  double total = 0;
  for (const std::uint32_t number : numbers) {
    const Sample& sample = samples_[number];
    const double error = curve.expected(evaluate(sample, parameters.data()).value) - double{sample.target};
    total += error * error;
  }
  return total;
}

double TuneSet::add_gradient(std::span<const std::uint32_t> numbers, const Parameters& parameters,
                             const eval::ResultCurve& curve, std::span<double> gradient) const {
  double total = 0;
  for (const std::uint32_t number : numbers) {
    const Sample& sample = samples_[number];
    const Evaluated evaluated = evaluate(sample, parameters.data());
    const double expected = curve.expected(evaluated.value);
    const double error = expected - double{sample.target};
    total += error * error;
    go_back(sample, evaluated, parameters.data(), 2 * error * curve.slope(expected), gradient.data());
  }
  return total;
}

std::uint64_t TuneSet::fingerprint() const {
  std::uint64_t state = samples_.size();
  const auto mix = [&](std::uint64_t value) {
    state ^= value;
    state = base::split_mix(state);
  };
  for (const Sample& sample : samples_) {
    mix(sample.first_use);
    mix(sample.game);
    mix(std::bit_cast<std::uint32_t>(sample.middlegame));
    mix(std::bit_cast<std::uint32_t>(sample.endgame));
    mix(std::bit_cast<std::uint32_t>(sample.result));
    mix(static_cast<std::uint16_t>(sample.score));
  }
  for (const Use use : uses_) mix(use.bits());
  return state;
}

}  // namespace zugwerk::learning
