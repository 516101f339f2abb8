// arena/slots/slot_engines.h
//
// The engines of one slot (game_slots.h): started when a game needs them, kept for the next game, restarted after a
// crash, and ended with the slot.

#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>

#include "arena/uci/uci_client.h"
#include "base/error.h"

namespace zugwerk::arena {

/// How many processors a game keeps busy at most: the threads of one player, or of both if they ponder.
[[nodiscard]] std::size_t cores_per_game(std::span<const EngineSettings> engines, bool ponder);

class SlotEngines {
 public:
  /// Sets up a running engine before ucinewgame; `just_started` says whether it is a new process.
  using Preparation = std::function<base::Expected<void>(UciClient& engine, bool just_started)>;

  /// `client.stop` must be set: once it is raised, nothing is started any more. An engine that fails to start or to get
  /// ready is tried `attempts` times; `on_restart` is called for an engine that ran and has to be restarted.
  SlotEngines(UciClientSettings client, int attempts, std::function<void(const std::string& error)> on_restart = {});
  SlotEngines(const SlotEngines&) = delete;
  SlotEngines& operator=(const SlotEngines&) = delete;
  /// Sends quit to all of them.
  ~SlotEngines();

  /// The engine with this index, running and ready for a new game; `settings` start it if necessary. The pointer is
  /// valid until the engine is discarded.
  [[nodiscard]] base::Expected<UciClient*> ready_for_game(std::size_t index, const EngineSettings& settings,
                                                          const Preparation& prepare = {});

  /// Quits all engines but these two.
  void keep_only(std::size_t first, std::size_t second);

  /// Kills an engine that cannot be trusted any more.
  void discard(std::size_t index);

 private:
  [[nodiscard]] base::Expected<UciClient*> try_once(std::size_t index, const EngineSettings& settings,
                                                    const Preparation& prepare);

  UciClientSettings client_;
  int attempts_;
  std::function<void(const std::string& error)> on_restart_;
  std::map<std::size_t, UciClient> engines_;
};

}  // namespace zugwerk::arena
