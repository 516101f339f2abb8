#include "protocol/xboard_options.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "protocol/log_option.h"
#include "protocol/xboard_text.h"

namespace zugwerk::protocol {

using engine::Option;
using engine::OptionOutcome;
using engine::OptionValue;

namespace {

/// Options that have a command of their own, and can be set by that or by "option".
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kOwnCommands{
    {{"memory", "Hash"}, {"cores", "Threads"}, {"egtpath", "SyzygyPath"}}};

/// Options of the engine that the protocol sets itself, with "hard", "easy" and "analyze".
constexpr std::array<std::string_view, 2> kDecided{"Ponder", "UCI_AnalyseMode"};

/// The name and the value that a command sets; nothing for an unknown kind of tablebases.
[[nodiscard]] std::optional<std::pair<std::string, std::string>> read(std::string_view command, std::string_view rest) {
  if (command == "option") return parse_xboard_option(rest);
  if (command == "egtpath" && base::take_word(rest) != "syzygy") return std::nullopt;
  for (const auto& [own, name] : kOwnCommands)
    if (own == command) return std::pair(std::string(name), std::string(base::trim(rest)));
  return std::nullopt;
}

}  // namespace

XboardOptions::XboardOptions(engine::Engine& engine, Output& output)
    : output_(output), options_(engine::options_of(engine)) {
  for (const std::string_view name : kDecided) options_.remove(name);
  constexpr int kMostResign = 10'000;
  options_.add(Option::spin("Resign Below", 0, 0, kMostResign,
                            "resign after three moves in a row with a score this many centipawns below zero, or worse; "
                            "0: never")
                   .at_any_time(),
               [this](const OptionValue& value) {
                 resign_below_ = value.number;
                 return OptionOutcome{};
               });
  add_log_option(options_, output);
}

std::vector<Option> XboardOptions::offered() const {
  std::vector<Option> options = options_.list();
  std::erase_if(options, [](const Option& option) {
    return std::any_of(kOwnCommands.begin(), kOwnCommands.end(),
                       [&](const auto& own) { return own.second == option.name; });
  });
  return options;
}

bool XboardOptions::may_change_during_search(std::string_view command, std::string_view rest) const {
  const auto change = read(command, rest);
  const Option* const option = change ? options_.find(change->first) : nullptr;
  return option == nullptr || option->when == engine::WhenToChange::AnyTime;
}

void XboardOptions::obey(std::string_view command, std::string_view rest) {
  const std::string line = std::string(command) + ' ' + std::string(rest);
  const auto change = read(command, rest);
  if (!change) return output_.say(to_error_line("only syzygy tablebases are supported", line));
  const OptionOutcome outcome = options_.set(change->first, change->second);
  for (const std::string& error : outcome.errors) output_.say(to_error_line(error, line));
  for (const std::string& note : outcome.notes) output_.say("# " + note);
}

}  // namespace zugwerk::protocol
