// learning/tuner/weights_file.h
//
// The text of eval/classical/weights.h with its numbers located, so that they can be replaced. Everything else is
// preserved byte for byte. Run clang-format afterwards for the line breaks.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "learning/tuner/tune_parameters.h"

namespace zugwerk::learning {

class WeightsFile {
 public:
  /// `name` is the name of the text in errors. Every array of the list of weights must be there with the right number
  /// of elements, and every number of the file must belong to the list or be known as fixed.
  [[nodiscard]] static base::Expected<WeightsFile> parse(std::string text, const std::string& name);

  /// The current numbers.
  [[nodiscard]] WeightValues values() const;

  /// The text with these numbers in their place.
  [[nodiscard]] std::string with(const WeightValues& values) const;

 private:
  /// The place of a number in the text.
  struct Number {
    std::size_t at = 0;
    std::size_t length = 0;
    std::size_t parameter = 0;  // which it is
    int value = 0;
  };
  struct Definition;

  [[nodiscard]] static base::Expected<std::vector<Definition>> definitions(std::string_view text,
                                                                           const std::string& name);

  std::string text_;
  std::vector<Number> numbers_;  // of weights in the list, in order of position
};

}  // namespace zugwerk::learning
