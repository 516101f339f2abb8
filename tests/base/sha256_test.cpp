// Unit tests of base/sha256.h: the examples of the standard, and pieces of any size.

#include "base/sha256.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace zugwerk::base {
namespace {

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::string hash_of(std::string_view text) {
  Sha256 hash;
  hash.add(bytes_of(text));
  return to_hex(hash.finish());
}

TEST(Sha256, MatchesTheExamplesOfTheStandard) {
  EXPECT_EQ(hash_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hash_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hash_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hash_of(std::string(1'000'000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, GivesTheSameHashForAnySplitOfTheBytes) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += static_cast<char>(i * 7);
  for (std::size_t length = 0; length <= text.size(); ++length) {
    const std::string_view part = std::string_view(text).substr(0, length);
    const std::string whole = hash_of(part);
    for (const std::size_t piece : {1U, 3U, 63U, 64U, 65U}) {
      Sha256 hash;
      for (std::size_t at = 0; at < length; at += piece) hash.add(bytes_of(part.substr(at, piece)));
      ASSERT_EQ(to_hex(hash.finish()), whole) << length << " bytes in pieces of " << piece;
    }
  }
}

}  // namespace
}  // namespace zugwerk::base
