// base/shard.h
//
// A part of bulk work that is split over many processes or machines: shard 3/8 does every eighth piece, beginning with
// the third. What a piece is (a game, a pair of games, a position) is up to the work; how shards are merged is
// files/shard_journals.h's.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"

namespace zugwerk::base {

class Shard {
 public:
  static constexpr std::uint64_t kMostShards = 1'000'000;

  /// The whole work.
  Shard() = default;

  /// "3/8". An error is a clause that says what is wrong.
  [[nodiscard]] static Expected<Shard> parse(std::string_view text);

  /// Whether the work is split at all. Shard 1/1 counts as split: it is named and merged like any other.
  [[nodiscard]] bool is_part() const { return count_ != 0; }
  [[nodiscard]] std::uint64_t number() const { return number_; }  // from 1
  [[nodiscard]] std::uint64_t count() const { return count_; }

  /// Whether the piece with this index, from 0, belongs to it.
  [[nodiscard]] bool has(std::uint64_t piece) const { return !is_part() || piece % count_ == number_ - 1; }
  /// How many of the first `pieces` of the work belong to it.
  [[nodiscard]] std::uint64_t share_of(std::uint64_t pieces) const;
  /// The index in the whole work of its own piece `index`, both from 0.
  [[nodiscard]] std::uint64_t piece(std::uint64_t index) const {
    return is_part() ? index * count_ + number_ - 1 : index;
  }

  /// Its own file in place of one of the whole work: "out/games.shard-3-of-8.pgn" for "out/games.pgn". Names of devices
  /// and of no file, and all names for the whole work, stay as they are.
  [[nodiscard]] std::string file_for(const std::string& path) const;

  bool operator==(const Shard&) const = default;

 private:
  Shard(std::uint64_t number, std::uint64_t count) : number_(number), count_(count) {}

  std::uint64_t number_ = 0;
  std::uint64_t count_ = 0;  // 0: the whole work
};

/// "3/8".
[[nodiscard]] std::string to_string(const Shard& shard);

}  // namespace zugwerk::base
