// Unit tests of tools/tablebases: the parts of the tablebase generator. The contents of its tables are tested where
// they are read, in tests/tablebase.

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/little_endian.h"
#include "base/rng.h"
#include "chess/movegen.h"
#include "chess/position.h"
#include "support/temporary_folder.h"
#include "tablebase/checksum.h"
#include "tablebases/comparison.h"
#include "tablebases/compression.h"
#include "tablebases/layout.h"
#include "tablebases/material.h"
#include "tablebases/results.h"
#include "tablebases/solver.h"
#include "tablebases/symmetry.h"
#include "tablebases/table_file.h"

namespace zugwerk::tbgen {
namespace {

using namespace chess;

/// Solves the material after all those it may turn into.
Solution solved(const Material& material, ResultLibrary& library) {
  for (const Material& successor : successors_of(material))
    if (!library.contains(successor)) library.add(successor, solved(successor, library).results);
  return solve(material, library);
}

Solution solved(std::string_view name) {
  ResultLibrary library;
  return solved(*Material::from_name(name), library);
}

int longest_distance(const Solution& solution) {
  int longest = 0;
  for (const SideSolution& side : solution.sides)
    longest = std::max<int>(longest, *std::max_element(side.distances.begin(), side.distances.end()));
  return longest;
}

TEST(TableMaterials, HaveTheNamesOfAllSmallTables) {
  std::set<std::string> names;
  for (const Material& material : all_materials()) {
    names.insert(material.name());
    EXPECT_EQ(Material::from_name(material.name()), material);
  }
  EXPECT_EQ(names.size(), 35U);
  for (const char* const name : {"KQvK", "KPvKP", "KBNvK", "KQvKR", "KRvKP", "KNNvK"})
    EXPECT_TRUE(names.contains(name)) << name;
  for (const char* const name : {"", "K", "KQ", "KvQ", "KQK", "QKvK", "KQvKRR", "KNQvK", "KvKvK", "kqvk", "KXvK"})
    EXPECT_FALSE(Material::from_name(name)) << name;
  EXPECT_EQ(Material::from_name("KRvKP")->swapped().name(), "KPvKR");
  EXPECT_TRUE(Material::from_name("KPvKP")->is_symmetric());
  EXPECT_FALSE(Material::from_name("KPPvK")->is_symmetric());
}

TEST(TableSymmetries, MoveSetsAsTheyMoveSquares) {
  for (const bool files : {false, true}) {
    for (const bool ranks : {false, true}) {
      for (const bool transpose : {false, true}) {
        const Symmetry symmetry(files, ranks, transpose);
        for (std::size_t number = 0; number < kSquareCount; ++number) {
          const Square square = square_at(number);
          EXPECT_EQ(symmetry(bit(square)), bit(symmetry(square)));
          EXPECT_EQ(symmetry.inverse()(symmetry(square)), square);
        }
      }
    }
  }
}

TEST(TableWords, AreIndexedConsistentlyUnderSymmetry) {
  for (const Material& material : all_materials()) {
    const WordIndex words(material);
    for (std::size_t word = 0; word < words.size(); ++word) {
      const WordIndex::Placement placement = words.placement_of(word);
      ASSERT_EQ(words.word_of(placement), word) << material.name();
      ASSERT_TRUE(words.symmetry_of(placement).is_identity()) << material.name();
    }
  }
}

TEST(TableLayout, ListsEveryPlacementOnce) {
  // As many as the format has indices for: 31332 placements of three leading pieces, 462 of two kings.
  const auto expected_size = [](const Material& material, std::size_t part) -> std::size_t {
    constexpr std::array<std::size_t, 4> kPawnPairs{252, 180, 108, 36};  // by the file of the leading one
    if (material.pawn_count() == 2) return material.has_twins() ? kPawnPairs[part] * 62 * 61 : 6 * 47 * 62 * 61;
    if (material.pawn_count() == 1) return 6 * 63 * 62 * (material.count() == 2 ? 61 : 1);
    if (material.has_twins()) return 462 * (62 * 61 / 2);
    return std::size_t{31332} * (material.count() == 2 ? 61 : 1);
  };
  for (const std::string_view name : {"KQvK", "KRvKN", "KBBvK", "KPvK", "KQPvK", "KPPvK", "KPvKP"}) {
    const Material material = *Material::from_name(name);
    std::set<std::uint64_t> seen;
    for (std::size_t number = 0; number < part_count(material); ++number) {
      const TablePart part = table_part(material, number);
      EXPECT_EQ(part.positions.size(), expected_size(material, number)) << material.name();
      EXPECT_EQ(part.pieces.size(), material.count() + 2);
      // All of them would take too long.
      for (std::size_t i = 0; i < part.positions.size(); i += 97)
        EXPECT_TRUE(seen.insert(part.positions[i].word * kSquareCount + index(part.positions[i].black_king)).second);
    }
  }
}

TEST(TableSolver, KnowsTheLongestWins) {
  // As published: mate in 10, mate in 16, and so on; with pawns, the distance to the next pawn move.
  EXPECT_EQ(longest_distance(solved("KQvK")), 20);
  EXPECT_EQ(longest_distance(solved("KRvK")), 32);
  EXPECT_EQ(longest_distance(solved("KPvK")), 20);
  EXPECT_EQ(longest_distance(solved("KBvK")), 0);
  EXPECT_EQ(longest_distance(solved("KBNvK")), 66);
}

TEST(TableSolver, AgreesWithTheRulesAboutLegalPositionsAndMates) {
  for (const std::string_view name : {"KRvKN", "KPvK", "KvKP", "KBBvK"}) {
    const Material material = *Material::from_name(name);
    const Solution solution = solved(name);
    base::Rng rng(11);
    int legal = 0;
    for (int tried = 0; tried < 20'000; ++tried) {
      PositionSetup setup;
      const auto put = [&](Piece piece) {
        std::size_t square = rng.below(kSquareCount);
        while (setup.board[square] != Piece::None) square = rng.below(kSquareCount);
        setup.board[square] = piece;
        return square_at(square);
      };
      WordIndex::Placement placement{put(Piece::WhiteKing), {}};
      for (std::size_t piece = 0; piece < material.count(); ++piece) placement.squares[piece] = put(material[piece]);
      const Square black_king = put(Piece::BlackKing);
      setup.side_to_move = rng.below(2) == 0 ? Color::White : Color::Black;
      const auto position = Position::from_setup(setup);
      const KingSets sets = solution.results.at(setup.side_to_move, placement);
      ASSERT_EQ(contains(sets.legal, black_king), position.has_value());
      if (!position) continue;
      ++legal;
      if (has_legal_move(*position)) continue;
      EXPECT_EQ(contains(sets.lost, black_king), position->in_check());
      EXPECT_EQ(contains(sets.drawn(), black_king), !position->in_check());
    }
    EXPECT_GT(legal, 5'000) << name;
  }
}

/// Reads values from the first block to the last, and checks that the index is right.
std::vector<std::uint8_t> unpacked(const CompressedValues& packed, std::size_t count) {
  std::string_view header = packed.header;
  header.remove_prefix(1);
  const std::size_t block_size = std::size_t{1} << base::take_little_endian<std::uint8_t>(header);
  const std::size_t span = std::size_t{1} << base::take_little_endian<std::uint8_t>(header);
  const std::size_t phantoms = base::take_little_endian<std::uint8_t>(header);
  const std::size_t blocks = base::take_little_endian<std::uint32_t>(header);
  const unsigned longest = base::take_little_endian<std::uint8_t>(header);
  const unsigned shortest = base::take_little_endian<std::uint8_t>(header);
  std::vector<std::size_t> first_symbols;
  for (unsigned length = shortest; length <= longest; ++length)
    first_symbols.push_back(base::take_little_endian<std::uint16_t>(header));
  const std::size_t symbols = base::take_little_endian<std::uint16_t>(header);
  EXPECT_EQ(header.size(), 3 * symbols + symbols % 2);
  EXPECT_EQ(packed.blocks.size(), blocks * block_size);
  EXPECT_EQ(packed.block_sizes.size(), 2 * (blocks + phantoms));
  EXPECT_EQ(packed.index.size(), 6 * ((count + span - 1) / span));

  std::vector<std::uint8_t> values;
  const auto expand = [&](auto&& self, std::size_t symbol) -> void {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(header[3 * symbol + i]); };
    const std::size_t left = byte(0) | ((byte(1) & 0xFU) << 8);
    const std::size_t right = (byte(1) >> 4) | (std::size_t{byte(2)} << 4);
    if (right == 0xFFF) {
      values.push_back(static_cast<std::uint8_t>(left));
      return;
    }
    self(self, left);
    self(self, right);
  };
  // Codes of one length are consecutive, and longer codes come before shorter ones.
  std::vector<std::uint64_t> first_codes(first_symbols.size());
  for (std::size_t i = first_symbols.size() - 1; i-- > 0;)
    first_codes[i] = (first_codes[i + 1] + first_symbols[i] - first_symbols[i + 1]) / 2;
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t size =
        std::size_t{base::read_little_endian<std::uint16_t>(std::string_view(packed.block_sizes).substr(2 * block))} +
        1;
    const std::size_t start = values.size();
    for (std::size_t at = 8 * block * block_size; values.size() < start + size;) {
      std::uint64_t code = 0;
      for (unsigned length = 1; length <= longest; ++length, ++at) {
        code = 2 * code + ((static_cast<unsigned char>(packed.blocks[at / 8]) >> (7 - at % 8)) & 1U);
        if (length < shortest || code < first_codes[length - shortest]) continue;
        expand(expand,
               first_symbols[length - shortest] + static_cast<std::size_t>(code - first_codes[length - shortest]));
        ++at;
        break;
      }
    }
    EXPECT_EQ(values.size(), start + size);
  }
  // The index gives a block, real or virtual, and a place in it for the middle of each span.
  std::vector<std::size_t> starts{0};
  for (std::size_t block = 0; block < blocks + phantoms; ++block)
    starts.push_back(starts.back() + 1 +
                     base::read_little_endian<std::uint16_t>(std::string_view(packed.block_sizes).substr(2 * block)));
  for (std::size_t entry = 0; entry < packed.index.size() / 6; ++entry) {
    std::string_view bytes = std::string_view(packed.index).substr(6 * entry);
    const auto block = base::take_little_endian<std::uint32_t>(bytes);
    const auto offset = base::take_little_endian<std::uint16_t>(bytes);
    EXPECT_EQ(starts.at(block) + offset, entry * span + span / 2);
    EXPECT_LT(starts.at(block) + offset, starts.at(block + 1));
  }
  return values;
}

TEST(TableCompression, LosesNothing) {
  base::Rng rng(3);
  for (const std::size_t size : {2U, 3U, 100U, 5'000U, 300'000U}) {
    for (const std::uint32_t alphabet : {2U, 3U, 60U}) {
      for (const std::uint32_t longest_run : {1U, 20U, 5'000U}) {
        std::vector<std::uint8_t> values;
        while (values.size() < size) {
          const auto value = static_cast<std::uint8_t>(rng.below(alphabet));
          values.insert(values.end(), 1 + rng.below(longest_run), value);
        }
        values.resize(size);
        values.back() = static_cast<std::uint8_t>(values.front() + 1);  // not all are equal
        EXPECT_EQ(unpacked(compress(values, 0), size), values) << size << ' ' << alphabet << ' ' << longest_run;
      }
    }
  }
}

TEST(TableCompression, LongRunsFillManyBlocksOfAtMostSixtyFourThousandValues) {
  std::vector<std::uint8_t> values(2'000'000, 4);
  values[1'000'000] = 2;
  EXPECT_EQ(unpacked(compress(values, 0), values.size()), values);
}

TEST(TableCompression, ConstantsNeedNoBlocks) {
  const CompressedValues packed = compress(std::vector<std::uint8_t>(1000, 4), 1);
  EXPECT_EQ(packed.header, "\x81\x04");
  EXPECT_TRUE(packed.blocks.empty() && packed.index.empty() && packed.block_sizes.empty());
}

/// A folder with the two files of a table of three pieces.
class TableFolder {
 public:
  explicit TableFolder(const std::string& name) : name_(name) {
    const Material material = *Material::from_name(name);
    const Solution solution = solved(name);
    test::write_bytes(folder_.file(name + ".rtbw"), wdl_file(material, solution));
    test::write_bytes(folder_.file(name + ".rtbz"), dtz_file(material, solution));
  }
  [[nodiscard]] std::string path() const { return std::filesystem::path(folder_.file("x")).parent_path().string(); }
  /// Replaces bytes that occur once by others of the same length, and corrects the checksum.
  void change(const std::string& suffix, std::string_view bytes, std::string_view others) {
    std::string contents = test::read_bytes(folder_.file(name_ + suffix));
    const std::size_t at = contents.find(bytes);
    ASSERT_NE(at, std::string::npos);
    contents.replace(at, bytes.size(), others);
    contents.resize(contents.size() - tablebase::kChecksumSize);
    contents += tablebase::checksum_of(contents);
    test::write_bytes(folder_.file(name_ + suffix), contents);
  }

 private:
  std::string name_;
  test::TemporaryFolder folder_;
};

TEST(TableComparison, FindsWrongResultsAndMissingTables) {
  const Material material = *Material::from_name("KRvK");
  const TableFolder ours("KRvK");
  const auto equal = compare(material, ours.path(), ours.path(), 100);
  ASSERT_TRUE(equal) << equal.error().message;
  EXPECT_GT(equal->positions, 50'000U);
  EXPECT_EQ(equal->roots, equal->positions / 100);

  // White always wins, so that side has one value.
  TableFolder wrong("KRvK");
  wrong.change(".rtbw", "\x80\x04", "\x80\x02");
  const auto differ = compare(material, ours.path(), wrong.path(), 100);
  ASSERT_FALSE(differ);
  EXPECT_NE(differ.error().message.find("KRvK: results differ in "), std::string::npos) << differ.error().message;

  const TableFolder other("KQvK");
  const auto missing = compare(material, ours.path(), other.path(), 100);
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("no result for "), std::string::npos) << missing.error().message;
  EXPECT_FALSE(compare(material, ours.path(), "/no/such/folder", 100));
}

}  // namespace
}  // namespace zugwerk::tbgen
