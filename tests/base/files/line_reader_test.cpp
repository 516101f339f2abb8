#include "base/files/line_reader.h"

#include <array>
#include <csignal>
#include <string_view>

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/thread.h"

namespace zugwerk::base {
namespace {

/// A pipe whose writing end is closed on demand.
struct Pipe {
  Pipe() { EXPECT_EQ(::pipe(ends.data()), 0); }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_writing();
    ::close(ends[0]);
  }
  void write(std::string_view text) const {
    EXPECT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  void close_writing() {
    if (ends[1] >= 0) ::close(ends[1]);
    ends[1] = -1;
  }
  std::array<int, 2> ends{};
};

/// The next line; "refused: " and the reason for a refused one, "end" at the end.
std::string next(LineReader& reader) {
  const auto line = reader.next();
  if (!line) return "end";
  return *line ? **line : "refused: " + line->error().message;
}

TEST(LineReader, ReturnsLinesAndAnUnterminatedLastOne) {
  Pipe pipe;
  pipe.write("uci\n\nposition start");
  LineReader reader(pipe.ends[0]);
  EXPECT_EQ(next(reader), "uci");
  EXPECT_EQ(next(reader), "");
  pipe.write("pos\nlast");
  EXPECT_EQ(next(reader), "position startpos");
  pipe.close_writing();
  EXPECT_EQ(next(reader), "last");
  EXPECT_EQ(next(reader), "end");
  EXPECT_EQ(next(reader), "end");
}

TEST(LineReader, LinesMayBeLongerThanAnyBuffer) {
  Pipe pipe;
  const std::string line(3'000'000, 'x');
  const base::Thread writer([&] {
    pipe.write(line + '\n');
    pipe.close_writing();
  });
  LineReader reader(pipe.ends[0]);
  EXPECT_EQ(next(reader), line);
  EXPECT_EQ(next(reader), "end");
}

TEST(LineReader, RefusesALineThatIsTooLongAndContinuesWithTheNext) {
  const std::string refusal = "refused: the line is longer than 16,777,216 bytes";
  Pipe pipe;
  const std::string longest(LineReader::kLongestLine, 'x');
  const base::Thread writer([&] {
    pipe.write(longest + "\n");
    pipe.write(longest + "x\nisready\n");
    for (int i = 0; i < 4; ++i) pipe.write(longest);
    pipe.write("\nquit\n" + longest + "x");
    pipe.close_writing();
  });
  LineReader reader(pipe.ends[0]);
  EXPECT_EQ(next(reader), longest);
  EXPECT_EQ(next(reader), refusal);
  EXPECT_EQ(next(reader), "isready");
  EXPECT_EQ(next(reader), refusal);
  EXPECT_EQ(next(reader), "quit");
  EXPECT_EQ(next(reader), refusal);
  EXPECT_EQ(next(reader), "end");
}

TEST(LineReader, AnInterruptEndsTheWait) {
  const Pipe pipe;
  const InterruptGuard guard;
  LineReader reader(pipe.ends[0], &guard);
  std::raise(SIGTERM);
  EXPECT_EQ(next(reader), "end");
  EXPECT_TRUE(guard.flag());
}

}  // namespace
}  // namespace zugwerk::base
