#include "arena/spsa/spsa_run.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <mutex>
#include <optional>
#include <utility>

#include "arena/openings/openings.h"
#include "arena/slots/game_slots.h"
#include "arena/slots/slot_engines.h"
#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/text.h"

namespace zugwerk::arena {

namespace {

using chess::Color;

/// The default step as a part of the range: large enough to matter within few games, small enough for the response to
/// be about linear.
constexpr double kStepsPerRange = 20;

[[nodiscard]] UciClientSettings client_settings(const SpsaSettings& settings, const std::vector<int>& cores,
                                                const std::atomic<bool>& stop) {
  UciClientSettings client;
  client.patience = settings.start_patience;
  client.cores = cores;
  client.stop = &stop;
  return client;
}

[[nodiscard]] base::Expected<SpsaParameter> announced_parameter(const UciClient& engine, const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  const UciOption* const option = engine.find_option(name);
  if (option == nullptr)
    return base::failure(base::format(
        "engine {}: there is no option {} (search parameters are options only in a build with ZUGWERK_TUNE)",
        engine.name(), base::in_quotes(name)));
  const auto value = base::parse_integer<std::int64_t>(option->default_value);
  if (option->type != UciOption::Type::Spin || !option->least || !option->most || !value)
    return base::failure(base::format("engine {}: option {} is not a number", engine.name(), base::in_quotes(name)));
  SpsaParameter parameter{.name = option->name,
                          .value = static_cast<double>(*value),
                          .least = static_cast<double>(*option->least),
                          .most = static_cast<double>(*option->most)};
  parameter.step = std::max(0.5, (parameter.most - parameter.least) / kStepsPerRange);
  if (equals == std::string::npos) return parameter;
  const auto step = base::parse_real(std::string_view(text).substr(equals + 1));
  if (!step || !(*step > 0))
    return base::failure("expected NAME or NAME=STEP with a step above zero, found " + base::in_quotes(text));
  parameter.step = *step;
  return parameter;
}

class SpsaRun {
 public:
  SpsaRun(const SpsaSettings& settings, Spsa start, OpeningList openings, const SpsaProgressHandler& on_progress)
      : settings_(settings),
        openings_(std::move(openings)),
        order_(openings_.openings.size(), settings.options.seed),
        on_progress_(on_progress),
        spsa_(std::move(start)) {
    for (const SpsaParameter& parameter : spsa_.parameters()) names_.push_back(parameter.name);
  }

  base::Expected<Spsa> run(const std::atomic<bool>& stop) {
    const GameSlotSettings slots{settings_.concurrency, settings_.pin,
                                 cores_per_game({&settings_.engine.engine, 1}, settings_.rules.ponder)};
    slots_.run(slots, stop, [this](const std::vector<int>& cores) { work(cores); });
    if (auto saved = save(); !saved) slots_.fail(saved.error());
    if (const auto failure = slots_.failure()) return tl::unexpected(*failure);
    return spsa_;
  }

 private:
  void work(const std::vector<int>& cores) {
    // One attempt: a game lost by a crash says nothing about the parameters, so a crash ends the run.
    SlotEngines engines(client_settings(settings_, cores, slots_.halted_flag()), 1);
    while (const auto trial = take_trial()) {
      const auto points = play_pair(*trial, engines);
      const std::lock_guard lock(mutex_);
      if (!points) {
        if (!slots_.halted()) slots_.fail(points.error());
        return;
      }
      spsa_.learn(*trial, *points);
      // It is small, and a pair takes a second or more: none shall have to be played again.
      if (auto saved = save(); !saved) slots_.fail(saved.error());
      if (on_progress_) on_progress_(spsa_);
    }
  }

  [[nodiscard]] std::optional<Spsa::Trial> take_trial() {
    const std::lock_guard lock(mutex_);
    const std::uint64_t number = spsa_.unfinished_from(next_);
    if (slots_.halted() || number >= spsa_.options().iterations) return std::nullopt;
    next_ = number + 1;
    return spsa_.trial(number);
  }

