// base/block_workers.cpp

#include "base/block_workers.h"

namespace zugwerk::base {

BlockWorkers::BlockWorkers(int threads) {
  for (int number = 1; number < threads; ++number) helpers_.emplace_back([this] { help(); });
}

BlockWorkers::~BlockWorkers() {
  const std::scoped_lock lock(mutex_);
  ending_ = true;
  begun_.notify_all();
}

void BlockWorkers::run(std::size_t blocks, const Work& work) {
  {
    const std::scoped_lock lock(mutex_);
    work_ = &work;
    blocks_ = blocks;
    next_ = 0;
    busy_ = helpers_.size();
    ++round_;
    begun_.notify_all();
  }
  take_blocks();
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&] { return busy_ == 0; });
}

void BlockWorkers::help() {
  for (std::uint64_t round = 0;;) {
    {
      std::unique_lock lock(mutex_);
      begun_.wait(lock, [&] { return ending_ || round_ != round; });
      if (ending_) return;
      round = round_;
    }
    take_blocks();
    const std::scoped_lock lock(mutex_);
    if (--busy_ == 0) done_.notify_one();
  }
}

void BlockWorkers::take_blocks() {
  for (std::size_t block = next_++; block < blocks_; block = next_++) (*work_)(block);
}

}  // namespace zugwerk::base
