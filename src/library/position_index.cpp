#include "library/position_index.h"

#include <algorithm>
#include <bit>
#include <span>

#include "base/little_endian.h"
#include "library/bytes.h"

namespace zugwerk::library {

using chess::Key;
using chess::Move;

namespace {

constexpr std::size_t kEntriesPerPart = 20'000;
constexpr unsigned kMostPartBits = 10;
/// Games in a bucket, which a question has to replay.
constexpr std::size_t kGamesPerBucket = 4;
/// Entries between two points at which reading can start.
constexpr std::size_t kBlock = 256;
constexpr std::size_t kBlockBytes = 12;  // its first number (8) and the place of the next code (4)
constexpr unsigned kTreePartsFewer = 3;  // as a power of two
constexpr std::size_t kTreeEntryBytes = 12;

[[nodiscard]] bool earlier(const IndexEntry& a, const IndexEntry& b) {
  return a.key != b.key ? a.key < b.key : a.game < b.game;
}

/// By the highest bits first, so that each piece to sort fits into the cache.
void sort_entries(std::vector<IndexEntry>& entries) {
  constexpr unsigned kBits = 8;
  constexpr std::size_t kPieces = std::size_t{1} << kBits;
  std::vector<std::size_t> at(kPieces + 1);
  for (const IndexEntry& entry : entries) ++at[(entry.key >> (64 - kBits)) + 1];
  for (std::size_t i = 0; i < kPieces; ++i) at[i + 1] += at[i];
  const std::vector<std::size_t> first = at;
  std::vector<IndexEntry> sorted(entries.size());
  // Stable, so that among equal keys and games the first move stays first.
  for (const IndexEntry& entry : entries) sorted[at[entry.key >> (64 - kBits)]++] = entry;
  for (std::size_t i = 0; i < kPieces; ++i)
    std::stable_sort(sorted.begin() + static_cast<std::ptrdiff_t>(first[i]),
                     sorted.begin() + static_cast<std::ptrdiff_t>(first[i + 1]), earlier);
  entries.swap(sorted);
  entries.erase(
      std::unique(entries.begin(), entries.end(),
                  [](const IndexEntry& a, const IndexEntry& b) { return a.key == b.key && a.game == b.game; }),
      entries.end());
}

/// A part of the index from its sorted numbers: their count, the Rice parameter, the blocks, the codes.
[[nodiscard]] std::string pack_part(std::vector<std::uint64_t>& numbers, std::uint64_t universe) {
  std::sort(numbers.begin(), numbers.end());
  const unsigned parameter = rice_parameter(numbers.size(), universe);
  std::string blocks;
  std::string codes;
  BitWriter bits(codes);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i % kBlock != 0) {
      bits.put_rice(numbers[i] - numbers[i - 1], parameter);
      continue;
    }
    base::append_little_endian(blocks, numbers[i]);
    base::append_little_endian(blocks, static_cast<std::uint32_t>(bits.bits()));
  }
  bits.flush();
  std::string part;
  base::append_little_endian(part, static_cast<std::uint32_t>(numbers.size()));
  part += static_cast<char>(parameter);
  return part + blocks + codes;
}

void append_tree_list(std::string& data, std::span<const std::uint32_t> games, std::uint32_t universe) {
  const unsigned parameter = rice_parameter(games.size(), universe);
  append_varint(data, games.size());
  data += static_cast<char>(parameter);
  std::string codes;
  BitWriter bits(codes);
  std::uint32_t next = 0;
  for (const std::uint32_t game : games) {
    bits.put_rice(game - next, parameter);
    next = game + 1;
  }
  bits.flush();
  append_varint(data, codes.size());
  data += codes;
}

/// The moves of one position: their number, then each with its games.
void append_tree_position(std::string& data, std::span<const IndexEntry> position, std::uint32_t games) {
  std::vector<IndexEntry> by_move(position.begin(), position.end());
  std::stable_sort(by_move.begin(), by_move.end(),
                   [](const IndexEntry& a, const IndexEntry& b) { return a.move.to_bits() < b.move.to_bits(); });
  std::size_t moves = 0;
  std::string lists;
  std::vector<std::uint32_t> list;
  for (std::size_t i = 0; i < by_move.size();) {
    const Move move = by_move[i].move;
    list.clear();
    for (; i < by_move.size() && by_move[i].move == move; ++i) list.push_back(by_move[i].game);
    base::append_little_endian(lists, move.to_bits());
    append_tree_list(lists, list, games);
    ++moves;
  }
  append_varint(data, moves);
  data += lists;
}

}  // namespace

