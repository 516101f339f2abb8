// terminal/slips.h
//
// Suggestions for mistyped words.

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace zugwerk::terminal {

/// The edit distance of two words: 2 for each letter to insert, remove, change or swap with the next one, but 1 for a
/// change to a neighbour in the alphabet, as from one file or rank to the next. Case does not matter.
[[nodiscard]] std::size_t slips_between(std::string_view a, std::string_view b);

/// The words of `known` nearest to `typed`, if any are near enough; at most `most`, in their order.
[[nodiscard]] std::vector<std::string> nearest_words(std::string_view typed, std::span<const std::string> known,
                                                     std::size_t most);

}  // namespace zugwerk::terminal
