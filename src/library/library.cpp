#include "library/library.h"

#include <algorithm>
#include <utility>

#include "base/checksum.h"
#include "base/files/compress.h"
#include "base/format.h"
#include "base/little_endian.h"
#include "base/text.h"
#include "library/bytes.h"
#include "library/game_code.h"
#include "library/schema.h"

namespace zugwerk::library {

namespace {

constexpr std::size_t kChecksumBytes = 8;
constexpr unsigned kPartBits = 24;
constexpr unsigned kKindBits = 8;
constexpr std::size_t kLargestTagBlock = std::size_t{1} << 30;

[[nodiscard]] std::string chunk_name(std::int64_t segment, ChunkKind kind, std::size_t part) {
  constexpr std::array<std::string_view, 7> kNames{"names", "results", "openings", "digests", "tags", "index", "tree"};
  return base::format("{} (part {}) of segment {}", kNames[static_cast<std::size_t>(kind)], part, segment);
}

}  // namespace

std::int64_t chunk_number(std::int64_t segment, ChunkKind kind, std::size_t part) {
  return segment << (kPartBits + kKindBits) | static_cast<std::int64_t>(kind) << kPartBits |
         static_cast<std::int64_t>(part);
}

Library::Library(Database database)
    : database_(std::move(database)),
      read_chunk_(database_.prepare("SELECT data FROM chunk WHERE id = ?")),
      read_code_(database_.prepare("SELECT code FROM game WHERE id = ?")),
      read_name_(database_.prepare("SELECT text FROM name WHERE id = ?")) {}

base::Expected<Library> Library::open(const std::string& path, Database::Access access) {
  auto database = Database::open(path, access);
  if (!database) return tl::unexpected(database.error());
  auto ready = access == Database::Access::Read ? check_schema(*database) : migrate(*database);
  if (!ready) return tl::unexpected(ready.error());
  database->run("PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY");
  Library library(*std::move(database));
  if (auto read = library.refresh(); !read) return tl::unexpected(read.error());
  return library;
}

base::Expected<void> Library::refresh() {
  auto rows =
      database_.prepare("SELECT id, first, games, part_bits, bucket_bits, tree_bits FROM segment ORDER BY first");
  std::vector<Segment> segments;
  while (rows.step())
    segments.push_back({rows.integer(0),
                        rows.integer(1),
                        {static_cast<std::uint32_t>(rows.integer(2)), static_cast<unsigned>(rows.integer(3)),
                         static_cast<unsigned>(rows.integer(4)), static_cast<unsigned>(rows.integer(5))}});
  if (auto status = database_.status(); !status) return status;
  constexpr unsigned kMostBits = 32;
  for (const Segment& segment : segments)
    if (segment.games() == 0 || segment.shape.part_bits > kPartBits || segment.shape.tree_bits > kPartBits ||
        segment.shape.bucket_bits > kMostBits)
      return base::failure(
          base::format("{}: the library is damaged: segment {} has an impossible shape", database_.path(), segment.id));
  std::vector<Columns> columns(segments.size());
  for (std::size_t i = 0; i < segments.size(); ++i)
    for (std::size_t old = 0; old < segments_.size(); ++old)
      if (segments_[old].id == segments[i].id) columns[i] = std::move(columns_[old]);
  segments_ = std::move(segments);
  columns_ = std::move(columns);
  return {};
}

std::uint64_t Library::game_count() {
  std::uint64_t count = 0;
  for (const Segment& segment : segments_) count += segment.games();
  return count - static_cast<std::uint64_t>(database_.integer("SELECT count(*) FROM deleted"));
}

// --- Chunks ----------------------------------------------------------------------------------------------------------

base::Expected<std::string> Library::chunk(std::int64_t segment, ChunkKind kind, std::size_t part) {
  read_chunk_.reset();
  read_chunk_ << chunk_number(segment, kind, part);
  const auto damaged = [&](const char* what) {
    read_chunk_.reset();
    return base::failure(
        base::format("{}: the library is damaged: {} {}", database_.path(), chunk_name(segment, kind, part), what));
  };
  if (!read_chunk_.step()) {
    if (auto status = database_.status(); !status) return tl::unexpected(status.error());
    return damaged("are missing");
  }
  std::string_view bytes = read_chunk_.bytes(0);
  if (bytes.size() < kChecksumBytes) return damaged("are cut off");
  const std::string_view kept = bytes.substr(0, bytes.size() - kChecksumBytes);
  if (base::checksum(kept) != base::read_little_endian<std::uint64_t>(bytes.substr(kept.size())))
    return damaged("have a wrong checksum");
  std::string copy(kept);
  read_chunk_.reset();
  return copy;
}

base::Expected<void> Library::store_chunk(std::int64_t segment, ChunkKind kind, std::size_t part, std::string bytes) {
  base::append_little_endian(bytes, base::checksum(bytes));
  auto insert = database_.prepare("INSERT OR REPLACE INTO chunk VALUES(?, ?)");
  insert << chunk_number(segment, kind, part);
  insert.bind_blob(bytes).run();
  return database_.status();
}

base::Expected<std::string_view> Library::column(std::size_t segment, Column column) {
  const auto which = static_cast<std::size_t>(column);
  Columns& columns = columns_[segment];
  if (!columns.read[which]) {
    auto bytes = chunk(segments_[segment].id, static_cast<ChunkKind>(column));
    if (!bytes) return tl::unexpected(bytes.error());
    if (bytes->size() != kColumnBytes[which] * segments_[segment].games())
      return base::failure(database_.path() + ": the library is damaged: " +
                           chunk_name(segments_[segment].id, static_cast<ChunkKind>(column), 0) +
                           " have a wrong length");
    columns.bytes[which] = *std::move(bytes);
    columns.read[which] = true;
  }
  return std::string_view(columns.bytes[which]);
}

// --- Games -----------------------------------------------------------------------------------------------------------

std::optional<std::size_t> Library::segment_of(GameNumber number) const {
  const auto after = std::upper_bound(segments_.begin(), segments_.end(), number,
                                      [](GameNumber value, const Segment& segment) { return value < segment.first; });
  if (after == segments_.begin()) return std::nullopt;
  const auto segment = static_cast<std::size_t>(after - segments_.begin()) - 1;
  if (number >= segments_[segment].first + segments_[segment].games()) return std::nullopt;
  return segment;
}

base::Expected<GameFacts> Library::facts(GameNumber number) {
  const auto segment = segment_of(number);
  if (!segment) return base::failure(base::format("{}: there is no game {}", database_.path(), number));
  GameFacts facts;
  for (const Column which : {Column::Names, Column::Outcome, Column::Opening, Column::Digest}) {
    const auto bytes = column(*segment, which);
    if (!bytes) return tl::unexpected(bytes.error());
    read_facts(*bytes, which, static_cast<std::size_t>(number - segments_[*segment].first), facts);
  }
  return facts;
}

base::Expected<GameLine> Library::line(GameNumber number) {
  const auto found = facts(number);
  if (!found) return tl::unexpected(found.error());
  return GameLine{number, *found, {{name(found->players[0]), name(found->players[1])}, name(found->event)}};
}

std::string_view Library::code(GameNumber number) {
  read_code_.reset();
  read_code_ << std::int64_t{number};
  return read_code_.step() ? read_code_.bytes(0) : std::string_view();
}

base::Expected<std::vector<chess::PgnTag>> Library::tags(const GameLine& line) {
  const Segment& segment = segments_[*segment_of(line.number)];
  const auto local = static_cast<std::size_t>(line.number - segment.first);
  if (!tag_block_ || tag_block_->segment != segment.id || tag_block_->block != local / kTagBlock) {
    auto bytes = chunk(segment.id, ChunkKind::Tags, local / kTagBlock);
    if (!bytes) return tl::unexpected(bytes.error());
    auto games = unpack_tag_block(*bytes);
    if (!games) return tl::unexpected(games.error());
    tag_block_ = TagBlock{segment.id, local / kTagBlock, *std::move(games)};
  }
  if (local % kTagBlock >= tag_block_->games.size()) return base::failure("the stored tags of a game are missing");
  std::string_view bytes = tag_block_->games[local % kTagBlock];
  return take_tags(bytes, line.facts, line.names);
}

base::Expected<chess::PgnGame> Library::game(GameNumber number) {
  const auto found = line(number);
  if (!found) return tl::unexpected(found.error());
  const auto with_place = [&](const base::Error& error) {
    return base::failure(base::format("{}: game {}: {}", database_.path(), number, error.message));
  };
  const auto read = tags(*found);
  if (!read) return with_place(read.error());
  const std::string_view bytes = code(number);
  if (auto status = database_.status(); !status) return tl::unexpected(status.error());
  auto decoded = decode_game(bytes, found->facts.result, *read);
  if (!decoded) return with_place(decoded.error());
  return decoded;
}

base::Expected<bool> Library::is_deleted(GameNumber number) {
  auto query = database_.prepare("SELECT 1 FROM deleted WHERE game = ?");
  query << number;
  const bool deleted = query.step();
  if (auto status = database_.status(); !status) return tl::unexpected(status.error());
  return deleted;
}

// --- Names -----------------------------------------------------------------------------------------------------------

std::string Library::name(std::uint32_t id) {
  if (id == 0) return {};
  read_name_.reset();
  read_name_ << std::int64_t{id};
  return read_name_.step() ? read_name_.text(0) : std::string();
}

std::vector<std::uint32_t> Library::find_names(NameKind kind, std::string_view words) {
  // Each word in quotation marks is text and not syntax; the star accepts longer words.
  std::string query;
  for (const std::string_view word : base::split_words(words)) {
    std::string letters;
    // Punctuation separates words for the index as well.
    const auto add = [&] {
      if (!letters.empty()) query += (query.empty() ? "\"" : " AND \"") + letters + "\"*";
      letters.clear();
    };
    for (const char c : word) {
      const bool part_of_word = base::is_digit(c) || base::is_lower(base::to_lower(c)) || (c & 0x80) != 0;
      if (part_of_word)
        letters += c;
      else
        add();
    }
    add();
  }
  std::vector<std::uint32_t> ids;
  if (query.empty()) return ids;
  auto rows = database_.prepare(
      "SELECT name.id FROM name_words JOIN name ON name.id = name_words.rowid"
      " WHERE name_words MATCH ? AND kind = ? ORDER BY name.id");
  rows << std::string_view(query) << std::int64_t{static_cast<std::uint8_t>(kind)};
  while (rows.step()) ids.push_back(static_cast<std::uint32_t>(rows.integer(0)));
  return ids;
}

// --- Changes ---------------------------------------------------------------------------------------------------------

base::Expected<void> Library::delete_games(const std::vector<GameNumber>& games) {
  return database_.transaction([&]() -> base::Expected<void> {
    auto insert = database_.prepare("INSERT OR IGNORE INTO deleted VALUES(?)");
    for (const GameNumber game : games) (insert << game).run();
    return {};
  });
}

base::Expected<void> Library::set_label(const std::vector<GameNumber>& games, const std::string& label, bool set) {
  return database_.transaction([&]() -> base::Expected<void> {
    auto change = database_.prepare(set ? "INSERT OR IGNORE INTO label VALUES(?, ?)"
                                        : "DELETE FROM label WHERE text = ? AND game = ?");
    for (const GameNumber game : games) (change << std::string_view(label) << game).run();
    return {};
  });
}

std::vector<std::string> Library::labels(GameNumber game) {
  std::vector<std::string> labels;
  auto rows = database_.prepare("SELECT text FROM label WHERE game = ? ORDER BY text");
  rows << game;
  while (rows.step()) labels.push_back(rows.text(0));
  return labels;
}

std::vector<std::string> Library::my_names() {
  std::vector<std::string> names;
  auto rows = database_.prepare("SELECT name FROM me ORDER BY name");
  while (rows.step()) names.push_back(rows.text(0));
  return names;
}

base::Expected<void> Library::set_my_name(const std::string& name, bool set) {
  return database_.transaction([&]() -> base::Expected<void> {
    auto change = database_.prepare(set ? "INSERT OR IGNORE INTO me VALUES(?)" : "DELETE FROM me WHERE name = ?");
    (change << std::string_view(name)).run();
    return {};
  });
}

// --- Blocks of tags --------------------------------------------------------------------------------------------------

base::Expected<std::string> pack_tag_block(const std::vector<std::string>& games) {
  std::string plain;
  append_varint(plain, games.size());
  for (const std::string& game : games) append_varint(plain, game.size());
  for (const std::string& game : games) plain += game;
  auto packed = base::compress(plain);
  if (!packed) return packed;
  std::string bytes;
  append_varint(bytes, plain.size());
  return bytes + *packed;
}

base::Expected<std::vector<std::string>> unpack_tag_block(std::string_view bytes) {
  const auto damaged = [] { return base::failure("the stored tags of a game are damaged"); };
  ByteReader packed(bytes);
  const std::uint64_t size = packed.varint();
  if (!packed.good() || size > kLargestTagBlock) return damaged();
  const auto plain = base::decompress(packed.rest(), size);
  if (!plain) return damaged();
  ByteReader reader(*plain);
  const std::uint64_t count = reader.varint();
  if (count > kTagBlock) return damaged();
  std::vector<std::uint64_t> sizes;
  sizes.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) sizes.push_back(reader.varint());
  std::vector<std::string> games;
  games.reserve(count);
  for (const std::uint64_t length : sizes) games.emplace_back(reader.take(length));
  if (!reader.good()) return damaged();
  return games;
}

}  // namespace zugwerk::library
