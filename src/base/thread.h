// base/thread.h
//
// Threads that are joined when they go out of scope, and tokens by which they are asked to stop. Like std::jthread and
// std::stop_token, which not every standard library has yet.

#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <thread>
#include <type_traits>
#include <utility>

namespace zugwerk::base {

/// Says whether its source has asked to stop. Without a source nobody ever does.
class StopToken {
 public:
  StopToken() = default;

  [[nodiscard]] bool stop_requested() const { return flag_ && flag_->load(); }

 private:
  friend class StopSource;
  explicit StopToken(std::shared_ptr<const std::atomic<bool>> flag) : flag_(std::move(flag)) {}

  std::shared_ptr<const std::atomic<bool>> flag_;
};

class StopSource {
 public:
  [[nodiscard]] StopToken token() const { return StopToken(flag_); }
  void request_stop() { flag_->store(true); }

 private:
  std::shared_ptr<std::atomic<bool>> flag_ = std::make_shared<std::atomic<bool>>(false);
};

/// A thread that is asked to stop and joined when this object ends. Its function may take a StopToken.
class Thread {
 public:
  Thread() = default;
  template <class Function, class = std::enable_if_t<!std::is_same_v<std::decay_t<Function>, Thread>>>
  explicit Thread(Function&& function) {
    if constexpr (std::is_invocable_v<std::decay_t<Function>&, const StopToken&>)
      thread_ = std::thread(
          [token = stop_.token(), run = std::forward<Function>(function)]() mutable { std::invoke(run, token); });
    else
      thread_ = std::thread(std::forward<Function>(function));
  }
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;
  Thread(Thread&& other) noexcept = default;
  Thread& operator=(Thread&& other) noexcept {
    if (this != &other) {
      end();
      stop_ = std::move(other.stop_);
      thread_ = std::move(other.thread_);
    }
    return *this;
  }
  ~Thread() { end(); }

  [[nodiscard]] bool joinable() const { return thread_.joinable(); }
  void request_stop() { stop_.request_stop(); }
  void join() { thread_.join(); }

 private:
  void end() {
    if (!thread_.joinable()) return;
    request_stop();
    thread_.join();
  }

  StopSource stop_;
  std::thread thread_;
};

}  // namespace zugwerk::base
