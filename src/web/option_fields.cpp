#include "web/option_fields.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <string_view>
#include <utility>

#include "web/fields.h"

namespace zugwerk::web {

using base::Json;
using engine::Option;
using engine::OptionType;
using engine::OptionValue;

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kFields{
    {{"elo", "UCI_Elo"}, {"lines", "MultiPV"}, {"evaluation", "Evaluation"}}};

/// Many lines for one client slow down all the others.
constexpr int kMostLines = 8;

[[nodiscard]] Json to_json(const Option& option) {
  Json json{{"option", option.name}, {"summary", option.summary}};
  if (option.type == OptionType::Spin)
    json.update({{"default", option.initial.number}, {"min", option.least}, {"max", option.most}});
  else
    json.update({{"default", option.initial.text}, {"choices", option.choices}});
  return json;
}

}  // namespace

Option option_of_field(const std::string& field) {
  const auto* const found =
      std::find_if(kFields.begin(), kFields.end(), [&](const auto& of) { return of.first == field; });
  assert(found != kFields.end());
  Option option = engine::engine_option(found->second);
  if (field == "lines") option.most = std::min(option.most, kMostLines);
  return option;
}

Json option_fields_json() {
  Json fields = Json::object();
  for (const auto& [field, option] : kFields) fields[std::string(field)] = to_json(option_of_field(std::string(field)));
  return fields;
}

base::Expected<std::optional<OptionValue>> option_field(const Json& body, const std::string& field) {
  const Option option = option_of_field(field);
  if (option.type == OptionType::Spin) {
    const auto number = integer_field(body, field, option.least, option.most);
    if (!number) return tl::make_unexpected(number.error());
    if (!*number) return std::nullopt;
    OptionValue value;
    value.number = static_cast<int>(**number);
    return value;
  }
  const auto text = text_field(body, field);
  if (!text) return tl::make_unexpected(text.error());
  if (!*text) return std::nullopt;
  auto value = engine::parse_value(option, **text);
  if (!value) return base::failure("field '" + field + "': " + value.error().message);
  return *std::move(value);
}

}  // namespace zugwerk::web
