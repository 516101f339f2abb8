// eval/classical/weight_list.cpp

#include "eval/classical/weight_list.h"

#include <algorithm>

namespace zugwerk::eval {

std::string name_of_slot(std::size_t slot) {
  const auto [array, place] = place_of(slot);
  std::string name(array.name);
  const auto rows = std::count_if(kWeightArrays.begin(), kWeightArrays.end(),
                                  [&](const WeightArray& other) { return other.name == name; });
  if (rows > 1) name += "[" + std::to_string(array.row) + "]";
  if (array.size > 1) name += "[" + std::to_string(place) + "]";
  return name;
}

}  // namespace zugwerk::eval
