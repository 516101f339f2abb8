// Merging of books, and statistics of a book.

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

#include "book/book_maker.h"

namespace zugwerk::book {

using namespace chess;

base::Expected<MakeCounts> merge_books(const std::vector<Book>& books, MergeMode mode, const std::string& path) {
  auto writer = BookWriter::create(path);
  if (!writer) return tl::unexpected(writer.error());
  std::vector<std::size_t> at(books.size(), 0);  // the next entry of each book
  while (true) {
    std::optional<PolyglotKey> key;
    for (std::size_t i = 0; i < books.size(); ++i)
      if (at[i] < books[i].size()) key = std::min(key.value_or(books[i].entry(at[i]).key), books[i].entry(at[i]).key);
    if (!key) break;
    std::vector<BookWriter::Weighted> moves;
    for (std::size_t i = 0; i < books.size(); ++i) {
      const bool hidden = mode == MergeMode::First && !moves.empty();
      for (; at[i] < books[i].size() && books[i].entry(at[i]).key == *key; ++at[i]) {
        if (hidden) continue;
        const Entry entry = books[i].entry(at[i]);
        const auto same =
            std::find_if(moves.begin(), moves.end(), [&](const auto& other) { return other.move == entry.move; });
        if (same != moves.end())
          same->weight += entry.weight;
        else
          moves.push_back({entry.move, entry.weight});
      }
    }
    if (auto added = writer->add_position(*key, std::move(moves)); !added) return tl::unexpected(added.error());
  }
  if (auto finished = writer->finish(); !finished) return tl::unexpected(finished.error());
  MakeCounts counts;
  counts.positions = writer->positions();
  counts.entries = writer->entries();
  return counts;
}

BookSurvey survey(const Book& book) {
  BookSurvey result;
  result.entries = book.size();
  std::uint64_t in_position = 0;
  std::vector<std::uint16_t> moves;
  for (std::size_t i = 0; i < book.size(); ++i) {
    const Entry entry = book.entry(i);
    if (i == 0 || book.entry(i - 1).key != entry.key) {
      ++result.positions;
      in_position = 0;
      moves.clear();
    }
    result.most_moves = std::max(result.most_moves, ++in_position);
    if (entry.weight == 0) ++result.zero_weights;
    if (std::find(moves.begin(), moves.end(), entry.move) != moves.end()) ++result.repeated;
    moves.push_back(entry.move);
  }

  // Level by level from the start, every position once.
  std::unordered_set<PolyglotKey> seen;
  std::vector<Position> level{Position()};
  for (int ply = 0; !level.empty(); ++ply) {
    std::vector<Position> next;
    for (Position& position : level) {
      const PolyglotKey key = polyglot_key(position);
      if (!seen.insert(key).second) continue;
      const BookMoves found = book.find(position, key);
      result.faults.insert(result.faults.end(), found.faults.begin(), found.faults.end());
      if (found.moves.empty()) continue;
      ++result.reached;
      result.deepest = ply;
      // Keeps the positions small; the key of the next needs one move of history only.
      position.forget_history();
      for (const BookMove& move : found.moves) {
        position.make(move.move);
        next.push_back(position);
        position.undo();
      }
    }
    level = std::move(next);
  }
  return result;
}

}  // namespace zugwerk::book
