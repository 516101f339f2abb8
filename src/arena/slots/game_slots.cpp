#include "arena/slots/game_slots.h"

#include <exception>
#include <utility>

#include "base/process/cores.h"
#include "base/thread.h"

namespace zugwerk::arena {

void GameSlots::run(const GameSlotSettings& settings, const std::atomic<bool>& stop, const Work& work,
                    const std::function<void()>& on_poll, const std::vector<std::function<void()>>& others) {
  const auto count = static_cast<std::size_t>(settings.concurrency);
  const auto cores =
      settings.pin ? base::deal_cores(count, settings.cores_per_game) : std::vector<std::vector<int>>(count);
  running_ = count + others.size();
  std::vector<base::Thread> threads;
  threads.reserve(running_);
  const auto start = [&](std::function<void()> task) {
    threads.emplace_back([this, task = std::move(task)] {
      try {
        task();
      } catch (const std::exception& error) {
        fail(base::Error{error.what()});
      }
      const std::lock_guard lock(mutex_);
      --running_;
      slot_ended_.notify_all();
    });
  };
  for (const std::vector<int>& own : cores) start([&own, &work] { work(own); });
  for (const auto& other : others) start(other);
  std::unique_lock lock(mutex_);
  while (running_ > 0) {
    slot_ended_.wait_for(lock, kPollInterval);
    if (stop) halt();
    // A slot may hold the caller's lock while it reports a failure to us, so ours must be free here.
    lock.unlock();
    if (on_poll) on_poll();
    lock.lock();
  }
}

void GameSlots::fail(const base::Error& error) {
  const std::lock_guard lock(mutex_);
  if (!failure_) failure_ = error;
  halt();
}

std::optional<base::Error> GameSlots::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

}  // namespace zugwerk::arena
