// Kind: unit. A folder as a queue: order, stages, dependencies, and the history in the journal.

#include "arena/queue/queue_folder.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/checksum.h"
#include "support/temporary_folder.h"

namespace zugwerk::arena {
namespace {

using base::Json;

class Queue : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& more = "") const {
    test::write_bytes(queue.experiment_file(name), "command: match\n" + more);
  }
  [[nodiscard]] static std::string check_of(const std::string& more = "") {
    return base::checksum_text("command: match\n" + more);
  }
  static Json start(const std::string& name, const std::string& check) {
    return {{"event", "start"}, {"experiment", name}, {"time", 100}, {"file_checksum", check}, {"seed", 5}};
  }
  static Json end(const std::string& name, int code, double seconds = 2) {
    return {{"event", "end"}, {"experiment", name}, {"time", 200},        {"seconds", seconds},
            {"result", "r"},  {"exit_code", code},  {"timed_out", false}, {"last_lines", Json::array({"why"})}};
  }
  static Json interrupted(const std::string& name) {
    return {{"event", "interrupted"}, {"experiment", name}, {"time", 150}, {"seconds", 3}, {"result", ""}};
  }
  void journal(const std::vector<Json>& entries) const {
    QueueHistory ignored;
    auto lines = base::LineJournal::create(queue.journal(), queue.journal_work(ignored));
    ASSERT_TRUE(lines);
    for (const Json& entry : entries) ASSERT_TRUE(lines->add(entry));
  }
  [[nodiscard]] std::vector<std::pair<std::string, ExperimentStage>> stages() const {
    const auto state = queue.read();
    std::vector<std::pair<std::string, ExperimentStage>> found;
    if (!state) ADD_FAILURE() << state.error().message;
    if (state)
      for (const QueueEntry& entry : state->entries) found.emplace_back(entry.experiment.name, entry.stage);
    return found;
  }
  using Stages = std::vector<std::pair<std::string, ExperimentStage>>;

  test::TemporaryFolder folder;
  QueueFolder queue{folder.path() + "/"};
};

TEST_F(Queue, RunsByPriorityAndThenByName) {
  write("20");
  write("10");
  write("30", "priority: 1\n");
  write("05", "priority: -1\n");
  EXPECT_EQ(stages(), (Stages{{"30", ExperimentStage::Waiting},
                              {"10", ExperimentStage::Waiting},
                              {"20", ExperimentStage::Waiting},
                              {"05", ExperimentStage::Waiting}}));
}

TEST_F(Queue, StagesFollowFromTheJournal) {
  for (const char* name : {"done", "failed", "going", "killed", "new"}) write(name);
  journal({start("done", check_of()), interrupted("done"), start("done", check_of()), end("done", 0),
           start("failed", check_of()), end("failed", 2), start("going", check_of()), interrupted("going"),
           start("killed", check_of())});
  EXPECT_EQ(stages(), (Stages{{"done", ExperimentStage::Done},
                              {"failed", ExperimentStage::Failed},
                              {"going", ExperimentStage::Interrupted},
                              {"killed", ExperimentStage::Interrupted},
                              {"new", ExperimentStage::Waiting}}));
  const auto state = queue.read();
  ASSERT_TRUE(state);
  const ExperimentHistory& done = state->entries[0].history;
  EXPECT_EQ(done.starts, 2U);
  EXPECT_EQ(done.seconds, 5);
  EXPECT_EQ(done.started, 100);
  EXPECT_EQ(done.ended, 200);
  EXPECT_EQ(done.seed, 5U);
  EXPECT_EQ(state->entries[1].history.last_lines, std::vector<std::string>{"why"});
  EXPECT_FALSE(state->running);
}

TEST_F(Queue, AnExperimentThatIsOpenInTheJournalOfARunnerIsRunning) {
  write("1");
  QueueHistory history;
  auto lines = base::LineJournal::create(queue.journal(), queue.journal_work(history));
  ASSERT_TRUE(lines);
  ASSERT_TRUE(lines->add(start("1", check_of())));
  EXPECT_EQ(stages(), (Stages{{"1", ExperimentStage::Running}}));
  const auto state = queue.read();
  ASSERT_TRUE(state);
  EXPECT_TRUE(state->running);
}

