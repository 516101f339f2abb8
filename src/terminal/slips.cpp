#include "terminal/slips.h"

#include <algorithm>

#include "base/text.h"

namespace zugwerk::terminal {

namespace {

/// Neighbours in the alphabet, such as adjacent files or ranks, are confused more easily.
constexpr std::size_t kNeighbour = 1;
constexpr std::size_t kSlip = 2;

[[nodiscard]] std::size_t change(char a, char b) {
  if (a == b) return 0;
  return a - b == 1 || b - a == 1 ? kNeighbour : kSlip;
}

}  // namespace

std::size_t slips_between(std::string_view a, std::string_view b) {
  const std::string from = base::lower_case(a);
  const std::string to = base::lower_case(b);
  // Three rows of the table of edit distances between prefixes of the two words.
  std::vector<std::size_t> before_last(to.size() + 1);
  std::vector<std::size_t> last(to.size() + 1);
  std::vector<std::size_t> row(to.size() + 1);
  for (std::size_t j = 0; j <= to.size(); ++j) last[j] = kSlip * j;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    row[0] = kSlip * i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      row[j] = std::min({last[j] + kSlip, row[j - 1] + kSlip, last[j - 1] + change(from[i - 1], to[j - 1])});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + kSlip);
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[to.size()];
}

std::vector<std::string> nearest_words(std::string_view typed, std::span<const std::string> known, std::size_t most) {
  // A short word with two slips has nothing left in common.
  constexpr std::size_t kShort = 4;
  std::size_t nearest = typed.size() > kShort ? 2 * kSlip : kSlip;
  std::vector<std::string> words;
  for (const std::string& word : known) {
    const std::size_t slips = slips_between(typed, word);
    if (slips > nearest) continue;
    if (slips < nearest) words.clear();
    nearest = slips;
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  }
  if (words.size() > most) words.resize(most);
  return words;
}

}  // namespace zugwerk::terminal
