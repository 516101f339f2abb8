#include "base/json.h"

#include <gtest/gtest.h>

namespace zugwerk::base {
namespace {

TEST(Json, KeepsTheOrderOfKeys) {
  const auto value = parse_json(R"({"zug": 1, "am": [2, 3]})", "text");
  ASSERT_TRUE(value);
  EXPECT_EQ(to_text(*value), "{\n  \"zug\": 1,\n  \"am\": [\n    2,\n    3\n  ]\n}\n");
}

TEST(Json, NamesWhatIsNotJson) {
  const auto value = parse_json("{\"a\": ", "result.json");
  ASSERT_FALSE(value);
  EXPECT_EQ(value.error().message.find("result.json: not JSON: "), 0U);
}

TEST(Json, WritesBytesThatAreNotUtf8) { EXPECT_EQ(to_text(Json("a\xff")), "\"a\xEF\xBF\xBD\"\n"); }

}  // namespace
}  // namespace zugwerk::base