  /// The points of the first side minus those of the second. Also an error if the run was interrupted.
  [[nodiscard]] base::Expected<double> play_pair(const Spsa::Trial& trial, SlotEngines& engines) {
    const Opening& opening = openings_.openings[order_.opening_of_pair(trial.number)];
    double points = 0;
    for (const std::size_t white : {std::size_t{0}, std::size_t{1}}) {
      const bool new_values = white == 0;
      std::array<UciClient*, 2> sides{};
      for (std::size_t side = 0; side < sides.size(); ++side) {
        const auto ready = engines.ready_for_game(side, settings_.engine.engine, [&](UciClient& engine, bool started) {
          return new_values || started ? set_values(engine, side == 0 ? trial.first : trial.second)
                                       : base::Expected<void>();
        });
        if (!ready) return tl::unexpected(ready.error());
        sides[side] = *ready;
      }
      const std::array<Player, chess::kColorCount> players{Player{sides[white], settings_.engine.limits},
                                                           Player{sides[1 - white], settings_.engine.limits}};
      std::string fault;
      const auto game = play_game(players, opening, settings_.rules,
                                  [&](Color, EngineFault, const std::string& text) { fault = text; });
      if (!game) return base::failure("the game was interrupted");
      for (const Color color : {Color::White, Color::Black})
        if (game->broken[chess::index(color)])
          return base::failure(base::format("engine {}: {}", players[chess::index(color)].engine->name(), fault));
      points += (white == 0 ? 1 : -1) * white_points(game->verdict);
    }
    return points;
  }

  [[nodiscard]] base::Expected<void> set_values(UciClient& engine, const std::vector<int>& values) const {
    for (std::size_t i = 0; i < values.size(); ++i)
      if (auto set = engine.set_option(names_[i], std::to_string(values[i])); !set) return set;
    return {};
  }

  /// White's points minus Black's.
  [[nodiscard]] static double white_points(const Verdict& verdict) {
    return verdict.result == chess::PgnResult::WhiteWins ? 1 : verdict.result == chess::PgnResult::BlackWins ? -1 : 0;
  }

  [[nodiscard]] base::Expected<void> save() const {
    return settings_.state.empty() ? base::Expected<void>() : base::write_whole_file(settings_.state, spsa_.to_text());
  }

  const SpsaSettings& settings_;
  OpeningList openings_;
  OpeningOrder order_;
  const SpsaProgressHandler& on_progress_;
  std::vector<std::string> names_;  // of the parameters
  GameSlots slots_;

  std::mutex mutex_;  // guards all below
  Spsa spsa_;
  std::uint64_t next_ = 0;  // the trials below have been given out
};

/// Whether a checkpoint has the parameters that are named; a step that is named must be the same, too.
[[nodiscard]] base::Expected<void> check_parameters(const Spsa& spsa, const SpsaSettings& settings) {
  if (settings.parameters.empty()) return {};
  const auto& known = spsa.parameters();
  bool same = known.size() == settings.parameters.size();
  for (std::size_t i = 0; same && i < known.size(); ++i) {
    const std::string& text = settings.parameters[i];
    const std::size_t equals = text.find('=');
    same = base::lower_case(text.substr(0, equals)) == base::lower_case(known[i].name) &&
           (equals == std::string::npos ||
            base::parse_real(std::string_view(text).substr(equals + 1)).value_or(0) == known[i].step);
  }
  if (same) return {};
  std::string names;
  for (const SpsaParameter& parameter : known)
    base::append_format(names, "{}{}={}", names.empty() ? "" : ", ", parameter.name, parameter.step);
  return base::failure(base::format("{}: begun for other numbers than those of --param: {}", settings.state, names));
}

}  // namespace

base::Expected<Spsa> begin_spsa(const SpsaSettings& settings) {
  std::error_code ignored;
  if (settings.resume && std::filesystem::exists(settings.state, ignored)) {
    const auto text = base::read_whole_file(settings.state);
    if (!text) return tl::unexpected(text.error());
    auto spsa = Spsa::parse(*text, settings.state);
    if (!spsa) return spsa;
    if (auto same = check_parameters(*spsa, settings); !same) return tl::unexpected(same.error());
    return spsa;
  }
  const std::atomic<bool> never{false};
  auto engine = UciClient::start(settings.engine.engine, client_settings(settings, {}, never));
  if (!engine) return tl::unexpected(engine.error());
  std::vector<SpsaParameter> parameters;
  for (const std::string& text : settings.parameters) {
    auto parameter = announced_parameter(*engine, text);
    if (!parameter) return tl::unexpected(parameter.error());
    parameters.push_back(*std::move(parameter));
  }
  engine->quit();
  return Spsa(std::move(parameters), settings.options);
}

base::Expected<Spsa> run_spsa(const SpsaSettings& settings, Spsa start, const std::atomic<bool>& stop,
                              const SpsaProgressHandler& on_progress) {
  auto openings = settings.openings.empty() ? base::Expected<OpeningList>(own_openings(chess::Variant::Standard))
                                            : read_openings(settings.openings, chess::Variant::Standard, std::nullopt);
  if (!openings) return tl::unexpected(openings.error());
  return SpsaRun(settings, std::move(start), *std::move(openings), on_progress).run(stop);
}

}  // namespace zugwerk::arena
