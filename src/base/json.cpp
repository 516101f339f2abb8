#include "base/json.h"

namespace zugwerk::base {

Expected<Json> parse_json(std::string_view text, const std::string& name) {
  try {
    return Json::parse(text);
  } catch (const Json::exception& error) {
    return failure(name + ": not JSON: " + error.what());
  }
}

std::string to_text(const Json& value) {
  constexpr int kIndent = 2;
  return value.dump(kIndent, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace zugwerk::base
