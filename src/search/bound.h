// search/bound.h
//
// What a score says of the true one: it is at most this, at least this, or exactly this.

#pragma once

#include <cstdint>

#include "eval/score.h"

namespace zugwerk::search {

enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

[[nodiscard]] constexpr bool has_lower(Bound bound) { return bound == Bound::Lower || bound == Bound::Exact; }
[[nodiscard]] constexpr bool has_upper(Bound bound) { return bound == Bound::Upper || bound == Bound::Exact; }

/// Whether a score with this bound proves that one side mates by force.
[[nodiscard]] constexpr bool proves_mate(eval::Score score, Bound bound) {
  return score != eval::kNoScore && score.is_mate() && (score > eval::kDraw ? has_lower(bound) : has_upper(bound));
}

}  // namespace zugwerk::search
