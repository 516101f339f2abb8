// Unit tests of base/process/process.h, arena/uci/uci_text.h and arena/uci/uci_client.h: commands, lines, output of
// engines. The children here are small system programs; engines that misbehave are in tests/app/match_test.py.

#include "arena/uci/uci_client.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "arena/match/match_settings.h"
#include "base/process/command_words.h"

namespace zugwerk::arena {
namespace {

constexpr Milliseconds kLong{20'000};

TEST(SplitCommand, ReadsQuotesAndBackslashesLikeAShell) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(*base::split_command("engine --flag value"), (Words{"engine", "--flag", "value"}));
  EXPECT_EQ(*base::split_command("  '/path with/blanks' \"a \\\"b\\\" c\" d\\ e ''"),
            (Words{"/path with/blanks", "a \"b\" c", "d e", ""}));
  EXPECT_EQ(*base::split_command("a'b c'd"), (Words{"ab cd"}));
  EXPECT_EQ(*base::split_command("'a\\b' $HOME *"), (Words{"a\\b", "$HOME", "*"}));
  for (const std::string_view text : {"", "   ", "'open", "engine \"open", "''"})
    EXPECT_FALSE(base::split_command(text).has_value()) << text;
}

TEST(Process, EchoesLinesAndEnds) {
  auto process = Process::start({{"cat"}, "", {}});
  ASSERT_TRUE(process.has_value()) << process.error().message;
  ProcessLine line;
  ASSERT_TRUE(process->write_line("hello"));
  ASSERT_EQ(process->read_line(line, Clock::now() + kLong), WaitEnd::Answered);
  EXPECT_EQ(line.text, "hello");
  EXPECT_EQ(process->read_line(line, Clock::now() + Milliseconds(5)), WaitEnd::TimedOut);
  const std::atomic<bool> stop{true};
  EXPECT_EQ(process->read_line(line, Clock::now() + kLong, &stop), WaitEnd::Interrupted);
  EXPECT_EQ(process->end(kLong), "exit code 0");
}

TEST(Process, GivesAnUnterminatedLastLineAndThenTheEnd) {
  auto process = Process::start({{"printf", "one\\r\\ntwo"}, "", {}});
  ASSERT_TRUE(process.has_value());
  ProcessLine line;
  ASSERT_EQ(process->read_line(line, Clock::now() + kLong), WaitEnd::Answered);
  EXPECT_EQ(line.text, "one");
  ASSERT_EQ(process->read_line(line, Clock::now() + kLong), WaitEnd::Answered);
  EXPECT_EQ(line.text, "two");
  EXPECT_EQ(process->read_line(line, Clock::now() + kLong), WaitEnd::Ended);
}

TEST(Process, SurvivesAChildThatNoLongerReads) {
  auto process = Process::start({{"true"}, "", {}});
  ASSERT_TRUE(process.has_value());
  ProcessLine line;
  ASSERT_EQ(process->read_line(line, Clock::now() + kLong), WaitEnd::Ended);
  // Its output is closed a moment before its input.
  bool written = true;
  for (const TimePoint deadline = Clock::now() + kLong; written && Clock::now() < deadline;)
    written = process->write_line("hello");
  EXPECT_FALSE(written);
  EXPECT_EQ(process->end(kLong), "exit code 0");
}

TEST(Process, KillsAChildThatDoesNotExit) {
  auto process = Process::start({{"sleep", "1000"}, "", {}});
  ASSERT_TRUE(process.has_value());
  EXPECT_EQ(process->end(Milliseconds(10)), "killed");
}

TEST(Process, SaysWhyAProgramCannotBeRun) {
  EXPECT_EQ(Process::start({{"/no/such/program"}, "", {}}).error().message,
            "cannot run '/no/such/program': No such file or directory");
  EXPECT_EQ(Process::start({{"/dev/null"}, "", {}}).error().message, "cannot run '/dev/null': Permission denied");
  EXPECT_EQ(Process::start({{"cat"}, "/no/such/folder", {}}).error().message,
            "cannot run 'cat': folder '/no/such/folder': No such file or directory");
}

TEST(UciText, ReadsInfo) {
  const UciInfo info = parse_info(
      "depth 12 seldepth 20 multipv 2 score cp -31 lowerbound nodes 12345 nps 99 hashfull 7 tbhits 3 time 456 pv e2e4 "
      "e7e5");
  EXPECT_EQ(info.depth, 12);
  EXPECT_EQ(info.selective_depth, 20);
  EXPECT_EQ(info.line, 2);
  EXPECT_EQ(info.score, (UciScore{.is_mate = false, .value = -31, .bound = UciScore::Bound::AtLeast}));
  EXPECT_EQ(info.nodes, 12345U);
  EXPECT_EQ(info.time, Milliseconds(456));
  EXPECT_EQ(info.moves, (std::vector<std::string>{"e2e4", "e7e5"}));
}

TEST(UciText, ReadsInfoInAnyOrderAndSkipsUnknownWords) {
  const UciInfo info = parse_info("pv e2e4 score mate -3 wdl 1 2 997 depth x sparkle 5 nodes 10");
  EXPECT_EQ(info.moves, (std::vector<std::string>{"e2e4"}));
  EXPECT_EQ(info.score, (UciScore{.is_mate = true, .value = -3, .bound = UciScore::Bound::Exact}));
  EXPECT_FALSE(info.depth.has_value());
  EXPECT_EQ(info.nodes, 10U);
  EXPECT_FALSE(parse_info("string score cp 5 depth 3").score.has_value());
  EXPECT_FALSE(parse_info("depth 3 score cp").score.has_value());
}

TEST(UciText, ReadsAnnouncedOptions) {
  const auto spin = parse_announced_option("name Move Overhead type spin default 10 min 0 max 5000");
  ASSERT_TRUE(spin.has_value());
  EXPECT_EQ(spin->name, "Move Overhead");
  EXPECT_EQ(spin->most, 5000);
  EXPECT_TRUE(check_option_value(*spin, "0").has_value());
  EXPECT_FALSE(check_option_value(*spin, "5001").has_value());
  const auto combo = parse_announced_option("name Style type combo default Solid var Solid var Very Wild");
  EXPECT_EQ(combo->choices, (std::vector<std::string>{"Solid", "Very Wild"}));
  EXPECT_TRUE(check_option_value(*combo, "very wild").has_value());
  EXPECT_EQ(check_option_value(*combo, "Mild").error().message, "option Style: 'Mild' is not one of Solid, Very Wild");
  EXPECT_FALSE(parse_announced_option("type spin").has_value());
}

TEST(UciText, WritesGo) {
  GoRequest request;
  EXPECT_EQ(to_command(request), "go infinite");
  request.white_time = Milliseconds(1000);
  request.black_time = Milliseconds(900);
  request.white_increment = Milliseconds(10);
  request.black_increment = Milliseconds(10);
  request.moves_to_go = 3;
  request.ponder = true;
  EXPECT_EQ(to_command(request), "go ponder wtime 1000 btime 900 winc 10 binc 10 movestogo 3");
  GoRequest fixed;
  fixed.nodes = 500;
  fixed.depth = 8;
  fixed.search_moves = {"e2e4", "d2d4"};
  EXPECT_EQ(to_command(fixed), "go nodes 500 depth 8 searchmoves e2e4 d2d4");
}

TEST(MatchSettings, GivesAnEngineTheCommonLimitsUnlessItHasItsOwn) {
  PlayLimits common;
  common.nodes = 7;
  const std::vector<std::string> plain{"cmd=engine -x", "option.Hash=1=2"};
  const auto one = parse_engine(plain, common);
  ASSERT_TRUE(one.has_value()) << one.error().message;
  EXPECT_EQ(one->limits.nodes, 7U);
  EXPECT_EQ(one->engine.options.front(), std::make_pair(std::string("Hash"), std::string("1=2")));
  const std::vector<std::string> own{"cmd=engine", "tc=1+0.1"};
  const auto two = parse_engine(own, common);
  ASSERT_TRUE(two.has_value());
  EXPECT_FALSE(two->limits.nodes.has_value());
  EXPECT_EQ(to_string(two->limits), "1+0.1");
}

TEST(MatchSettings, NamesDifferences) {
  const auto before = base::parse_json(R"({"a": {"b": 1, "c": [1, 2]}, "d": "x"})", "before");
  const auto now = base::parse_json(R"({"a": {"b": 2, "c": [1, 3]}, "e": true})", "now");
  EXPECT_EQ(base::differences(*before, *now),
            (std::vector<std::string>{"a.b: 1 before, 2 now", "a.c[1]: 2 before, 3 now", "d: 'x' before, nothing now",
                                      "e: nothing before, true now"}));
  EXPECT_TRUE(base::differences(*before, *before).empty());
}

}  // namespace
}  // namespace zugwerk::arena
