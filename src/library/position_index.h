// library/position_index.h
//
// Which games of a segment reach a position, in about two bytes per position. A segment is up to 65,536 games that were
// imported together; its index is made once and never changed.
//
// Positions of few games are a sorted list of numbers, each a bucket of the position's key together with a game, stored
// as Rice codes of their differences. Keys are cut so short that a bucket also holds a few games that do not reach the
// position: they are candidates, to be verified by replaying them. Positions of many games, where replaying would take
// too long, are the tree: the exact key, the moves played and, for each, the games.
//
// Both are cut into parts by the highest bits of the key, so that a question reads a few kilobytes. Bytes only; the
// database is not known here.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "chess/move.h"
#include "chess/zobrist.h"

namespace zugwerk::library {

/// A position of a game, and the move played there: no move in the last one. Games count from 0 within the segment.
struct IndexEntry {
  chess::Key key = 0;
  std::uint32_t game = 0;
  chess::Move move;
};

/// A position that so many games of a segment reach is part of the tree.
inline constexpr std::size_t kTreeGames = 16;

/// How the keys of a segment are cut.
struct IndexShape {
  std::uint32_t games = 0;   // in the segment
  unsigned part_bits = 0;    // number of parts, as a power of two
  unsigned bucket_bits = 0;  // buckets in each of them
  unsigned tree_bits = 0;    // parts of the tree

  [[nodiscard]] std::size_t part_of(chess::Key key) const { return top_bits(key, part_bits); }
  [[nodiscard]] std::size_t tree_part_of(chess::Key key) const { return top_bits(key, tree_bits); }
  [[nodiscard]] std::uint64_t bucket_of(chess::Key key) const { return top_bits(key << part_bits, bucket_bits); }

 private:
  [[nodiscard]] static std::size_t top_bits(chess::Key key, unsigned bits) {
    return bits == 0 ? 0 : key >> (64 - bits);
  }
};

struct BuiltIndex {
  IndexShape shape;
  std::vector<std::string> parts;
  std::vector<std::string> tree;
};

/// Sorts the entries and makes the index. A game counts once for a position that it repeats, with its first move there.
[[nodiscard]] BuiltIndex build_index(std::vector<IndexEntry>& entries, std::uint32_t games);

/// The games that may reach the position, in increasing order; those that do are among them. Nothing if the bytes are
/// damaged.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> candidates(std::string_view part, const IndexShape& shape,
                                                                   chess::Key key);

struct TreeMove {
  chess::Move move;  // no move: the game ends here
  std::vector<std::uint32_t> games;
};

/// The moves of a position of the tree; empty if it is not there. Nothing if the bytes are damaged.
[[nodiscard]] std::optional<std::vector<TreeMove>> tree_moves(std::string_view part, chess::Key key);

}  // namespace zugwerk::library
