// fuzz/options_fuzz.cpp
//
// Any text as changes of options: on each line a name, '=' and a value. A value that is refused changes nothing; one
// that is accepted is in the declared range, reads back the same and changes that option of the engine and no other.
// Options that allocate, start threads or read files are not applied to the engine, only recorded.

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "engine/engine.h"
#include "engine/options.h"
#include "fuzz/property.h"

namespace {

using namespace zugwerk;
using namespace zugwerk::engine;
using fuzz::require;

constexpr std::array<std::string_view, 6> kOnlyRecorded{"Hash",     "Clear Hash", "Threads",
                                                        "BookFile", "SyzygyPath", "EvalFile"};

/// A value as a client would send it.
[[nodiscard]] std::string text_of(const Option& option, const OptionValue& value) {
  if (option.type == OptionType::Spin) return std::to_string(value.number);
  if (option.type == OptionType::Check) return value.on ? "true" : "false";
  return value.text;
}

/// An engine whose options are set, and the values that were applied last, in the order of the options.
struct Subject {
  Subject() {
    // Without a network loaded, a change of the evaluation does not clear the hash, which takes long.
    engine.set_network(nullptr);
    for (const Option& option : engine_options()) {
      const std::size_t at = values.size();
      values.push_back(text_of(option, option.initial));
      options.add(option, [this, at](const OptionValue& value) {
        const Option& declared = engine_options()[at];
        values[at] = text_of(declared, value);
        for (const std::string_view name : kOnlyRecorded)
          if (declared.name == name) return OptionOutcome{};
        return of_engine.set(declared.name, values[at]);
      });
    }
  }

  [[nodiscard]] const std::string& value_of(std::string_view name) const {
    const auto& all = engine_options();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Option& option) { return option.name == name; });
    return values[static_cast<std::size_t>(found - all.begin())];
  }

  Engine engine{search::Events{}};
  Options of_engine = options_of(engine);
  Options options;
  std::vector<std::string> values;
};

void check_message(const std::string& message) {
  require(!message.empty(), "a message says something");
  require(base::is_valid_utf8(message), "a message is UTF-8", message);
  require(message.find('\n') == std::string::npos, "a message is one line", message);
}

void check_value(const Option& option, const std::string& text) {
  const auto value = parse_value(option, text);
  require(value.has_value(), "an accepted value reads back", option.name, text);
  fuzz::require_equal(text_of(option, *value), text, "a value reads back the same");
  if (option.type == OptionType::Spin)
    require(value->number >= option.least && value->number <= option.most, "numbers are in their range", option.name,
            text);
  if (option.type == OptionType::Combo) {
    bool declared = false;
    for (const std::string& choice : option.choices) declared = declared || choice == text;
    require(declared, "a choice is one of those declared", option.name, text);
  }
}

/// Whether the engine's settings match the values, so that only the changed option was touched.
void check_engine(const Subject& subject) {
  const search::Settings& settings = subject.engine.settings();
  const auto is_number = [&](std::string_view name, long long number) {
    fuzz::require_equal(subject.value_of(name), std::to_string(number), name);
  };
  const auto is_on = [&](std::string_view name, bool on) {
    fuzz::require_equal(subject.value_of(name), on ? "true" : "false", name);
  };
  is_number("MultiPV", settings.line_count);
  is_number("Move Overhead", settings.overhead.count());
  is_number("SyzygyProbeDepth", settings.tb_depth);
  is_number("SyzygyProbeLimit", settings.tb_pieces);
  is_on("Ponder", settings.ponders);
  is_on("UCI_AnalyseMode", settings.analyses);
  is_on("Syzygy50MoveRule", settings.fifty_moves);
  is_on("UCI_LimitStrength", subject.engine.level().has_value());
  if (subject.engine.level()) is_number("UCI_Elo", *subject.engine.level());
}

void check_change(Subject& subject, std::string_view name, std::string_view value) {
  const std::vector<std::string> before = subject.values;
  const Option* const option = subject.options.find(name);
  const OptionOutcome outcome = subject.options.set(name, value);
  for (const std::string& error : outcome.errors) check_message(error);
  for (const std::string& note : outcome.notes) check_message(note);
  require(option != nullptr || !outcome.errors.empty(), "an unknown option is an error", name);
  const bool accepted = outcome.errors.empty();
  require(accepted || subject.values == before, "a refused value changes nothing", name, value);
  for (std::size_t i = 0; i < before.size(); ++i) {
    const bool is_this = option != nullptr && option->name == engine_options()[i].name;
    require(is_this || subject.values[i] == before[i], "other options stay", name, value);
    if (is_this && accepted && option->type != OptionType::Text && option->type != OptionType::File)
      check_value(*option, subject.values[i]);
    if (is_this && accepted && option->holds_text())
      fuzz::require_equal(subject.values[i], value, "text is taken as it is");
  }
  check_engine(subject);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Subject subject;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t equals = std::min(line.find('='), line.size());
    check_change(subject, line.substr(0, equals), line.substr(std::min(equals + 1, line.size())));
  }
  // Every input starts from the defaults.
  for (std::size_t i = 0; i < subject.values.size(); ++i) {
    const Option& option = engine_options()[i];
    const std::string initial = text_of(option, option.initial);
    if (subject.values[i] != initial) check_change(subject, option.name, initial);
  }
  return 0;
}
