#include "web/known_moves.h"

#include <algorithm>
#include <utility>

#include "book/embedded.h"

namespace zugwerk::web {

using base::Json;
using tablebase::RootResult;

base::Expected<KnownMoves> KnownMoves::open(const std::string& book, const std::string& tables) {
  KnownMoves known;
  known.book_ = book::embedded_book();
  if (!book.empty()) {
    auto opened = book::Book::open(book);
    if (!opened) return tl::make_unexpected(opened.error());
    known.book_ = std::make_shared<const book::Book>(*std::move(opened));
  }
  if (!tables.empty()) {
    auto opened = tablebase::Tables::open(tables);
    if (!opened) return tl::make_unexpected(opened.error());
    known.tables_ = *std::move(opened);
  }
  return known;
}

Json KnownMoves::describe() const {
  return {{"book", book_ ? Json(book_->name()) : Json()}, {"tables", tables_ ? Json(tables_->describe()) : Json()}};
}

Json KnownMoves::of(const Place& place) const {
  Json answer{{"book", Json::array()}, {"tables", nullptr}};
  if (book_) {
    const book::BookMoves found = book_->find(place.position);
    for (const book::BookMove& move : found.moves) {
      Json entry = move_json(place.position, move.move, place.variant);
      entry["share"] = found.share(move);
      answer["book"].push_back(std::move(entry));
    }
  }
  auto results = tables_ ? tables_->probe_root(place.position) : std::nullopt;
  if (!results || results->empty()) return answer;
  // Shortest wins first, then draws, then losses, the longest first.
  std::stable_sort(results->begin(), results->end(), [](const RootResult& a, const RootResult& b) {
    return a.wdl != b.wdl ? a.wdl > b.wdl : a.dtz < b.dtz;
  });
  Json moves = Json::array();
  for (const RootResult& result : *results) {
    Json entry = move_json(place.position, result.move, place.variant);
    entry["result"] = tablebase::to_string(result.wdl);
    entry["dtz"] = result.dtz;
    moves.push_back(std::move(entry));
  }
  answer["tables"] = {{"result", tablebase::to_string(results->front().wdl)}, {"moves", std::move(moves)}};
  return answer;
}

}  // namespace zugwerk::web
