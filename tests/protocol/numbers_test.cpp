// Unit tests of protocol/numbers.h: whatever clients send as a number.

#include "protocol/numbers.h"

#include <limits>
#include <string>

#include <gtest/gtest.h>

namespace zugwerk::protocol {
namespace {

using search::Milliseconds;

TEST(Numbers, IntegersLoseTheirFractionAndAreClampedTo63Bits) {
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(parse_count("0"), 0);
  EXPECT_EQ(parse_count("+12"), 12);
  EXPECT_EQ(parse_count("-3"), -3);
  EXPECT_EQ(parse_count("7.9"), 7);
  EXPECT_EQ(parse_count("9223372036854775807"), kMost);
  EXPECT_EQ(parse_count("9223372036854775808"), kMost);
  EXPECT_EQ(parse_count("18446744073709551615"), kMost);
  EXPECT_EQ(parse_count("-9223372036854775809"), kLeast);
  EXPECT_EQ(parse_count(std::string(5000, '9')), kMost);
  EXPECT_EQ(parse_count('-' + std::string(5000, '9') + ".5"), kLeast);
}

TEST(Numbers, TimesMayBeFractionalNegativeAndEndless) {
  constexpr Milliseconds kSecond{1000};
  EXPECT_EQ(parse_time("0.05", kSecond), Milliseconds(50));
  EXPECT_EQ(parse_time(".5", kSecond), Milliseconds(500));
  EXPECT_EQ(parse_time("3.", kSecond), Milliseconds(3000));
  EXPECT_EQ(parse_time("-1.5", kSecond), Milliseconds(-1500));
  EXPECT_EQ(parse_time("123.4", Milliseconds(10)), Milliseconds(1234));
  EXPECT_EQ(parse_time("18446744073709551615", kSecond), kLongestTime);
  EXPECT_EQ(parse_time('-' + std::string(5000, '9'), kSecond), -kLongestTime);
  EXPECT_EQ(parse_time("0." + std::string(5000, '0') + '1', kSecond), Milliseconds(0));
}

TEST(Numbers, OtherTextIsNotANumber) {
  for (const char* const text :
       {"", "-", "+", ".", "-.", "1.2.3", "1,5", "1e3", "0x10", "inf", "nan", "--1", "1-", "1 2", "a", " 1"}) {
    EXPECT_FALSE(parse_count(text)) << text;
    EXPECT_FALSE(parse_time(text, Milliseconds(1))) << text;
  }
}

}  // namespace
}  // namespace zugwerk::protocol
