// learning/book/book_grow.h
//
// Builds an opening book by our own search: positions are searched in order of how likely games reach them; the best
// moves of each go into the book and lead to the next positions. All results are kept in a journal, so that the work
// can stop at any time and resume later.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "base/error.h"

namespace zugwerk::learning {

struct GrowOptions {
  std::size_t positions = 1000;   // in the book when it is done
  int max_ply = 16;               // no moves from this ply on
  int lines = 4;                  // moves that are compared in a position
  int margin = 25;                // centipawns below the best move: worse moves are left out
  int temper = 12;                // a move this many centipawns below the best is e times rarer
  std::uint64_t nodes = 200'000;  // of every search
  std::size_t hash_megabytes = 16;
};

struct GrowResult {
  std::size_t known = 0;      // positions of the journal when the work began
  std::size_t searched = 0;   // by this run
  std::size_t positions = 0;  // of the book
  std::size_t moves = 0;      // of the book
  bool complete = true;       // not interrupted
};

/// Called after each search with the number of positions so far and the line that was searched, in SAN.
using GrowProgress = std::function<void(std::size_t, const std::string&)>;

/// Receives a warning about a torn record that a killed run left in the journal.
using GrowWarning = std::function<void(const std::string&)>;

/// Grows the journal beside the book (its path with ".journal") and then writes the book, also if `stop` was raised in
/// between. The same options give the same book, however often the work was interrupted. An error names the file, for a
/// journal also the line.
[[nodiscard]] base::Expected<GrowResult> grow_book(const std::string& path, const GrowOptions& options,
                                                   const std::atomic<bool>& stop, const GrowProgress& progress,
                                                   const GrowWarning& on_warning = {});

}  // namespace zugwerk::learning
