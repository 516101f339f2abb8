// learning/tuner/tune_parameters.h
//
// The weights of the classical evaluation as one vector of numbers. For the evaluation see tune_set.h, for their text
// in the source weights_file.h.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "eval/classical/weight_list.h"

namespace zugwerk::learning {

/// Two for each slot: its middlegame and its endgame half. A weight that is not tapered has only the first.
inline constexpr std::size_t kParameterCount = 2 * eval::kWeightSlots;

/// In centipawns or units of danger.
using Parameters = std::vector<double>;
/// As in the source.
using WeightValues = std::vector<int>;

/// The weights of this program.
[[nodiscard]] WeightValues compiled_weights();

[[nodiscard]] Parameters to_parameters(const WeightValues& values);
/// Rounded to the nearest integers.
[[nodiscard]] WeightValues rounded(const Parameters& parameters);

/// The number of parameters to fit, without unused slots.
[[nodiscard]] std::size_t free_parameter_count();

/// The natural step of a parameter: one, or less for shares, which are small factors.
[[nodiscard]] std::vector<double> parameter_units();

/// "kTempo mg", "kPassedPawn[3] eg", "kShield[1][4]".
[[nodiscard]] std::string name_of_parameter(std::size_t parameter);

}  // namespace zugwerk::learning
