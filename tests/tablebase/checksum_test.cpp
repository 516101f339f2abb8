// Unit tests of tablebase/checksum.h: checksums of published tables, and of files of many chunks.

#include "tablebase/checksum.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/sha256.h"

namespace zugwerk::tablebase {
namespace {

std::string hex(std::string_view bytes) {
  return base::to_hex(std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
}

/// A file of 64 bytes that are zero after the first ones.
std::string small_file(std::string_view start) {
  std::string bytes(start);
  bytes.resize(64);
  return bytes;
}

TEST(TableChecksum, MatchesPublishedTables) {
  using namespace std::string_view_literals;
  // KBvK: every position is a draw, so there is little more than a header.
  EXPECT_EQ(hex(checksum_of(small_file("\x71\xE8\x23\x5D\x31\x00\xEE\x66\x33\x00\x80\x02\x80\x02"sv))),
            "4b37ef623e69eadb6756777c16034e6f");
  EXPECT_EQ(hex(checksum_of(small_file("\xD7\x66\x0C\xA5\x31\x00\x0E\x06\x03\x00\x80"sv))),
            "338f272b119c02ca67b03a450c375b2e");
}

TEST(TableChecksum, CoversFilesOfAnyNumberOfChunks) {
  // Values from the implementation that generated the published tables. The hash of the chunks' hashes covers several
  // ranges of sizes.
  struct Case {
    std::size_t chunks;
    std::string_view checksum;
  };
  for (const Case& expected :
       {Case{1, "358b910dd644db4f4f8933e08adc8e70"}, Case{2, "ba4d8ef0e1de2413e1f2e50f0408c988"},
        Case{5, "32cb3f6efd607d039a238ebd524c6c62"}, Case{28, "a772db6f0944a9451ecdfa06baf6fcd5"},
        Case{29, "f9e14082bb4c09b65d945f009334d229"}}) {
    Checksum checksum;
    for (std::size_t chunk = 0; chunk < expected.chunks; ++chunk)
      checksum.add_chunk(std::string(64 * (chunk + 1), static_cast<char>('a' + chunk)));
    EXPECT_EQ(hex(checksum.finish()), expected.checksum) << expected.chunks << " chunks";
  }
}

TEST(TableChecksum, SplitsContentsIntoChunks) {
  const std::string contents(Checksum::kChunkSize + 64, 'x');
  Checksum checksum;
  checksum.add_chunk(std::string_view(contents).substr(0, Checksum::kChunkSize));
  checksum.add_chunk(std::string_view(contents).substr(Checksum::kChunkSize));
  EXPECT_EQ(checksum.finish(), checksum_of(contents));
}

TEST(TableChecksum, NoticesEveryFlippedBit) {
  const std::string contents(3 * 64, 'x');
  const std::string right = checksum_of(contents);
  EXPECT_EQ(right.size(), kChecksumSize);
  for (std::size_t bit = 0; bit < 8 * contents.size(); ++bit) {
    std::string wrong = contents;
    wrong[bit / 8] = static_cast<char>(wrong[bit / 8] ^ (1 << (bit % 8)));
    ASSERT_NE(checksum_of(wrong), right) << "bit " << bit;
  }
}

}  // namespace
}  // namespace zugwerk::tablebase
