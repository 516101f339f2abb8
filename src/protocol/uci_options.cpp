#include "protocol/uci_options.h"

#include "protocol/log_option.h"
#include "protocol/uci_text.h"

namespace zugwerk::protocol {

using engine::Option;
using engine::OptionOutcome;
using engine::OptionValue;

engine::Options uci_options(engine::Engine& engine, UciSettings& settings, Output& output, const std::string& about) {
  engine::Options options = engine::options_of(engine);
  options.add(Option::check("UCI_Chess960", false, "Shredder-FEN and king-takes-rook castling"),
              [&settings](const OptionValue& value) {
                settings.variant = value.on ? chess::Variant::Chess960 : chess::Variant::Standard;
                return OptionOutcome{};
              });
  options.add(Option::check("UCI_ShowWDL", false, "adds `wdl` to scores").at_any_time(),
              [&settings](const OptionValue& value) {
                settings.shows_wdl = value.on;
                return OptionOutcome{};
              });
  options.add(
      Option::text(
          "UCI_Opponent",
          "the opponent: `GM 2800 human Gary Kasparov`, `none none computer Shredder`; confirmed by an `info string`")
          .at_any_time(),
      [](const OptionValue& value) {
        const auto opponent = parse_opponent(value.text);
        if (!opponent) return OptionOutcome::error(opponent.error().message + "; the old value stays");
        OptionOutcome outcome;
        if (!opponent->name.empty()) outcome.notes.push_back("playing " + describe(*opponent));
        return outcome;
      });
  Option engine_about = Option::text("UCI_EngineAbout", "who made this engine; cannot be set").at_any_time();
  engine_about.initial.text = about;
  options.add(std::move(engine_about), [about](const OptionValue& value) {
    // Some clients send every option back with its default.
    if (value.text == about) return OptionOutcome{};
    return OptionOutcome::error("this option only says who made the engine and cannot be set");
  });
  add_log_option(options, output);
  return options;
}

}  // namespace zugwerk::protocol
