// Kind: unit. Parsing of requests: whole, in pieces, several at once, too large, and malformed.

#include "web/http_reader.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace zugwerk::web {
namespace {

using Stage = HttpReader::Stage;

/// Feeds the text in pieces of this size, as the server does; unconsumed bytes stay.
std::string feed(HttpReader& reader, std::string_view text, std::size_t piece) {
  std::string pending;
  while (true) {
    pending.erase(0, reader.take(pending));
    if (reader.stage() == Stage::Complete || reader.stage() == Stage::Refused || text.empty()) break;
    pending += text.substr(0, piece);
    text.remove_prefix(std::min(piece, text.size()));
  }
  return pending + std::string(text);
}

[[nodiscard]] int refusal_of(const std::string& text, std::size_t piece = 4096) {
  HttpReader reader;
  static_cast<void>(feed(reader, text, piece));
  return reader.stage() == Stage::Refused ? reader.refusal().status : 0;
}

constexpr const char* kStart = "POST /api/position HTTP/1.1\r\nHost: localhost\r\n";

TEST(HttpReader, ReadsARequestInPiecesOfAnySize) {
  const std::string text =
      "POST /api/a%20b?token=1&x HTTP/1.1\r\nHost: localhost:8080\r\nContent-Type: application/json\r\nOrigin: o\r\n"
      "Sec-Fetch-Site: same-origin\r\nCookie: a=b\r\nCookie: c=d\r\nContent-Length: 5\r\n\r\nhello";
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    HttpReader reader;
    EXPECT_EQ(feed(reader, text + "GET", piece).substr(0, 3), "GET") << "what follows is left";
    ASSERT_EQ(reader.stage(), Stage::Complete) << piece;
    const Request& request = reader.request();
    EXPECT_EQ(request.method, "POST");
    EXPECT_EQ(request.path, "/api/a b");
    EXPECT_EQ(request.query, "token=1&x");
    EXPECT_EQ(request.host, "localhost:8080");
    EXPECT_EQ(request.content_type, "application/json");
    EXPECT_EQ(request.origin, "o");
    EXPECT_EQ(request.fetch_site, "same-origin");
    EXPECT_EQ(request.cookie, "a=b, c=d");
    EXPECT_EQ(request.body, "hello");
    EXPECT_TRUE(reader.keep_alive());
    EXPECT_TRUE(reader.knows_chunks());
  }
}

TEST(HttpReader, ReadsChunks) {
  const std::string text = std::string(kStart) +
                           "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;ext=1\r\nde\r\n0\r\nTrailer: x\r\n\r\nrest";
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    HttpReader reader;
    EXPECT_TRUE(feed(reader, text, piece).ends_with("rest"));
    ASSERT_EQ(reader.stage(), Stage::Complete) << piece;
    EXPECT_EQ(reader.request().body, "abcde");
  }
}

TEST(HttpReader, ReadsAnEmptyBodyInChunks) {
  const std::string text = std::string(kStart) + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    HttpReader reader;
    EXPECT_EQ(feed(reader, text + "rest", piece).substr(0, 1), "r");
    ASSERT_EQ(reader.stage(), Stage::Complete) << piece;
    EXPECT_EQ(reader.request().body, "");
  }
}

TEST(HttpReader, TheHeaderIsAvailableBeforeTheBody) {
  HttpReader reader;
  static_cast<void>(feed(reader, std::string(kStart) + "Expect: 100-continue\r\nContent-Length: 10\r\n\r\n", 4096));
  EXPECT_EQ(reader.stage(), Stage::Body);
  EXPECT_EQ(reader.request().host, "localhost");
  EXPECT_TRUE(reader.expects_continue());
}

TEST(HttpReader, OldClientsGetNoKeepAliveAndNoChunks) {
  HttpReader reader;
  static_cast<void>(feed(reader, "GET http://localhost:81/x?y HTTP/1.0\r\n\r\n", 4096));
  ASSERT_EQ(reader.stage(), Stage::Complete);
  EXPECT_EQ(reader.request().path, "/x");
  EXPECT_EQ(reader.request().host, "localhost:81");
  EXPECT_FALSE(reader.keep_alive());
  EXPECT_FALSE(reader.knows_chunks());
}

TEST(HttpReader, RefusesWhatIsTooLarge) {
  const auto many = [](std::string_view piece, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += piece;
    return text;
  };
  for (const std::size_t piece : {std::size_t{7}, std::size_t{4096}, std::size_t{1} << 20U}) {
    EXPECT_EQ(refusal_of("GET /" + std::string(HttpReader::kMostHeaderBytes, 'x'), piece), kAddressTooLong) << piece;
    EXPECT_EQ(refusal_of(kStart + ("A: " + std::string(HttpReader::kMostHeaderBytes, 'x')), piece), kHeaderTooLarge);
    EXPECT_EQ(refusal_of(kStart + many("a:b\r\n", 100) + "\r\n", piece), kHeaderTooLarge);
    EXPECT_EQ(refusal_of(kStart + many("a:bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\r\n", 10'000), piece),
              kHeaderTooLarge);
    const std::string chunks = std::string(kStart) + "Transfer-Encoding: chunked\r\n\r\n";
    EXPECT_EQ(refusal_of(chunks + many("1\r\nx\r\n", HttpReader::kMostBytes / 6 + 20'000), piece), kTooLarge);
    EXPECT_EQ(refusal_of(chunks + "1;" + std::string(100'000, 'x'), piece), kHeaderTooLarge);
    EXPECT_EQ(refusal_of(chunks + "0\r\n" + many("a:b\r\n", 10'000), piece), kHeaderTooLarge);
    EXPECT_EQ(refusal_of(chunks + "ffffff\r\n", piece), kTooLarge);
  }
  EXPECT_EQ(refusal_of(std::string(kStart) + "Content-Length: 4194305\r\n\r\n"), kTooLarge);
  EXPECT_EQ(refusal_of(std::string(kStart) + "Content-Length: 4194304\r\n\r\n"), 0);
}

TEST(HttpReader, RefusesMalformedRequests) {
  EXPECT_EQ(refusal_of("hello\r\n\r\n"), kBadRequest);
  EXPECT_EQ(refusal_of("GET / HTTP/3.0\r\n\r\n"), kBadRequest);
  EXPECT_EQ(refusal_of("GET / HTTP/1.1\r\n\r\n"), kBadRequest) << "without Host";
  EXPECT_EQ(refusal_of("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"), kBadRequest);
  EXPECT_EQ(refusal_of("GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n"), kBadRequest);
  EXPECT_EQ(refusal_of("GET /%2 HTTP/1.1\r\nHost: a\r\n\r\n"), kBadRequest);
  EXPECT_EQ(refusal_of(std::string(kStart) + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"), kBadRequest)
      << "two lengths, of which a proxy might use the other one";
  EXPECT_EQ(refusal_of(std::string(kStart) + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n"), kBadRequest);
  EXPECT_EQ(refusal_of(std::string(kStart) + "Content-Length: -1\r\n\r\n"), kBadRequest);
  EXPECT_EQ(refusal_of(std::string(kStart) + "Transfer-Encoding: gzip, chunked\r\n\r\n"), kNotImplemented);
  EXPECT_EQ(refusal_of(std::string(kStart) + "Content-Encoding: gzip\r\n\r\n"), kNotJson);
  EXPECT_EQ(refusal_of(std::string(kStart) + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n"), kBadRequest);
}

}  // namespace
}  // namespace zugwerk::web