TEST_F(Queue, AnExperimentWhoseFileWasChangedRunsAgain) {
  write("1", "priority: 0\n");
  journal({start("1", check_of()), end("1", 1)});
  EXPECT_EQ(stages(), (Stages{{"1", ExperimentStage::Waiting}}));
  write("1");
  EXPECT_EQ(stages(), (Stages{{"1", ExperimentStage::Failed}}));
}

TEST_F(Queue, AFailureBlocksTheWholeChainAfterIt) {
  write("1");
  write("2", "after: 3\n");
  write("3", "after: 1\n");
  write("4", "after: nothing\n");
  write("5", "after: 6\n");
  write("6");
  write("7", "after: 7\n");
  journal({start("1", check_of()), end("1", 1)});
  EXPECT_EQ(stages(), (Stages{{"1", ExperimentStage::Failed},
                              {"2", ExperimentStage::Blocked},
                              {"3", ExperimentStage::Blocked},
                              {"4", ExperimentStage::Blocked},
                              {"5", ExperimentStage::Waiting},
                              {"6", ExperimentStage::Waiting},
                              {"7", ExperimentStage::Blocked}}));
  const auto state = queue.read();
  ASSERT_TRUE(state);
  EXPECT_EQ(state->entries[2].note, "after 1, which failed");
  EXPECT_EQ(state->entries[3].note, "after nothing, which is not in the queue");
  EXPECT_EQ(state->entries[4].note, "after 6");
}

TEST_F(Queue, DamagedFilesAreReportedAlongWithTheOthers) {
  write("1");
  test::write_bytes(queue.experiment_file("2"), "comand: match\n");
  test::write_bytes(queue.experiment_file("a b"), "command: match\n");
  const auto state = queue.read();
  ASSERT_TRUE(state);
  ASSERT_EQ(state->entries.size(), 3U);
  EXPECT_EQ(state->entries[0].stage, ExperimentStage::Waiting);
  EXPECT_EQ(state->entries[1].stage, ExperimentStage::Damaged);
  EXPECT_NE(state->entries[1].note.find("2.experiment:1: 'comand' is not a key"), std::string::npos);
  EXPECT_EQ(state->entries[2].stage, ExperimentStage::Damaged);
}

TEST_F(Queue, EveryDamagedBitOfTheJournalIsReported) {
  write("1");
  journal({start("1", check_of()), end("1", 0)});
  const std::string whole = test::read_bytes(queue.journal());
  for (std::size_t i = 0; i + 1 < whole.size(); ++i) {
    if (whole[i] == '\n') continue;
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    if (damaged[i] == '\n') continue;
    test::write_bytes(queue.journal(), damaged);
    EXPECT_FALSE(queue.read()) << i;
  }
}

TEST_F(Queue, InvalidJournalEntriesAreReported) {
  write("1");
  for (const Json& entry : {Json{{"event", "end"}}, Json{{"event", "party"}, {"experiment", "1"}, {"time", 1}},
                            Json{{"event", "start"}, {"experiment", 1}, {"time", 1}}}) {
    journal({entry});
    const auto state = queue.read();
    ASSERT_FALSE(state) << entry;
    EXPECT_NE(state.error().message.find("queue.journal:2: "), std::string::npos) << state.error().message;
    ASSERT_EQ(std::remove(queue.journal().c_str()), 0);
  }
}

TEST_F(Queue, JsonHasEveryExperimentWithItsProgress) {
  EXPECT_FALSE(queue.is_queue());
  write("1");
  EXPECT_TRUE(queue.is_queue());
  const auto state = queue.read();
  ASSERT_TRUE(state);
  Json json = to_json(*state, queue);
  EXPECT_EQ(json["running"], false);
  EXPECT_EQ(json["experiments"][0]["name"], "1");
  EXPECT_EQ(json["experiments"][0]["stage"], "waiting");
  EXPECT_EQ(json["experiments"][0]["started"], nullptr);
  EXPECT_EQ(json["experiments"][0]["progress"], nullptr);
}

}  // namespace
}  // namespace zugwerk::arena
