#include "base/json.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/text.h"

namespace zugwerk::base {
namespace {

TEST(Json, KeepsTheOrderOfKeys) {
  const auto value = parse_json(R"({"zug": 1, "am": [2, 3]})", "text");
  ASSERT_TRUE(value);
  EXPECT_EQ(to_text(*value), "{\n  \"zug\": 1,\n  \"am\": [\n    2,\n    3\n  ]\n}\n");
}

TEST(Json, ReportsTextThatIsNotJson) {
  const auto value = parse_json("{\"a\": ", "result.json");
  ASSERT_FALSE(value);
  EXPECT_EQ(value.error().message.find("result.json: not JSON: "), 0U);
}

TEST(Json, RefusesTextThatIsNestedTooDeep) {
  const auto nested = [](std::size_t depth) {
    return R"(["\"[[[", )" + std::string(depth - 1, '[') + std::string(depth - 1, ']') + "]";
  };
  EXPECT_TRUE(parse_json(nested(kDeepestJson)));
  EXPECT_EQ(parse_json(nested(kDeepestJson + 1)).error().message,
            "not JSON that can be read: nested more than 200 deep");
  EXPECT_FALSE(parse_json(nested(1'000'000), "deep.json"));
}

TEST(Json, RefusesAZeroByte) {
  EXPECT_EQ(parse_json(std::string_view("[1]\0 and more", 13)).error().message, "not JSON: there is a zero byte in it");
}

TEST(Json, ReportsErrorsInUtf8) { EXPECT_TRUE(is_valid_utf8(parse_json("[\"\xFF\"]").error().message)); }

TEST(Json, WritesBytesThatAreNotUtf8) { EXPECT_EQ(to_text(Json("a\xff")), "\"a\xEF\xBF\xBD\"\n"); }

}  // namespace
}  // namespace zugwerk::base