BuiltIndex build_index(std::vector<IndexEntry>& entries, std::uint32_t games) {
  sort_entries(entries);
  BuiltIndex index;
  IndexShape& shape = index.shape;
  shape.games = games;
  while (shape.part_bits < kMostPartBits && (entries.size() >> shape.part_bits) > kEntriesPerPart) ++shape.part_bits;
  const std::size_t in_part = entries.size() >> shape.part_bits;
  shape.bucket_bits = static_cast<unsigned>(std::bit_width(in_part / kGamesPerBucket + 1));
  shape.tree_bits = shape.part_bits > kTreePartsFewer ? shape.part_bits - kTreePartsFewer : 0;

  const std::uint64_t universe = (std::uint64_t{1} << shape.bucket_bits) * games;
  std::vector<std::uint64_t> numbers;
  std::size_t tree_part = 0;
  std::string tree_keys;
  std::string tree_data;
  const auto finish_tree_part = [&] {
    std::string part;
    base::append_little_endian(part, static_cast<std::uint32_t>(tree_keys.size() / kTreeEntryBytes));
    index.tree.push_back(part + tree_keys + tree_data);
    tree_keys.clear();
    tree_data.clear();
    ++tree_part;
  };
  for (std::size_t i = 0; i < entries.size();) {
    const Key key = entries[i].key;
    std::size_t end = i;
    while (end < entries.size() && entries[end].key == key) ++end;
    while (index.parts.size() < shape.part_of(key)) {
      index.parts.push_back(pack_part(numbers, universe));
      numbers.clear();
    }
    while (tree_part < shape.tree_part_of(key)) finish_tree_part();
    if (end - i >= kTreeGames) {
      base::append_little_endian(tree_keys, key);
      base::append_little_endian(tree_keys, static_cast<std::uint32_t>(tree_data.size()));
      append_tree_position(tree_data, std::span(entries).subspan(i, end - i), games);
      i = end;
    }
    for (; i < end; ++i) numbers.push_back(shape.bucket_of(key) * games + entries[i].game);
  }
  while (index.parts.size() < (std::size_t{1} << shape.part_bits)) {
    index.parts.push_back(pack_part(numbers, universe));
    numbers.clear();
  }
  while (tree_part < (std::size_t{1} << shape.tree_bits)) finish_tree_part();
  return index;
}

std::optional<std::vector<std::uint32_t>> candidates(std::string_view part, const IndexShape& shape, Key key) {
  constexpr std::size_t kHeader = 5;
  if (part.size() < kHeader || shape.games == 0) return std::nullopt;
  const auto count = base::take_little_endian<std::uint32_t>(part);
  const unsigned parameter = static_cast<unsigned char>(part[0]);
  part.remove_prefix(1);
  const std::size_t blocks = (std::size_t{count} + kBlock - 1) / kBlock;
  if (part.size() < blocks * kBlockBytes || parameter > 63) return std::nullopt;
  const std::string_view codes = part.substr(blocks * kBlockBytes);
  const auto first_of = [&](std::size_t block) {
    return base::read_little_endian<std::uint64_t>(part.substr(block * kBlockBytes));
  };
  const std::uint64_t first = shape.bucket_of(key) * shape.games;
  const std::uint64_t end = first + shape.games;
  // The last block that begins at or before the bucket: equal numbers may fill several.
  std::size_t low = 0;
  for (std::size_t high = blocks; low < high;) {
    const std::size_t middle = (low + high) / 2;
    if (first_of(middle) < first)
      low = middle + 1;
    else
      high = middle;
  }
  if (low > 0) --low;

  std::vector<std::uint32_t> games;
  for (std::size_t block = low; block < blocks && first_of(block) < end; ++block) {
    std::uint64_t number = first_of(block);
    BitReader bits(codes, base::read_little_endian<std::uint32_t>(part.substr(block * kBlockBytes + 8)));
    const std::size_t in_block = std::min(kBlock, count - block * kBlock);
    for (std::size_t i = 0; i < in_block; ++i) {
      if (i > 0) number += bits.take_rice(parameter);
      if (!bits.good()) return std::nullopt;
      if (number >= end) break;
      if (number >= first && (games.empty() || games.back() != number - first))
        games.push_back(static_cast<std::uint32_t>(number - first));
    }
  }
  return games;
}

std::optional<std::vector<TreeMove>> tree_moves(std::string_view part, Key key) {
  std::vector<TreeMove> moves;
  if (part.size() < 4) return std::nullopt;
  const auto count = base::take_little_endian<std::uint32_t>(part);
  if (part.size() / kTreeEntryBytes < count) return std::nullopt;
  const auto key_at = [&](std::size_t i) {
    return base::read_little_endian<std::uint64_t>(part.substr(i * kTreeEntryBytes));
  };
  std::size_t low = 0;
  for (std::size_t high = count; low < high;) {
    const std::size_t middle = (low + high) / 2;
    if (key_at(middle) < key)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == count || key_at(low) != key) return moves;
  const std::size_t offset = base::read_little_endian<std::uint32_t>(part.substr(low * kTreeEntryBytes + 8));
  const std::string_view data = part.substr(std::size_t{count} * kTreeEntryBytes);
  if (offset > data.size()) return std::nullopt;
  ByteReader reader(data.substr(offset));
  for (std::uint64_t left = reader.varint(); left > 0 && reader.good(); --left) {
    TreeMove move;
    const unsigned low_bits = reader.byte();
    move.move = Move::from_bits(static_cast<std::uint16_t>(low_bits | (unsigned{reader.byte()} << 8U)));
    const std::uint64_t games = reader.varint();
    const unsigned parameter = reader.byte();
    const std::string_view codes = reader.take(reader.varint());
    if (!reader.good() || parameter > 63 || games > codes.size() * 8) return std::nullopt;
    move.games.reserve(games);
    BitReader bits(codes);
    std::uint64_t next = 0;
    for (std::uint64_t i = 0; i < games; ++i) {
      const std::uint64_t game = next + bits.take_rice(parameter);
      if (!bits.good() || game > UINT32_MAX) return std::nullopt;
      move.games.push_back(static_cast<std::uint32_t>(game));
      next = game + 1;
    }
    moves.push_back(std::move(move));
  }
  if (!reader.good()) return std::nullopt;
  return moves;
}

}  // namespace zugwerk::library
