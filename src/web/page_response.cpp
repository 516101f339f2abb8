#include "web/page_response.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/format.h"
#include "base/text.h"

namespace zugwerk::web {

namespace {

/// Cuts the first item, up to the separator, off `list`.
[[nodiscard]] std::string_view take_item(std::string_view& list, char separator) {
  const std::size_t end = std::min(list.find(separator), list.size());
  const std::string_view item = base::trim(list.substr(0, end));
  list.remove_prefix(std::min(end + 1, list.size()));
  return item;
}

[[nodiscard]] bool accepts_gzip(std::string_view encodings) {
  bool any = false;
  while (!encodings.empty()) {
    std::string_view item = take_item(encodings, ',');
    const std::string name = base::lower_case(take_item(item, ';'));
    bool wanted = true;
    if (const std::string_view weight = take_item(item, ';'); weight.starts_with("q="))
      wanted = base::parse_real(weight.substr(2)).value_or(0) > 0;
    if (name == "gzip" || name == "x-gzip") return wanted;
    if (name == "*") any = wanted;
  }
  return any;
}

[[nodiscard]] bool is_listed(std::string_view tags, std::string_view tag) {
  while (!tags.empty()) {
    std::string_view item = take_item(tags, ',');
    if (item == "*") return true;
    if (item.starts_with("W/")) item.remove_prefix(2);
    if (item == tag) return true;
  }
  return false;
}

struct Part {
  std::size_t first = 0;
  std::size_t last = 0;  // still in it
};

enum class RangeKind { Whole, Part, Impossible };

/// The part of so many bytes that a Range field asks for. Multiple ranges, and ranges that are not understood, get the
/// whole file.
[[nodiscard]] RangeKind read_range(std::string_view text, std::size_t size, Part& part) {
  constexpr std::string_view kUnit = "bytes=";
  if (!text.starts_with(kUnit) || text.find(',') != std::string_view::npos) return RangeKind::Whole;
  text.remove_prefix(kUnit.size());
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos) return RangeKind::Whole;
  const std::string_view from = base::trim(text.substr(0, dash));
  const std::string_view to = base::trim(text.substr(dash + 1));
  const auto first = base::parse_integer<std::uint64_t>(from);
  const auto last = base::parse_integer<std::uint64_t>(to);
  if ((!from.empty() && !first) || (!to.empty() && !last) || (!first && !last)) return RangeKind::Whole;
  if (!first) {
    // A suffix range: the last so many bytes.
    if (*last == 0 || size == 0) return RangeKind::Impossible;
    part = {size - static_cast<std::size_t>(std::min<std::uint64_t>(*last, size)), size - 1};
    return RangeKind::Part;
  }
  if (last && *last < *first) return RangeKind::Whole;
  if (*first >= size) return RangeKind::Impossible;
  part.first = static_cast<std::size_t>(*first);
  part.last = last ? static_cast<std::size_t>(std::min<std::uint64_t>(*last, size - 1)) : size - 1;
  return RangeKind::Part;
}

}  // namespace

Response page_response(const PageFile& file, const Request& request) {
  Response response;
  response.content_type = std::string(file.content_type);
  const bool gzip = !file.gzipped.empty() && accepts_gzip(request.accept_encoding);
  const std::string_view bytes = gzip ? file.gzipped : file.bytes;
  // The compressed file has different bytes, so it has its own tag.
  std::string tag;
  if (!file.tag.empty()) {
    tag = '"' + std::string(file.tag) + (gzip ? "-gzip\"" : "\"");
    response.headers.push_back({"ETag", tag});
  }
  if (!file.gzipped.empty()) response.headers.push_back({"Vary", "Accept-Encoding"});
  if (!tag.empty() && is_listed(request.if_none_match, tag)) {
    response.status = kNotModified;
    response.content_type.clear();
    return response;
  }
  if (gzip) response.headers.push_back({"Content-Encoding", "gzip"});
  response.headers.push_back({"Accept-Ranges", "bytes"});
  response.file = bytes;
  if (request.range.empty() || (!request.if_range.empty() && request.if_range != tag)) return response;
  Part part;
  switch (read_range(request.range, bytes.size(), part)) {
    case RangeKind::Whole:
      break;
    case RangeKind::Part:
      response.status = kPartialContent;
      response.file = bytes.substr(part.first, part.last - part.first + 1);
      response.headers.push_back(
          {"Content-Range", base::format("bytes {}-{}/{}", part.first, part.last, bytes.size())});
      break;
    case RangeKind::Impossible:
      response = error_response(kNoSuchRange, base::format("the file has only {} bytes", bytes.size()));
      response.headers.push_back({"Content-Range", base::format("bytes */{}", bytes.size())});
      break;
  }
  return response;
}

}  // namespace zugwerk::web
