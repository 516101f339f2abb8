// The index of positions: finds what went in, and survives damage. Kind: unit.

#include "library/position_index.h"

#include <algorithm>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "library/bytes.h"

namespace zugwerk::library {
namespace {

using chess::Key;
using chess::Move;

/// Games that share some of their first positions.
std::vector<IndexEntry> made_entries(std::uint32_t games, std::uint64_t seed) {
  base::Rng rng(seed);
  const auto key = [](std::uint64_t value) {
    std::uint64_t state = value;
    return base::split_mix(state);
  };
  std::vector<IndexEntry> entries;
  for (std::uint32_t game = 0; game < games; ++game)
    for (std::uint32_t ply = 0; ply < 40; ++ply) {
      const std::uint64_t shared = ply < 3 ? ply : ply < 8 ? 100 * ply + rng.below(30) : 1'000'000 + game * 100 + ply;
      entries.push_back({key(shared), game, Move::from_bits(static_cast<std::uint16_t>(1 + rng.below(5)))});
    }
  return entries;
}

TEST(PositionIndex, FindsEveryGameOfEveryPosition) {
  for (const std::uint32_t games : {1U, 5U, 300U, 5000U}) {
    std::vector<IndexEntry> entries = made_entries(games, games);
    std::map<Key, std::map<std::uint32_t, Move>> expected;
    for (const IndexEntry& entry : entries) expected[entry.key].emplace(entry.game, entry.move);
    const BuiltIndex index = build_index(entries, games);
    std::size_t candidate_count = 0;
    std::size_t searched = 0;
    for (const auto& [key, where] : expected) {
      const auto tree = tree_moves(index.tree[index.shape.tree_part_of(key)], key);
      ASSERT_TRUE(tree);
      ASSERT_EQ(tree->empty(), where.size() < kTreeGames);
      if (!tree->empty()) {
        std::map<std::uint32_t, Move> found;
        for (const TreeMove& move : *tree)
          for (const std::uint32_t game : move.games) found.emplace(game, move.move);
        ASSERT_EQ(found, where);
        continue;
      }
      const auto found = candidates(index.parts[index.shape.part_of(key)], index.shape, key);
      ASSERT_TRUE(found);
      ASSERT_TRUE(std::is_sorted(found->begin(), found->end()));
      for (const auto& [game, move] : where) ASSERT_TRUE(std::binary_search(found->begin(), found->end(), game));
      candidate_count += found->size();
      ++searched;
    }
    // Wrong candidates cost time: there must be few.
    EXPECT_LT(candidate_count, searched * 16);
  }
}

TEST(PositionIndex, TakesAboutTwoBytesForAPosition) {
  std::vector<IndexEntry> entries = made_entries(20'000, 1);
  const std::size_t count = entries.size();
  const BuiltIndex index = build_index(entries, 20'000);
  std::size_t bytes = 0;
  for (const std::string& part : index.parts) bytes += part.size();
  EXPECT_LT(bytes, count * 5 / 2);
}

TEST(PositionIndex, AnswersDamagedBytesWithAnErrorOrWithOtherGames) {
  std::vector<IndexEntry> entries = made_entries(300, 2);
  const Key key = entries[20].key;
  const Key first = entries[0].key;
  const BuiltIndex index = build_index(entries, 300);
  base::Rng rng(3);
  for (int i = 0; i < 5000; ++i) {
    std::string part = index.parts[index.shape.part_of(key)];
    std::string tree = index.tree[index.shape.tree_part_of(first)];
    for (std::string* const bytes : {&part, &tree}) {
      (*bytes)[rng.below(static_cast<std::uint32_t>(bytes->size()))] = static_cast<char>(rng.below(256));
      if (i % 3 == 0) bytes->resize(rng.below(static_cast<std::uint32_t>(bytes->size())));
    }
    (void)candidates(part, index.shape, key);
    (void)tree_moves(tree, first);
  }
}

TEST(RiceCodes, ReadBackForEveryParameter) {
  for (unsigned parameter = 0; parameter < 48; ++parameter) {
    const std::vector<std::uint64_t> numbers{
        0, 1, 5, (std::uint64_t{1} << parameter) - 1, std::uint64_t{1} << parameter, std::uint64_t{100} << parameter,
        3};
    std::string bytes;
    BitWriter writer(bytes);
    for (const std::uint64_t number : numbers) writer.put_rice(number, parameter);
    writer.flush();
    BitReader reader(bytes);
    for (const std::uint64_t number : numbers) ASSERT_EQ(reader.take_rice(parameter), number) << parameter;
    ASSERT_TRUE(reader.good());
  }
}

}  // namespace
}  // namespace zugwerk::library
