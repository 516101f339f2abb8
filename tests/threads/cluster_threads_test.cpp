// Tests of cluster/search_ranks.h with several ranks in one process: the conversation, the vote, the exchange, and what
// happens when a rank is cut off.

#include <condition_variable>
#include <thread>

#include <gtest/gtest.h>

#include "base/thread.h"
#include "cluster/delayed_transport.h"
#include "cluster/helper_rank.h"
#include "cluster/line_stream.h"
#include "cluster/root_rank.h"
#include "cluster/search_ranks.h"
#include "search/transposition_table.h"
#include "support/fake_ranks.h"

namespace zugwerk::cluster {
namespace {

using namespace std::chrono_literals;

/// What the client says, line by line, and what it hears.
class Client {
 public:
  void say(const std::string& line) {
    const std::scoped_lock lock(mutex_);
    said_.push_back(line);
    changed_.notify_all();
  }
  /// The end of the input.
  void hang_up() {
    const std::scoped_lock lock(mutex_);
    hung_up_ = true;
    changed_.notify_all();
  }
  /// The first line heard from now on that starts like this; empty after a minute.
  [[nodiscard]] std::string await(const std::string& start) {
    std::unique_lock lock(mutex_);
    std::string found;
    changed_.wait_for(lock, 60s, [&] {
      while (!heard_.empty() && found.empty()) {
        if (heard_.front().starts_with(start)) found = heard_.front();
        heard_.pop_front();
      }
      return !found.empty();
    });
    return found;
  }

  [[nodiscard]] protocol::LineSource lines() {
    return [this]() -> std::optional<base::Expected<std::string>> {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return hung_up_ || !said_.empty(); });
      if (said_.empty()) return std::nullopt;
      std::string line = said_.front();
      said_.pop_front();
      return line;
    };
  }
  void hear(const std::string& line) {
    const std::scoped_lock lock(mutex_);
    heard_.push_back(line);
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> said_;
  std::deque<std::string> heard_;
  bool hung_up_ = false;
};

class RanksInOneProcess : public testing::Test {
 protected:
  static constexpr int kSize = 3;

  RanksInOneProcess() {
    for (int rank = 0; rank < kSize; ++rank)
      threads_.emplace_back([this, rank] {
        LineStream out([&](const std::string& line) { client_.hear(line); });
        search_over_ranks(ranks_.transport(rank), client_.lines(), out, "1");
      });
    client_.say("isready");
  }
  ~RanksInOneProcess() override {
    for (int rank = 0; rank < kSize; ++rank) ranks_.reconnect(rank);
    client_.hang_up();
  }

  FakeRanks ranks_{kSize};
  Client client_;
  std::vector<base::Thread> threads_;
};

TEST_F(RanksInOneProcess, AllSearchTogether) {
  EXPECT_EQ(client_.await("info string"), "info string cluster: 3 of 3 ranks search, on 1 host");
  EXPECT_EQ(client_.await("readyok"), "readyok");
  client_.say("position startpos moves e2e4");
  client_.say("go movetime 400");
  EXPECT_NE(client_.await("bestmove"), "");
  client_.say("go infinite");
  client_.say("stop");
  EXPECT_NE(client_.await("bestmove"), "");
  client_.say("ucinewgame");
  client_.say("go depth 8");
  EXPECT_NE(client_.await("bestmove"), "");
}

TEST_F(RanksInOneProcess, ARankThatIsCutOffDelaysNothing) {
  EXPECT_NE(client_.await("readyok"), "");
  client_.say("go infinite");
  ranks_.cut_off(2);
  EXPECT_TRUE(client_.await("info string cluster: rank 2").ends_with("ms; 2 of 3 ranks search"));
  client_.say("stop");
  EXPECT_NE(client_.await("bestmove"), "");
  ranks_.reconnect(2);
  EXPECT_TRUE(client_.await("info string cluster: rank 2").ends_with("is back; 3 of 3 ranks search"));
}

TEST_F(RanksInOneProcess, SearchMovesPonderingAndChess960WorkOnAllRanks) {
  client_.say("setoption name UCI_Chess960 value true");
  client_.say("position fen 1k6/8/8/8/8/8/8/1K1R4 w D - 0 1");
  client_.say("go searchmoves b1d1 movetime 200");
  EXPECT_EQ(client_.await("bestmove").substr(0, 13), "bestmove b1d1");
  client_.say("go ponder wtime 300 btime 300");
  client_.say("ponderhit");
  EXPECT_NE(client_.await("bestmove"), "");
  client_.say("setoption name MultiPV value 2");
  client_.say("go depth 6");
  EXPECT_NE(client_.await("bestmove"), "");
}

TEST_F(RanksInOneProcess, ErrorsOfOtherRanksReachTheClient) {
  EXPECT_NE(client_.await("readyok"), "");
  client_.say("setoption name EvalFile value no/such/file");
  EXPECT_NE(client_.await("info string cluster: rank 1: error: "), "");
}

/// One real rank; the test plays the others.
class OneRank : public testing::Test {
 protected:
  static constexpr chess::Key kPosition = 99;

  OneRank() { EXPECT_TRUE(tt_.resize(1, 1)); }

  [[nodiscard]] search::LocalSearch local() {
    return {
        .position = kPosition, .tt = &tt_, .nodes = [] { return 1000; }, .tb_hits = [] { return 7; }, .settings = {}};
  }
  /// The next message to this rank with this tag; fails the test after ten seconds.
  [[nodiscard]] Bytes await(int rank, Tag tag) {
    const auto deadline = base::Clock::now() + 10s;
    while (base::Clock::now() < deadline) {
      if (const auto message = ranks_.receive(rank); message && message->tag == static_cast<int>(tag))
        return message->bytes;
      std::this_thread::sleep_for(1ms);
    }
    ADD_FAILURE() << "no message " << static_cast<int>(tag) << " for rank " << rank;
    return {};
  }
  void send(int from, int to, Tag tag, const Bytes& bytes) { ranks_.send(from, to, static_cast<int>(tag), bytes); }

