// Unit tests of cluster/guard.h: no search goes without its best move, whatever happens to the cluster.

#include "cluster/guard.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace zugwerk::cluster {
namespace {

using Lines = std::vector<std::string>;

/// A guard whose client and engines are played by the test.
class GuardedCluster : public testing::Test {
 protected:
  GuardedCluster() { from_cluster("readyok"); }

  void say(const std::string& line) { EXPECT_TRUE(guard_.from_client(line, now_)); }
  void from_cluster(const std::string& line) { guard_.from_cluster(line, now_); }
  void pass(int milliseconds) {
    for (int i = 0; i < milliseconds; i += 5) {
      now_ += Milliseconds(5);
      if (answers_pings_)
        while (take(to_cluster_, "isready")) from_cluster("readyok");
      guard_.look(now_);
    }
  }
  /// Whether there is such a line; it and all before it are removed.
  [[nodiscard]] static bool take(Lines& lines, const std::string& wanted) {
    const auto found = std::find(lines.begin(), lines.end(), wanted);
    if (found == lines.end()) return false;
    lines.erase(lines.begin(), found + 1);
    return true;
  }
  [[nodiscard]] static int count(const Lines& lines, const std::string& start) {
    return static_cast<int>(
        std::count_if(lines.begin(), lines.end(), [&](const std::string& line) { return line.starts_with(start); }));
  }
  /// What the client must have heard in the end.
  void expect_one_best_move(const std::string& move) {
    EXPECT_EQ(count(to_client_, "bestmove"), 1);
    EXPECT_TRUE(take(to_client_, "bestmove " + move));
  }

