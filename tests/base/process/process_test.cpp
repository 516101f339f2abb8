// Kind: unit. Processes that write to a log: its lock, requests to end, niceness. Those with pipes are tried as engines
// by tests/app/match_test.py.

#include "base/process/process.h"

#include <csignal>
#include <string>

#include <gtest/gtest.h>

#include "base/files/file_lock.h"
#include "support/temporary_folder.h"

namespace zugwerk::base {
namespace {

[[nodiscard]] ProcessSettings shell(const std::string& script, const std::string& log) {
  ProcessSettings settings;
  settings.arguments = {"sh", "-c", script};
  settings.log = log;
  return settings;
}

constexpr Milliseconds kLong{60'000};

TEST(LoggedProcess, AppendsOutputAndErrorsAndTellsItsEnd) {
  const test::TemporaryFolder folder;
  const std::string log = folder.file("log");
  for (const int code : {0, 3}) {
    auto process = Process::start(shell("echo out; echo err >&2; exit " + std::to_string(code), log));
    ASSERT_TRUE(process) << process.error().message;
    const auto status = process->wait_for_end(kLong);
    ASSERT_TRUE(status);
    EXPECT_EQ(status->exit_code, code);
    EXPECT_EQ(process->wait_for_end(Milliseconds(0)), status) << "it is told again";
    EXPECT_EQ(process->end(Milliseconds(0)), "exit code " + std::to_string(code));
  }
  EXPECT_EQ(test::read_bytes(log), "out\nerr\nout\nerr\n");
}

TEST(LoggedProcess, HoldsTheLockOfItsLogUntilItEndsOnRequest) {
  const test::TemporaryFolder folder;
  const std::string log = folder.file("log");
  EXPECT_FALSE(is_locked(log));
  auto process = Process::start(shell("exec sleep 1000", log));
  ASSERT_TRUE(process) << process.error().message;
  EXPECT_TRUE(is_locked(log));
  const auto second = Process::start(shell("true", log));
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("another process is writing to it"), std::string::npos);
  EXPECT_FALSE(process->wait_for_end(Milliseconds(0)));
  process->interrupt();
  const auto status = process->wait_for_end(kLong);
  ASSERT_TRUE(status);
  EXPECT_EQ(status->signal, SIGTERM);
  process->end(Milliseconds(0));
  EXPECT_FALSE(is_locked(log));
}

TEST(LoggedProcess, ThatDoesNotListenIsKilled) {
  const test::TemporaryFolder folder;
  auto process = Process::start(shell("trap '' TERM; echo ready; while :; do sleep 1; done", folder.file("log")));
  ASSERT_TRUE(process) << process.error().message;
  while (test::read_bytes(folder.file("log")).empty()) ASSERT_FALSE(process->wait_for_end(Milliseconds(1)));
  process->interrupt();
  EXPECT_FALSE(process->wait_for_end(Milliseconds(50)));
  process->kill();
  const auto status = process->wait_for_end(kLong);
  ASSERT_TRUE(status);
  EXPECT_EQ(status->signal, SIGKILL);
}

TEST(LoggedProcess, GivesWayToOthers) {
  const test::TemporaryFolder folder;
  ProcessSettings settings = shell("nice", folder.file("log"));
  settings.niceness = 19;
  auto process = Process::start(settings);
  ASSERT_TRUE(process) << process.error().message;
  ASSERT_TRUE(process->wait_for_end(kLong));
  EXPECT_EQ(test::read_bytes(folder.file("log")), "19\n");
}

}  // namespace
}  // namespace zugwerk::base
