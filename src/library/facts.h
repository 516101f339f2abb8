// library/facts.h
//
// What the library knows of a game besides its moves, as the columns of a segment: a fixed number of bytes for each
// game, so that a search reads millions of them in milliseconds. Texts are numbers of names (library.h).

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "chess/notation/pgn_reader.h"
#include "chess/piece.h"

namespace zugwerk::library {

/// Year, month and day, each 0 if unknown; earlier dates are smaller.
struct Date {
  std::uint32_t bits = 0;

  [[nodiscard]] static Date of(unsigned year, unsigned month, unsigned day) { return {year << 9U | month << 5U | day}; }
  [[nodiscard]] unsigned year() const { return bits >> 9U; }
  [[nodiscard]] unsigned month() const { return bits >> 5U & 15U; }
  [[nodiscard]] unsigned day() const { return bits & 31U; }

  auto operator<=>(const Date&) const = default;  // NOLINT(modernize-use-nullptr): a false alarm
};

/// "2024.05.01", "2024.05.??", or "2024-05-01" as people write. Nothing if it is no date; missing parts are unknown.
[[nodiscard]] std::optional<Date> parse_date(std::string_view text);
/// As PGN writes it.
[[nodiscard]] std::string to_string(Date date);

/// A code of the Encyclopaedia of Chess Openings: 1 is A00, 500 is E99, 0 is none.
[[nodiscard]] std::optional<std::uint16_t> parse_eco(std::string_view text);
[[nodiscard]] std::string eco_text(std::uint16_t eco);

struct GameFacts {
  std::array<std::uint32_t, chess::kColorCount> players{};  // names; 0 is none
  std::uint32_t event = 0;                                  // a name
  chess::PgnResult result = chess::PgnResult::Unknown;
  Date date;
  std::array<std::uint16_t, chess::kColorCount> ratings{};  // 0: unknown
  std::uint16_t eco = 0;
  std::uint16_t plies = 0;   // of the main line; the largest value also stands for more
  std::uint32_t digest = 0;  // of moves, notes, players, date and result: equal for duplicates
};

/// The columns, by what is read together.
enum class Column : std::uint8_t {
  Names,    // players and event
  Outcome,  // result, date and ratings
  Opening,  // ECO and length
  Digest,
};
inline constexpr std::size_t kColumnCount = 4;
inline constexpr std::array<std::size_t, kColumnCount> kColumnBytes{12, 8, 4, 4};

/// Appends a game to the bytes of a column.
void append_facts(std::string& bytes, Column column, const GameFacts& facts);
/// Reads what the column has of a game.
void read_facts(std::string_view bytes, Column column, std::size_t game, GameFacts& facts);

}  // namespace zugwerk::library
