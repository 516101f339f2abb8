// arena/slots/game_place.h
//
// Where the games of a slot (game_slots.h) are played: by engines in processes of this machine, or on another machine
// that may be lost at any moment. Matches and SPSA only say which game they want.

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "arena/game/game_play.h"
#include "arena/match/match_settings.h"
#include "arena/slots/slot_engines.h"
#include "base/error.h"

namespace zugwerk::arena {

/// What all games of a run have in common.
struct PlaceSettings {
  std::vector<MatchEngine> engines;
  GameRules rules;
  chess::Variant variant = chess::Variant::Standard;
  Milliseconds start_patience{10'000};
  /// How often an engine that does not start is tried.
  int start_attempts = 1;
};

/// A game that is wanted.
struct GameTask {
  /// What a player is set to before the game.
  using Values = std::vector<std::pair<std::string, std::string>>;

  std::array<std::size_t, chess::kColorCount> engines{};  // White's and Black's; of each, a place keeps one process
  std::array<Values, chess::kColorCount> values;
  Opening opening;
  /// What the engines call themselves where the run was begun. An engine that calls itself something else is another
  /// version, and does not play. Empty: not checked.
  std::array<std::string, chess::kColorCount> announced;
};

/// What happens around a game. Each may be empty.
struct PlaceEvents {
  EngineFaultHandler on_fault;
  /// An engine had to be restarted before the game.
  std::function<void(const std::string& error)> on_restart;
};

enum class PlaceEnd {
  Played,
  Interrupted,   // by the stop flag
  EngineFailed,  // an engine could not be made ready
  PlaceLost      // this place plays no more games; another one should play this
};

struct PlaceAnswer {
  PlaceEnd end = PlaceEnd::Interrupted;
  PlayedGame game;                                    // Played
  std::array<std::string, chess::kColorCount> names;  // Played: what the engines are called
  double seconds = 0;                                 // Played: how long it took
  base::Error error;                                  // EngineFailed
};

class GamePlace {
 public:
  GamePlace() = default;
  GamePlace(const GamePlace&) = delete;
  GamePlace& operator=(const GamePlace&) = delete;
  virtual ~GamePlace() = default;

  /// Returns when the game has ended, or cannot.
  [[nodiscard]] virtual PlaceAnswer play(const GameTask& task, const PlaceEvents& events) = 0;
};

/// Plays here. Engines are kept for the next game; of many, only those of the last game.
class LocalPlace : public GamePlace {
 public:
  /// `settings` and `stop` must outlive it. `cores` are the processors of the engines; empty: any.
  LocalPlace(const PlaceSettings& settings, const std::vector<int>& cores, const std::atomic<bool>& stop);

  [[nodiscard]] PlaceAnswer play(const GameTask& task, const PlaceEvents& events) override;

 private:
  [[nodiscard]] base::Expected<UciClient*> make_ready(const GameTask& task, chess::Color color);

  const PlaceSettings& settings_;
  const std::atomic<bool>& stop_;
  const PlaceEvents* events_ = nullptr;  // of the current game
  SlotEngines engines_;
};

/// How the engines of a run are started and addressed.
[[nodiscard]] UciClientSettings client_settings(const PlaceSettings& settings, const std::vector<int>& cores,
                                                const std::atomic<bool>& stop);

/// Other machines that play games for this one.
class OtherPlaces {
 public:
  OtherPlaces() = default;
  OtherPlaces(const OtherPlaces&) = delete;
  OtherPlaces& operator=(const OtherPlaces&) = delete;
  virtual ~OtherPlaces() = default;

  /// Receives what a person should know of the other machines.
  using Note = std::function<void(const std::string& note)>;

  /// A place for every game that the others can play at the same time, each for one thread, until this object ends.
  /// `stop` calls off games. `on_note` is called from the threads that use places, and from this one; it may be empty.
  [[nodiscard]] virtual std::vector<std::unique_ptr<GamePlace>> open(const std::atomic<bool>& stop,
                                                                     const Note& on_note) = 0;
};

}  // namespace zugwerk::arena
