// library/library.h
//
// A person's games in one file: opened, read and changed. A game has a number that it keeps. Games that came together
// form a segment, whose facts, tags and index are chunks of bytes (facts.h, tag_code.h, position_index.h); the database
// (schema.h) keeps these chunks, the moves, and the names of players and events.
//
// Importing is in importer.h, choosing games in filter.h, counting moves in explorer.h, looking for damage in check.h.

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "chess/notation/pgn_game.h"
#include "library/database.h"
#include "library/facts.h"
#include "library/position_index.h"
#include "library/tag_code.h"

namespace zugwerk::library {

using GameNumber = std::int64_t;

struct Segment {
  std::int64_t id = 0;
  GameNumber first = 0;
  IndexShape shape;

  [[nodiscard]] std::uint32_t games() const { return shape.games; }
};

/// What a chunk holds. Files hold these numbers.
enum class ChunkKind : std::uint8_t { Names, Outcome, Opening, Digest, Tags, Index, Tree };

/// Games whose tags are compressed together.
inline constexpr std::size_t kTagBlock = 256;

enum class NameKind : std::uint8_t { Player, Event };

/// A game as lists show it.
struct GameLine {
  GameNumber number = 0;
  GameFacts facts;
  GameNames names;
};

class Library {
 public:
  /// Create makes a new library if there is none.
  [[nodiscard]] static base::Expected<Library> open(const std::string& path, Database::Access access);

  [[nodiscard]] Database& database() { return database_; }
  /// By their first game. Call refresh() to see what another program added.
  [[nodiscard]] const std::vector<Segment>& segments() const { return segments_; }
  [[nodiscard]] base::Expected<void> refresh();
  /// Games that are not deleted.
  [[nodiscard]] std::uint64_t game_count();

  // --- Chunks
  // ---------------------------------------------------------------------------------------------------------

  /// Checked against its checksum.
  [[nodiscard]] base::Expected<std::string> chunk(std::int64_t segment, ChunkKind kind, std::size_t part = 0);
  [[nodiscard]] base::Expected<void> store_chunk(std::int64_t segment, ChunkKind kind, std::size_t part,
                                                 std::string bytes);
  /// A column, of the right length; kept in memory once it has been read.
  [[nodiscard]] base::Expected<std::string_view> column(std::size_t segment, Column column);

  // --- Games
  // ----------------------------------------------------------------------------------------------------------

  /// The index of the segment of a game; nothing if there is no such game.
  [[nodiscard]] std::optional<std::size_t> segment_of(GameNumber number) const;
  /// All facts; the game must exist.
  [[nodiscard]] base::Expected<GameFacts> facts(GameNumber number);
  [[nodiscard]] base::Expected<GameLine> line(GameNumber number);
  /// The code of the moves (game_code.h), valid until the next call. Empty if the game does not exist.
  [[nodiscard]] std::string_view code(GameNumber number);
  [[nodiscard]] base::Expected<chess::PgnGame> game(GameNumber number);
  [[nodiscard]] base::Expected<bool> is_deleted(GameNumber number);

  // --- Names
  // ----------------------------------------------------------------------------------------------------------

  /// Empty for 0 and for names that are not there.
  [[nodiscard]] std::string name(std::uint32_t id);
  /// The numbers of the names that contain every word of the text, as its start or as a whole, in increasing order.
  [[nodiscard]] std::vector<std::uint32_t> find_names(NameKind kind, std::string_view words);

  // --- Changes
  // --------------------------------------------------------------------------------------------------------

  [[nodiscard]] base::Expected<void> delete_games(const std::vector<GameNumber>& games);
  [[nodiscard]] base::Expected<void> set_label(const std::vector<GameNumber>& games, const std::string& label,
                                               bool set);
  [[nodiscard]] std::vector<std::string> labels(GameNumber game);
  /// The names under which the owner of the library plays.
  [[nodiscard]] std::vector<std::string> my_names();
  [[nodiscard]] base::Expected<void> set_my_name(const std::string& name, bool set);

 private:
  explicit Library(Database database);

  struct Columns {
    std::array<std::string, kColumnCount> bytes;
    std::array<bool, kColumnCount> read{};
  };
  struct TagBlock {
    std::int64_t segment = 0;
    std::size_t block = 0;
    std::vector<std::string> games;  // the bytes of each
  };

  [[nodiscard]] base::Expected<std::vector<chess::PgnTag>> tags(const GameLine& line);

  Database database_;
  std::vector<Segment> segments_;
  std::vector<Columns> columns_;
  std::optional<TagBlock> tag_block_;
  Statement read_chunk_;
  Statement read_code_;
  Statement read_name_;
};

/// The tags of the games of a block, each with its length in front, compressed.
[[nodiscard]] base::Expected<std::string> pack_tag_block(const std::vector<std::string>& games);
[[nodiscard]] base::Expected<std::vector<std::string>> unpack_tag_block(std::string_view bytes);

/// The database's number of a chunk.
[[nodiscard]] std::int64_t chunk_number(std::int64_t segment, ChunkKind kind, std::size_t part);

}  // namespace zugwerk::library
