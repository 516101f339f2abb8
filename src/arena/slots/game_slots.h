// arena/slots/game_slots.h
//
// Slots that play games at the same time: a thread and processors for each, one flag that ends them all, and the first
// error that made them end. The caller decides which games to play (match.h, spsa_run.h); for the engines of a slot see
// slot_engines.h.

#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "base/error.h"

namespace zugwerk::arena {

struct GameSlotSettings {
  int concurrency = 1;             // games at a time
  bool pin = true;                 // each slot to its own processors, if there are enough
  std::size_t cores_per_game = 1;  // to pin to
};

class GameSlots {
 public:
  /// How often run() checks the caller's stop flag.
  static constexpr base::Milliseconds kPollInterval{50};

  /// What a slot does in its thread, pinned to `cores` (empty: any): plays games until there are no more, or until the
  /// slots are halted. An exception counts as a failure.
  using Work = std::function<void(const std::vector<int>& cores)>;

  /// Runs `work` in every slot and returns when all of them have ended. Halts them if `stop` is raised. `on_poll` is
  /// called in this thread after every poll interval. `others` are run beside the slots in threads of their own: each
  /// plays games in another place, and needs no processors here.
  void run(const GameSlotSettings& settings, const std::atomic<bool>& stop, const Work& work,
           const std::function<void()>& on_poll = {}, const std::vector<std::function<void()>>& others = {});

  /// Lets no further game begin. Games in progress are abandoned if their engines watch halted_flag().
  void halt() { halted_ = true; }
  [[nodiscard]] bool halted() const { return halted_; }
  [[nodiscard]] const std::atomic<bool>& halted_flag() const { return halted_; }

  /// Halts because of an error that further games cannot fix. The first one is kept.
  void fail(const base::Error& error);
  [[nodiscard]] std::optional<base::Error> failure() const;

 private:
  std::atomic<bool> halted_{false};
  mutable std::mutex mutex_;  // guards all below
  std::condition_variable slot_ended_;
  std::size_t running_ = 0;
  std::optional<base::Error> failure_;
};

}  // namespace zugwerk::arena
