// Unit tests of base/input.h: files, memory and streams, compressed or not, and the errors for broken ones.

#include "base/files/input.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <zip.h>
#include <zstd.h>

#include "support/temporary_folder.h"

namespace zugwerk::base {
namespace {

std::string packed(const std::string& text) {
  std::string result(ZSTD_compressBound(text.size()), '\0');
  result.resize(ZSTD_compress(result.data(), result.size(), text.data(), text.size(), 3));
  return result;
}

/// An archive of files by name and contents, in this order; a name that ends in a slash is a folder.
std::string zipped(const std::vector<std::pair<std::string, std::string>>& files) {
  const test::TemporaryFolder folder;  // tests run in parallel
  const std::string path = folder.file("made.zip");
  zip_t* const archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
  for (const auto& [name, contents] : files) {
    if (name.ends_with('/'))
      zip_dir_add(archive, name.c_str(), 0);
    else
      zip_file_add(archive, name.c_str(), zip_source_buffer(archive, contents.data(), contents.size(), 0), 0);
  }
  zip_close(archive);
  std::ifstream file(path, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return bytes;
}

/// Everything, through a window of the given size; or the error.
std::string read_all(Input input, std::size_t window = 1000) {
  std::string text;
  std::vector<char> room(window);
  for (;;) {
    const auto count = input.read(room);
    if (!count) return "error: " + count.error().message;
    if (*count == 0) return text;
    text.append(room.data(), *count);
  }
}

std::string long_text() {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += std::to_string(i * 7919) + '\n';
  return text;
}

class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, const std::string& contents)
      : path_(std::filesystem::path(testing::TempDir()) / ("zugwerk_input_test_" + name)) {
    std::ofstream(path_, std::ios::binary) << contents;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::filesystem::remove(path_); }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

TEST(Input, ReadsMemoryStreamsAndFiles) {
  const std::string text = long_text();
  EXPECT_EQ(read_all(Input::from_memory(text)), text);
  std::istringstream stream(text);
  EXPECT_EQ(read_all(Input::from_stream(stream)), text);
  const TemporaryFile file("plain", text);
  EXPECT_EQ(read_all(Input::open(file.path()).value()), text);
}

TEST(Input, UnpacksZstdFromMemoryStreamsAndFiles) {
  const std::string text = long_text();
  const std::string bytes = packed(text);
  ASSERT_LT(bytes.size(), text.size());
  EXPECT_EQ(read_all(Input::from_memory(bytes)), text);
  std::istringstream stream(bytes);
  EXPECT_EQ(read_all(Input::from_stream(stream)), text);
  const TemporaryFile file("packed", bytes);
  EXPECT_EQ(read_all(Input::open(file.path()).value()), text);
}

TEST(Input, ReadsThroughWindowsOfAnySize) {
  const std::string text = "a short text that is longer than the window";
  for (const std::size_t window : {1U, 2U, 3U, 4U, 5U, 7U, 64U}) {
    EXPECT_EQ(read_all(Input::from_memory(text), window), text);
    EXPECT_EQ(read_all(Input::from_memory(packed(text)), window), text);
  }
}

TEST(Input, ReadsTextsShorterThanAMagicNumber) {
  EXPECT_EQ(read_all(Input::from_memory("")), "");
  EXPECT_EQ(read_all(Input::from_memory("abc")), "abc");
  EXPECT_EQ(read_all(Input::from_memory(packed(""))), "");
}

TEST(Input, ReadsSeveralFramesOneAfterTheOther) {
  const std::string skippable("\x50\x2A\x4D\x18\x03\x00\x00\x00xyz", 11);
  EXPECT_EQ(read_all(Input::from_memory(packed("one ") + packed("two ") + skippable + packed("three"))),
            "one two three");
  EXPECT_EQ(read_all(Input::from_memory(skippable + packed("after it"))), "after it");
}

TEST(Input, NamesAMissingFile) {
  const auto input = Input::open("/no/such/file.pgn");
  ASSERT_FALSE(input);
  EXPECT_EQ(input.error().message, "/no/such/file.pgn: cannot be opened: No such file or directory");
}

TEST(Input, SaysThatADirectoryCannotBeRead) {
  auto input = Input::open(testing::TempDir());
  ASSERT_TRUE(input);
  EXPECT_NE(read_all(*std::move(input)).find("cannot be read"), std::string::npos);
}

TEST(Input, ReturnsTheDataBeforeReportingThatZstdDataIsCutShort) {
  const std::string text = long_text();
  std::string bytes = packed(text);
  bytes.resize(bytes.size() / 2);
  Input input = Input::from_memory(bytes, "games.pgn.zst");
  std::vector<char> room(4096);
  std::string got;
  for (;;) {
    const auto count = input.read(room);
    if (!count) {
      EXPECT_EQ(count.error().message,
                "games.pgn.zst: the zstd data is cut short after " + std::to_string(bytes.size()) + " bytes");
      break;
    }
    ASSERT_NE(*count, 0U) << "the input ended without an error";
    got.append(room.data(), *count);
  }
  EXPECT_FALSE(got.empty());
  EXPECT_TRUE(text.starts_with(got));
  EXPECT_EQ(input.read(room).value(), 0U);
}

TEST(Input, ReportsTruncatedZstdDataWhereverItIsCut) {
  const std::string bytes = packed("some text that is packed");
  for (std::size_t size = 4; size < bytes.size(); ++size)
    EXPECT_EQ(read_all(Input::from_memory(std::string_view(bytes).substr(0, size), "x")),
              "error: x: the zstd data is cut short after " + std::to_string(size) + " bytes");
}

TEST(Input, SaysThatZstdDataIsCorrupt) {
  std::string bytes = packed(long_text());
  for (std::size_t i = bytes.size() / 2; i < bytes.size() / 2 + 64; ++i) bytes[i] = static_cast<char>(~bytes[i]);
  EXPECT_EQ(read_all(Input::from_memory(bytes, "x")).rfind("error: x: the zstd data is corrupt near byte ", 0), 0U);
  EXPECT_EQ(read_all(Input::from_memory(packed("text") + "garbage behind it", "x"))
                .rfind("error: x: the zstd data is corrupt near byte ", 0),
            0U);
}

TEST(Input, ReadsTheFirstFileOfAZipArchive) {
  const std::string text = long_text();
  const std::string bytes = zipped({{"folder/", ""}, {"folder/first.pgn", text}, {"second.pgn", "not this"}});
  ASSERT_LT(bytes.size(), text.size());
  EXPECT_EQ(read_all(Input::from_memory(bytes)), text);
  EXPECT_EQ(read_all(Input::from_memory(bytes), 7), text);
  const TemporaryFile file("archive.zip", bytes);
  auto input = Input::open(file.path());
  ASSERT_TRUE(input.has_value());
  EXPECT_EQ(read_all(*std::move(input)), text);
}

TEST(Input, SaysThatAZipArchiveIsCutShortCorruptOrEmpty) {
  std::string bytes = zipped({{"first.pgn", long_text()}});
  EXPECT_EQ(read_all(Input::from_memory(bytes.substr(0, bytes.size() / 2), "x"))
                .rfind("error: x: the zip archive is corrupt: ", 0),
            0U);
  for (std::size_t i = bytes.size() / 2; i < bytes.size() / 2 + 64; ++i) bytes[i] = static_cast<char>(~bytes[i]);
  EXPECT_EQ(read_all(Input::from_memory(bytes, "x")).rfind("error: x: the zip archive is corrupt: ", 0), 0U);
  const std::string only_a_folder = zipped({{"folder/", ""}});
  EXPECT_EQ(read_all(Input::from_memory(only_a_folder, "x")), "error: x: the zip archive holds no file");
}

TEST(Input, ReadsTheRestAsOneText) {
  const std::string text = long_text();
  const std::string bytes = packed(text);
  auto input = Input::from_memory(bytes);
  std::string start(5, '\0');
  start.resize(input.read(start).value());
  EXPECT_EQ(start + input.read_rest(text.size()).value(), text);
  EXPECT_EQ(input.read_rest(text.size()).value(), "");
  auto broken = Input::from_memory(std::string_view(bytes).substr(0, bytes.size() / 2));
  EXPECT_FALSE(broken.read_rest(text.size()));
}

TEST(Input, DecompressesNoMoreThanTheLimitIntoMemory) {
  const std::string text(1'000'000, 'x');
  for (const std::string& bytes : {packed(text), zipped({{"a", text}}), text}) {
    auto enough = Input::from_memory(bytes, "bomb");
    EXPECT_EQ(enough.read_rest(text.size()).value(), text);
    auto input = Input::from_memory(bytes, "bomb");
    const auto read = input.read_rest(text.size() - 1);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().message.rfind("bomb: larger than 999,999 bytes", 0), 0U) << read.error().message;
  }
}

TEST(Input, ReadsAZipFileWithoutLoadingItIntoMemory) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("games.zip");
  test::write_bytes(path, zipped({{"folder/", ""}, {"games.pgn", long_text()}}));
  auto input = Input::open(path);
  ASSERT_TRUE(input);
  EXPECT_EQ(input->read_rest(long_text().size()).value(), long_text());
}

}  // namespace
}  // namespace zugwerk::base
