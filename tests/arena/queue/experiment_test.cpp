// Kind: unit. Experiment files, and the command lines that run them.

#include "arena/queue/experiment.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace zugwerk::arena {
namespace {

using Words = std::vector<std::string>;

TEST(Experiment, IsReadWithCommentsAndContinuedLines) {
  const auto experiment = parse_experiment(
      "# why\n\ntitle: Deeper: one ply\ncommand: match --engine 'cmd=./new engine' name=\"a b\"\n   --nodes 25000\n\n"
      "  # between\n\t--games 4000\nfolder: /home/me/my engine\nafter: 005-a, 006-b\npriority: -2\ntime-limit: 1.5h\n",
      "010", "lab/010.experiment");
  ASSERT_TRUE(experiment) << experiment.error().message;
  EXPECT_EQ(experiment->name, "010");
  EXPECT_EQ(experiment->title, "Deeper: one ply");
  EXPECT_EQ(experiment->words,
            (Words{"match", "--engine", "cmd=./new engine", "name=a b", "--nodes", "25000", "--games", "4000"}));
  EXPECT_EQ(experiment->folder, "/home/me/my engine");
  EXPECT_EQ(experiment->after, (Words{"005-a", "006-b"}));
  EXPECT_EQ(experiment->priority, -2);
  EXPECT_EQ(experiment->time_limit, 5400);
}

TEST(Experiment, FaultsAreReportedWithFileAndLine) {
  for (const auto& [text, message] : {
           std::pair("", "f: 'command' is missing"),
           std::pair("title: x\n", "f: 'command' is missing"),
           std::pair("\ncommand match\n", "f:2: expected 'key: value', found 'command match'"),
           std::pair("  x\n", "f:1: an indented line continues the previous one, but there is none"),
           std::pair("command: match\ncommand: suite\n", "f:2: 'command' is given twice"),
           std::pair("command:\n", "f:1: 'command' has no value"),
           std::pair("command: match 'a\n", "f:1: command 'match 'a': a quote is not closed"),
           std::pair("command: perft 5\n",
                     "f:1: a queue cannot run 'perft'; it runs match, selfplay, spsa, suite, train"),
           std::pair("colour: red\n",
                     "f:1: 'colour' is not a key; the keys are command, title, folder, after, priority and time-limit"),
           std::pair("priority: high\n", "f:1: priority 'high' is not a whole number"),
           std::pair("time-limit: 0h\n", "f:1: expected a duration such as 90s, 30m, 12h or 2d, found '0h'"),
           std::pair("after: ../x\n", "f:1: '../x' is not a valid experiment name"),
           std::pair("title: \xFF\n", "f:1: not text"),
       }) {
    const auto experiment = parse_experiment(text, "n", "f");
    ASSERT_FALSE(experiment) << text;
    EXPECT_EQ(experiment.error().message, message);
  }
}

TEST(Experiment, OutputsAndResumptionAreSetByTheQueue) {
  for (const Words& words :
       {Words{"match", "--pgn", "x"}, Words{"match", "--json=x"}, Words{"match", "--resume"}, Words{"selfplay", "-ox"},
        Words{"selfplay", "--output", "x"}, Words{"spsa", "--state", "x"}, Words{"suite", "--json", "x"},
        Words{"train", "-o", "x"}, Words{"train", "--progress", "x"}}) {
    const auto checked = check_command(words);
    ASSERT_FALSE(checked) << words[1];
    EXPECT_NE(checked.error().message.find("is set by the queue"), std::string::npos) << checked.error().message;
  }
  EXPECT_TRUE(check_command({"match", "--openings", "x", "--jsonish"}));
  EXPECT_FALSE(check_command({}));
}

TEST(Experiment, TextSurvivesARoundTrip) {
  Experiment experiment;
  experiment.name = "n";
  experiment.title = "two  words";
  experiment.words = {"match", "", "a b", "it's", "say \"x\"", "back\\slash", "--nodes", "5"};
  experiment.folder = "/some/where";
  experiment.after = {"a", "b"};
  experiment.priority = 7;
  experiment.time_limit = 90.5;
  const auto again = parse_experiment(to_text(experiment), "n", "f");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->title, experiment.title);
  EXPECT_EQ(again->words, experiment.words);
  EXPECT_EQ(again->folder, experiment.folder);
  EXPECT_EQ(again->after, experiment.after);
  EXPECT_EQ(again->priority, experiment.priority);
  EXPECT_EQ(again->time_limit, experiment.time_limit);
}

TEST(Experiment, DurationsHaveUnits) {
  for (const auto& [text, seconds] : {std::pair("90", 90.0), std::pair("90s", 90.0), std::pair("30m", 1800.0),
                                      std::pair("12h", 43200.0), std::pair("2d", 172800.0), std::pair("0.5m", 30.0)})
    EXPECT_EQ(parse_duration(text).value_or(0), seconds) << text;
  for (const char* text : {"", "h", "-1h", "1w", "1h30m", "nan"}) EXPECT_FALSE(parse_duration(text)) << text;
}

TEST(Experiment, NamesAreSafeAsFileNames) {
  for (const char* name : {"1", "010-futility", "a.b_c+d"}) EXPECT_TRUE(is_experiment_name(name)) << name;
  for (const char* name : {"", ".", "..", ".hidden", "-x", "a/b", "a b", "a\n", "\xC3\xA4"})
    EXPECT_FALSE(is_experiment_name(name)) << name;
}

TEST(Experiment, RunsWithItsOutputsInItsFolder) {
  Experiment experiment;
  experiment.words = {"match", "--engine", "cmd=x", "--games", "4"};
  EXPECT_EQ(words_to_run(experiment, "/q/a", 5),
            (Words{"match", "--json", "/q/a/match.json", "--pgn", "/q/a/games.pgn", "--progress", "/q/a/progress.json",
                   "--resume", "--patience", "3600", "--start-patience", "3600", "--engine", "cmd=x", "--games", "4"}));
  experiment.words = {"spsa", "--patience", "5"};
  EXPECT_EQ(words_to_run(experiment, "/q/a", 5),
            (Words{"spsa", "--state", "/q/a/spsa.json", "--progress", "/q/a/progress.json", "--resume",
                   "--start-patience", "3600", "--patience", "5"}));
  experiment.words = {"train", "games.zwg"};
  EXPECT_EQ(words_to_run(experiment, "/q/a", 5),
            (Words{"train", "--output", "/q/a", "--progress", "/q/a/progress.json", "--resume", "games.zwg"}));
  experiment.words = {"selfplay", "--games", "4"};
  EXPECT_EQ(words_to_run(experiment, "/q/a", 5), (Words{"selfplay", "--output", "/q/a/games.zwg", "--progress",
                                                        "/q/a/progress.json", "--seed", "5", "--games", "4"}));
  experiment.words = {"selfplay", "--seed=9"};
  EXPECT_EQ(words_to_run(experiment, "/q/a", 5),
            (Words{"selfplay", "--output", "/q/a/games.zwg", "--progress", "/q/a/progress.json", "--seed=9"}));
}

}  // namespace
}  // namespace zugwerk::arena
