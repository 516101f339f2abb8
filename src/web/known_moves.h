// web/known_moves.h
//
// What is known about a position without a search: the moves of the opening book, and the results of all moves from the
// tablebases. As JSON.

#pragma once

#include <memory>
#include <string>

#include "base/error.h"
#include "base/json.h"
#include "book/book.h"
#include "tablebase/syzygy.h"
#include "web/positions.h"

namespace zugwerk::web {

class KnownMoves {
 public:
  /// A book file, or the built-in book for an empty path; the folders of tablebases, or none for an empty path.
  [[nodiscard]] static base::Expected<KnownMoves> open(const std::string& book, const std::string& tables);

  /// {"book": "name" or null, "tables": "35 WDL and ..." or null}
  [[nodiscard]] base::Json describe() const;

  /// {"book": [{"uci", "san", "share"}], "tables": {"result", "moves": [{"uci", "san", "result", "dtz"}]} or null}, the
  /// best first; results and distances are for the side to move.
  [[nodiscard]] base::Json of(const Place& place) const;

 private:
  std::shared_ptr<const book::Book> book_;
  std::shared_ptr<const tablebase::Tables> tables_;
};

}  // namespace zugwerk::web
