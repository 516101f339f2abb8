#include "library/batch.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "base/checksum.h"
#include "base/format.h"
#include "base/text.h"

namespace zugwerk::library {

using namespace chess;

namespace {

// A batch is also full when it takes this much memory: entries of 16 bytes, and the texts of long games.
constexpr std::size_t kMostEntries = 6'000'000;
constexpr std::size_t kMostBytes = std::size_t{192} << 20;
/// Names whose numbers are kept in memory. Others are looked up.
constexpr std::size_t kMostCachedNames = 1'000'000;
/// So many segments of about the same size are merged.
constexpr std::size_t kMergedSegments = 8;

/// Two players may repeat a short game on one day, so event and round count as well.
constexpr std::uint16_t kShortGame = 40;

/// The digest of a game: what makes it the same game as another.
[[nodiscard]] std::uint32_t digest_of(const NewGame& game, std::string_view round) {
  std::uint64_t state = base::checksum(game.code, static_cast<std::uint64_t>(game.facts.result));
  state = base::checksum(to_string(game.facts.date), state);
  for (const std::string& player : game.names.players) state = base::checksum(player, state);
  if (game.facts.plies < kShortGame) {
    state = base::checksum(game.names.event, state);
    state = base::checksum(round, state);
  }
  return static_cast<std::uint32_t>(state);
}

/// Segments of the same tier are merged.
[[nodiscard]] int tier_of(std::uint32_t games) {
  int tier = 0;
  for (; games >= kMergedSegments; games /= kMergedSegments) ++tier;
  return tier;
}

}  // namespace

bool Batch::is_full(std::size_t most_games) const {
  return games.size() >= most_games || entries.size() >= kMostEntries || bytes >= kMostBytes;
}

// --- Reading ---------------------------------------------------------------------------------------------------------

void BatchReader::begin_game(const PgnPlace&) {
  tags_.clear();
  result_.reset();
  first_entry_ = batch_->entries.size();
}

void BatchReader::tag(std::string_view name, std::string_view value) {
  tags_.push_back({std::string(name), std::string(value)});
}

PgnWish BatchReader::begin_moves(const Position& start) {
  encoder_.begin(start);
  return PgnWish::Read;
}

void BatchReader::move(const Position& before, Move move) {
  if (encoder_.in_main_line())
    batch_->entries.push_back({before.key(), static_cast<std::uint32_t>(batch_->games.size()), move});
  encoder_.move(before, move);
}

PgnWish BatchReader::begin_variation() {
  encoder_.begin_variation();
  return PgnWish::Read;
}

void BatchReader::end_game(const Position& last) {
  batch_->entries.push_back({last.key(), static_cast<std::uint32_t>(batch_->games.size()), Move()});
  NewGame game;
  take_from_tags(tags_, game.facts, game.names);
  std::string_view tagged_result;
  std::string_view variant;
  std::string_view round;
  for (const PgnTag& tag : tags_) {
    if (tag.name == "Round" && round.empty()) round = tag.value;
    if (tag.name == "Result" && tagged_result.empty()) tagged_result = tag.value;
    if (tag.name == "Variant" && variant.empty()) variant = tag.value;
  }
  game.facts.result = result_ ? *result_ : pgn_result_from_text(tagged_result).value_or(PgnResult::Unknown);
  game.facts.plies =
      static_cast<std::uint16_t>(std::min<std::size_t>(encoder_.plies(), std::numeric_limits<std::uint16_t>::max()));
  append_tags(game.tags, tags_, game.facts, game.names);
  game.code = encoder_.finish(variant_from_tag(variant).value_or(Variant::Standard));
  game.facts.digest = digest_of(game, round);
  batch_->bytes += game.tags.size() + game.code.size() + sizeof(NewGame);
  batch_->games.push_back(std::move(game));
}

void BatchReader::game_error(const PgnError& error) {
  batch_->entries.resize(first_entry_);
  faults_.push_back(error);
  ++broken_;
}

// --- Digests ---------------------------------------------------------------------------------------------------------

void BatchWriter::Digests::add(std::uint32_t digest, GameNumber game) {
  constexpr std::size_t kFirstSize = 1024;
  if ((used_ + 1) * 4 > slots_.size() * 3) {
    std::vector<Slot> old(std::max(kFirstSize, slots_.size() * 2));
    old.swap(slots_);
    used_ = 0;
    for (const Slot& slot : old)
      if (slot.game != 0) add(slot.digest, slot.game);
  }
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = digest & mask;
  while (slots_[at].game != 0) at = (at + 1) & mask;
  slots_[at] = {digest, static_cast<std::uint32_t>(game)};
  ++used_;
}

template <class IsIt>
std::optional<GameNumber> BatchWriter::Digests::find(std::uint32_t digest, const IsIt& is_it) const {
  if (slots_.empty()) return std::nullopt;
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = digest & mask; slots_[at].game != 0; at = (at + 1) & mask)
    if (slots_[at].digest == digest && is_it(GameNumber{slots_[at].game})) return slots_[at].game;
  return std::nullopt;
}

