// Unit tests of search/worker.h: who ends a search.

#include "search/worker.h"

#include <gtest/gtest.h>

namespace zugwerk::search {
namespace {

// Where there are more threads than processors, the main worker may be waiting for its turn when the time is up.
TEST(Worker, AHelperEndsTheSearchWhenTheTimeIsUp) {
  Shared shared;
  ASSERT_TRUE(shared.table.resize(1, 1));
  shared.limits.move_time = Milliseconds(50);
  shared.time.start(shared.limits, chess::Color::White, shared.settings);
  Worker helper(shared, 1);
  shared.all_nodes = [&] { return helper.nodes(); };
  helper.prepare(chess::Position());
  helper.search(Events{});
  EXPECT_TRUE(shared.stop);
  EXPECT_GE(helper.completed_depth(), 1);
}

}  // namespace
}  // namespace zugwerk::search
