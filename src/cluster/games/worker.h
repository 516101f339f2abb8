// cluster/games/worker.h
//
// A rank that plays games for rank 0 (manager.h) until that has enough of them, or is gone.

#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/slots/game_place.h"
#include "arena/slots/game_slots.h"
#include "base/json.h"
#include "cluster/courier.h"
#include "cluster/games/game_wire.h"

namespace zugwerk::cluster {

class Worker : public Courier {
 public:
  /// Without a word from rank 0 for so long a worker leaves.
  static constexpr base::Milliseconds kAbandoned{30'000};

  Worker(std::unique_ptr<Transport> transport, const std::string& version);
  ~Worker() override { finish(); }

  /// Plays what rank 0 asks for; returns when it is told to leave, or when `stop` is raised. `run` describes the
  /// command line for rank 0 to compare.
  void work(const arena::PlaceSettings& settings, const arena::GameSlotSettings& slots, const base::Json& run,
            const std::atomic<bool>& stop);
  /// Tells rank 0 why this rank cannot play.
  void decline(const std::string& error);

 protected:
  void handle(const Message& message, base::TimePoint now) override;
  void look(base::TimePoint now) override;

 private:
  [[nodiscard]] std::optional<NumberedTask> next_task(std::size_t engines);
  void play(const NumberedTask& task, arena::LocalPlace& place);

  std::atomic<bool> leaving_{false};
  std::condition_variable changed_;
  std::deque<Bytes> tasks_;
  base::TimePoint heard_;  // from rank 0
  base::TimePoint next_beat_;
};

}  // namespace zugwerk::cluster
