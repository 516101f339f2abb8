// learning/network/quantisation.h
//
// What a network loses by quantisation: the engine's evaluations compared with those of the floats.

#pragma once

#include <cstddef>
#include <span>

#include "learning/network/float_network.h"
#include "learning/network/network_trainer.h"
#include "learning/network/training_sample.h"
#include "nnue/network.h"

namespace zugwerk::learning {

struct QuantisationError {
  std::size_t positions = 0;
  double mean_difference = 0;     // absolute difference of the evaluations, in centipawns
  double largest_difference = 0;  // the same
  double float_loss = 0;          // mean squared error against the target
  double quantised_loss = 0;
};

/// Compares both networks over the same positions, at least one.
[[nodiscard]] QuantisationError compare(const FloatNetwork& floats, const nnue::Network& quantised,
                                        std::span<const TrainingSample> samples, const TrainingTarget& target);

}  // namespace zugwerk::learning
