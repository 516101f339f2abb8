// eval/classical/weight_counts.cpp

#include "eval/classical/weight_counts.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <vector>

#include "eval/classical/piece_squares.h"

namespace zugwerk::eval {

namespace {

/// Consecutive elements, and their slots.
struct Range {
  const std::byte* begin;
  const std::byte* end;
  std::size_t first_slot;
  bool is_unfolded;  // a board of 64 squares over a row of 32 weights
};

template <class Element>
Range range_of(const Element* first, std::size_t size, std::size_t slot, bool is_unfolded) {
  return {reinterpret_cast<const std::byte*>(first), reinterpret_cast<const std::byte*>(first + size), slot,
          is_unfolded};
}

/// By rising address.
std::vector<Range> ranges() {
  std::vector<Range> result;
  std::size_t slot = 0;
  for (const WeightArray& array : kWeightArrays) {
    result.push_back(array.kind == WeightKind::Tapered ? range_of(array.tapered, array.size, slot, false)
                                                       : range_of(array.numbers, array.size, slot, false));
    if (array.name == "kPieceSquares") {
      const auto& board = tables::kPieceSquares[array.row];
      result.push_back(range_of(board.data(), board.size(), slot, true));
    }
    slot += array.size;
  }
  std::sort(result.begin(), result.end(),
            [](const Range& a, const Range& b) { return std::less<>()(a.begin, b.begin); });
  return result;
}

}  // namespace

std::size_t slot_of(const void* weight) {
  static const std::vector<Range> sorted_ranges = ranges();
  const auto* const address = static_cast<const std::byte*>(weight);
  const auto behind = std::upper_bound(sorted_ranges.begin(), sorted_ranges.end(), address,
                                       [](const std::byte* a, const Range& b) { return std::less<>()(a, b.begin); });
  assert(behind != sorted_ranges.begin() && std::less<>()(address, std::prev(behind)->end) &&
         "a weight that is not listed");
  const Range& range = *std::prev(behind);
  static_assert(sizeof(Tapered) == sizeof(int));
  const std::size_t place = static_cast<std::size_t>(address - range.begin) / sizeof(int);
  return range.first_slot + (range.is_unfolded ? tables::folded(place) : place);
}

}  // namespace zugwerk::eval
