// Unit test of base/block_workers.h.

#include "base/block_workers.h"

#include <atomic>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

namespace zugwerk::base {
namespace {

TEST(BlockWorkers, ProcessesEveryBlockOnce) {
  BlockWorkers workers(3);
  for (const std::size_t blocks : {0U, 1U, 2U, 1000U}) {
    std::vector<std::atomic<int>> times(blocks);
    workers.run(blocks, [&](std::size_t block) { ++times[block]; });
    for (const auto& count : times) EXPECT_EQ(count, 1);
  }
}

}  // namespace
}  // namespace zugwerk::base
