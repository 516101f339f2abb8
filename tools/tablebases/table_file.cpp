#include "tablebases/table_file.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "tablebase/checksum.h"
#include "tablebases/compression.h"
#include "tablebases/layout.h"

namespace zugwerk::tbgen {

using namespace chess;

namespace {

constexpr std::uint8_t kLoss = 0;
constexpr std::uint8_t kDraw = 2;
constexpr std::uint8_t kWin = 4;
// Positions that never occur, or that readers do not look up, may take the value of a neighbour.
constexpr std::uint8_t kDrawOrLoss = 254;
constexpr std::uint8_t kAnything = 255;

/// Fills in free values: the previous one, if allowed, initially `fallback`.
void settle(std::vector<std::uint8_t>& values, std::uint8_t fallback) {
  const auto first = std::find_if(values.begin(), values.end(), [](std::uint8_t value) { return value < kDrawOrLoss; });
  std::uint8_t last = first == values.end() ? fallback : *first;
  for (std::uint8_t& value : values) {
    if (value == kDrawOrLoss) value = std::min(last, kDraw);
    if (value == kAnything) value = last;
    last = value;
  }
}

[[nodiscard]] std::vector<std::uint8_t> wdl_values(Color side, const TablePart& part, const Solution& solution) {
  // Readers try captures first and take the better of the best capture and the table, so the table may have a worse
  // value.
  const SideSolution& known = solution.sides[index(side)];
  std::vector<std::uint8_t> values;
  values.reserve(part.positions.size());
  for (const auto& [word, black_king] : part.positions) {
    const KingSets& sets = solution.results.word(side, word);
    if (!contains(sets.legal, black_king) || contains(known.capture_wins[word], black_king))
      values.push_back(kAnything);
    else if (contains(sets.won, black_king))
      values.push_back(kWin);
    else if (contains(sets.lost, black_king))
      values.push_back(kLoss);
    else
      values.push_back(contains(known.capture_draws[word], black_king) ? kDrawOrLoss : kDraw);
  }
  settle(values, kDraw);
  return values;
}

[[nodiscard]] std::vector<std::uint8_t> dtz_values(Color side, const TablePart& part, const Solution& solution) {
  // Readers know that draws have no distance, and the distance of a winning capture or pawn move. Other distances are
  // counted in moves: the first two plies are 0, the next two 1.
  const SideSolution& known = solution.sides[index(side)];
  std::vector<std::uint8_t> values;
  values.reserve(part.positions.size());
  for (const auto& [word, black_king] : part.positions) {
    const KingSets& sets = solution.results.word(side, word);
    if (!contains((sets.won & ~known.zeroing_wins[word]) | sets.lost, black_king)) {
      values.push_back(kAnything);
      continue;
    }
    const int plies = known.distances[word * kSquareCount + index(black_king)];
    values.push_back(static_cast<std::uint8_t>((std::max(plies, 1) - 1) / 2));
  }
  settle(values, 0);
  return values;
}

/// Blocks begin, and contents end before the checksum, at multiples of this many bytes.
constexpr std::size_t kAlignment = 64;

/// A file as it grows.
class FileWriter {
 public:
  explicit FileWriter(std::string_view magic) : bytes_(magic) {}

  void add(std::string_view bytes) { bytes_ += bytes; }
  void add_byte(std::size_t byte) { bytes_ += static_cast<char>(byte); }
  /// Zeros up to a multiple of this many bytes.
  void align(std::size_t size) { bytes_.resize((bytes_.size() + size - 1) / size * size); }

  [[nodiscard]] std::string finish() && {
    align(kAlignment);
    bytes_ += tablebase::checksum_of(bytes_);
    return std::move(bytes_);
  }

 private:
  std::string bytes_;
};

/// A file with the values of these sides to move: values_of(side, part).
template <class ValuesOf>
[[nodiscard]] std::string table_file(std::string_view magic, const Material& material, const std::vector<Color>& sides,
                                     std::uint8_t flags, ValuesOf values_of) {
  constexpr std::size_t kNotSymmetric = 1;
  constexpr std::size_t kHasPawns = 2;
  FileWriter file(magic);
  file.add_byte(((material.count() + 2) << 4) | (material.is_symmetric() ? 0 : kNotSymmetric) |
                (material.pawn_count() > 0 ? kHasPawns : 0));
  std::vector<CompressedValues> sequences;
  for (std::size_t number = 0; number < part_count(material); ++number) {
    const TablePart part = table_part(material, number);
    // Four bits for each side; both have the same order of pieces.
    const std::size_t for_each_side = sides.size() == 2 ? 0x11 : 1;
    for (const std::uint8_t order : part.orders) file.add_byte(order * for_each_side);
    for (const Piece piece : part.pieces) file.add_byte((index(piece) + 1) * for_each_side);
    for (const Color side : sides) sequences.push_back(compress(values_of(side, part), flags));
  }
  file.align(2);
  for (const CompressedValues& sequence : sequences) file.add(sequence.header);
  file.align(2);
  for (const CompressedValues& sequence : sequences) file.add(sequence.index);
  for (const CompressedValues& sequence : sequences) file.add(sequence.block_sizes);
  for (const CompressedValues& sequence : sequences) {
    file.align(kAlignment);
    file.add(sequence.blocks);
  }
  return std::move(file).finish();
}

/// The side to move whose distances are stored. Either would do: readers look one move ahead for the other. This is the
/// choice of the published tables, where it gives the smaller file.
[[nodiscard]] Color dtz_side(const Material& material) {
  constexpr std::array<std::string_view, 6> kBlack{"KBBvK", "KBNvK", "KBvKP", "KNvKP", "KRvKB", "KRvKN"};
  return std::find(kBlack.begin(), kBlack.end(), material.name()) != kBlack.end() ? Color::Black : Color::White;
}

}  // namespace

std::string wdl_file(const Material& material, const Solution& solution) {
  std::vector sides{Color::White};
  if (!material.is_symmetric()) sides.push_back(Color::Black);
  return table_file("\x71\xE8\x23\x5D", material, sides, 0,
                    [&](Color side, const TablePart& part) { return wdl_values(side, part, solution); });
}

std::string dtz_file(const Material& material, const Solution& solution) {
  const Color kept = dtz_side(material);
  const auto flags = static_cast<std::uint8_t>(index(kept));
  return table_file("\xD7\x66\x0C\xA5", material, {kept}, flags,
                    [&](Color side, const TablePart& part) { return dtz_values(side, part, solution); });
}

}  // namespace zugwerk::tbgen
