#include "base/line_reader.h"

#include <array>
#include <csignal>
#include <string_view>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/interrupt.h"

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

TEST(LineReader, GivesLinesAndALastOneWithoutNewline) {
  Pipe pipe;
  pipe.write("uci\n\nposition start");
  LineReader reader(pipe.ends[0]);
  EXPECT_EQ(reader.next(), "uci");
  EXPECT_EQ(reader.next(), "");
  pipe.write("pos\nlast");
  EXPECT_EQ(reader.next(), "position startpos");
  pipe.close_writing();
  EXPECT_EQ(reader.next(), "last");
  EXPECT_EQ(reader.next(), std::nullopt);
  EXPECT_EQ(reader.next(), std::nullopt);
}

TEST(LineReader, LinesMayBeLongerThanAnyBuffer) {
  Pipe pipe;
  const std::string line(3'000'000, 'x');
  const std::jthread writer([&] {
    pipe.write(line + '\n');
    pipe.close_writing();
  });
  LineReader reader(pipe.ends[0]);
  EXPECT_EQ(reader.next(), line);
  EXPECT_EQ(reader.next(), std::nullopt);
}

TEST(LineReader, ASignalEndsTheWaiting) {
  const Pipe pipe;
  const InterruptGuard guard;
  LineReader reader(pipe.ends[0], guard.descriptor());
  std::raise(SIGTERM);
  EXPECT_EQ(reader.next(), std::nullopt);
  EXPECT_TRUE(guard.flag());
}

}  // namespace
}  // namespace zugwerk::base
