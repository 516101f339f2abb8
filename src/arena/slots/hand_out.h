// arena/slots/hand_out.h
//
// Hands out numbered pieces of work to slots, each once; a piece that its slot could not finish goes to another one.

#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "base/clock.h"

namespace zugwerk::arena {

class HandOut {
 public:
  /// `next` returns the number of the next piece, and nothing when there are no more; it is called by one thread at a
  /// time. After `halted` is raised nothing is handed out.
  HandOut(std::function<std::optional<std::uint64_t>()> next, const std::atomic<bool>& halted)
      : next_(std::move(next)), halted_(halted) {}

  /// The next piece. Waits while all have been handed out but some may still be given back. Nothing when all are
  /// finished, or after a halt.
  [[nodiscard]] std::optional<std::uint64_t> take() {
    constexpr base::Milliseconds kBetweenLooks{50};
    std::unique_lock lock(mutex_);
    while (!halted_) {
      if (const auto number = take_one()) {
        ++in_hand_;
        return number;
      }
      if (in_hand_ == 0) break;
      changed_.wait_for(lock, kBetweenLooks);
    }
    return std::nullopt;
  }

  // Once for every piece that was taken.

  void finish() { put_down({}); }
  void give_back(std::uint64_t number) { put_down(number); }

 private:
  [[nodiscard]] std::optional<std::uint64_t> take_one() {
    if (returned_.empty()) return next_();
    return returned_.extract(returned_.begin()).value();
  }
  void put_down(std::optional<std::uint64_t> returned) {
    const std::scoped_lock lock(mutex_);
    if (returned) returned_.insert(*returned);
    --in_hand_;
    changed_.notify_all();
  }

  const std::function<std::optional<std::uint64_t>()> next_;
  const std::atomic<bool>& halted_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<std::uint64_t> returned_;
  std::size_t in_hand_ = 0;
};

}  // namespace zugwerk::arena
