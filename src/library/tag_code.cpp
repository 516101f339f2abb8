#include "library/tag_code.h"

#include <algorithm>
#include <cstdint>

#include "base/text.h"
#include "library/bytes.h"

namespace zugwerk::library {

using chess::PgnTag;

namespace {

/// Frequent names, as numbers from 1. New ones go to the end: files hold these numbers.
constexpr std::array<std::string_view, 34> kTagNames{"Event",
                                                     "Site",
                                                     "Date",
                                                     "Round",
                                                     "White",
                                                     "Black",
                                                     "Result",
                                                     "WhiteElo",
                                                     "BlackElo",
                                                     "ECO",
                                                     "Opening",
                                                     "Variation",
                                                     "EventDate",
                                                     "WhiteTitle",
                                                     "BlackTitle",
                                                     "WhiteFideId",
                                                     "BlackFideId",
                                                     "WhiteTeam",
                                                     "BlackTeam",
                                                     "EventType",
                                                     "PlyCount",
                                                     "TimeControl",
                                                     "Termination",
                                                     "UTCDate",
                                                     "UTCTime",
                                                     "WhiteRatingDiff",
                                                     "BlackRatingDiff",
                                                     "Variant",
                                                     "SetUp",
                                                     "FEN",
                                                     "Annotator",
                                                     "Board",
                                                     "Link",
                                                     "EndTime"};
constexpr std::uint8_t kValueInColumn = 0x80;

/// The value as the columns have it; empty if they have none.
[[nodiscard]] std::string column_value(std::string_view name, const GameFacts& facts, const GameNames& names) {
  const auto number = [](std::uint16_t value) { return value == 0 ? std::string() : std::to_string(value); };
  if (name == "Event") return names.event;
  if (name == "White") return names.players[0];
  if (name == "Black") return names.players[1];
  if (name == "Date") return to_string(facts.date);
  if (name == "Result") return std::string(chess::to_string(facts.result));
  if (name == "WhiteElo") return number(facts.ratings[0]);
  if (name == "BlackElo") return number(facts.ratings[1]);
  if (name == "ECO") return eco_text(facts.eco);
  return {};
}

}  // namespace

void take_from_tags(const std::vector<PgnTag>& tags, GameFacts& facts, GameNames& names) {
  const auto value = [&](std::string_view name) {
    const auto tag = std::find_if(tags.begin(), tags.end(), [&](const PgnTag& other) { return other.name == name; });
    return tag == tags.end() ? std::string_view() : std::string_view(tag->value);
  };
  names = {{std::string(value("White")), std::string(value("Black"))}, std::string(value("Event"))};
  facts.date = parse_date(value("Date")).value_or(Date());
  facts.ratings = {base::parse_integer<std::uint16_t>(value("WhiteElo")).value_or(0),
                   base::parse_integer<std::uint16_t>(value("BlackElo")).value_or(0)};
  facts.eco = parse_eco(value("ECO")).value_or(0);
}

void append_tags(std::string& bytes, const std::vector<PgnTag>& tags, const GameFacts& facts, const GameNames& names) {
  append_varint(bytes, tags.size());
  for (const PgnTag& tag : tags) {
    const auto* const known = std::find(kTagNames.begin(), kTagNames.end(), tag.name);
    auto code = static_cast<std::uint8_t>(known == kTagNames.end() ? 0 : known - kTagNames.begin() + 1);
    const bool in_column = !tag.value.empty() && tag.value == column_value(tag.name, facts, names);
    if (in_column) code |= kValueInColumn;
    bytes += static_cast<char>(code);
    if (known == kTagNames.end()) {
      append_varint(bytes, tag.name.size());
      bytes += tag.name;
    }
    if (in_column) continue;
    append_varint(bytes, tag.value.size());
    bytes += tag.value;
  }
}

base::Expected<std::vector<PgnTag>> take_tags(std::string_view& bytes, const GameFacts& facts, const GameNames& names) {
  ByteReader reader(bytes);
  std::vector<PgnTag> tags;
  for (std::uint64_t left = reader.varint(); left > 0 && reader.good(); --left) {
    const std::uint8_t code = reader.byte();
    const std::size_t known = code & ~unsigned{kValueInColumn};
    if (known > kTagNames.size()) reader.fail();
    PgnTag tag;
    if (known == 0)
      tag.name = reader.take(reader.varint());
    else if (known <= kTagNames.size())
      tag.name = kTagNames[known - 1];
    if ((code & kValueInColumn) != 0)
      tag.value = column_value(tag.name, facts, names);
    else
      tag.value = reader.take(reader.varint());
    tags.push_back(std::move(tag));
  }
  if (!reader.good()) return base::failure("the stored tags of a game are damaged");
  bytes = reader.rest();
  return tags;
}

}  // namespace zugwerk::library
