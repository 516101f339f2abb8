// learning/network/quantisation.cpp

#include "learning/network/quantisation.h"

#include <algorithm>
#include <cmath>

namespace zugwerk::learning {

QuantisationError compare(const FloatNetwork& floats, const nnue::Network& quantised,
                          std::span<const TrainingSample> samples, const TrainingTarget& target) {
  QuantisationError error;
  error.positions = samples.size();
  for (const TrainingSample& sample : samples) {
    const double fine = floats.evaluate(sample);
    const double coarse = quantised.evaluate(board_of(sample), chess::Color::White) / double{nnue::kCentipawnScale};
    const double difference = std::abs(fine - coarse) * nnue::kCentipawnScale;
    error.mean_difference += difference;
    error.largest_difference = std::max(error.largest_difference, difference);
    const double wanted = target.of(sample);
    error.float_loss += (target.expected(fine) - wanted) * (target.expected(fine) - wanted);
    error.quantised_loss += (target.expected(coarse) - wanted) * (target.expected(coarse) - wanted);
  }
  const auto count = static_cast<double>(samples.size());
  error.mean_difference /= count;
  error.float_loss /= count;
  error.quantised_loss /= count;
  return error;
}

}  // namespace zugwerk::learning
