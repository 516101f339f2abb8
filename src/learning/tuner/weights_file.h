// learning/tuner/weights_file.h
//
// The text of eval/classical/weights.h with its numbers found, so that others can be put in their places. Whatever is
// not a number stays as it is, byte for byte. Line breaks that new numbers call for are clang-format's business.

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
  /// `name` is what the text is called in errors. Every array of the list of weights must be there with as many numbers
  /// as it has, and every number of the file must belong to the list or be known as fixed.
  [[nodiscard]] static base::Expected<WeightsFile> parse(std::string text, const std::string& name);

  /// The numbers as they stand.
  [[nodiscard]] WeightValues values() const;

  /// The text with these numbers instead.
  [[nodiscard]] std::string with(const WeightValues& values) const;

 private:
  /// Where a number stands.
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
  std::vector<Number> numbers_;  // of weights in the list, by rising place
};

}  // namespace zugwerk::learning
