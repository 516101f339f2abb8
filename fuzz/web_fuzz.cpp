// fuzz/web_fuzz.cpp
//
// Any text as a request: its first line is a method and a path, the rest is the body. Whatever it is, there is an
// answer with a known status, whose body is JSON where it says so; and a PGN that was written can be read.

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/text.h"
#include "fuzz/property.h"
#include "web/api.h"

namespace {

using namespace zugwerk;
using fuzz::require;

struct Setup {
  std::unique_ptr<web::EnginePool> pool = *web::EnginePool::create({.threads = 1, .hash_megabytes = 1});
  web::Api api{*pool, {"fuzz", {}, {}}};
  unsigned requests = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Setup setup;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t line_end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, line_end);
  web::Request request;
  request.method = std::string(base::take_word(line));
  request.path = std::string(base::take_word(line));
  request.body = std::string(text.substr(std::min(line_end + 1, text.size())));
  request.content_type = "application/json";
  request.host = "localhost";
  request.client = std::to_string(setup.requests++);  // always another one, so that nothing is a flood

  const web::Response response = setup.api.handle(request);
  require(response.status >= 200 && response.status < 600 && response.status != web::kInternalError, "a known status",
          text);
  if (response.content_type != "application/json") return 0;
  const auto answer = base::parse_json(response.body, "answer");
  require(answer.has_value(), "the answer is JSON", text, response.body);
  if (response.status >= web::kBadRequest)
    require(answer->contains("error"), "a refusal says why", text, response.body);
  if (request.path == "/api/pgn/write" && response.status == web::kOk) {
    request.path = "/api/pgn/read";
    request.body = base::Json{{"pgn", (*answer)["pgn"]}}.dump();
    const auto read = base::parse_json(setup.api.handle(request).body, "answer");
    require(read && (*read)["errors"].empty(), "what is written can be read", text,
            (*answer)["pgn"].get<std::string>());
  }
  return 0;
}
