// Unit tests of cluster/members.h: who takes part, and what the client is told about it.

#include "cluster/members.h"

#include <gtest/gtest.h>

#include "cluster/entry_queue.h"
#include "cluster/root_rank.h"

namespace zugwerk::cluster {
namespace {

Hello hello(const std::string& host = "a") { return {"0.1.0", "zug-1", host, 8}; }

class Three : public testing::Test {
 protected:
  Three() {
    EXPECT_TRUE(members_.report(1, hello(), at(0)));
    EXPECT_TRUE(members_.report(2, hello("b"), at(0)));
  }

  [[nodiscard]] static TimePoint at(int milliseconds) { return TimePoint() + Milliseconds(milliseconds); }

  Members members_{3, hello(), at(0)};
};

TEST_F(Three, AllSearchAfterTheyHaveReported) {
  EXPECT_TRUE(members_.complete());
  EXPECT_EQ(members_.count(), 3);
  EXPECT_TRUE(members_.take_notes().empty());
  EXPECT_EQ(members_.summary(), std::vector<std::string>{"3 of 3 ranks search, on 2 hosts"});
}

TEST_F(Three, ARankThatIsSilentForHalfASecondNoLongerTakesPart) {
  members_.hear(1, at(400));
  EXPECT_TRUE(members_.look(at(499)).empty());
  EXPECT_TRUE(members_.takes_part(2));
  EXPECT_TRUE(members_.look(at(500)).empty());
  EXPECT_FALSE(members_.takes_part(2));
  EXPECT_TRUE(members_.takes_part(1));
  EXPECT_EQ(members_.take_notes(),
            std::vector<std::string>{"rank 2 (b) has been silent for 500 ms; 2 of 3 ranks search"});
  EXPECT_TRUE(members_.take_notes().empty());
}

TEST_F(Three, ARankThatIsHeardAgainIsBack) {
  static_cast<void>(members_.look(at(600)));
  static_cast<void>(members_.take_notes());
  members_.hear(2, at(700));
  EXPECT_TRUE(members_.takes_part(2));
  EXPECT_EQ(members_.take_notes(), std::vector<std::string>{"rank 2 (b) is back; 2 of 3 ranks search"});
}

TEST_F(Three, ARankThatStaysSilentIsLostForGood) {
  static_cast<void>(members_.look(at(600)));
  members_.hear(1, at(29'900));
  EXPECT_EQ(members_.look(at(30'000)), std::vector<int>{2});
  EXPECT_TRUE(members_.is_gone(2));
  members_.hear(2, at(30'001));
  EXPECT_FALSE(members_.takes_part(2));
  EXPECT_TRUE(members_.look(at(30'002)).empty());
}

TEST_F(Three, ARankWithAnotherNetworkIsLeftOutUntilTheyAgree) {
  members_.compare_networks(1, "zug-2", "zug-1");
  EXPECT_FALSE(members_.takes_part(1));
  EXPECT_EQ(members_.take_notes(),
            std::vector<std::string>{"error: rank 1 (a) evaluates with zug-2 and rank 0 with zug-1; "
                                     "until they agree it is left out, 2 of 3 ranks search"});
  members_.compare_networks(1, "zug-2", "zug-1");
  EXPECT_TRUE(members_.take_notes().empty());
  members_.compare_networks(1, "zug-1", "zug-1");
  EXPECT_TRUE(members_.takes_part(1));
  EXPECT_EQ(members_.take_notes(),
            std::vector<std::string>{"rank 1 (a) evaluates with zug-1 too; 3 of 3 ranks search"});
}

TEST(Members, ARankOfAnotherVersionIsSentAway) {
  Members members(2, hello(), TimePoint());
  Hello other = hello("c");
  other.version = "0.2.0";
  EXPECT_FALSE(members.report(1, other, TimePoint()));
  EXPECT_FALSE(members.takes_part(1));
  EXPECT_TRUE(members.complete());
  EXPECT_EQ(members.take_notes(),
            std::vector<std::string>{"error: rank 1 (c) runs version 0.2.0 and rank 0 runs 0.1.0; it "
                                     "is sent away, 1 of 2 ranks search"});
}

TEST(Members, MoreRanksThanProcessorsAreReported) {
  Members members(2, Hello{"0.1.0", "zug-1", "a", 1}, TimePoint());
  EXPECT_TRUE(members.report(1, Hello{"0.1.0", "zug-1", "a", 1}, TimePoint()));
  EXPECT_EQ(members.summary(), (std::vector<std::string>{"2 of 2 ranks search, on 1 host",
                                                         "a has 2 ranks and only 1 processor for them"}));
}

TEST(EntryQueue, GivesBackWhatWasOfferedOnce) {
  EntryQueue queue;
  queue.offer({1, 10});
  queue.offer({2, 20});
  EXPECT_EQ(queue.take().size(), 2U);
  EXPECT_TRUE(queue.take().empty());
}

TEST(EntryQueue, DropsWhatDoesNotFit) {
  EntryQueue queue;
  for (std::size_t i = 0; i < 2 * EntryQueue::kMostInBucket; ++i) queue.offer({64, i});
  const auto entries = queue.take();
  ASSERT_EQ(entries.size(), EntryQueue::kMostInBucket);
  EXPECT_EQ(entries.back().word, EntryQueue::kMostInBucket - 1);
}

TEST(EndlessGo, KeepsOnlyTheMovesToSearch) {
  EXPECT_EQ(endless_go("wtime 1000 btime 1000 winc 10"), "go infinite");
  EXPECT_EQ(endless_go("searchmoves e2e4 g1f3 movetime 100"), "go infinite searchmoves e2e4 g1f3");
  EXPECT_EQ(endless_go("depth 5 searchmoves a7a8q"), "go infinite searchmoves a7a8q");
  EXPECT_EQ(endless_go("ponder searchmoves"), "go infinite");
}

}  // namespace
}  // namespace zugwerk::cluster
