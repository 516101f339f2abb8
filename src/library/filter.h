// library/filter.h
//
// Which games of a library: by players, event, date, rating, result, opening, length, label and position. What is asked
// of the facts is answered from the columns; pawn structure, material and imbalance replay the games that are left.

#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "library/library.h"

namespace zugwerk::library {

/// Which side the player of a filter has.
enum class PlayerSide : std::uint8_t { Either, White, Black };

/// How often each type of piece stands on the board, by colour, pawns included and kings not.
using PieceCounts = std::array<std::array<std::uint8_t, 5>, chess::kColorCount>;

/// "KRPKR": the pieces of one side, then of the other, whichever is White.
[[nodiscard]] base::Expected<PieceCounts> parse_material(std::string_view text);

/// "BBvBN": what one side has against what the other has. Of the types that are named, exactly as many; of the others,
/// both have equally many.
struct Imbalance {
  PieceCounts counts{};
  std::array<bool, 5> named{};
};
[[nodiscard]] base::Expected<Imbalance> parse_imbalance(std::string_view text);

struct Filter {
  std::string player;                    // words of the name
  std::string opponent;                  // of the other player
  bool mine = false;                     // one of the players is the owner of the library
  PlayerSide side = PlayerSide::Either;  // of the player, or of the owner
  std::string event;
  std::optional<Date> since;  // the first day, month or year that counts
  std::optional<Date> until;  // the last one
  int min_rating = 0;         // of both players
  int max_rating = 0;         // 0: any
  std::vector<chess::PgnResult> results;
  std::uint16_t first_eco = 0;  // 0: any
  std::uint16_t last_eco = 0;
  int min_moves = 0;  // full moves
  int max_moves = 0;  // 0: any
  std::string label;
  std::optional<chess::Position> position;  // the game reaches it
  std::optional<chess::Position> pawns;     // a position of the game has the same pawns
  std::optional<PieceCounts> material;
  std::optional<Imbalance> imbalance;  // for a few moves at least

  [[nodiscard]] bool is_empty() const;
};

/// A set of games, by segment.
class GameSet {
 public:
  explicit GameSet(const std::vector<Segment>& segments, bool filled);

  [[nodiscard]] bool contains(std::size_t segment, std::uint32_t game) const {
    return (words_[segment][game / kBits] >> (game % kBits) & 1U) != 0;
  }
  void remove(std::size_t segment, std::uint32_t game) {
    words_[segment][game / kBits] &= ~(std::uint64_t{1} << (game % kBits));
  }
  void add(std::size_t segment, std::uint32_t game) {
    words_[segment][game / kBits] |= std::uint64_t{1} << (game % kBits);
  }
  void intersect(const GameSet& other);
  [[nodiscard]] std::uint64_t count() const;
  /// In increasing order until `visit` returns false.
  void for_each(const std::function<bool(std::size_t segment, std::uint32_t game)>& visit) const;

 private:
  static constexpr std::size_t kBits = 64;
  std::vector<std::vector<std::uint64_t>> words_;
};

/// Games checked and games to check, while games are replayed.
using FilterProgress = std::function<void(std::uint64_t done, std::uint64_t all)>;

/// The games that pass, without deleted ones. Nothing passes a filter that was interrupted by `stop`.
[[nodiscard]] base::Expected<GameSet> select(Library& library, const Filter& filter, const std::atomic<bool>& stop,
                                             const FilterProgress& on_progress = {});

/// The games of a segment that reach a position, each with its move there (no move at the end of a game), among those
/// of the set.
struct Visit {
  std::uint32_t game = 0;
  chess::Move move;
};
[[nodiscard]] base::Expected<std::vector<Visit>> visits(Library& library, std::size_t segment, chess::Key key,
                                                        const GameSet& among);

}  // namespace zugwerk::library
