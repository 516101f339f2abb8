// Unit tests of base/text.h.

#include "base/text.h"

#include <gtest/gtest.h>

namespace zugwerk::base {
namespace {

TEST(Text, ReadsRealNumbersAlikeWithBothWays) {
  for (const char* const text : {"0", "-0", "1", "-1.5", "007", ".5", "5.", "-.25", "1e3", "1E3", "1e+3", "2.5e-3",
                                 "123456789012345678901234567890", "0.1", "3.141592653589793", "1e308", "4.9e-324",
                                 "179769313486231570000e289"}) {
    const auto value = parse_real(text);
    ASSERT_TRUE(value) << text;
    EXPECT_EQ(parse_real_by_strtod(text), value) << text;
  }
  for (const char* const text : {"",    "-",   "+1",       " 1",    "1 ",     ".",      "e5",  "1e",    "1e+", "0x10",
                                 "inf", "nan", "infinity", "1e309", "-1e999", "1e-999", "1,5", "1.2.3", "--1", "1f"}) {
    EXPECT_FALSE(parse_real(text)) << text;
    EXPECT_FALSE(parse_real_by_strtod(text)) << text;
  }
  EXPECT_FALSE(parse_real_by_strtod(std::string_view("1\0", 2)));
}

TEST(Text, SplitsWordsAtAnyWhiteSpace) {
  const auto words = split_words("  go\tdepth 5\r\n");
  ASSERT_EQ(words.size(), 3U);
  EXPECT_EQ(words[0], "go");
  EXPECT_EQ(words[2], "5");
}

TEST(Text, ParsesIntegersOnlyAsAWhole) {
  EXPECT_EQ(parse_integer<int>("-12"), -12);
  EXPECT_EQ(parse_integer<int>("+7"), 7);
  EXPECT_EQ(parse_integer<int>("7x"), std::nullopt);
  EXPECT_EQ(parse_integer<int>(""), std::nullopt);
  EXPECT_EQ(parse_integer<int>("99999999999"), std::nullopt);
  EXPECT_EQ(parse_integer<int>("+-7"), std::nullopt);
  EXPECT_EQ(parse_integer<int>("+"), std::nullopt);
}

TEST(Text, QuotesWithoutControlCharactersAndCutsLongTexts) {
  EXPECT_EQ(in_quotes("a\nb"), "'a?b'");
  const std::string long_text = in_quotes(std::string(5000, 'x'));
  EXPECT_LT(long_text.size(), 120U);
  EXPECT_NE(long_text.find("..."), std::string::npos);
}

TEST(Text, CutsLongTextsBetweenCharacters) {
  std::string umlauts;
  for (int i = 0; i < 500; ++i) umlauts += "\xC3\xBC";
  EXPECT_EQ(in_quotes("x" + umlauts).substr(0, 4), "'x\xC3\xBC");
  EXPECT_EQ(in_quotes(umlauts).substr(0, 3), "'\xC3\xBC");
}

TEST(Text, GroupsThousands) {
  EXPECT_EQ(with_thousands(0), "0");
  EXPECT_EQ(with_thousands(999), "999");
  EXPECT_EQ(with_thousands(1000), "1,000");
  EXPECT_EQ(with_thousands(8031647685), "8,031,647,685");
}

TEST(Text, FormatsDurations) {
  EXPECT_EQ(duration_text(-1), "0.0 s");
  EXPECT_EQ(duration_text(8.46), "8.5 s");
  EXPECT_EQ(duration_text(59.4), "59.4 s");
  EXPECT_EQ(duration_text(59.6), "1 min 0 s");
  EXPECT_EQ(duration_text(725), "12 min 5 s");
  EXPECT_EQ(duration_text(3 * 3600 + 7 * 60 + 59), "3 h 7 min");
}

TEST(Text, CountsColumnsNotBytes) {
  EXPECT_EQ(text_width(""), 0U);
  EXPECT_EQ(text_width("Zug"), 3U);
  EXPECT_EQ(text_width("Gr\u00FCnfeld \u2654"), 10U);
  EXPECT_EQ(cut_to_width("Gr\u00FCn", 3), "Gr\u00FC");
  EXPECT_EQ(cut_to_width("Gr\u00FCn", 2), "Gr");
  EXPECT_EQ(cut_to_width("Gr\u00FCn", 9), "Gr\u00FCn");
  EXPECT_EQ(cut_to_width("a", 0), "");
  EXPECT_EQ(padded("\u00FC", 3), "\u00FC  ");
  EXPECT_EQ(padded("long", 3), "long");
}

TEST(Text, ReadsInvalidUtf8AsLatin1) {
  EXPECT_EQ(to_utf8("M\xC3\xBCller"), "M\xC3\xBCller");
  EXPECT_EQ(to_utf8("M\xFCller"), "M\xC3\xBCller");
  EXPECT_FALSE(is_valid_utf8("\xC0\x80"));          // overlong
  EXPECT_FALSE(is_valid_utf8("\xED\xA0\x80"));      // surrogate
  EXPECT_FALSE(is_valid_utf8("\xF4\x90\x80\x80"));  // beyond U+10FFFF
  EXPECT_TRUE(is_valid_utf8("\xF0\x9F\x98\x80"));
}

}  // namespace
}  // namespace zugwerk::base
