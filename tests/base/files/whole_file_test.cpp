// Unit tests of files read and written as a whole, and of inputs as lines.

#include "base/files/whole_file.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files/input_lines.h"
#include "support/temporary_folder.h"

namespace zugwerk::base {
namespace {

std::vector<std::string> names_in(const test::TemporaryFolder& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    names.push_back(entry.path().filename().string());
  return names;
}

TEST(WholeFile, IsReadAsItWasWritten) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("file");
  const std::string bytes = std::string(200'000, 'x') + '\0' + "\r\nend";
  ASSERT_TRUE(write_whole_file(path, bytes));
  EXPECT_EQ(read_whole_file(path).value(), bytes);
  ASSERT_TRUE(write_whole_file(path, "short"));
  EXPECT_EQ(read_whole_file(path).value(), "short");
  EXPECT_EQ(names_in(folder), std::vector<std::string>{"file"});
}

TEST(WholeFile, AppearsOnlyWhenItIsComplete) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("file");
  test::write_bytes(path, "old");
  {
    auto file = WholeFile::open(path);
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->append("new"));
    EXPECT_EQ(test::read_bytes(path), "old");
    EXPECT_EQ(names_in(folder), std::vector<std::string>{"file"}) << "the draft is unnamed";
  }
  EXPECT_EQ(test::read_bytes(path), "old");
  auto file = WholeFile::open(path);
  ASSERT_TRUE(file->append("new"));
  ASSERT_TRUE(file->append("er"));
  ASSERT_TRUE(file->commit());
  EXPECT_EQ(test::read_bytes(path), "newer");
  EXPECT_EQ(names_in(folder), std::vector<std::string>{"file"});
}

TEST(WholeFile, RemovesOnlyTheDraftsOfKilledProcesses) {
  const test::TemporaryFolder folder;
  for (const char* const name : {".file.123.part", ".other.123.part", ".file.txt", "file.1.part"})
    test::write_bytes(folder.file(name), "x");
  const int living = ::open(folder.file(".file.456.part").c_str(), O_RDWR | O_CREAT, 0600);
  ASSERT_EQ(::flock(living, LOCK_EX), 0);
  ASSERT_TRUE(write_whole_file(folder.file("file"), "new"));
  std::vector<std::string> names = names_in(folder);
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{".file.456.part", ".file.txt", ".other.123.part", "file", "file.1.part"}));
  ::close(living);
}

TEST(WholeFile, RefusesToReplaceWhatItMustNot) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("file");
  auto early = WholeFile::open(path, WholeFile::Existing::Refuse);
  ASSERT_TRUE(early);
  test::write_bytes(path, "precious");
  EXPECT_NE(WholeFile::open(path, WholeFile::Existing::Refuse).error().message.find("already exists"),
            std::string::npos);
  ASSERT_TRUE(early->append("new"));
  EXPECT_NE(early->commit().error().message.find("already exists"), std::string::npos);
  EXPECT_EQ(test::read_bytes(path), "precious");
  EXPECT_FALSE(write_whole_file(folder.path(), "x")) << "a folder";
}

TEST(WholeFile, KeepsPermissionsAndFollowsLinks) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("file");
  test::write_bytes(path, "old");
  std::filesystem::permissions(path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  const auto permissions = std::filesystem::status(path).permissions();
  std::filesystem::create_symlink("file", folder.file("link"));
  ASSERT_TRUE(write_whole_file(folder.file("link"), "new"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
  EXPECT_EQ(test::read_bytes(path), "new");
  EXPECT_EQ(std::filesystem::status(path).permissions(), permissions);
  std::filesystem::create_symlink("nothing", folder.file("dangling"));
  EXPECT_FALSE(write_whole_file(folder.file("dangling"), "new"));
  EXPECT_FALSE(std::filesystem::exists(folder.file("nothing")));
}

TEST(WholeFile, WritesToPipesAndDevicesAndNeverReplacesThem) {
  const test::TemporaryFolder folder;
  const std::string pipe = folder.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  EXPECT_TRUE(check_can_be_written(pipe));
  EXPECT_TRUE(write_whole_file(pipe, "bytes"));
  std::array<char, 16> text{};
  EXPECT_EQ(::read(reader, text.data(), text.size()), 5);
  ::close(reader);
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  EXPECT_TRUE(is_device(pipe) && is_device("/dev/null") && is_device("/dev/stdout"));
  EXPECT_FALSE(is_device(folder.path()) || is_device(folder.file("file")) || is_device("/dev/shm/x"));
  EXPECT_TRUE(write_whole_file("/dev/null", "bytes"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  const auto full = write_whole_file("/dev/full", "bytes");
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().message, "/dev/full: cannot be written: No space left on device");
  EXPECT_EQ(full.error().kind, ErrorKind::Output);
}

TEST(WholeFile, ErrorsNameTheFile) {
  const auto written = write_whole_file("/no/such/folder/file", "bytes");
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("/no/such/folder/file: cannot be written: "), std::string::npos);
  const auto read = read_whole_file("/no/such/folder/file");
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("/no/such/folder/file"), std::string::npos);
}

std::vector<std::string> lines_of(std::string_view text) {
  Input input = Input::from_memory(text);
  InputLines lines(input);
  std::vector<std::string> result;
  std::string line;
  while (lines.next(line).value()) result.push_back(line);
  return result;
}

TEST(InputLines, EndAtLineFeedsAndAtTheEnd) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(lines_of(""), Lines{});
  EXPECT_EQ(lines_of("\n"), Lines{""});
  EXPECT_EQ(lines_of("a\n\nb"), (Lines{"a", "", "b"}));
  EXPECT_EQ(lines_of("a\r\nb\n"), (Lines{"a\r", "b"}));
  const std::string large(InputLines::kLongestLine, 'x');
  EXPECT_EQ(lines_of(large + "\nb"), (Lines{large, "b"}));
}

TEST(InputLines, ContinueAfterALineThatIsTooLong) {
  std::string text(InputLines::kLongestLine + 1, 'x');
  text += "\nnext";
  Input input = Input::from_memory(text);
  InputLines lines(input);
  std::string line;
  const auto first = lines.next(line);
  ASSERT_FALSE(first);
  EXPECT_EQ(first.error().message, "the line is longer than 1,048,576 bytes");
  EXPECT_TRUE(lines.next(line).value());
  EXPECT_EQ(line, "next");
  EXPECT_FALSE(lines.next(line).value());
}

}  // namespace
}  // namespace zugwerk::base
