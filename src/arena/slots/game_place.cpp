#include "arena/slots/game_place.h"

#include "base/clock.h"
#include "base/format.h"
#include "base/text.h"

namespace zugwerk::arena {

using chess::Color;
using chess::index;

UciClientSettings client_settings(const PlaceSettings& settings, const std::vector<int>& cores,
                                  const std::atomic<bool>& stop) {
  UciClientSettings client;
  client.patience = settings.start_patience;
  client.farewell = settings.rules.grace;
  client.variant = settings.variant;
  client.cores = cores;
  client.stop = &stop;
  return client;
}

LocalPlace::LocalPlace(const PlaceSettings& settings, const std::vector<int>& cores, const std::atomic<bool>& stop)
    : settings_(settings),
      stop_(stop),
      engines_(client_settings(settings, cores, stop), settings.start_attempts, [this](const std::string& error) {
        if (events_ != nullptr && events_->on_restart) events_->on_restart(error);
      }) {}

base::Expected<UciClient*> LocalPlace::make_ready(const GameTask& task, Color color) {
  const std::size_t engine = task.engines[index(color)];
  const auto prepare = [&](UciClient& client, bool just_started) -> base::Expected<void> {
    // An engine that refuses still plays, without pondering.
    if (just_started && settings_.rules.ponder && client.find_option("Ponder") != nullptr)
      static_cast<void>(client.set_option("Ponder", "true"));
    for (const auto& [name, value] : task.values[index(color)])
      if (auto set = client.set_option(name, value); !set) return set;
    return {};
  };
  auto ready = engines_.ready_for_game(engine, settings_.engines[engine].engine, prepare);
  const std::string& announced = task.announced[index(color)];
  if (ready && !announced.empty() && (*ready)->announced_name() != announced)
    return base::failure(base::format("engine {}: calls itself {} and not {}", (*ready)->name(),
                                      base::in_quotes((*ready)->announced_name()), base::in_quotes(announced)));
  return ready;
}

PlaceAnswer LocalPlace::play(const GameTask& task, const PlaceEvents& events) {
  events_ = &events;
  engines_.keep_only(task.engines[index(Color::White)], task.engines[index(Color::Black)]);
  PlaceAnswer answer;
  std::array<Player, chess::kColorCount> players;
  for (const Color color : {Color::White, Color::Black}) {
    const auto engine = make_ready(task, color);
    if (!engine) {
      answer.end = stop_ ? PlaceEnd::Interrupted : PlaceEnd::EngineFailed;
      answer.error = engine.error();
      return answer;
    }
    answer.names[index(color)] = (*engine)->name();
    players[index(color)] = {*engine, settings_.engines[task.engines[index(color)]].limits};
  }
  const base::Stopwatch stopwatch;
  auto played = play_game(
      players, task.opening, settings_.rules,
      events.on_fault ? events.on_fault : [](Color, EngineFault, const std::string&) {});
  if (!played) return answer;
  for (const Color color : {Color::White, Color::Black})
    if (played->broken[index(color)]) engines_.discard(task.engines[index(color)]);
  answer.end = PlaceEnd::Played;
  answer.game = *std::move(played);
  answer.seconds = stopwatch.seconds();
  return answer;
}

}  // namespace zugwerk::arena
