// book/book.h
//
// An opening book in memory: its moves in a position, and which of them to play. Files of the wrong
// size or order are refused; entries that are illegal in their position are reported and never played. The format is in
// polyglot.h, making and writing of books in book_maker.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/rng.h"
#include "book/polyglot.h"

namespace zugwerk::book {

struct BookMove {
  chess::Move move;
  std::uint32_t weight = 0;
};

/// The entries of a book for one position.
struct BookMoves {
  std::vector<BookMove> moves;      // legal ones, the heaviest first
  std::vector<std::string> faults;  // messages about illegal entries
  std::uint64_t total_weight = 0;

  [[nodiscard]] double share(const BookMove& move) const;
};

class Book {
 public:
  /// A file of the wrong size or order is refused; the error names it and the first fault.
  [[nodiscard]] static base::Expected<Book> open(const std::string& path);
  /// The same for bytes; `name` is their name in errors.
  [[nodiscard]] static base::Expected<Book> from_bytes(std::string bytes, std::string name);

  [[nodiscard]] const std::string& name() const { return name_; }
  /// How many entries there are.
  [[nodiscard]] std::size_t size() const { return bytes_.size() / Entry::kSize; }
  [[nodiscard]] Entry entry(std::size_t number) const;

  [[nodiscard]] BookMoves find(const chess::Position& position) const { return find(position, polyglot_key(position)); }
  /// The same for a position whose key the caller knows better (polyglot.h says when).
  [[nodiscard]] BookMoves find(const chess::Position& position, PolyglotKey key) const;

 private:
  Book(std::string bytes, std::string name) : bytes_(std::move(bytes)), name_(std::move(name)) {}

  std::string bytes_;
  std::string name_;
};

enum class Choice : std::uint8_t { ByWeight, Best };

/// A move of the book; none if there is none or all have weight zero, which means "do not play".
[[nodiscard]] std::optional<BookMove> choose(const BookMoves& moves, Choice choice, base::Rng& rng);

}  // namespace zugwerk::book
