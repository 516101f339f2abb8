// fuzz/web_fuzz.cpp
//
// Any text as input from a client. Text with an HTTP version in its first line is handled like the server's
// connections: parsed by the reader, whole and in small pieces, which must agree. Other text is a short form that
// spares the fuzzer a correct length: its first line is a method and a path, the rest is the body. In any case there is
// an answer with a known status, whose body is JSON if it says so; and a written PGN can be read.

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/text.h"
#include "fuzz/property.h"
#include "web/api.h"
#include "web/http_reader.h"

namespace {

using namespace zugwerk;
using fuzz::require;
using web::HttpReader;

struct Setup {
  std::unique_ptr<web::EnginePool> pool = *web::EnginePool::create({.threads = 1, .hash_megabytes = 1});
  web::Api api{*pool, {"fuzz", {}, {}}};
  unsigned requests = 0;
};

/// The requests that a connection reads from these bytes, up to one that is refused.
std::vector<web::Request> read_in_pieces(std::string_view text, std::size_t piece) {
  std::vector<web::Request> found;
  std::string pending;
  auto reader = std::make_unique<HttpReader>();
  while (true) {
    const std::size_t used = reader->take(pending);
    require(used <= pending.size(), "no more is consumed than there is", text);
    pending.erase(0, used);
    if (reader->stage() == HttpReader::Stage::Refused) {
      const int status = reader->refusal().status;
      require(status >= web::kBadRequest && status != web::kInternalError, "a refusal has a reason", text);
      return found;
    }
    if (reader->stage() == HttpReader::Stage::Complete) {
      found.push_back(std::move(reader->request()));
      reader = std::make_unique<HttpReader>();
      continue;
    }
    if (text.empty()) return found;
    pending += text.substr(0, piece);
    text.remove_prefix(std::min(piece, text.size()));
  }
}

void answer(Setup& setup, web::Request request, std::string_view text) {
  request.client = std::to_string(setup.requests++);  // a new one each time, so that the rate limit does not apply
  if (web::Api::wants_stream(request)) {
    static_cast<void>(setup.api.open_stream(request, [] {}));
    return;
  }
  const web::Response response = setup.api.handle(request);
  require(response.status >= 200 && response.status < 600 && response.status != web::kInternalError, "a known status",
          text);
  for (const web::Header& header : response.headers)
    require(header.value.find_first_of("\r\n") == std::string::npos, "a header is one line", text, header.value);
  if (response.content_type != "application/json") return;
  const auto answer = base::parse_json(response.body, "answer");
  require(answer.has_value(), "the answer is JSON", text, response.body);
  if (response.status >= web::kBadRequest)
    require(answer->contains("error"), "a refusal says why", text, response.body);
  if (request.path == "/api/pgn/write" && response.status == web::kOk) {
    request.path = "/api/pgn/read";
    request.body = base::Json{{"pgn", (*answer)["pgn"]}}.dump();
    const auto read = base::parse_json(setup.api.handle(request).body, "answer");
    require(read && (*read)["errors"].empty(), "a written PGN can be read", text, (*answer)["pgn"].get<std::string>());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Setup setup;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t line_end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, line_end);
  if (line.find("HTTP/1.") != std::string_view::npos) {
    std::vector<web::Request> whole = read_in_pieces(text, std::max<std::size_t>(size, 1));
    constexpr std::size_t kSmall = 7;
    const std::vector<web::Request> pieces = read_in_pieces(text, 1 + size % kSmall);
    // Only a refusal may come sooner if more bytes are seen at once.
    require(whole.size() == pieces.size(), "the requests do not depend on how the bytes arrive", text);
    for (std::size_t i = 0; i < whole.size(); ++i) {
      const web::Request& one = whole[i];
      const web::Request& other = pieces[i];
      require(one.method == other.method && one.path == other.path && one.query == other.query &&
                  one.host == other.host && one.cookie == other.cookie && one.body == other.body,
              "nor does their content", text);
    }
    for (web::Request& request : whole) answer(setup, std::move(request), text);
    return 0;
  }
  web::Request request;
  request.method = std::string(base::take_word(line));
  request.path = std::string(base::take_word(line));
  request.body = std::string(text.substr(std::min(line_end + 1, text.size())));
  request.content_type = "application/json";
  request.host = "localhost";
  answer(setup, std::move(request), text);
  return 0;
}
