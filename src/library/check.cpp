#include "library/check.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "base/format.h"
#include "chess/notation/pgn_writer.h"
#include "library/filter.h"
#include "library/game_code.h"
#include "library/schema.h"

namespace zugwerk::library {

using namespace chess;

namespace {

constexpr std::uint64_t kGamesBetweenProgress = 256;
/// Of the positions of a game, so many are looked up in the index.
constexpr std::size_t kLookedUp = 4;

class Checker {
 public:
  Checker(Library& library, const std::atomic<bool>& stop, const CheckEvents& events)
      : library_(library), stop_(stop), events_(events) {}

  [[nodiscard]] CheckResult run() {
    check_database();
    GameNumber next = 1;
    for (std::size_t i = 0; i < library_.segments().size() && !stop_; ++i) {
      const Segment segment = library_.segments()[i];
      if (segment.first < next) fault(base::format("segment {} overlaps the one before", segment.id));
      next = std::max(next, segment.first + segment.games());
      check_segment(i);
    }
    result_.interrupted = stop_;
    return result_;
  }

 private:
  void fault(const std::string& message) {
    ++result_.faults;
    if (events_.on_fault) events_.on_fault(message);
  }
  template <class T>
  bool sound(const base::Expected<T>& value) {
    if (!value) fault(value.error().message);
    return value.has_value();
  }

  void check_database() {
    Database& database = library_.database();
    auto rows = database.prepare("PRAGMA integrity_check");
    while (rows.step())
      if (const std::string line = rows.text(0); line != "ok") fault(database.path() + ": " + line);
    if (const auto status = database.status(); !status) fault(status.error().message);
    database.run("INSERT INTO name_words(name_words) VALUES('integrity-check')");
    if (const auto status = database.status(); !status) fault("index of names: " + status.error().message);
  }

  void check_segment(std::size_t which) {
    const Segment segment = library_.segments()[which];
    for (std::size_t column = 0; column < kColumnCount; ++column)
      if (!sound(library_.column(which, static_cast<Column>(column)))) return;
    const auto parts = [&](ChunkKind kind, std::size_t count) {
      bool all = true;
      for (std::size_t part = 0; part < count; ++part) all = sound(library_.chunk(segment.id, kind, part)) && all;
      return all;
    };
    const bool tags = parts(ChunkKind::Tags, (segment.games() + kTagBlock - 1) / kTagBlock);
    const bool indexed = parts(ChunkKind::Index, std::size_t{1} << segment.shape.part_bits);
    const bool tree = parts(ChunkKind::Tree, std::size_t{1} << segment.shape.tree_bits);
    for (std::uint32_t game = 0; game < segment.games() && !stop_; ++game) {
      check_game(which, game, tags, indexed && tree && game % kLookedUp == 0);
      if (++result_.games % kGamesBetweenProgress == 0 && events_.on_progress)
        events_.on_progress(result_.games, library_.game_count());
    }
  }

  void check_game(std::size_t which, std::uint32_t game, bool tags, bool indexed) {
    const GameNumber number = library_.segments()[which].first + game;
    std::vector<Key> keys;
    const std::string code(library_.code(number));
    auto replayed = replay(code, [&](const Position& position, Move) {
      keys.push_back(position.key());
      return true;
    });
    if (!replayed) return fault(base::format("game {}: {}", number, replayed.error().message));
    const auto facts = library_.facts(number);
    if (!sound(facts)) return;
    if (facts->plies != std::min<std::size_t>(keys.size() - 1, UINT16_MAX))
      fault(base::format("game {}: its length is wrong", number));
    if (tags) sound(library_.game(number));
    if (!indexed) return;
    // One position of the game, another one for every game.
    GameSet only(library_.segments(), false);
    only.add(which, game);
    const auto found = visits(library_, which, keys[game % keys.size()], only);
    if (sound(found) && found->empty())
      fault(base::format("game {}: the index does not lead to one of its positions", number));
  }

  Library& library_;
  const std::atomic<bool>& stop_;
  const CheckEvents& events_;
  CheckResult result_;
};

}  // namespace

base::Expected<CheckResult> check(const std::string& path, const std::atomic<bool>& stop, const CheckEvents& events) {
  auto library = Library::open(path, Database::Access::Write);
  if (!library) return tl::unexpected(library.error());
  return Checker(*library, stop, events).run();
}

base::Expected<std::uint64_t> save_games(const std::string& path, const std::atomic<bool>& stop,
                                         const std::function<base::Expected<void>(const std::string&)>& on_game,
                                         const CheckEvents& events) {
  auto library = Library::open(path, Database::Access::Read);
  if (!library) return tl::unexpected(library.error());
  std::uint64_t saved = 0;
  std::uint64_t done = 0;
  for (const Segment& segment : library->segments()) {
    for (GameNumber number = segment.first; number < segment.first + segment.games() && !stop; ++number) {
      if (++done % kGamesBetweenProgress == 0 && events.on_progress) events.on_progress(done, library->game_count());
      if (const auto deleted = library->is_deleted(number); deleted && *deleted) continue;
      auto game = library->game(number);
      if (!game) {
        // The moves alone, with whatever the columns have.
        const auto line = library->line(number);
        std::vector<PgnTag> tags;
        if (line) {
          tags = {{"Event", line->names.event.empty() ? "?" : line->names.event},
                  {"Date", to_string(line->facts.date)},
                  {"White", line->names.players[0].empty() ? "?" : line->names.players[0]},
                  {"Black", line->names.players[1].empty() ? "?" : line->names.players[1]}};
        }
        (void)library->database().status();
        const std::string message = game.error().message;
        game = decode_game(library->code(number), line ? line->facts.result : PgnResult::Unknown, tags);
        (void)library->database().status();
        if (events.on_fault)
          events.on_fault(base::format("game {}: {}: {}", number, game ? "saved without its tags" : "lost", message));
        if (!game) continue;
      }
      if (auto passed = on_game(to_pgn(*game)); !passed) return tl::unexpected(passed.error());
      ++saved;
    }
  }
  return saved;
}

}  // namespace zugwerk::library
