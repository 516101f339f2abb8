// base/block_workers.h
//
// A small pool of threads that share numbered blocks of work, round after round, without being restarted each time.

#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include "base/thread.h"

namespace zugwerk::base {

class BlockWorkers {
 public:
  /// Works on one block; must not throw.
  using Work = std::function<void(std::size_t block)>;

  /// `threads` counts the caller, who works too.
  explicit BlockWorkers(int threads);
  BlockWorkers(const BlockWorkers&) = delete;
  BlockWorkers& operator=(const BlockWorkers&) = delete;
  ~BlockWorkers();

  /// Calls `work` once for each block below `blocks`, in any order, and returns when all are done.
  void run(std::size_t blocks, const Work& work);

 private:
  void help();
  void take_blocks();

  std::mutex mutex_;
  std::condition_variable begun_;
  std::condition_variable done_;
  // Guarded by the mutex.
  std::uint64_t round_ = 0;
  std::size_t busy_ = 0;  // helpers that have not finished the round
  bool ending_ = false;
  // Set before a round begins.
  const Work* work_ = nullptr;
  std::size_t blocks_ = 0;
  std::atomic<std::size_t> next_{0};

  std::vector<base::Thread> helpers_;  // last, so that they end first
};

}  // namespace zugwerk::base
