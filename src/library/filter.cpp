#include "library/filter.h"

#include <algorithm>
#include <bit>

#include "base/text.h"
#include "library/game_code.h"

namespace zugwerk::library {

using namespace chess;

namespace {

constexpr std::string_view kPieceLetters = "PNBRQ";
/// An imbalance counts if it stands for so many positions in a row, so that the middle of an exchange does not.
constexpr int kLastingPlies = 4;

[[nodiscard]] std::optional<std::size_t> piece_of_letter(char letter) {
  const std::size_t piece = kPieceLetters.find(base::to_upper(letter));
  return piece == std::string_view::npos ? std::nullopt : std::optional(piece);
}

[[nodiscard]] PieceCounts counts_of(const Position& position) {
  PieceCounts counts{};
  for (const Color color : kColors)
    for (std::size_t type = 0; type < counts[0].size(); ++type)
      counts[index(color)][type] = static_cast<std::uint8_t>(std::popcount(
          position.pieces(color, static_cast<PieceType>(static_cast<std::size_t>(PieceType::Pawn) + type))));
  return counts;
}

[[nodiscard]] bool matches(const PieceCounts& counts, const PieceCounts& wanted) {
  return counts == wanted || (counts[0] == wanted[1] && counts[1] == wanted[0]);
}

[[nodiscard]] bool matches(const PieceCounts& counts, const Imbalance& wanted) {
  for (const std::size_t first : {std::size_t{0}, std::size_t{1}}) {
    bool fits = true;
    for (std::size_t type = 0; type < wanted.named.size(); ++type)
      fits = fits && (wanted.named[type] ? counts[first][type] == wanted.counts[0][type] &&
                                               counts[1 - first][type] == wanted.counts[1][type]
                                         : counts[0][type] == counts[1][type]);
    if (fits) return true;
  }
  return false;
}

/// Checks the positions of a game, one after the other.
class PositionChecker {
 public:
  explicit PositionChecker(const Filter& filter) : filter_(filter) {}

  /// True once everything has been found.
  [[nodiscard]] bool look(const Position& position) {
    if (filter_.pawns && !pawns_)
      pawns_ = position.pieces(Color::White, PieceType::Pawn) == filter_.pawns->pieces(Color::White, PieceType::Pawn) &&
               position.pieces(Color::Black, PieceType::Pawn) == filter_.pawns->pieces(Color::Black, PieceType::Pawn);
    if (filter_.material || filter_.imbalance) {
      const PieceCounts counts = counts_of(position);
      if (filter_.material && !material_) material_ = matches(counts, *filter_.material);
      if (filter_.imbalance) lasting_ = matches(counts, *filter_.imbalance) ? lasting_ + 1 : 0;
      imbalance_ = imbalance_ || lasting_ >= kLastingPlies;
    }
    return found();
  }
  [[nodiscard]] bool found() const {
    return (pawns_ || !filter_.pawns) && (material_ || !filter_.material) && (imbalance_ || !filter_.imbalance);
  }

 private:
  const Filter& filter_;
  bool pawns_ = false;
  bool material_ = false;
  bool imbalance_ = false;
  int lasting_ = 0;
};

/// Name numbers as a set that is quick to ask.
class NameSet {
 public:
  explicit NameSet(const std::vector<std::uint32_t>& ids) {
    for (const std::uint32_t id : ids) {
      if (id >= known_.size()) known_.resize(std::size_t{id} + 1);
      known_[id] = true;
    }
  }
  [[nodiscard]] bool contains(std::uint32_t id) const { return id < known_.size() && known_[id]; }

