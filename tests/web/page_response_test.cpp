// Kind: unit. Files of the page compressed, in part, and only if they have changed.

#include "web/page_response.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace zugwerk::web {
namespace {

constexpr PageFile kText{"/a.js", "text/javascript", "0123456789", "zip", "abc"};
constexpr PageFile kFont{"/a.woff2", "font/woff2", "font", {}, "def"};

[[nodiscard]] std::string header(const Response& response, std::string_view name) {
  for (const Header& field : response.headers)
    if (field.name == name) return field.value;
  return "(none)";
}

template <class Change>
[[nodiscard]] Response ask(const PageFile& file, const Change& change) {
  Request request;
  change(request);
  return page_response(file, request);
}

TEST(PageResponse, IsCompressedForClientsThatAcceptIt) {
  const auto accepting = [](const char* encodings) {
    return ask(kText, [&](Request& request) { request.accept_encoding = encodings; });
  };
  for (const char* encodings : {"gzip", "deflate, gzip;q=0.5", "br, GZIP", "*"}) {
    const Response response = accepting(encodings);
    EXPECT_EQ(response.file, "zip") << encodings;
    EXPECT_EQ(header(response, "Content-Encoding"), "gzip");
    EXPECT_EQ(header(response, "ETag"), "\"abc-gzip\"");
    EXPECT_EQ(header(response, "Vary"), "Accept-Encoding");
  }
  for (const char* encodings : {"", "identity", "gzip;q=0", "gzip;q=0, *", "br"}) {
    const Response response = accepting(encodings);
    EXPECT_EQ(response.file, "0123456789") << encodings;
    EXPECT_EQ(header(response, "Content-Encoding"), "(none)");
    EXPECT_EQ(header(response, "ETag"), "\"abc\"");
    EXPECT_EQ(header(response, "Vary"), "Accept-Encoding");
  }
  const Response font = ask(kFont, [](Request& request) { request.accept_encoding = "gzip"; });
  EXPECT_EQ(font.file, "font");
  EXPECT_EQ(header(font, "Vary"), "(none)");
}

TEST(PageResponse, IsNotSentAgainToClientsThatHaveIt) {
  const auto having = [](const char* tags) {
    return ask(kText, [&](Request& request) { request.if_none_match = tags; }).status;
  };
  EXPECT_EQ(having("\"abc\""), kNotModified);
  EXPECT_EQ(having("\"x\", W/\"abc\""), kNotModified);
  EXPECT_EQ(having("*"), kNotModified);
  EXPECT_EQ(having("\"abc-gzip\""), kOk) << "that is the other one";
  EXPECT_EQ(having("\"ab\""), kOk);
  const Response response = ask(kText, [](Request& request) { request.if_none_match = "*"; });
  EXPECT_TRUE(response.file.empty());
  EXPECT_EQ(header(response, "ETag"), "\"abc\"");
}

TEST(PageResponse, SupportsRanges) {
  const auto part = [](const char* range) { return ask(kText, [&](Request& request) { request.range = range; }); };
  EXPECT_EQ(part("bytes=2-4").file, "234");
  EXPECT_EQ(part("bytes=2-4").status, kPartialContent);
  EXPECT_EQ(header(part("bytes=2-4"), "Content-Range"), "bytes 2-4/10");
  EXPECT_EQ(part("bytes=7-").file, "789");
  EXPECT_EQ(part("bytes=7-99999999999").file, "789");
  EXPECT_EQ(part("bytes=-3").file, "789");
  EXPECT_EQ(part("bytes=-30").file, "0123456789");
  EXPECT_EQ(part("bytes=10-").status, kNoSuchRange);
  EXPECT_EQ(part("bytes=-0").status, kNoSuchRange);
  EXPECT_EQ(header(part("bytes=10-"), "Content-Range"), "bytes */10");
  for (const char* range : {"bytes=", "bytes=-", "bytes=4-2", "bytes=0-1,3-4", "lines=1-2", "bytes=a-b", "bytes=-1-2"})
    EXPECT_EQ(part(range).status, kOk) << range << " is not understood, and gets the whole file";
}

TEST(PageResponse, IgnoresRangesOfAnotherVersion) {
  const auto part_if = [](const char* tag) {
    return ask(kText,
               [&](Request& request) {
                 request.range = "bytes=0-1";
                 request.if_range = tag;
               })
        .status;
  };
  EXPECT_EQ(part_if("\"abc\""), kPartialContent);
  EXPECT_EQ(part_if("\"abd\""), kOk);
}

}  // namespace
}  // namespace zugwerk::web
