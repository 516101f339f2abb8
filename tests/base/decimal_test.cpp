// Unit tests of base/decimal.h.

#include "base/decimal.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

namespace zugwerk::base {
namespace {

TEST(Decimal, IsParsedWithoutSignAndExponent) {
  EXPECT_EQ(parse_decimal("12"), 12);
  EXPECT_EQ(parse_decimal("0.25"), 0.25);
  EXPECT_EQ(parse_decimal(".5"), 0.5);
  EXPECT_EQ(parse_decimal("7."), 7);
  EXPECT_TRUE(std::isinf(*parse_decimal(std::string(400, '9'))));
  for (const char* bad : {"", ".", "-1", "+1", "1e3", "inf", "1.2.3", " 1"}) EXPECT_FALSE(parse_decimal(bad)) << bad;
}

}  // namespace
}  // namespace zugwerk::base
