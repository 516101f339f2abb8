// Unit tests of base/random_access_file.h and base/link_folder.h.

#include "base/files/random_access_file.h"

#include <chrono>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/files/link_folder.h"
#include "support/temporary_folder.h"

namespace zugwerk::base {
namespace {

TEST(RandomAccessFile, ReadsAnywhereButNotBeyondTheEnd) {
  test::TemporaryFolder folder;
  test::write_bytes(folder.file("a"), "0123456789");
  const auto file = RandomAccessFile::open(folder.file("a"));
  ASSERT_TRUE(file);
  EXPECT_EQ(file->identity().size, 10U);
  std::string text(4, ' ');
  EXPECT_TRUE(file->read(6, text));
  EXPECT_EQ(text, "6789");
  EXPECT_FALSE(file->read(7, text));
  EXPECT_TRUE(file->map());
}

TEST(RandomAccessFile, OpensNothingButRegularFiles) {
  test::TemporaryFolder folder;
  EXPECT_EQ(RandomAccessFile::open(folder.file("a")).error().message, "No such file or directory");
  EXPECT_EQ(RandomAccessFile::open(folder.path()).error().message, "is not a regular file");
  // Opening the pipe must not wait for a writer.
  ASSERT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
  EXPECT_EQ(RandomAccessFile::open(folder.file("pipe")).error().message, "is not a regular file");
  EXPECT_FALSE(identity_of(folder.file("pipe")));
}

TEST(RandomAccessFile, ChangesIdentityWhenItIsWrittenOrReplaced) {
  test::TemporaryFolder folder;
  const std::string path = folder.file("a");
  test::write_bytes(path, "0123456789");
  const auto first = identity_of(path);
  ASSERT_TRUE(first);
  EXPECT_EQ(identity_of(path), first);
  EXPECT_EQ(RandomAccessFile::open(path)->identity(), *first);
  std::filesystem::resize_file(path, 9);
  const auto shorter = identity_of(path);
  EXPECT_NE(shorter, first);
  std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) + std::chrono::seconds(1));
  EXPECT_NE(identity_of(path), shorter);
  const auto before = identity_of(path);
  std::filesystem::copy_file(path, folder.file("b"));
  std::filesystem::last_write_time(folder.file("b"), std::filesystem::last_write_time(path));
  std::filesystem::rename(folder.file("b"), path);
  EXPECT_NE(identity_of(path), before);
  std::filesystem::remove(path);
  EXPECT_FALSE(identity_of(path));
}

TEST(LinkFolder, ShowsFilesUnderOtherNamesAndIsRemovedWithoutThem) {
  test::TemporaryFolder folder;
  test::write_bytes(folder.file("a"), "content");
  std::string path;
  {
    auto links = LinkFolder::create();
    ASSERT_TRUE(links);
    path = links->path();
    EXPECT_TRUE(links->add("b", folder.file("a")));
    EXPECT_FALSE(links->add("b", folder.file("a"))) << "there is one already";
    EXPECT_EQ(test::read_bytes(path + "/b"), "content");
    const auto moved = *std::move(links);
    EXPECT_TRUE(std::filesystem::exists(path));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_EQ(test::read_bytes(folder.file("a")), "content");
}

}  // namespace
}  // namespace zugwerk::base
