// eval/classical/pawns.h
//
// What depends on pawns alone, and a hash table that caches it, since pawns move seldom. Also the shelter of a king
// behind its pawns, cached with the king's square. Passed pawns are found here; what they are worth depends on pieces
// and kings and is in evaluate.cpp.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "chess/position.h"
#include "eval/classical/tapered.h"
#include "eval/classical/trace.h"

namespace zugwerk::eval {

struct alignas(64) PawnEntry {
  chess::Key key = 0;
  std::array<chess::Bitboard, 2> passed{};
  /// Squares that pawns of a colour attack now or may attack when they advance.
  std::array<chess::Bitboard, 2> attack_span{};
  /// Material, piece squares and structure of all pawns, White minus Black.
  Tapered score;
  /// Shelter of each king, and for which king square and castling rights it was computed.
  std::array<std::int16_t, 2> shelter{};
  std::array<std::uint16_t, 2> shelter_asked{kNotAsked, kNotAsked};

  static constexpr std::uint16_t kNotAsked = 0xFFFF;
};

/// Evaluates the pawns of both colours.
template <class Tracer>
[[nodiscard]] PawnEntry evaluate_pawns(const chess::Position& position, Tracer& tracer);

/// How well pawns protect the king of `color` where it is or, if it may still castle, where it could go; in middlegame
/// centipawns.
template <class Tracer>
[[nodiscard]] int shelter_of_king(const chess::Position& position, chess::Color color, Tracer& tracer);

/// Caches entries by pawn key. Evaluations are the same as without it, up to collisions of 64-bit keys.
class PawnTable {
 public:
  /// `entries` is a power of two.
  explicit PawnTable(std::size_t entries = kDefaultEntries) : entries_(entries) {}

  [[nodiscard]] PawnEntry& probe(const chess::Position& position);
  void clear();

 private:
  static constexpr std::size_t kDefaultEntries = 8192;
  std::vector<PawnEntry> entries_;
};

/// The shelter of the king of `color`, taken from the entry if it was computed for the same square and rights. A tracer
/// needs a fresh entry.
template <class Tracer>
[[nodiscard]] int shelter_of_king(const chess::Position& position, chess::Color color, PawnEntry& entry,
                                  Tracer& tracer) {
  const auto asked = static_cast<std::uint16_t>(index(position.king(color)) | (position.castling().to_bits() << 8U));
  if (entry.shelter_asked[index(color)] != asked) {
    entry.shelter[index(color)] = static_cast<std::int16_t>(shelter_of_king(position, color, tracer));
    entry.shelter_asked[index(color)] = asked;
  }
  return entry.shelter[index(color)];
}

}  // namespace zugwerk::eval
