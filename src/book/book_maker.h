// book/book_maker.h
//
// Makes opening books from any number of games or from other books. Uses a fixed amount of memory; what does not fit
// goes to scratch files beside the book. Reading books and choosing moves is in book.h.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/files/input.h"
#include "base/files/scratch_file.h"
#include "base/files/whole_file.h"
#include "book/book.h"
#include "chess/notation/pgn_reader.h"

namespace zugwerk::book {

/// Writes entries in the order of their keys to a file that appears when it is complete. An existing file is an error,
/// at once and at the end.
class BookWriter {
 public:
  [[nodiscard]] static base::Expected<BookWriter> create(const std::string& path);

  /// A move with any weight; those of one position come together. Weights beyond 16 bits shrink all of their position.
  struct Weighted {
    std::uint16_t move = 0;
    std::uint64_t weight = 0;
  };
  [[nodiscard]] base::Expected<void> add_position(PolyglotKey key, std::vector<Weighted> moves);
  /// Puts the book in its place. Without entries there is none.
  [[nodiscard]] base::Expected<void> finish();

  [[nodiscard]] std::uint64_t entries() const { return entries_; }
  [[nodiscard]] std::uint64_t positions() const { return positions_; }

 private:
  explicit BookWriter(base::WholeFile file) : file_(std::move(file)) {}
  [[nodiscard]] base::Expected<void> flush();

  base::WholeFile file_;
  std::string buffer_;
  std::uint64_t entries_ = 0;
  std::uint64_t positions_ = 0;
};

/// The games, and the moves of them, that go into a book.
struct MakeOptions {
  int max_ply = 40;             // moves after this many plies are left out
  std::uint32_t min_games = 3;  // that played the move in this position
  double min_score = 0;         // of the move, for the side that played it, from 0 to 1
  int min_elo = 0;              // of both players; a game that does not name them has none
  bool white_moves = true;
  bool black_moves = true;
  bool uniform = false;                        // every move weighs the same
  std::vector<chess::PgnResult> results = {};  // of the games; empty for all
  std::size_t records_in_memory = std::size_t{4} << 20;
};

struct MakeCounts {
  std::uint64_t games = 0;   // read
  std::uint64_t used = 0;    // of them
  std::uint64_t broken = 0;  // of the rest
  std::uint64_t positions = 0;
  std::uint64_t entries = 0;
};

/// The weight of a move is two points for each win of the side that played it and one for each draw or unfinished game.
class BookMaker {
 public:
  /// `path` is that of the book; scratch files are put beside it. Broken games are reported to `diagnose` and skipped;
  /// repairs of starting positions are reported too, but their games count.
  BookMaker(std::string path, MakeOptions options, base::DiagnosticHandler diagnose);

  /// Adds the games of one input, until `stop` is set. It is an error if the input cannot be read or the scratch files
  /// cannot be written.
  [[nodiscard]] base::Expected<void> add_games(base::Input& input, const std::atomic<bool>& stop);
  /// Writes the book of all games so far. If no move is left there is no book, and the counts say so.
  [[nodiscard]] base::Expected<MakeCounts> write(BookWriter& writer);

 private:
  class Visitor;
  /// The results of a move; the same move of a position may have several records until they are added up.
  struct Record {
    PolyglotKey key = 0;
    std::uint16_t move = 0;
    std::uint32_t games = 0;
    std::uint64_t points = 0;
  };

  void add(const Record& record) { records_.push_back(record); }
  /// Adds up equal records once there are many, and moves them to the scratch files if that does not help.
  [[nodiscard]] base::Expected<void> make_room();
  [[nodiscard]] base::Expected<void> spill();
  static void add_up(std::vector<Record>& records);
  [[nodiscard]] base::Expected<void> write_positions(const std::vector<Record>& records, BookWriter& writer) const;

  std::string path_;
  MakeOptions options_;
  base::DiagnosticHandler diagnose_;
  MakeCounts counts_;
  std::vector<Record> records_;
  std::vector<base::ScratchFile> parts_;  // by the highest bits of the key; empty while everything fits
};

enum class MergeMode : std::uint8_t {
  AddUp,  // the weights of a move in all books are added
  First,  // a position is taken from the first book that has it
};

/// Writes the book of all `books`.
[[nodiscard]] base::Expected<MakeCounts> merge_books(const std::vector<Book>& books, MergeMode mode,
                                                     const std::string& path);

/// Statistics of a book, from the starting position of a standard game.
struct BookSurvey {
  std::uint64_t entries = 0;
  std::uint64_t positions = 0;
  std::uint64_t most_moves = 0;     // in one position
  std::uint64_t zero_weights = 0;   // entries that are never played
  std::uint64_t repeated = 0;       // entries whose move the position already has
  std::uint64_t reached = 0;        // positions that moves of the book lead to
  int deepest = 0;                  // plies of the shortest path to the furthest of them
  std::vector<std::string> faults;  // illegal moves on these paths
};
[[nodiscard]] BookSurvey survey(const Book& book);

}  // namespace zugwerk::book
