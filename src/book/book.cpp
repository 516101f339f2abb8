#include "book/book.h"

#include <algorithm>
#include <utility>

#include "base/files/whole_file.h"
#include "base/format.h"
#include "chess/notation/fen.h"

namespace zugwerk::book {

using namespace chess;

double BookMoves::share(const BookMove& move) const {
  return total_weight == 0 ? 0 : static_cast<double>(move.weight) / static_cast<double>(total_weight);
}

base::Expected<Book> Book::open(const std::string& path) {
  constexpr std::size_t kLargestBook = std::size_t{256} << 20;
  auto bytes = base::read_whole_file(path, kLargestBook);
  if (!bytes) return tl::unexpected(bytes.error());
  return from_bytes(*std::move(bytes), path);
}

base::Expected<Book> Book::from_bytes(std::string bytes, std::string name) {
  if (bytes.empty()) return base::failure(name + ": the book is empty");
  if (bytes.size() % Entry::kSize != 0)
    return base::failure(base::format("{}: not a Polyglot book: its {} bytes are not a multiple of {}", name,
                                      bytes.size(), std::size_t{Entry::kSize}));
  Book book(std::move(bytes), std::move(name));
  for (std::size_t i = 1; i < book.size(); ++i)
    if (book.entry(i).key < book.entry(i - 1).key)
      return base::failure(
          base::format("{}: not a sound Polyglot book: the key of entry {} of {} is smaller than the one before it",
                       book.name_, i + 1, book.size()));
  return book;
}

Entry Book::entry(std::size_t number) const {
  return read_entry(std::string_view(bytes_).substr(number * Entry::kSize, Entry::kSize));
}

BookMoves Book::find(const Position& position, PolyglotKey key) const {
  // The first entry whose key is not below the wanted one.
  std::size_t first = 0;
  for (std::size_t count = size(); count > 0;) {
    const std::size_t half = count / 2;
    if (entry(first + half).key < key) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  BookMoves found;
  for (std::size_t i = first; i < size(); ++i) {
    const Entry here = entry(i);
    if (here.key != key) break;
    const Move move = decode_move(position, here.move);
    if (!move) {
      found.faults.push_back(base::format("{}: entry {}: {} is not legal in {}; it is never played", name_, i + 1,
                                          spell_move_bits(here.move), to_fen(position)));
      continue;
    }
    found.total_weight += here.weight;
    const auto same =
        std::find_if(found.moves.begin(), found.moves.end(), [&](const BookMove& other) { return other.move == move; });
    if (same != found.moves.end())
      same->weight += here.weight;
    else
      found.moves.push_back({move, here.weight});
  }
  std::stable_sort(found.moves.begin(), found.moves.end(),
                   [](const BookMove& a, const BookMove& b) { return a.weight > b.weight; });
  return found;
}

std::optional<BookMove> choose(const BookMoves& moves, Choice choice, base::Rng& rng) {
  if (moves.total_weight == 0) return std::nullopt;
  if (choice == Choice::Best) return moves.moves.front();
  // Even thousands of entries of the largest weight stay within 32 bits; more would be cut, not overflow.
  constexpr std::uint64_t kMost = 0xFFFFFFFF;
  std::uint64_t left = rng.below(static_cast<std::uint32_t>(std::min(moves.total_weight, kMost)));
  for (const BookMove& move : moves.moves) {
    if (left < move.weight) return move;
    left -= move.weight;
  }
  return moves.moves.front();
}

}  // namespace zugwerk::book
