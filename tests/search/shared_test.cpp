// Unit tests of search/shared.h: when a pondering search ends.

#include "search/shared.h"

#include <gtest/gtest.h>

namespace zugwerk::search {
namespace {

class Pondering : public testing::Test {
 protected:
  Pondering() {
    EXPECT_TRUE(shared_.tt.resize(1, 1));
    Limits limits;
    limits.ponder = true;
    shared_.start(chess::Position(), limits, {});
  }
  Shared shared_;
};

TEST_F(Pondering, GoesOnUntilThePonderHitWhenEnoughWasSearched) {
  shared_.finish();
  EXPECT_FALSE(shared_.stop);
  shared_.ponder_hit();
  EXPECT_TRUE(shared_.stop);
}

TEST_F(Pondering, GoesOnAfterThePonderHitWhenNotEnoughWasSearched) {
  shared_.ponder_hit();
  EXPECT_FALSE(shared_.stop);
  shared_.finish();
  EXPECT_TRUE(shared_.stop);
}

TEST_F(Pondering, IsForgottenByTheNextSearch) {
  shared_.finish();
  shared_.start(chess::Position(), {}, {});
  EXPECT_FALSE(shared_.stop);
  shared_.ponder_hit();
  EXPECT_FALSE(shared_.stop);
}

}  // namespace
}  // namespace zugwerk::search
