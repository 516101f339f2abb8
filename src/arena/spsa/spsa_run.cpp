#include "arena/spsa/spsa_run.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "arena/openings/openings.h"
#include "arena/slots/game_slots.h"
#include "arena/slots/hand_out.h"
#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/text.h"

namespace zugwerk::arena {

namespace {

using chess::Color;

/// The default step as a part of the range: large enough to matter within few games, small enough for the response to
/// be about linear.
constexpr double kStepsPerRange = 20;

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
  SpsaRun(const SpsaSettings& settings, Spsa start, OpeningList openings, const SpsaProgressHandler& on_progress,
          OtherPlaces* others, std::function<void(const std::string& note)> on_note)
      : settings_(settings),
        for_places_(place_settings(settings)),
        others_(others),
        on_note_(std::move(on_note)),
        openings_(std::move(openings)),
        order_(openings_.openings.size(), settings.options.seed),
        on_progress_(on_progress),
        spsa_(std::move(start)) {
    for (const SpsaParameter& parameter : spsa_.parameters()) names_.push_back(parameter.name);
  }

  base::Expected<Spsa> run(const std::atomic<bool>& stop) {
    const GameSlotSettings slots{settings_.concurrency, settings_.pin,
                                 cores_per_game({&settings_.engine.engine, 1}, settings_.rules.ponder)};
    std::vector<std::unique_ptr<GamePlace>> places;
    if (others_ != nullptr) {
      auto engine = UciClient::start(settings_.engine.engine, client_settings(for_places_, {}, stop));
      if (!engine) return tl::unexpected(engine.error());
      announced_ = engine->announced_name();
      engine->quit();
      places = others_->open(slots_.halted_flag(), on_note_);
    }
    std::vector<std::function<void()>> elsewhere;
    elsewhere.reserve(places.size());
    for (const auto& place : places) elsewhere.emplace_back([this, &place] { work(*place); });
    slots_.run(
        slots, stop,
        [this](const std::vector<int>& cores) {
          LocalPlace place(for_places_, cores, slots_.halted_flag());
          work(place);
        },
        {}, elsewhere);
    if (auto saved = save(); !saved) slots_.fail(saved.error());
    if (const auto failure = slots_.failure()) return tl::unexpected(*failure);
    return spsa_;
  }

 private:
  void work(GamePlace& place) {
    while (const auto number = trials_.take()) {
      std::unique_lock lock(mutex_);
      const Spsa::Trial trial = spsa_.trial(*number);
      lock.unlock();
      double points = 0;
      const PlaceEnd end = play_pair(trial, place, points);
      if (end == PlaceEnd::PlaceLost) trials_.give_back(*number);
      if (end != PlaceEnd::Played) return;
      lock.lock();
      spsa_.learn(trial, points);
      // It is small, and a pair takes a second or more: none shall have to be played again.
      if (auto saved = save(); !saved) slots_.fail(saved.error());
      if (on_progress_) on_progress_(spsa_);
      lock.unlock();
      trials_.finish();
    }
  }

  [[nodiscard]] std::optional<std::uint64_t> next_trial() {
    const std::lock_guard lock(mutex_);
    const std::uint64_t number = spsa_.unfinished_from(next_);
    if (number >= spsa_.options().iterations) return std::nullopt;
    next_ = number + 1;
    return number;
  }

  /// Played: `points` are those of the first side minus those of the second.
  [[nodiscard]] PlaceEnd play_pair(const Spsa::Trial& trial, GamePlace& place, double& points) {
    GameTask task;
    task.opening = openings_.openings[order_.opening_of_pair(trial.number)];
    task.announced.fill(announced_);
    for (const std::size_t white : {std::size_t{0}, std::size_t{1}}) {
      task.engines = {white, 1 - white};
      task.values = {values_of(white == 0 ? trial.first : trial.second),
                     values_of(white == 0 ? trial.second : trial.first)};
      std::string fault;
      PlaceEvents events;
      events.on_fault = [&](Color, EngineFault, const std::string& text) { fault = text; };
      const PlaceAnswer answer = place.play(task, events);
      if (answer.end == PlaceEnd::EngineFailed && !slots_.halted()) slots_.fail(answer.error);
      if (answer.end != PlaceEnd::Played) return answer.end;
      for (const Color color : {Color::White, Color::Black}) {
        if (!answer.game.broken[chess::index(color)]) continue;
        // A game lost by a crash says nothing about the parameters, so a crash ends the run.
        slots_.fail({base::format("engine {}: {}", answer.names[chess::index(color)], fault)});
        return PlaceEnd::EngineFailed;
      }
      points += (white == 0 ? 1 : -1) * white_points(answer.game.verdict);
    }
    return PlaceEnd::Played;
  }

  [[nodiscard]] GameTask::Values values_of(const std::vector<int>& numbers) const {
    GameTask::Values values;
    for (std::size_t i = 0; i < numbers.size(); ++i) values.emplace_back(names_[i], std::to_string(numbers[i]));
    return values;
  }

  /// White's points minus Black's.
  [[nodiscard]] static double white_points(const Verdict& verdict) {
    return verdict.result == chess::PgnResult::WhiteWins ? 1 : verdict.result == chess::PgnResult::BlackWins ? -1 : 0;
  }

  [[nodiscard]] base::Expected<void> save() const {
    return settings_.state.empty() ? base::Expected<void>() : base::write_whole_file(settings_.state, spsa_.to_text());
  }

  const SpsaSettings& settings_;
  const PlaceSettings for_places_;
  OtherPlaces* const others_;
  const std::function<void(const std::string& note)> on_note_;
  OpeningList openings_;
  OpeningOrder order_;
  const SpsaProgressHandler& on_progress_;
  std::vector<std::string> names_;  // of the parameters
  std::string announced_;           // what the engine calls itself, if other machines play
  GameSlots slots_;
  HandOut trials_{[this] { return next_trial(); }, slots_.halted_flag()};

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

PlaceSettings place_settings(const SpsaSettings& settings) {
  // Two processes of one engine.
  return {.engines = {settings.engine, settings.engine},
          .rules = settings.rules,
          .variant = chess::Variant::Standard,
          .start_patience = settings.start_patience,
          .start_attempts = 1};
}

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
  auto engine = UciClient::start(settings.engine.engine, client_settings(place_settings(settings), {}, never));
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
                              const SpsaProgressHandler& on_progress, OtherPlaces* others,
                              const std::function<void(const std::string& note)>& on_note) {
  auto openings = settings.openings.empty() ? base::Expected<OpeningList>(own_openings(chess::Variant::Standard))
                                            : read_openings(settings.openings, chess::Variant::Standard, std::nullopt);
  if (!openings) return tl::unexpected(openings.error());
  return SpsaRun(settings, std::move(start), *std::move(openings), on_progress, others, on_note).run(stop);
}

}  // namespace zugwerk::arena
