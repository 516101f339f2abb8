#include "library/explorer.h"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

namespace zugwerk::library {

using namespace chess;

namespace {

/// The games that are worth showing: a heap whose top is the least of them.
class BestGames {
 public:
  explicit BestGames(std::size_t most) : most_(most) {}

  void look(GameNumber number, const GameFacts& facts) {
    const Entry entry{facts.ratings[0] + facts.ratings[1], facts.date, number};
    if (most_ == 0 || (heap_.size() == most_ && !(entry > heap_.front()))) return;
    if (heap_.size() == most_) {
      std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
      heap_.pop_back();
    }
    heap_.push_back(entry);
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
  }
  [[nodiscard]] std::vector<GameNumber> sorted() {
    std::sort(heap_.begin(), heap_.end(), std::greater<>());
    std::vector<GameNumber> numbers;
    for (const Entry& entry : heap_) numbers.push_back(entry.number);
    return numbers;
  }

 private:
  struct Entry {
    int ratings = 0;
    Date date;
    GameNumber number = 0;
    auto operator<=>(const Entry&) const = default;  // NOLINT(modernize-use-nullptr): a false alarm
  };
  std::size_t most_;
  std::vector<Entry> heap_;
};

void count_game(MoveCount& count, const GameFacts& facts, Color mover) {
  ++count.games;
  count.white_wins += facts.result == PgnResult::WhiteWins ? 1 : 0;
  count.draws += facts.result == PgnResult::Draw ? 1 : 0;
  count.black_wins += facts.result == PgnResult::BlackWins ? 1 : 0;
  const std::uint16_t rating = facts.ratings[index(mover)];
  count.rated += rating != 0 ? 1 : 0;
  count.rating_sum += rating;
  count.last_played = std::max(count.last_played, facts.date);
}

}  // namespace

double MoveCount::white_score() const {
  constexpr double kPercent = 100;
  const std::uint64_t decided = white_wins + draws + black_wins;
  if (decided == 0) return kPercent / 2;
  return kPercent * (static_cast<double>(white_wins) + static_cast<double>(draws) / 2) / static_cast<double>(decided);
}

void MoveCount::add(const MoveCount& other) {
  games += other.games;
  white_wins += other.white_wins;
  draws += other.draws;
  black_wins += other.black_wins;
  rated += other.rated;
  rating_sum += other.rating_sum;
  last_played = std::max(last_played, other.last_played);
}

base::Expected<Exploration> explore(Library& library, const Position& position, const Filter& filter,
                                    std::size_t most_games, const std::atomic<bool>& stop) {
  const auto set = select(library, filter, stop);
  if (!set) return tl::unexpected(set.error());
  Exploration result;
  BestGames best(most_games);
  // Moves by their bits: quicker than a map for the millions of games of the first positions.
  std::vector<std::uint16_t> slot_of(std::size_t{1} << 16, 0);
  std::vector<MoveCount> counts(1);
  for (std::size_t segment = 0; segment < library.segments().size() && !stop; ++segment) {
    const auto found = visits(library, segment, position.key(), *set);
    if (!found) return tl::unexpected(found.error());
    if (found->empty()) continue;
    const auto outcomes = library.column(segment, Column::Outcome);
    if (!outcomes) return tl::unexpected(outcomes.error());
    GameFacts facts;
    for (const Visit& visit : *found) {
      // Two positions with the same key, or damage that checksums missed.
      if (visit.move && !position.is_legal(visit.move)) continue;
      std::uint16_t& slot = slot_of[visit.move.to_bits()];
      if (slot == 0) {
        slot = static_cast<std::uint16_t>(counts.size());
        counts.emplace_back().move = visit.move;
      }
      read_facts(*outcomes, Column::Outcome, visit.game, facts);
      count_game(counts[slot], facts, position.side_to_move());
      best.look(library.segments()[segment].first + visit.game, facts);
    }
  }
  result.moves.assign(counts.begin() + 1, counts.end());
  std::sort(result.moves.begin(), result.moves.end(), [](const MoveCount& a, const MoveCount& b) {
    return std::tuple(!a.move, b.games, a.move.to_bits()) < std::tuple(!b.move, a.games, b.move.to_bits());
  });
  for (const MoveCount& move : result.moves) result.all.add(move);
  for (const GameNumber number : best.sorted()) {
    auto line = library.line(number);
    if (!line) return tl::unexpected(line.error());
    result.games.push_back(*std::move(line));
  }
  return result;
}

}  // namespace zugwerk::library