base::Expected<void> BatchWriter::read_digests() {
  for (std::size_t i = 0; i < library_.segments().size(); ++i) {
    const Segment& segment = library_.segments()[i];
    if (segment.id <= last_segment_) continue;
    const auto bytes = library_.column(i, Column::Digest);
    if (!bytes) return tl::unexpected(bytes.error());
    GameFacts facts;
    for (std::uint32_t game = 0; game < segment.games(); ++game) {
      read_facts(*bytes, Column::Digest, game, facts);
      digests_.add(facts.digest, segment.first + game);
    }
  }
  for (const Segment& segment : library_.segments()) last_segment_ = std::max(last_segment_, segment.id);
  return {};
}

/// Whether the game with the same digest really is the same, and not deleted.
base::Expected<bool> BatchWriter::is_stored(const NewGame& game, const GameFacts& facts, GameNumber number) {
  if (library_.code(number) != game.code) return false;
  const auto stored = library_.facts(number);
  if (!stored) return tl::unexpected(stored.error());
  if (stored->players != facts.players || stored->date != facts.date || stored->result != facts.result) return false;
  auto deleted = library_.is_deleted(number);
  if (deleted) deleted = !*deleted;
  return deleted;
}

// --- Writing ---------------------------------------------------------------------------------------------------------

std::uint32_t BatchWriter::name_id(NameKind kind, const std::string& text, bool add) {
  if (text.empty()) return 0;
  std::string key = text;
  key += static_cast<char>(kind);
  if (const auto found = names_.find(key); found != names_.end()) return found->second;
  Database& database = library_.database();
  auto find = database.prepare("SELECT id FROM name WHERE text = ? AND kind = ?");
  find << std::string_view(text) << std::int64_t{static_cast<std::uint8_t>(kind)};
  std::int64_t id = find.step() ? find.integer(0) : 0;
  if (id == 0) {
    if (!add) return std::numeric_limits<std::uint32_t>::max();
    auto insert = database.prepare("INSERT INTO name(kind, text) VALUES(?, ?)");
    (insert << std::int64_t{static_cast<std::uint8_t>(kind)} << std::string_view(text)).run();
    id = database.last_id();
    auto words = database.prepare("INSERT INTO name_words(rowid, text) VALUES(?, ?)");
    (words << id << std::string_view(text)).run();
  }
  if (names_.size() >= kMostCachedNames) names_.clear();
  names_.emplace(std::move(key), static_cast<std::uint32_t>(id));
  return static_cast<std::uint32_t>(id);
}

