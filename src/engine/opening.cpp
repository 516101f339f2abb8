#include "engine/opening.h"

#include "base/format.h"
#include "chess/notation/san.h"

namespace zugwerk::engine {

base::Expected<void> Opening::load(const std::string& path) {
  book_.reset();
  if (path.empty()) {
    book_ = book::embedded_book();
    return {};
  }
  auto book = book::Book::open(path);
  if (!book) return tl::unexpected(book.error());
  book_ = std::make_shared<const book::Book>(*std::move(book));
  return {};
}

OpeningMove Opening::choose(const chess::Position& position, const search::Limits& limits) {
  OpeningMove result;
  if (!enabled_ || !book_ || position.fullmove_number() > move_limit_) return result;
  if (limits.infinite || limits.ponder || limits.mate || !limits.search_moves.empty()) return result;
  book::BookMoves found = book_->find(position);
  result.notes = std::move(found.faults);
  if (const auto chosen = book::choose(found, choice_, rng_)) {
    result.move = chosen->move;
    result.notes.push_back(base::format("book move {}, weight {} of {}", chess::to_san(position, chosen->move),
                                        chosen->weight, found.total_weight));
  }
  return result;
}

}  // namespace zugwerk::engine
