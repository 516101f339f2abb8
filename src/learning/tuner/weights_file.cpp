// learning/tuner/weights_file.cpp

#include "learning/tuner/weights_file.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "eval/classical/weight_list.h"

namespace zugwerk::learning {

namespace {

constexpr std::string_view kDefinition = "inline constexpr ";

[[nodiscard]] bool is_name_char(char c) {
  return base::is_digit(c) || base::is_lower(c) || base::is_upper(c) || c == '_';
}

[[nodiscard]] bool is_fixed(std::string_view name) {
  return std::find(eval::kFixedWeights.begin(), eval::kFixedWeights.end(), name) != eval::kFixedWeights.end();
}

[[nodiscard]] std::string place(const std::string& file, std::string_view text, std::size_t at) {
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  return base::format("{}:{}", file, line);
}

}  // namespace

/// A variable and the numbers in its initialiser.
struct WeightsFile::Definition {
  std::string_view name;
  std::size_t at = 0;
  std::vector<Number> numbers;
};

base::Expected<std::vector<WeightsFile::Definition>> WeightsFile::definitions(std::string_view text,
                                                                              const std::string& name) {
  std::vector<Definition> result;
  for (std::size_t at = text.find(kDefinition); at != std::string_view::npos; at = text.find(kDefinition, at)) {
    // The name is the last word before the initialiser.
    const std::size_t begin = text.find_first_of("{=;", at);
    std::size_t name_end = std::min(begin, text.size());
    while (name_end > at && !is_name_char(text[name_end - 1])) --name_end;
    std::size_t name_begin = name_end;
    while (name_begin > at && is_name_char(text[name_begin - 1])) --name_begin;
    Definition definition;
    definition.name = text.substr(name_begin, name_end - name_begin);
    definition.at = at;

    std::size_t i = begin;
    while (i < text.size() && text[i] != ';') {
      if (text.substr(i, 2) == "//") {
        i = std::min(text.find('\n', i), text.size());
      } else if (base::is_digit(text[i]) || (text[i] == '-' && i + 1 < text.size() && base::is_digit(text[i + 1]))) {
        std::size_t end = i + 1;
        while (end < text.size() && is_name_char(text[end])) ++end;
        const auto value = base::parse_integer<int>(text.substr(i, end - i));
        if (!value)
          return base::failure(base::format("{}: {} in {} is not a whole number", place(name, text, i),
                                            base::in_quotes(text.substr(i, end - i)), definition.name));
        definition.numbers.push_back({i, end - i, 0, *value});
        i = end;
      } else if (is_name_char(text[i])) {
        while (i < text.size() && is_name_char(text[i])) ++i;
      } else {
        ++i;
      }
    }
    if (i >= text.size())
      return base::failure(base::format("{}: {} does not end", place(name, text, at), definition.name));
    result.push_back(std::move(definition));
    at = i;
  }
  return result;
}

base::Expected<WeightsFile> WeightsFile::parse(std::string text, const std::string& name) {
  WeightsFile file;
  file.text_ = std::move(text);
  auto found = definitions(file.text_, name);
  if (!found) return tl::unexpected(found.error());

  std::vector<std::size_t> taken(found->size(), 0);
  std::size_t slot = 0;
  for (const eval::WeightArray& array : eval::kWeightArrays) {
    const auto definition =
        std::find_if(found->begin(), found->end(), [&](const Definition& other) { return other.name == array.name; });
    if (definition == found->end()) return base::failure(base::format("{}: there is no {}", name, array.name));
    const std::size_t halves = array.kind == eval::WeightKind::Tapered ? 2 : 1;
    std::size_t& from = taken[static_cast<std::size_t>(definition - found->begin())];
    if (definition->numbers.size() < from + halves * array.size)
      return base::failure(base::format("{}: {} has {} numbers, which is too few",
                                        place(name, file.text_, definition->at), array.name,
                                        definition->numbers.size()));
    for (std::size_t number = 0; number < halves * array.size; ++number) {
      Number weight = definition->numbers[from++];
      weight.parameter = 2 * (slot + number / halves) + number % halves;
      file.numbers_.push_back(weight);
    }
    slot += array.size;
  }
  for (std::size_t i = 0; i < found->size(); ++i) {
    const Definition& definition = (*found)[i];
    if (is_fixed(definition.name) || taken[i] == definition.numbers.size()) continue;
    return base::failure(
        base::format("{}: {} {}", place(name, file.text_, definition.at), definition.name,
                     taken[i] == 0 ? "is not in the list of weights" : "has more numbers than its array"));
  }
  std::sort(file.numbers_.begin(), file.numbers_.end(), [](const Number& a, const Number& b) { return a.at < b.at; });
  return file;
}

WeightValues WeightsFile::values() const {
  WeightValues result(kParameterCount, 0);
  for (const Number& number : numbers_) result[number.parameter] = number.value;
  return result;
}

std::string WeightsFile::with(const WeightValues& values) const {
  std::string result;
  std::size_t copied = 0;
  for (const Number& number : numbers_) {
    result.append(text_, copied, number.at - copied);
    result += std::to_string(values[number.parameter]);
    copied = number.at + number.length;
  }
  return result.append(text_, copied);
}

}  // namespace zugwerk::learning
