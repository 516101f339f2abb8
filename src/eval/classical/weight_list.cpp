// eval/classical/weight_list.cpp

#include "eval/classical/weight_list.h"

#include <algorithm>

#include "base/format.h"

namespace zugwerk::eval {

std::string name_of_slot(std::size_t slot) {
  const auto [array, place] = place_of(slot);
  std::string name(array.name);
  const auto rows = std::count_if(kWeightArrays.begin(), kWeightArrays.end(),
                                  [&](const WeightArray& other) { return other.name == name; });
  if (rows > 1) base::append_format(name, "[{}]", array.row);
  if (array.size > 1) base::append_format(name, "[{}]", place);
  return name;
}

}  // namespace zugwerk::eval
