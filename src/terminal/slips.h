// terminal/slips.h
//
// What somebody may have meant who mistyped.

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace zugwerk::terminal {

/// How far two words are apart: 2 for each letter to insert, remove, change or exchange with the next one, but 1 for a
/// change to a neighbour in the alphabet, as from one file or rank to the next. Small and large letters are the same.
[[nodiscard]] std::size_t slips_between(std::string_view a, std::string_view b);

/// The words of `known` that are nearest to `typed`, if they are near at all; at most `most`, in their order.
[[nodiscard]] std::vector<std::string> nearest_words(std::string_view typed, std::span<const std::string> known,
                                                     std::size_t most);

}  // namespace zugwerk::terminal
