// learning/tuner/tune_parameters.h
//
// The weights of the classical evaluation as one vector of numbers. How they make an evaluation is tune_set.h's, how
// they stand in the source weights_file.h's.

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
/// The same as the source has them.
using WeightValues = std::vector<int>;

/// What this program plays with.
[[nodiscard]] WeightValues compiled_weights();

[[nodiscard]] Parameters to_parameters(const WeightValues& values);
/// To the nearest whole numbers.
[[nodiscard]] WeightValues rounded(const Parameters& parameters);

/// How many numbers there are to fit: those that exist.
[[nodiscard]] std::size_t free_parameter_count();

/// By what measure a parameter is a little different: one, or less for shares, which are small numbers that others are
/// multiplied by.
[[nodiscard]] std::vector<double> parameter_units();

/// "kTempo mg", "kPassedPawn[3] eg", "kShield[1][4]".
[[nodiscard]] std::string name_of_parameter(std::size_t parameter);

}  // namespace zugwerk::learning