base::Expected<BatchWriter::Written> BatchWriter::write(Batch& batch) {
  if (auto read = library_.refresh(); !read) return tl::unexpected(read.error());
  if (auto read = read_digests(); !read) return tl::unexpected(read.error());
  Written written;
  constexpr std::uint32_t kDropped = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> kept_as(batch.games.size(), kDropped);
  std::vector<std::size_t> kept;
  Database& database = library_.database();
  const GameNumber first = database.integer("SELECT max(first + games) FROM segment", 1);
  auto insert = database.prepare("INSERT INTO game VALUES(?, ?)");
  std::vector<GameFacts> facts;
  std::vector<std::string> tags;
  for (std::size_t i = 0; i < batch.games.size(); ++i) {
    NewGame& game = batch.games[i];
    // First as known names only: a duplicate needs no new ones.
    GameFacts known = game.facts;
    const auto set_names = [&](GameFacts& to, bool add) {
      for (const Color color : kColors)
        to.players[index(color)] = name_id(NameKind::Player, game.names.players[index(color)], add);
      to.event = name_id(NameKind::Event, game.names.event, add);
    };
    base::Expected<void> fault;
    bool has_names = false;
    const auto twin = digests_.find(game.facts.digest, [&](GameNumber number) {
      if (!std::exchange(has_names, true)) set_names(known, false);
      if (number >= first) {  // of this batch
        const auto other = kept[static_cast<std::size_t>(number - first)];
        return batch.games[other].code == game.code &&
               facts[static_cast<std::size_t>(number - first)].players == known.players &&
               batch.games[other].facts.date == game.facts.date && batch.games[other].facts.result == game.facts.result;
      }
      const auto same = is_stored(game, known, number);
      if (!same) fault = tl::unexpected(same.error());
      return same && *same;
    });
    if (!fault) return tl::unexpected(fault.error());
    if (twin) {
      ++written.duplicates;
      written.numbers.push_back(*twin);
      continue;
    }
    set_names(game.facts, true);
    const GameNumber number = first + static_cast<GameNumber>(kept.size());
    if (number > std::numeric_limits<std::uint32_t>::max())
      return base::failure(database.path() + ": the library is full: it has four billion games");
    digests_.add(game.facts.digest, number);
    insert << number;
    insert.bind_blob(game.code).run();
    kept_as[i] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(i);
    facts.push_back(game.facts);
    tags.push_back(std::move(game.tags));
    written.numbers.push_back(number);
  }
  written.added = kept.size();
  if (kept.empty()) return written;
  if (written.duplicates != 0) {
    std::erase_if(batch.entries, [&](const IndexEntry& entry) { return kept_as[entry.game] == kDropped; });
    for (IndexEntry& entry : batch.entries) entry.game = kept_as[entry.game];
  }
  const auto segment = store_segment(facts, tags, batch.entries, first);
  if (!segment) return tl::unexpected(segment.error());
  last_segment_ = segment->id;  // its digests are known
  return written;
}

base::Expected<Segment> BatchWriter::store_segment(const std::vector<GameFacts>& facts,
                                                   const std::vector<std::string>& tags,
                                                   std::vector<IndexEntry>& entries, GameNumber first) {
  const BuiltIndex index = build_index(entries, static_cast<std::uint32_t>(facts.size()));
  Database& database = library_.database();
  // Numbers of segments are never used twice: the digests of those up to the last have been read.
  Segment segment{std::max(last_segment_, database.integer("SELECT max(id) FROM segment")) + 1, first, index.shape};
  auto insert = database.prepare("INSERT INTO segment VALUES(?, ?, ?, ?, ?, ?)");
  insert << segment.id << segment.first << std::int64_t{segment.games()} << std::int64_t{index.shape.part_bits}
         << std::int64_t{index.shape.bucket_bits} << std::int64_t{index.shape.tree_bits};
  insert.run();
  const auto store = [&](ChunkKind kind, std::size_t part, const std::string& bytes) {
    return library_.store_chunk(segment.id, kind, part, bytes);
  };
  for (std::size_t which = 0; which < kColumnCount; ++which) {
    std::string bytes;
    for (const GameFacts& game : facts) append_facts(bytes, static_cast<Column>(which), game);
    if (auto stored = store(static_cast<ChunkKind>(which), 0, bytes); !stored) return tl::unexpected(stored.error());
  }
  for (std::size_t at = 0; at < tags.size(); at += kTagBlock) {
    const auto end = std::min(tags.size(), at + kTagBlock);
    const auto packed = pack_tag_block(
        {tags.begin() + static_cast<std::ptrdiff_t>(at), tags.begin() + static_cast<std::ptrdiff_t>(end)});
    if (!packed) return tl::unexpected(packed.error());
    if (auto stored = store(ChunkKind::Tags, at / kTagBlock, *packed); !stored) return tl::unexpected(stored.error());
  }
  for (std::size_t part = 0; part < index.parts.size(); ++part)
    if (auto stored = store(ChunkKind::Index, part, index.parts[part]); !stored) return tl::unexpected(stored.error());
  for (std::size_t part = 0; part < index.tree.size(); ++part)
    if (auto stored = store(ChunkKind::Tree, part, index.tree[part]); !stored) return tl::unexpected(stored.error());
  if (auto status = database.status(); !status) return tl::unexpected(status.error());
  return segment;
}

