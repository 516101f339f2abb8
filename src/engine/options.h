// engine/options.h
//
// Options, each declared once: its name, type, range and default, what it does, whether it may change during a search,
// and how a value is applied. Protocols render this list, pass values as text, and may declare options of their own in
// the same way. Independent of any protocol.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace zugwerk::engine {

class Engine;

enum class OptionType : std::uint8_t { Spin, Check, Combo, Text, File, Button };

enum class WhenToChange : std::uint8_t { BetweenSearches, AnyTime };

/// A valid value of an option. Which field counts depends on the type of the option.
struct OptionValue {
  int number = 0;    // of a spin
  bool on = false;   // of a check
  std::string text;  // of a combo, spelled as declared; of a text or a file
};

/// What an option is, apart from how it is applied.
struct Option {
  std::string name;
  OptionType type = OptionType::Button;
  std::string summary;               // what it does, in one line, with units
  OptionValue initial = {};          // the default
  int least = 0;                     // of a spin
  int most = 0;                      // of a spin
  std::vector<std::string> choices;  // of a combo
  WhenToChange when = WhenToChange::BetweenSearches;

  [[nodiscard]] static Option spin(std::string name, int initial, int least, int most, std::string summary);
  [[nodiscard]] static Option check(std::string name, bool initial, std::string summary);
  /// The first choice is the default.
  [[nodiscard]] static Option combo(std::string name, std::vector<std::string> choices, std::string summary);
  [[nodiscard]] static Option text(std::string name, std::string summary);
  [[nodiscard]] static Option file(std::string name, std::string summary);
  [[nodiscard]] static Option button(std::string name, std::string summary);
  /// The same option, but it may be changed during a search.
  [[nodiscard]] Option at_any_time() &&;

  [[nodiscard]] bool holds_text() const { return type == OptionType::Text || type == OptionType::File; }
};

/// The value that `text` means, or an error that says what was expected. Numbers beyond the range are refused.
[[nodiscard]] base::Expected<OptionValue> parse_value(const Option& option, std::string_view text);

/// Messages about setting an option, one sentence each.
struct OptionOutcome {
  std::vector<std::string> errors;  // the option, what was wrong, and what holds now
  std::vector<std::string> notes;   // information, for example what was loaded

  [[nodiscard]] static OptionOutcome error(std::string message) {
    return {.errors = {std::move(message)}, .notes = {}};
  }
};

/// Options that a client can set.
class Options {
 public:
  /// Applies a value. Errors need not name the option.
  using Apply = std::function<OptionOutcome(const OptionValue&)>;

  /// The name must not be taken.
  void add(Option option, Apply apply);
  /// Removes an option that is set by other means.
  void remove(std::string_view name);

  /// In the order in which they were added.
  [[nodiscard]] const std::vector<Option>& list() const { return declared_; }
  /// By its name, ignoring case; nullptr if there is none.
  [[nodiscard]] const Option* find(std::string_view name) const;

  /// Sets an option by its name, ignoring case. An invalid value leaves the old one. The caller must have ended a
  /// running search, unless the option may change at any time.
  [[nodiscard]] OptionOutcome set(std::string_view name, std::string_view value) const;

 private:
  std::vector<Option> declared_;
  std::vector<Apply> apply_;  // in the same order
};

/// The options of every engine.
[[nodiscard]] const std::vector<Option>& engine_options();
/// One of these, which must exist.
[[nodiscard]] const Option& engine_option(std::string_view name);

/// The options of one engine, which must outlive them.
[[nodiscard]] Options options_of(Engine& engine);

}  // namespace zugwerk::engine
