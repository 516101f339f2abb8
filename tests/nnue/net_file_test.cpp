// Unit tests of nnue/net_file.h: written files are read, and all others are refused with a reason.

#include "nnue/net_file.h"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "support/random_network.h"
#include "support/temporary_folder.h"

namespace zugwerk::nnue {
namespace {

using test::random_weights;

base::Expected<Weights> read(std::string_view bytes) {
  auto input = base::Input::from_memory(bytes, "net");
  return read_network(input);
}

/// The reason for which these bytes are refused; empty if they are not.
std::string refusal(std::string_view bytes) {
  const auto weights = read(bytes);
  return weights ? "" : weights.error().message;
}

constexpr std::size_t kHeaderSize = 64;

void expect_refused(const std::string& bytes, std::string_view reason) {
  const std::string message = refusal(bytes);
  EXPECT_NE(message.find(reason), std::string::npos) << "expected: " << reason << "\nfound: " << message;
  EXPECT_EQ(message.rfind("net: ", 0), 0U) << "names the input: " << message;
}

std::string with_byte(std::string bytes, std::size_t at, int value) {
  bytes[at] = static_cast<char>(value);
  return bytes;
}

TEST(NetFile, ReadsWhatItWrote) {
  for (const std::size_t width : {32U, 96U, 256U, 1024U})
    for (const std::size_t buckets : {1U, 8U}) {
      const Weights weights = random_weights(width, buckets, 5);
      ASSERT_TRUE(check(weights)) << check(weights).error().message;
      const auto again = read(to_bytes(weights));
      ASSERT_TRUE(again) << again.error().message;
      EXPECT_EQ(*again, weights);
      EXPECT_EQ(hash_of(*again), hash_of(weights));
    }
}

TEST(NetFile, SurvivesARoundTripThroughAFile) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("some.zugnet");
  const Weights weights = random_weights(64, 8, 6);
  ASSERT_TRUE(write_network_file(path, weights));
  const auto again = read_network_file(path);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, weights);
  EXPECT_FALSE(read_network_file(folder.file("missing")));
  EXPECT_FALSE(write_network_file("/no/such/folder/net", weights));
}

TEST(NetFile, OtherNetworksHaveOtherNames) {
  const std::string name = name_of(hash_of(random_weights(32, 1, 7)));
  EXPECT_EQ(name.size(), std::string("zug-0123456789ab").size());
  EXPECT_EQ(name.rfind("zug-", 0), 0U);
  EXPECT_EQ(name, name_of(hash_of(random_weights(32, 1, 7))));
  EXPECT_NE(name, name_of(hash_of(random_weights(32, 1, 8))));
  EXPECT_NE(name, name_of(hash_of(random_weights(32, 8, 7))));
}

TEST(NetFile, RefusesFilesThatAreNotNetworks) {
  const std::string good = to_bytes(random_weights(32, 1, 9));
  expect_refused("", "not a network");
  expect_refused("ZUG", "not a network: it starts with 'ZUG'");
  expect_refused("PNG and a lot of bytes that have nothing to do with chess, and never will have", "not a network");
  expect_refused(with_byte(good, 3, 'X'), "not a network: it starts with 'ZUGXET'");
}

TEST(NetFile, RefusesOtherVersionsShapesAndScales) {
  const std::string good = to_bytes(random_weights(32, 1, 9));
  expect_refused(with_byte(good, 6, 2), "version 2 of the format; this program reads version 1");
  expect_refused(with_byte(good, 8, 33), "width 33 is not a multiple of 32");
  expect_refused(with_byte(good, 8, 0), "width 0 is not");
  expect_refused(with_byte(good, 11, 0x7F), "is not a multiple of 32 up to 1024");
  expect_refused(with_byte(good, 12, 3), "3 output buckets");
  expect_refused(with_byte(good, 15, 1), "output buckets");
  expect_refused(with_byte(good, 16, 254), "scales 254, 64, 400");
  expect_refused(with_byte(good, 18, 63), "scales 255, 63, 400");
  expect_refused(with_byte(good, 20, 0), "scales 255, 64, 256");
  expect_refused(with_byte(good, 31, 1), "a payload of");
  expect_refused(with_byte(good, 8, 64), "a payload of");  // a width that fits the format, but not the size
}

TEST(NetFile, RefusesTruncatedFilesAndTrailingBytes) {
  const std::string good = to_bytes(random_weights(32, 8, 10));
  for (const std::size_t size : {std::size_t{6}, std::size_t{20}, kHeaderSize - 1})
    expect_refused(good.substr(0, size), "truncated: the header ends after " + std::to_string(size) + " of 64 bytes");
  for (const std::size_t size : {kHeaderSize, kHeaderSize + 1, good.size() / 2, good.size() - 1})
    expect_refused(good.substr(0, size),
                   "truncated: the payload ends after " + std::to_string(size - kHeaderSize) + " of ");
  expect_refused(good + '\0', "there are bytes after the payload");
}

TEST(NetFile, RefusesASingleChangedBit) {
  const std::string good = to_bytes(random_weights(32, 1, 11));
  for (std::size_t at = kHeaderSize - 32; at < good.size(); at += at < kHeaderSize ? 1 : 997)
    expect_refused(with_byte(good, at, good[at] ^ 0x10), "damaged: its hash is");
}

TEST(NetFile, RefusesWeightsThatCouldOverflowAnAccumulator) {
  Weights weights(32, 1);
  // Thirty-two weights of 1000 and a bias just fill the accumulator, in either direction.
  for (std::size_t square = 0; square < 40; ++square)
    for (const std::size_t piece : {0U, 3U, 11U})
      weights.feature_weights[(piece * 64 + square) * 32 + 5] =
          static_cast<std::int16_t>(square % 2 == 0 ? 1000 : -1000);
  weights.feature_biases[5] = 767;
  EXPECT_TRUE(check(weights));
  weights.feature_biases[5] = -767;
  EXPECT_TRUE(check(weights));
  weights.feature_biases[5] = 768;
  EXPECT_EQ(check(weights).error().message,
            "the weights of neuron 5 can add up to 32768, which does not fit into 16 bits");
  expect_refused(to_bytes(weights), "neuron 5");
  weights.feature_biases[5] = 0;
  weights.feature_weights[5] = INT16_MIN;
  EXPECT_FALSE(check(weights));
}

TEST(NetFile, RefusesWeightsThatCouldOverflowTheOutput) {
  Weights weights(1024, 8);
  weights.output_weights[2 * 1024 * 7 + 3] = 128;
  EXPECT_EQ(check(weights).error().message, "output weight 3 of bucket 7 is 128, beyond 127");
  weights.output_weights[2 * 1024 * 7 + 3] = -128;
  EXPECT_FALSE(check(weights));
  // 33,025 times the square of 255 is the largest that fits into 32 bits.
  weights.output_weights[2 * 1024 * 7 + 3] = 0;
  for (std::size_t i = 0; i < 260; ++i) weights.output_weights[2 * 1024 * 7 + i] = i % 2 == 0 ? 127 : -127;
  weights.output_weights[2 * 1024 * 7 + 260] = 5;
  EXPECT_TRUE(check(weights));
  weights.output_weights[2 * 1024 * 7 + 261] = 1;
  expect_refused(to_bytes(weights), "the output weights of bucket 7 add up to 33026");
}

TEST(NetFile, WritesOnlyWhatItWouldRead) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("bad.zugnet");
  Weights weights(32, 1);
  weights.output_weights[0] = 1000;
  EXPECT_FALSE(write_network_file(path, weights));
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace zugwerk::nnue
