#include "library/facts.h"

#include "base/format.h"
#include "base/little_endian.h"
#include "base/text.h"

namespace zugwerk::library {

namespace {

constexpr unsigned kLatestYear = 4095;
constexpr unsigned kDateBits = 24;

}  // namespace

std::optional<Date> parse_date(std::string_view text) {
  std::array<unsigned, 3> parts{};
  for (std::size_t i = 0; i < parts.size() && !text.empty(); ++i) {
    const std::size_t end = std::min(text.find_first_of(".-/"), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (part.find_first_not_of('?') == std::string_view::npos) continue;
    const auto number = base::parse_integer<unsigned>(part);
    if (!number) return std::nullopt;
    parts[i] = *number;
  }
  if (!text.empty() || parts[0] > kLatestYear || parts[1] > 12 || parts[2] > 31) return std::nullopt;
  return Date::of(parts[0], parts[1], parts[2]);
}

std::string to_string(Date date) {
  std::string text = date.year() == 0 ? "????" : base::format("{:04}", date.year());
  for (const unsigned part : {date.month(), date.day()}) text += part == 0 ? ".??" : base::format(".{:02}", part);
  return text;
}

std::optional<std::uint16_t> parse_eco(std::string_view text) {
  constexpr unsigned kPerLetter = 100;
  if (text.size() < 3 || text[0] < 'A' || text[0] > 'E' || !base::is_digit(text[1]) || !base::is_digit(text[2]))
    return std::nullopt;
  const auto digit = [&](std::size_t i) { return static_cast<unsigned>(text[i] - '0'); };
  return static_cast<std::uint16_t>(static_cast<unsigned>(text[0] - 'A') * kPerLetter + digit(1) * 10 + digit(2) + 1);
}

std::string eco_text(std::uint16_t eco) {
  if (eco == 0 || eco > 500) return {};
  const unsigned number = eco - 1U;
  return base::format("{}{:02}", static_cast<char>('A' + number / 100), number % 100);
}

void append_facts(std::string& bytes, Column column, const GameFacts& facts) {
  switch (column) {
    case Column::Names:
      for (const std::uint32_t name : {facts.players[0], facts.players[1], facts.event})
        base::append_little_endian(bytes, name);
      break;
    case Column::Outcome:
      base::append_little_endian(bytes, facts.date.bits | static_cast<std::uint32_t>(facts.result) << kDateBits);
      for (const std::uint16_t rating : facts.ratings) base::append_little_endian(bytes, rating);
      break;
    case Column::Opening:
      base::append_little_endian(bytes, facts.eco);
      base::append_little_endian(bytes, facts.plies);
      break;
    case Column::Digest:
      base::append_little_endian(bytes, facts.digest);
      break;
  }
}

void read_facts(std::string_view bytes, Column column, std::size_t game, GameFacts& facts) {
  bytes.remove_prefix(game * kColumnBytes[static_cast<std::size_t>(column)]);
  switch (column) {
    case Column::Names:
      for (std::uint32_t& player : facts.players) player = base::take_little_endian<std::uint32_t>(bytes);
      facts.event = base::take_little_endian<std::uint32_t>(bytes);
      break;
    case Column::Outcome: {
      const auto bits = base::take_little_endian<std::uint32_t>(bytes);
      facts.date = {bits & ((1U << kDateBits) - 1)};
      facts.result = static_cast<chess::PgnResult>(bits >> kDateBits & 3U);
      for (std::uint16_t& rating : facts.ratings) rating = base::take_little_endian<std::uint16_t>(bytes);
      break;
    }
    case Column::Opening:
      facts.eco = base::take_little_endian<std::uint16_t>(bytes);
      facts.plies = base::take_little_endian<std::uint16_t>(bytes);
      break;
    case Column::Digest:
      facts.digest = base::take_little_endian<std::uint32_t>(bytes);
      break;
  }
}

}  // namespace zugwerk::library
