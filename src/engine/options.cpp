#include "engine/options.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "engine/engine.h"
#include "search/params.h"

namespace zugwerk::engine {

namespace {

/// An option of every engine, and how it is applied to one.
struct EngineOption {
  Option option;
  std::function<OptionOutcome(Engine&, const OptionValue&)> apply;
};

[[nodiscard]] const Option* find_option(const std::vector<Option>& options, std::string_view name) {
  const std::string wanted = base::lower_case(name);
  const auto found = std::find_if(options.begin(), options.end(),
                                  [&](const Option& option) { return base::lower_case(option.name) == wanted; });
  return found == options.end() ? nullptr : &*found;
}

// --- Applying values -------------------------------------------------------------------------------------------------

OptionOutcome load_tablebases(Engine& engine, const OptionValue& value) {
  if (const auto loaded = engine.load_tablebases(value.text); !loaded)
    return OptionOutcome::error(loaded.error().message + "; play goes on without tables");
  if (engine.tablebases() == nullptr) return {};
  return {.errors = engine.tablebases()->faults(), .notes = {engine.tablebases()->describe()}};
}

OptionOutcome load_network(Engine& engine, const OptionValue& value) {
  if (const auto loaded = engine.load_network(value.text); !loaded)
    return OptionOutcome::error(loaded.error().message + "; the old evaluation stays");
  const auto& network = engine.network();
  return {.errors = {},
          .notes = {network ? base::format("evaluation: network {}, {} neurons, {}", network->name(), network->width(),
                                           network->kernels().name)
                            : "evaluation: classical"}};
}

/// Wraps a change that cannot fail.
template <class Change>
[[nodiscard]] auto always(Change change) {
  return [change](Engine& engine, const OptionValue& value) {
    change(engine, value);
    return OptionOutcome{};
  };
}

// --- The list --------------------------------------------------------------------------------------------------------

[[nodiscard]] std::vector<EngineOption> declare_engine_options() {
  using search::Settings;
  constexpr int kMostHash{Engine::kMostHash};
  constexpr int kDefaultHash{Engine::kDefaultHash};
  constexpr int kDefaultOverhead{Settings::kDefaultOverhead.count()};
  constexpr int kMostTbDepth = 100;
  constexpr int kMostLevelSeed = 1'000'000'000;

  std::vector<EngineOption> list;
  const auto add = [&](Option option, auto apply) { list.push_back({std::move(option), std::move(apply)}); };

  add(Option::spin("Hash", kDefaultHash, 1, kMostHash,
                   "size of the transposition table in MB; more than the machine has is refused"),
      [](Engine& engine, const OptionValue& value) -> OptionOutcome {
        const auto set = engine.set_hash(static_cast<std::size_t>(value.number));
        return set ? OptionOutcome{} : OptionOutcome::error(set.error().message + "; the old value stays");
      });
  add(Option::button("Clear Hash", "clears the transposition table and the histories"),
      always([](Engine& engine, const OptionValue&) { engine.clear_hash(); }));
  add(Option::spin("Threads", 1, 1, Engine::kMostThreads, "number of search threads"),
      always([](Engine& engine, const OptionValue& value) { engine.set_threads(value.number); }));
  add(Option::spin("MultiPV", 1, 1, Engine::kMostLines, "number of lines to search and show"),
      always([](Engine& engine, const OptionValue& value) { engine.set_lines(value.number); }));
  add(Option::check("Ponder", false,
                    "announced by clients that ponder; a quarter more time is spent on a move, since the opponent's "
                    "is used too"),
      always([](Engine& engine, const OptionValue& value) { engine.set_ponders(value.on); }));
  add(Option::spin("Move Overhead", kDefaultOverhead, 0, Engine::kMostOverhead,
                   "milliseconds lost between sending a move and its arrival"),
      always([](Engine& engine, const OptionValue& value) {
        engine.set_move_overhead(search::Milliseconds(value.number));
      }));

  add(Option::check("OwnBook", false, "play from the book"),
      always([](Engine& engine, const OptionValue& value) { engine.opening().set_enabled(value.on); }));
  add(Option::file("BookFile",
                   "a Polyglot book; empty for the program's own. A file that cannot be read is refused, and play goes "
                   "on without a book"),
      [](Engine& engine, const OptionValue& value) {
        const auto loaded = engine.opening().load(value.text);
        return loaded ? OptionOutcome{}
                      : OptionOutcome::error(loaded.error().message + "; play goes on without a book");
      });
  add(Option::check("Best Book Move", false, "the heaviest move of the book instead of a random one"),
      always([](Engine& engine, const OptionValue& value) {
        engine.opening().set_choice(value.on ? book::Choice::Best : book::Choice::ByWeight);
      }));
  add(Option::spin("Book Depth", Opening::kDefaultMoves, 1, Opening::kMostMoves,
                   "moves of the game for which the book is consulted"),
      always([](Engine& engine, const OptionValue& value) { engine.opening().set_move_limit(value.number); }));

  add(Option::text("SyzygyPath", "folders of Syzygy tablebases, separated by `:`"), load_tablebases);
  add(Option::spin("SyzygyProbeDepth", Settings{}.tb_depth, 1, kMostTbDepth,
                   "the least depth at which positions with as many pieces as the largest tablebases are looked up"),
      always([](Engine& engine, const OptionValue& value) {
        const Settings& now = engine.settings();
        engine.set_tb_limits(now.tb_pieces, value.number, now.fifty_moves);
      }));
  add(Option::spin("SyzygyProbeLimit", Settings::kMostTbPieces, 0, Settings::kMostTbPieces,
                   "pieces up to which positions are looked up"),
      always([](Engine& engine, const OptionValue& value) {
        const Settings& now = engine.settings();
        engine.set_tb_limits(value.number, now.tb_depth, now.fifty_moves);
      }));
  add(Option::check("Syzygy50MoveRule", true,
                    "wins that take more than fifty moves without a capture or pawn move count as draws"),
      always([](Engine& engine, const OptionValue& value) {
        const Settings& now = engine.settings();
        engine.set_tb_limits(now.tb_pieces, now.tb_depth, value.on);
      }));

  add(Option::combo("Evaluation", {"network", "classical"},
                    "what evaluates; without any network the classical evaluation plays in either case"),
      always([](Engine& engine, const OptionValue& value) { engine.use_network(value.text == "network"); }));
  add(Option::file("EvalFile",
                   "a network to evaluate with; empty for the one in the program, if it has one. A file that cannot be "
                   "read is refused, and the old evaluation stays"),
      load_network);

  add(Option::check("UCI_AnalyseMode", false,
                    "forced moves and known mates get their full time too, instead of an early answer"),
      always([](Engine& engine, const OptionValue& value) { engine.set_analyses(value.on); }));
  add(Option::check("UCI_LimitStrength", false, "play like a player of `UCI_Elo`"),
      always([](Engine& engine, const OptionValue& value) { engine.limit_strength(value.on); }));
  add(Option::spin("UCI_Elo", Level::kDefaultElo, Level::kLeastElo, Level::kMostElo,
                   "the rating that `UCI_LimitStrength` plays at"),
      always([](Engine& engine, const OptionValue& value) { engine.set_elo(value.number); }));
  add(Option::spin("Level Seed", 0, 0, kMostLevelSeed,
                   "the same number makes a player of a level play the same again; 0: every game is different"),
      always([](Engine& engine, const OptionValue& value) {
        engine.set_level_seed(value.number == 0 ? std::nullopt : std::optional<std::uint64_t>(value.number));
      }));

  // In a tuning build every parameter of the search is an option.
#if defined(ZUGWERK_TUNE)
  for (const auto& tunable : search::params::tunables())
    add(Option::spin(std::string(tunable.name), tunable.original, tunable.least, tunable.most,
                     "a number of the search"),
        always([target = tunable.value](Engine& engine, const OptionValue& value) {
          engine.stop_and_wait();
          *target = value.number;
          engine.new_game();
        }));
#endif
  return list;
}

[[nodiscard]] const std::vector<EngineOption>& declared_engine_options() {
  static const std::vector<EngineOption> list = declare_engine_options();
  return list;
}

}  // namespace

// --- Declarations ----------------------------------------------------------------------------------------------------

Option Option::spin(std::string name, int initial, int least, int most, std::string summary) {
  assert(least <= initial && initial <= most);
  Option option;
  option.name = std::move(name);
  option.type = OptionType::Spin;
  option.summary = std::move(summary);
  option.initial.number = initial;
  option.least = least;
  option.most = most;
  return option;
}

Option Option::check(std::string name, bool initial, std::string summary) {
  Option option;
  option.name = std::move(name);
  option.type = OptionType::Check;
  option.summary = std::move(summary);
  option.initial.on = initial;
  return option;
}

Option Option::combo(std::string name, std::vector<std::string> choices, std::string summary) {
  assert(!choices.empty());
  Option option;
  option.name = std::move(name);
  option.type = OptionType::Combo;
  option.summary = std::move(summary);
  option.initial.text = choices.front();
  option.choices = std::move(choices);
  return option;
}

Option Option::text(std::string name, std::string summary) {
  Option option;
  option.name = std::move(name);
  option.type = OptionType::Text;
  option.summary = std::move(summary);
  return option;
}

Option Option::file(std::string name, std::string summary) {
  Option option = text(std::move(name), std::move(summary));
  option.type = OptionType::File;
  return option;
}

Option Option::button(std::string name, std::string summary) {
  Option option;
  option.name = std::move(name);
  option.summary = std::move(summary);
  return option;
}

Option Option::at_any_time() && {
  when = WhenToChange::AnyTime;
  return std::move(*this);
}

base::Expected<OptionValue> parse_value(const Option& option, std::string_view text) {
  const auto expected = [&](const std::string& what) {
    return base::failure(base::in_quotes(text) + " is not " + what);
  };
  OptionValue value;
  switch (option.type) {
    case OptionType::Spin: {
      const auto number = base::parse_integer<int>(text);
      if (!number || *number < option.least || *number > option.most)
        return expected(base::format("a number from {} to {}", option.least, option.most));
      value.number = *number;
      break;
    }
    case OptionType::Check: {
      const std::string word = base::lower_case(text);
      value.on = word == "true" || word == "1";
      if (!value.on && word != "false" && word != "0") return expected("true or false");
      break;
    }
    case OptionType::Combo: {
      const std::string word = base::lower_case(text);
      const auto chosen = std::find_if(option.choices.begin(), option.choices.end(),
                                       [&](const std::string& choice) { return base::lower_case(choice) == word; });
      if (chosen == option.choices.end()) {
        std::string all = option.choices.front();
        for (std::size_t i = 1; i < option.choices.size(); ++i) all += " or " + option.choices[i];
        return expected(all);
      }
      value.text = *chosen;
      break;
    }
    case OptionType::Text:
    case OptionType::File:
      value.text = text;
      break;
    case OptionType::Button:
      break;
  }
  return value;
}

// --- Sets of options -------------------------------------------------------------------------------------------------

void Options::add(Option option, Apply apply) {
  assert(find(option.name) == nullptr);
  declared_.push_back(std::move(option));
  apply_.push_back(std::move(apply));
}

void Options::remove(std::string_view name) {
  const Option* const option = find(name);
  assert(option != nullptr);
  const auto at = option - declared_.data();
  declared_.erase(declared_.begin() + at);
  apply_.erase(apply_.begin() + at);
}

const Option* Options::find(std::string_view name) const { return find_option(declared_, name); }

OptionOutcome Options::set(std::string_view name, std::string_view value) const {
  const Option* const option = find(name);
  if (option == nullptr) return OptionOutcome::error("unknown option " + base::in_quotes(name));
  const std::string prefix = "option " + option->name + ": ";
  const auto parsed = parse_value(*option, value);
  if (!parsed) return OptionOutcome::error(prefix + parsed.error().message + "; the old value stays");
  OptionOutcome outcome = apply_[static_cast<std::size_t>(option - declared_.data())](*parsed);
  for (std::string& error : outcome.errors) error.insert(0, prefix);
  return outcome;
}

// --- Options of engines ----------------------------------------------------------------------------------------------

const std::vector<Option>& engine_options() {
  static const std::vector<Option> all = [] {
    std::vector<Option> options;
    for (const EngineOption& declared : declared_engine_options()) options.push_back(declared.option);
    return options;
  }();
  return all;
}

const Option& engine_option(std::string_view name) {
  const Option* const option = find_option(engine_options(), name);
  assert(option != nullptr);
  return *option;
}

Options options_of(Engine& engine) {
  Options options;
  for (const EngineOption& declared : declared_engine_options())
    options.add(declared.option,
                [&engine, &apply = declared.apply](const OptionValue& value) { return apply(engine, value); });
  return options;
}

}  // namespace zugwerk::engine
