// Unit tests of the protocols' threads: commands that arrive during searches stop them.

#include <chrono>
#include <deque>
#include <functional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "protocol/uci.h"
#include "protocol/xboard.h"

namespace zugwerk::protocol {
namespace {

using Protocol = void (*)(const LineSource&, std::ostream&, const std::string&);

/// UCI on one machine.
void run_plain_uci(const LineSource& next_line, std::ostream& out, const std::string& version) {
  run_uci(next_line, out, version);
}

/// The output for these lines, sent one every few milliseconds.
std::string talk(Protocol protocol, const std::vector<std::string>& lines) {
  std::ostringstream out;
  std::size_t next = 0;
  protocol(
      [&]() -> std::optional<std::string> {
        if (next == lines.size()) return std::nullopt;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        return lines[next++];
      },
      out, "test");
  return out.str();
}

std::size_t count(const std::string& text, const std::string& word) {
  std::size_t found = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
  return found;
}

TEST(ProtocolThreads, UciHandlesCommandsDuringSearches) {
  const std::string heard = talk(run_plain_uci, {"uci",
                                                 "setoption name Threads value 2",
                                                 "setoption name Hash value 1",
                                                 "position startpos",
                                                 "go infinite",
                                                 "setoption name UCI_ShowWDL value true",
                                                 "setoption name Debug Log File value /dev/null",
                                                 "isready",
                                                 "go ponder wtime 100 btime 100",
                                                 "ponderhit",
                                                 "go infinite",
                                                 "setoption name Hash value 2",
                                                 "go infinite",
                                                 "position startpos moves e2e4",
                                                 "go infinite",
                                                 "ucinewgame",
                                                 "go movetime 5",
                                                 "go infinite",
                                                 "stop",
                                                 "go infinite",
                                                 "quit"});
  EXPECT_EQ(count(heard, "readyok"), 1U);
  EXPECT_EQ(count(heard, "bestmove"), 8U) << heard;
}

TEST(ProtocolThreads, XboardHandlesCommandsDuringSearches) {
  const std::string heard = talk(run_xboard, {"xboard",
                                              "protover 2",
                                              "cores 2",
                                              "memory 2",
                                              "new",
                                              "hard",
                                              "post",
                                              "st 1",
                                              "usermove e2e4",
                                              "?",
                                              "usermove d2d4",
                                              "?",
                                              "nopost",
                                              "undo",
                                              "force",
                                              "analyze",
                                              ".",
                                              "option Resign Below=5",
                                              "usermove g1f3",
                                              "undo",
                                              "exit",
                                              "new",
                                              "level 40 5 0",
                                              "go",
                                              "?",
                                              "easy",
                                              "new",
                                              "ping 7",
                                              "go",
                                              "quit"});
  EXPECT_EQ(count(heard, "pong 7"), 1U);
  EXPECT_GE(count(heard, "move "), 1U) << heard;
}

}  // namespace
}  // namespace zugwerk::protocol