  Lines to_client_;
  Lines to_cluster_;
  Lines to_local_;
  int starts_ = 0;
  int ends_ = 0;
  std::optional<std::string> start_error_;
  bool answers_pings_ = true;
  TimePoint now_;
  Guard guard_{{.to_client = [this](const std::string& line) { to_client_.push_back(line); },
                .to_cluster = [this](const std::string& line) { to_cluster_.push_back(line); },
                .to_local = [this](const std::string& line) { to_local_.push_back(line); },
                .start_cluster =
                    [this] {
                      ++starts_;
                      return start_error_;
                    },
                .end_cluster = [this] { ++ends_; }},
               now_};
};

TEST_F(GuardedCluster, TheClusterAnswersWhileItIsThere) {
  say("isready");
  EXPECT_EQ(count(to_client_, "readyok"), 0);
  from_cluster("readyok");
  EXPECT_TRUE(take(to_client_, "readyok"));
  say("position startpos");
  say("go movetime 1000");
  EXPECT_TRUE(take(to_cluster_, "go movetime 1000"));
  EXPECT_EQ(count(to_local_, "go"), 0);
  pass(990);
  from_cluster("info depth 9 multipv 1 score cp 3 pv d2d4 d7d5");
  EXPECT_EQ(count(to_client_, "info depth 9"), 1);
  from_cluster("bestmove d2d4 ponder d7d5");
  pass(1000);
  expect_one_best_move("d2d4 ponder d7d5");
  EXPECT_EQ(count(to_client_, "readyok"), 0);  // the guard's own questions are not the client's
}

TEST_F(GuardedCluster, TheLocalEngineUsesTheTimeThatIsLeft) {
  say("position startpos");
  say("go wtime 10000 btime 9000");
  pass(400);
  guard_.cluster_ended("killed", now_);
  EXPECT_EQ(ends_, 1);
  EXPECT_EQ(count(to_client_, "info string cluster: error: it has ended: killed"), 1);
  EXPECT_TRUE(take(to_local_, "go wtime 9600 btime 9000"));
  guard_.from_local("info depth 3 multipv 1 score cp 3 pv e2e4");
  guard_.from_local("bestmove e2e4");
  expect_one_best_move("e2e4");
}

TEST_F(GuardedCluster, ALossInTheLastMomentIsAnsweredWithTheBestLineSoFar) {
  say("position startpos");
  say("go movetime 1000");
  from_cluster("info depth 9 multipv 1 score cp 3 pv d2d4 d7d5");
  from_cluster("info depth 9 multipv 2 score cp 2 pv g1f3 d7d5");
  pass(985);
  guard_.cluster_ended("killed", now_);
  expect_one_best_move("d2d4 ponder d7d5");
  EXPECT_EQ(count(to_local_, "go"), 0);
}

TEST_F(GuardedCluster, ASilentRankIsFoundWithinHalfASecond) {
  say("position startpos");
  say("go movetime 5000");
  pass(1000);
  answers_pings_ = false;
  pass(700);
  EXPECT_EQ(count(to_client_, "info string cluster: error: rank 0 has not answered for 500 ms"), 1);
  EXPECT_EQ(count(to_local_, "go movetime 3"), 1);
}

TEST_F(GuardedCluster, TheDeadlineHoldsForAClusterThatAnswersOnlyQuestions) {
  say("position startpos");
  say("go movetime 1000");
  from_cluster("info depth 9 multipv 1 score cp 3 pv d2d4");
  pass(1040);
  expect_one_best_move("d2d4");
  EXPECT_TRUE(take(to_cluster_, "stop"));
  from_cluster("info depth 10 multipv 1 score cp 3 pv a2a3");
  from_cluster("bestmove a2a3");  // too late
  EXPECT_EQ(count(to_client_, "bestmove"), 0);
  EXPECT_EQ(count(to_client_, "info depth 10"), 0);
  say("go movetime 1000");
  from_cluster("bestmove b2b3");
  expect_one_best_move("b2b3");
}

TEST_F(GuardedCluster, WithoutALineTheLocalEngineFindsAMoveAtTheDeadline) {
  say("position startpos");
  say("go movetime 1000");
  pass(1040);
  EXPECT_EQ(count(to_client_, "bestmove"), 0);
  EXPECT_TRUE(take(to_local_, "go movetime 1000"));
  EXPECT_TRUE(take(to_local_, "stop"));
  guard_.from_local("bestmove a2a4");
  expect_one_best_move("a2a4");
  pass(2100);
  EXPECT_EQ(count(to_client_, "info string cluster: error: rank 0 does not end its search"), 1);
}

TEST_F(GuardedCluster, PonderingAndInfiniteSearchesSurviveALoss) {
  say("position startpos");
  say("go ponder wtime 1000 btime 1000");
  pass(5000);
  EXPECT_EQ(count(to_client_, "bestmove"), 0);
  guard_.cluster_ended("killed", now_);
  EXPECT_EQ(count(to_local_, "go ponder"), 1);
  say("ponderhit");
  EXPECT_TRUE(take(to_local_, "ponderhit"));
  guard_.from_local("bestmove e2e4");
  expect_one_best_move("e2e4");
  say("go infinite");
  say("stop");
  EXPECT_TRUE(take(to_local_, "stop"));
  guard_.from_local("bestmove e2e4");
  expect_one_best_move("e2e4");
}

TEST_F(GuardedCluster, ANewClusterIsToldOptionsAndPosition) {
  say("setoption name Hash value 512");
  say("setoption name Hash value 1024");
  say("setoption name Clear Hash");
  say("position startpos moves e2e4");
  EXPECT_TRUE(take(to_local_, "setoption name Hash value 256"));
  guard_.cluster_ended("killed", now_);
  to_cluster_.clear();
  pass(900);
  EXPECT_EQ(starts_, 1);
  pass(200);
  EXPECT_EQ(starts_, 2);
  EXPECT_EQ(count(to_client_, "info string cluster: is back"), 1);
  guard_.cluster_ended("killed", now_);
  answers_pings_ = false;
  to_cluster_.clear();
  pass(2100);
  EXPECT_EQ(to_cluster_, (Lines{"setoption name Hash value 1024", "position startpos moves e2e4", "isready"}));
}

TEST_F(GuardedCluster, WhereNothingCanBeStartedTheLocalEnginePlays) {
  start_error_ = "cannot start mpirun: No such file or directory";
  guard_.cluster_ended("killed", now_);
  pass(200'000);
  EXPECT_EQ(count(to_client_, "info string cluster: error: cannot start mpirun"), 1);  // said once
  EXPECT_LT(starts_, 15);
  to_local_.clear();
  say("isready");
  say("go depth 3");
  EXPECT_EQ(to_local_, (Lines{"isready", "go depth 3"}));
}

TEST_F(GuardedCluster, NothingIsStartedWhileAnAnswerIsDue) {
  guard_.cluster_ended("killed", now_);
  pass(800);
  say("position startpos");
  say("go movetime 400");
  pass(390);
  EXPECT_EQ(starts_, 1);  // a second after the loss it would be time
  guard_.from_local("bestmove e2e4");
  pass(5);
  EXPECT_EQ(starts_, 2);
}

TEST_F(GuardedCluster, AStartIsNotPutOffForEver) {
  guard_.cluster_ended("killed", now_);
  for (int i = 0; i < 30 && starts_ == 1; ++i) {
    say("go movetime 300");
    pass(290);
    guard_.from_local("bestmove e2e4");
  }
  EXPECT_EQ(starts_, 2);
}

TEST_F(GuardedCluster, OnlyQuitEnds) {
  EXPECT_TRUE(guard_.from_client("", now_));
  EXPECT_TRUE(guard_.from_client("setoption", now_));
  EXPECT_TRUE(guard_.from_client("position fen nonsense", now_));
  EXPECT_FALSE(guard_.from_client("quit", now_));
}

}  // namespace
}  // namespace zugwerk::cluster