  FakeRanks ranks_{3};
  search::TranspositionTable tt_;
};

/// Waits until a condition holds, at most ten seconds.
template <class Condition>
[[nodiscard]] bool soon(Condition condition) {
  const auto deadline = base::Clock::now() + 10s;
  while (!condition()) {
    if (base::Clock::now() > deadline) return false;
    std::this_thread::sleep_for(1ms);
  }
  return true;
}

TEST_F(OneRank, RootCountsAndVotesWithReportsOfTheRunningSearchOnly) {
  std::vector<std::string> notes;
  RootRank root(ranks_.transport(0), "1", [&](const std::string& note) { notes.push_back(note); });
  Hello hello = introduction("1");
  send(1, 0, Tag::Hello, encode(hello));
  hello.version = "2";
  send(2, 0, Tag::Hello, encode(hello));
  EXPECT_FALSE(root.assemble().empty());
  EXPECT_EQ(await(2, Tag::Leave), "");

  root.relay("position startpos");
  root.relay("isready");
  root.relay("setoption name Debug Log File value log");
  root.relay("go wtime 1000 btime 1000");
  root.search_started(local());
  EXPECT_EQ(await(1, Tag::Line), "position startpos");
  const auto go = decode_go(await(1, Tag::Go));
  ASSERT_TRUE(go);
  EXPECT_EQ(go->line, "go infinite");

  const SearchId running{go->search, kPosition, network_name(search::Settings())};
  Result result{.search = running, .ballot = {}};
  result.ballot.completed_depth = 9;
  result.ballot.line.moves = {chess::Move(chess::Square::E2, chess::Square::E4)};
  send(1, 0, Tag::Status, encode(Status{running, 500, 3}));
  send(1, 0, Tag::Result, encode(result));
  result.search.number -= 1;
  result.ballot.completed_depth = 99;
  send(1, 0, Tag::Status, encode(Status{result.search, 1'000'000, 3}));
  send(1, 0, Tag::Result, encode(result));
  EXPECT_TRUE(soon([&] { return root.nodes() == 500 && !root.ballots().empty(); }));
  root.search_ended();
  EXPECT_EQ(await(1, Tag::Line), "stop");
  ASSERT_EQ(root.ballots().size(), 1U);
  EXPECT_EQ(root.ballots()[0].completed_depth, 9);
  EXPECT_EQ(root.nodes(), 500U);
  EXPECT_EQ(root.tb_hits(), 3U);
}

TEST_F(OneRank, HelperStoresEntriesOfItsOwnSearchAndNetworkOnlyAndOffersThemToNobody) {
  HelperRank helper(ranks_.transport(1), "1");
  EXPECT_TRUE(decode_hello(await(0, Tag::Hello)));
  send(0, 1, Tag::Go, encode(Go{5, "go infinite"}));
  EXPECT_EQ(helper.next_line(), "go infinite");
  helper.search_started(local());

  const SearchId running{5, kPosition, network_name(search::Settings())};
  const std::uint64_t word =
      tt_.store(1, 0, 0, {eval::Score(1), eval::Score(2), chess::Move(), 9, search::Bound::Lower, false});
  tt_.clear(1);
  send(2, 1, Tag::Entries, encode(Entries{{4, kPosition, running.network}, {{11, word}}}));
  send(2, 1, Tag::Entries, encode(Entries{{5, kPosition, "another network"}, {{12, word}}}));
  send(2, 1, Tag::Entries, encode(Entries{{5, kPosition + 1, running.network}, {{14, word}}}));
  send(2, 1, Tag::Entries, "nonsense");
  send(2, 1, Tag::Entries, encode(Entries{running, {{13, word}}}));
  EXPECT_TRUE(soon([&] { return helper.traffic().received == 1; }));
  search::TtEntry found;
  EXPECT_FALSE(tt_.find(11, 0, 0, found));
  EXPECT_FALSE(tt_.find(12, 0, 0, found));
  EXPECT_FALSE(tt_.find(14, 0, 0, found));
  ASSERT_TRUE(tt_.find(13, 0, 0, found));
  EXPECT_EQ(found.depth, 9);

  helper.offer(21, word);
  const auto sent = decode_entries(await(2, Tag::Entries));
  ASSERT_TRUE(sent);
  EXPECT_EQ(sent->search, running);
  ASSERT_EQ(sent->entries.size(), 1U);
  EXPECT_EQ(sent->entries[0].key, 21U);

  const auto status = decode_status(await(0, Tag::Status));
  ASSERT_TRUE(status);
  send(0, 1, Tag::Leave, {});
  EXPECT_EQ(helper.next_line(), std::nullopt);
  helper.search_ended();
}

TEST_F(OneRank, DelayedMessagesArriveLaterAndInOrder) {
  DelayedTransport delayed(ranks_.transport(1), 50ms);
  ranks_.send(0, 1, 1, "first");
  ranks_.send(0, 1, 1, "second");
  const auto sent = base::Clock::now();
  std::vector<Bytes> arrived;
  EXPECT_TRUE(soon([&] {
    if (auto message = delayed.receive()) arrived.push_back(message->bytes);
    return arrived.size() == 2;
  }));
  EXPECT_GE(base::Clock::now() - sent, 50ms);
  EXPECT_EQ(arrived, (std::vector<Bytes>{"first", "second"}));
}

}  // namespace
}  // namespace zugwerk::cluster
