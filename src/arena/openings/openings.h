// arena/openings/openings.h
//
// The openings of a match or of self-play: positions from EPD files, the first moves of PGN games, or our own openings;
// and their order. For the pairings that play them see schedule.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "chess/move.h"
#include "chess/notation/fen.h"
#include "chess/position.h"

namespace zugwerk::arena {

/// Small, since files hold hundreds of thousands.
struct Opening {
  std::string fen;
  std::vector<chess::Move> moves;  // from there to the position where the engines take over
};

/// The position of the FEN; openings from the functions below always have one.
[[nodiscard]] chess::Position start_of(const Opening& opening);
/// The position after its moves.
[[nodiscard]] chess::Position end_of(const Opening& opening);

struct OpeningList {
  std::vector<Opening> openings;  // no two lead to the same position
  /// Warnings with file and line: what was left out and why (broken records, finished games), and repairs of positions
  /// that are used. Repeated positions are only counted.
  std::vector<std::string> warnings;  // the first of them
  std::size_t warning_count = 0;
  std::size_t repeated = 0;
  /// A fingerprint of all positions in order, to detect changes of the list.
  std::uint64_t fingerprint = 0;
};

/// Reads EPD, FEN or PGN, compressed or not. Of a PGN game, the main line up to `plies` counts. Records in another
/// variant are left out. An error if the file cannot be read or holds no opening.
[[nodiscard]] base::Expected<OpeningList> read_openings(const std::string& path, chess::Variant variant,
                                                        std::optional<int> plies);

/// The same from memory.
[[nodiscard]] base::Expected<OpeningList> parse_openings(std::string_view text, const std::string& name,
                                                         chess::Variant variant, std::optional<int> plies);

/// The built-in openings: well-known lines, or the 960 starting positions.
[[nodiscard]] OpeningList own_openings(chess::Variant variant);

/// The lines of own_openings, in standard algebraic notation, from own_openings.cpp.
[[nodiscard]] std::span<const std::string_view> own_opening_lines();

/// The order of the openings; after the last one it starts over.
class OpeningOrder {
 public:
  /// As in the file.
  explicit OpeningOrder(std::size_t count);
  /// Shuffled; the same for the same seed.
  OpeningOrder(std::size_t count, std::uint64_t seed);

  /// The index of the opening of the pair of games with this number, from 0.
  [[nodiscard]] std::size_t opening_of_pair(std::uint64_t pair) const { return order_[pair % order_.size()]; }

 private:
  std::vector<std::uint32_t> order_;
};

}  // namespace zugwerk::arena
