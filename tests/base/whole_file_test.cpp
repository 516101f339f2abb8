// Unit tests of files in one piece, and of inputs as lines.

#include "base/whole_file.h"

#include <filesystem>
#include <vector>

#include <gtest/gtest.h>

#include "base/input_lines.h"
#include "support/temporary_folder.h"

namespace zugwerk::base {
namespace {

TEST(WholeFile, IsReadAsItWasWritten) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("file");
  const std::string bytes = std::string(200'000, 'x') + '\0' + "\r\nend";
  ASSERT_TRUE(write_whole_file(path, bytes));
  EXPECT_EQ(read_whole_file(path).value(), bytes);
  ASSERT_TRUE(write_whole_file(path, "short"));
  EXPECT_EQ(read_whole_file(path).value(), "short");
  EXPECT_FALSE(std::filesystem::exists(path + ".new"));
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

TEST(InputLines, GoOnBehindALineThatIsTooLong) {
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