 private:
  std::vector<bool> known_;
};

template <class Keep>
[[nodiscard]] base::Expected<void> keep_if(Library& library, GameSet& set, Column which, const Keep& keep) {
  for (std::size_t i = 0; i < library.segments().size(); ++i) {
    const auto bytes = library.column(i, which);
    if (!bytes) return tl::unexpected(bytes.error());
    GameFacts facts;
    for (std::uint32_t game = 0; game < library.segments()[i].games(); ++game) {
      read_facts(*bytes, which, game, facts);
      if (!keep(facts)) set.remove(i, game);
    }
  }
  return {};
}

[[nodiscard]] std::vector<std::uint32_t> my_ids(Library& library) {
  std::vector<std::uint32_t> ids;
  for (const std::string& name : library.my_names()) {
    auto find = library.database().prepare("SELECT id FROM name WHERE text = ? AND kind = 0");
    find << std::string_view(name);
    if (find.step()) ids.push_back(static_cast<std::uint32_t>(find.integer(0)));
  }
  return ids;
}

[[nodiscard]] base::Expected<void> filter_names(Library& library, const Filter& filter, GameSet& set) {
  if (filter.player.empty() && filter.opponent.empty() && filter.event.empty() && !filter.mine) return {};
  const NameSet mine(filter.mine ? my_ids(library) : std::vector<std::uint32_t>());
  const auto ids = [&](NameKind kind, const std::string& words) {
    return NameSet(words.empty() ? std::vector<std::uint32_t>() : library.find_names(kind, words));
  };
  const NameSet player = ids(NameKind::Player, filter.player);
  const NameSet opponent = ids(NameKind::Player, filter.opponent);
  const NameSet event = ids(NameKind::Event, filter.event);
  const auto plays = [&](const GameFacts& facts, Color side) {
    if (side == Color::White ? filter.side == PlayerSide::Black : filter.side == PlayerSide::White) return false;
    return (!filter.mine || mine.contains(facts.players[index(side)])) &&
           (filter.player.empty() || player.contains(facts.players[index(side)])) &&
           (filter.opponent.empty() || opponent.contains(facts.players[index(~side)]));
  };
  return keep_if(library, set, Column::Names, [&](const GameFacts& facts) {
    return (filter.event.empty() || event.contains(facts.event)) &&
           (plays(facts, Color::White) || plays(facts, Color::Black));
  });
}

/// A date with unknown parts stands for the first day it may be, as the end of a range for the last one.
[[nodiscard]] Date last_day(Date date) {
  constexpr unsigned kLast = 31;
  return Date::of(date.year(), date.month() == 0 ? 12 : date.month(), date.day() == 0 ? kLast : date.day());
}

[[nodiscard]] base::Expected<void> filter_outcome(Library& library, const Filter& filter, GameSet& set) {
  if (!filter.since && !filter.until && filter.min_rating == 0 && filter.max_rating == 0 && filter.results.empty())
    return {};
  const Date until = filter.until ? last_day(*filter.until) : Date();
  return keep_if(library, set, Column::Outcome, [&](const GameFacts& facts) {
    if (filter.since && last_day(facts.date) < *filter.since) return false;
    if ((filter.since || filter.until) && facts.date.year() == 0) return false;
    if (filter.until && facts.date > until) return false;
    for (const int rating : facts.ratings)
      if (rating < filter.min_rating || (filter.max_rating != 0 && (rating == 0 || rating > filter.max_rating)))
        return false;
    return filter.results.empty() ||
           std::find(filter.results.begin(), filter.results.end(), facts.result) != filter.results.end();
  });
}

[[nodiscard]] base::Expected<void> filter_opening(Library& library, const Filter& filter, GameSet& set) {
  if (filter.first_eco == 0 && filter.min_moves == 0 && filter.max_moves == 0) return {};
  return keep_if(library, set, Column::Opening, [&](const GameFacts& facts) {
    const int moves = (facts.plies + 1) / 2;
    return (filter.first_eco == 0 || (facts.eco >= filter.first_eco && facts.eco <= filter.last_eco)) &&
           moves >= filter.min_moves && (filter.max_moves == 0 || moves <= filter.max_moves);
  });
}

void remove_deleted(Library& library, GameSet& set) {
  auto rows = library.database().prepare("SELECT game FROM deleted");
  while (rows.step())
    if (const auto segment = library.segment_of(rows.integer(0)))
      set.remove(*segment, static_cast<std::uint32_t>(rows.integer(0) - library.segments()[*segment].first));
}

void keep_labelled(Library& library, const std::string& label, GameSet& set) {
  GameSet labelled(library.segments(), false);
  auto rows = library.database().prepare("SELECT game FROM label WHERE text = ?");
  rows << std::string_view(label);
  while (rows.step())
    if (const auto segment = library.segment_of(rows.integer(0)))
      labelled.add(*segment, static_cast<std::uint32_t>(rows.integer(0) - library.segments()[*segment].first));
  set.intersect(labelled);
}

[[nodiscard]] base::Expected<void> keep_by_replay(Library& library, const Filter& filter, GameSet& set,
                                                  const std::atomic<bool>& stop, const FilterProgress& on_progress) {
  constexpr std::uint64_t kGamesBetween = 1024;
  base::Expected<void> result;
  const std::uint64_t all = set.count();
  std::uint64_t done = 0;
  GameSet kept(library.segments(), false);
  set.for_each([&](std::size_t segment, std::uint32_t game) {
    if (stop) return false;
    if (++done % kGamesBetween == 0 && on_progress) on_progress(done, all);
    PositionChecker checker(filter);
    result = replay(library.code(library.segments()[segment].first + game),
                    [&](const Position& position, Move) { return !checker.look(position); });
    if (checker.found()) kept.add(segment, game);
    return result.has_value();
  });
  set = stop ? GameSet(library.segments(), false) : std::move(kept);
  return result;
}

}  // namespace

base::Expected<PieceCounts> parse_material(std::string_view text) {
  PieceCounts counts{};
  int side = -1;
  for (const char letter : text) {
    if (base::to_upper(letter) == 'K')
      ++side;
    else if (const auto piece = piece_of_letter(letter); piece && (side == 0 || side == 1))
      ++counts[static_cast<std::size_t>(side)][*piece];
    else
      side = 2;
  }
  if (side != 1)
    return base::failure(base::in_quotes(text) +
                         " is no material: expected both sides, each from its king on, as in KRPKR");
  return counts;
}

base::Expected<Imbalance> parse_imbalance(std::string_view text) {
  Imbalance imbalance;
  std::size_t side = 0;
  for (const char letter : text) {
    if (letter == 'v' && side == 0) {
      side = 1;
      continue;
    }
    const auto piece = piece_of_letter(letter);
    if (!piece) {
      side = 2;
      break;
    }
    ++imbalance.counts[side][*piece];
    imbalance.named[*piece] = true;
  }
  if (side != 1)
    return base::failure(base::in_quotes(text) + " is no imbalance: expected the pieces of both sides, as in BBvBN");
  return imbalance;
}

bool Filter::is_empty() const {
  return player.empty() && opponent.empty() && !mine && side == PlayerSide::Either && event.empty() && !since &&
         !until && min_rating == 0 && max_rating == 0 && results.empty() && first_eco == 0 && min_moves == 0 &&
         max_moves == 0 && label.empty() && !position && !pawns && !material && !imbalance;
}

// --- Sets ------------------------------------------------------------------------------------------------------------

GameSet::GameSet(const std::vector<Segment>& segments, bool filled) {
  for (const Segment& segment : segments) {
    auto& words = words_.emplace_back((segment.games() + kBits - 1) / kBits, filled ? ~std::uint64_t{0} : 0);
    if (filled && segment.games() % kBits != 0) words.back() = (std::uint64_t{1} << (segment.games() % kBits)) - 1;
  }
}

void GameSet::intersect(const GameSet& other) {
  for (std::size_t i = 0; i < words_.size(); ++i)
    for (std::size_t word = 0; word < words_[i].size(); ++word) words_[i][word] &= other.words_[i][word];
}

std::uint64_t GameSet::count() const {
  std::uint64_t count = 0;
  for (const auto& words : words_)
    for (const std::uint64_t word : words) count += static_cast<std::uint64_t>(std::popcount(word));
  return count;
}

void GameSet::for_each(const std::function<bool(std::size_t, std::uint32_t)>& visit) const {
  for (std::size_t i = 0; i < words_.size(); ++i)
    for (std::size_t word = 0; word < words_[i].size(); ++word)
      for (std::uint64_t left = words_[i][word]; left != 0; left &= left - 1)
        if (!visit(i, static_cast<std::uint32_t>(word * kBits + static_cast<std::size_t>(std::countr_zero(left)))))
          return;
}

// --- Choosing --------------------------------------------------------------------------------------------------------

base::Expected<std::vector<Visit>> visits(Library& library, std::size_t segment, Key key, const GameSet& among) {
  const Segment where = library.segments()[segment];
  std::vector<Visit> found;
  const auto tree = library.chunk(where.id, ChunkKind::Tree, where.shape.tree_part_of(key));
  if (!tree) return tl::unexpected(tree.error());
  const auto moves = tree_moves(*tree, key);
  const auto damaged = [&] {
    return base::failure(library.database().path() + ": the library is damaged: an index is unreadable");
  };
  if (!moves) return damaged();
  for (const TreeMove& move : *moves)
    for (const std::uint32_t game : move.games) {
      if (game >= where.games()) return damaged();
      if (among.contains(segment, game)) found.push_back({game, move.move});
    }
  if (!moves->empty()) return found;
  const auto part = library.chunk(where.id, ChunkKind::Index, where.shape.part_of(key));
  if (!part) return tl::unexpected(part.error());
  const auto games = candidates(*part, where.shape, key);
  if (!games) return damaged();
  for (const std::uint32_t game : *games) {
    if (game >= where.games()) return damaged();
    if (!among.contains(segment, game)) continue;
    auto replayed = replay(library.code(where.first + game), [&](const Position& before, Move move) {
      if (before.key() != key) return true;
      found.push_back({game, move});
      return false;
    });
    if (!replayed) return tl::unexpected(replayed.error());
  }
  return found;
}

base::Expected<GameSet> select(Library& library, const Filter& filter, const std::atomic<bool>& stop,
                               const FilterProgress& on_progress) {
  GameSet set(library.segments(), true);
  remove_deleted(library, set);
  if (auto done = filter_names(library, filter, set); !done) return tl::unexpected(done.error());
  if (auto done = filter_outcome(library, filter, set); !done) return tl::unexpected(done.error());
  if (auto done = filter_opening(library, filter, set); !done) return tl::unexpected(done.error());
  if (!filter.label.empty()) keep_labelled(library, filter.label, set);
  if (auto status = library.database().status(); !status) return tl::unexpected(status.error());
  if (filter.position) {
    GameSet reaching(library.segments(), false);
    for (std::size_t i = 0; i < library.segments().size(); ++i) {
      const auto found = visits(library, i, filter.position->key(), set);
      if (!found) return tl::unexpected(found.error());
      for (const Visit& visit : *found) reaching.add(i, visit.game);
    }
    set = std::move(reaching);
  }
  if (filter.pawns || filter.material || filter.imbalance)
    if (auto done = keep_by_replay(library, filter, set, stop, on_progress); !done) return tl::unexpected(done.error());
  return set;
}

}  // namespace zugwerk::library