// --- Merging ---------------------------------------------------------------------------------------------------------

base::Expected<void> BatchWriter::merge_small_segments() {
  for (;;) {
    bool merged = false;
    auto done = library_.database().transaction([&]() -> base::Expected<void> {
      if (auto read = library_.refresh(); !read) return read;
      if (auto read = read_digests(); !read) return read;
      const auto& segments = library_.segments();
      if (segments.size() < kMergedSegments) return {};
      const std::size_t from = segments.size() - kMergedSegments;
      const int tier = tier_of(segments.back().games());
      std::size_t games = 0;
      for (std::size_t i = from; i < segments.size(); ++i) {
        if (tier_of(segments[i].games()) > tier) return {};
        games += segments[i].games();
      }
      if (games > (std::size_t{1} << 16)) return {};
      merged = true;
      return merge(from);
    });
    if (!done || !merged) return done;
  }
}

base::Expected<void> BatchWriter::merge(std::size_t first_segment) {
  const std::vector<Segment> segments(library_.segments().begin() + static_cast<std::ptrdiff_t>(first_segment),
                                      library_.segments().end());
  std::vector<GameFacts> facts;
  std::vector<std::string> tags;
  std::vector<IndexEntry> entries;
  for (const Segment& segment : segments) {
    for (std::size_t block = 0; block * kTagBlock < segment.games(); ++block) {
      const auto bytes = library_.chunk(segment.id, ChunkKind::Tags, block);
      if (!bytes) return tl::unexpected(bytes.error());
      auto games = unpack_tag_block(*bytes);
      if (!games) return tl::unexpected(games.error());
      for (std::string& game : *games) tags.push_back(std::move(game));
    }
    for (GameNumber game = segment.first; game < segment.first + segment.games(); ++game) {
      const auto read = library_.facts(game);
      if (!read) return tl::unexpected(read.error());
      const auto local = static_cast<std::uint32_t>(facts.size());
      facts.push_back(*read);
      auto replayed = replay(library_.code(game), [&](const Position& before, Move move) {
        entries.push_back({before.key(), local, move});
        return true;
      });
      if (!replayed) return replayed;
    }
  }
  if (tags.size() != facts.size()) return base::failure(library_.database().path() + ": tags of games are missing");
  Database& database = library_.database();
  for (const Segment& segment : segments) {
    auto chunks = database.prepare("DELETE FROM chunk WHERE id >= ? AND id < ?");
    (chunks << chunk_number(segment.id, ChunkKind::Names, 0) << chunk_number(segment.id + 1, ChunkKind::Names, 0))
        .run();
    auto row = database.prepare("DELETE FROM segment WHERE id = ?");
    (row << segment.id).run();
  }
  const auto stored = store_segment(facts, tags, entries, segments.front().first);
  if (!stored) return tl::unexpected(stored.error());
  last_segment_ = std::max(last_segment_, stored->id);
  return library_.refresh();
}

}  // namespace zugwerk::library
