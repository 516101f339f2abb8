// learning/tuner/tune_parameters.cpp

#include "learning/tuner/tune_parameters.h"

#include <cmath>

namespace zugwerk::learning {

using eval::WeightArray;
using eval::WeightKind;

WeightValues compiled_weights() {
  WeightValues values;
  values.reserve(kParameterCount);
  for (const WeightArray& array : eval::kWeightArrays)
    for (std::size_t place = 0; place < array.size; ++place) {
      values.push_back(array.middlegame(place));
      values.push_back(array.endgame(place));
    }
  return values;
}

Parameters to_parameters(const WeightValues& values) { return {values.begin(), values.end()}; }

WeightValues rounded(const Parameters& parameters) {
  WeightValues values;
  values.reserve(parameters.size());
  for (const double parameter : parameters) values.push_back(static_cast<int>(std::lround(parameter)));
  return values;
}

std::size_t free_parameter_count() {
  std::size_t count = 0;
  for (const WeightArray& array : eval::kWeightArrays)
    count += array.size * (array.kind == WeightKind::Tapered ? 2 : 1);
  return count;
}

std::vector<double> parameter_units() {
  constexpr double kUnitOfShares = 0.1;
  std::vector<double> units;
  units.reserve(kParameterCount);
  for (const WeightArray& array : eval::kWeightArrays)
    units.insert(units.end(), 2 * array.size, array.kind == WeightKind::AttackerShare ? kUnitOfShares : 1.0);
  return units;
}

std::string name_of_parameter(std::size_t parameter) {
  const std::size_t slot = parameter / 2;
  std::string name = eval::name_of_slot(slot);
  if (eval::place_of(slot).array.kind == WeightKind::Tapered) name += parameter % 2 == 0 ? " mg" : " eg";
  return name;
}

}  // namespace zugwerk::learning
