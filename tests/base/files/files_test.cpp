// Unit tests of bytes in files: checksums, compression, growing files, scratch files.

#include <string>

#include <gtest/gtest.h>

#include "base/checksum.h"
#include "base/files/compress.h"
#include "base/files/output_file.h"
#include "base/files/scratch_file.h"
#include "base/rng.h"
#include "support/temporary_folder.h"

namespace zugwerk::base {
namespace {

std::string random_bytes(std::size_t count, std::uint64_t seed) {
  Rng rng(seed);
  std::string bytes;
  for (std::size_t i = 0; i < count; ++i) bytes += static_cast<char>(rng.below(256));
  return bytes;
}

TEST(Checksum, NoticesEveryFlippedBitAndEveryCut) {
  const std::string bytes = random_bytes(203, 1);
  const std::uint64_t right = checksum(bytes);
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string wrong = bytes;
    wrong[bit / 8] = static_cast<char>(wrong[bit / 8] ^ (1 << (bit % 8)));
    EXPECT_NE(checksum(wrong), right) << bit;
  }
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_NE(checksum(std::string_view(bytes).substr(0, size)), right) << size;
}

TEST(Checksum, DistinguishesRunsOfZerosAndTheOrderOfParts) {
  EXPECT_NE(checksum(std::string(8, '\0')), checksum(std::string(16, '\0')));
  EXPECT_NE(checksum("ab", checksum("cd")), checksum("cd", checksum("ab")));
}

TEST(Checksum, NeverChanges) {
  EXPECT_EQ(checksum(""), 0x59C90B3762218E93U);
  EXPECT_EQ(checksum("Zugwerk, a chess engine"), 0x7354FE15C0B064A0U);
}

TEST(Compress, RestoresAnyBytes) {
  for (const std::string& bytes :
       {std::string(), std::string("x"), random_bytes(100'000, 2), std::string(1 << 20, 'z')}) {
    const auto packed = compress(bytes);
    ASSERT_TRUE(packed);
    const auto restored = decompress(*packed, bytes.size());
    ASSERT_TRUE(restored);
    EXPECT_EQ(*restored, bytes);
  }
}

TEST(Compress, RefusesOtherSizesAndOtherBytes) {
  const auto packed = compress("some text, some text, some text");
  ASSERT_TRUE(packed);
  EXPECT_FALSE(decompress(*packed, 3));
  EXPECT_FALSE(decompress(*packed, 1000));
  EXPECT_FALSE(decompress("no zstd at all", 10));
  EXPECT_FALSE(decompress(packed->substr(0, packed->size() - 1), 31));
}

TEST(OutputFile, AppendsAndTruncates) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("grows");
  {
    auto file = OutputFile::open(path, OutputFile::Mode::CreateNew);
    ASSERT_TRUE(file);
    EXPECT_TRUE(file->append("one"));
    EXPECT_TRUE(file->append("two"));
  }
  {
    auto file = OutputFile::open(path, OutputFile::Mode::Append);
    ASSERT_TRUE(file);
    EXPECT_EQ(file->size(), 6U);
    EXPECT_TRUE(file->cut_to(3));
    EXPECT_TRUE(file->append("three"));
  }
  EXPECT_EQ(test::read_bytes(path), "onethree");
}

TEST(OutputFile, NamesTheFileInEveryError) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("taken");
  auto holder = OutputFile::open(path, OutputFile::Mode::Append);
  ASSERT_TRUE(holder);
  const auto again = OutputFile::open(path, OutputFile::Mode::Append);
  ASSERT_FALSE(again);
  EXPECT_NE(again.error().message.find(path + ": another process"), std::string::npos) << again.error().message;
  const auto anew = OutputFile::open(path, OutputFile::Mode::CreateNew);
  ASSERT_FALSE(anew);
  EXPECT_NE(anew.error().message.find(path + ": already exists"), std::string::npos) << anew.error().message;
  const auto nowhere = OutputFile::open(folder.file("no/such/folder"), OutputFile::Mode::Append);
  ASSERT_FALSE(nowhere);
  EXPECT_NE(nowhere.error().message.find("no/such/folder"), std::string::npos);
}

TEST(OutputFile, SaysThatTheDiskIsFull) {
  auto file = OutputFile::open("/dev/full", OutputFile::Mode::Append);
  ASSERT_TRUE(file);
  const auto written = file->append("bytes");
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("/dev/full: cannot be written"), std::string::npos);
  EXPECT_EQ(written.error().kind, ErrorKind::Output);
}

TEST(OutputFile, ADeviceHasRoomForManyWriters) {
  auto one = OutputFile::open("/dev/null", OutputFile::Mode::Append);
  auto other = OutputFile::open("/dev/null", OutputFile::Mode::Append);
  ASSERT_TRUE(one);
  ASSERT_TRUE(other) << other.error().message;
  EXPECT_TRUE(one->append("one"));
  EXPECT_TRUE(other->append("other"));
}

TEST(OutputFile, IsRemovedIfItIsNewAndDiscarded) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("grows");
  {
    auto file = OutputFile::open(path, OutputFile::Mode::Append);
    ASSERT_TRUE(file);
    EXPECT_TRUE(file->is_new());
    EXPECT_TRUE(file->append("one"));
    EXPECT_TRUE(file->sync());
  }
  {
    auto file = OutputFile::open(path, OutputFile::Mode::Append);
    ASSERT_TRUE(file);
    EXPECT_FALSE(file->is_new());
    file->discard_if_new();
  }
  EXPECT_EQ(test::read_bytes(path), "one");
  std::filesystem::remove(path);
  OutputFile::open(path, OutputFile::Mode::CreateNew)->discard_if_new();
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(ScratchFile, ReturnsWhatWasWrittenAndLeavesNoFile) {
  const test::TemporaryFolder folder;
  auto scratch = ScratchFile::create_beside(folder.file("neighbour"));
  ASSERT_TRUE(scratch);
  EXPECT_TRUE(std::filesystem::is_empty(std::filesystem::path(folder.file("x")).parent_path()));
  const std::string bytes = random_bytes(300'000, 3);
  EXPECT_TRUE(scratch->append(bytes.substr(0, 1000)));
  EXPECT_TRUE(scratch->append(bytes.substr(1000)));
  const auto restored = scratch->read_all();
  ASSERT_TRUE(restored);
  EXPECT_EQ(*restored, bytes);
  EXPECT_FALSE(ScratchFile::create_beside(folder.file("no/such/folder")));
}

}  // namespace
}  // namespace zugwerk::base
