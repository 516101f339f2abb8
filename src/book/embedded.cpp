#include "book/embedded.h"

#if defined(ZUGWERK_EMBEDDED_BOOK)
#include <stdexcept>
#include <utility>

#include "base/embedded.h"

ZUGWERK_EMBED(zugwerk_embedded_book, ZUGWERK_EMBEDDED_BOOK);
#endif

namespace zugwerk::book {

std::shared_ptr<const Book> embedded_book() {
#if defined(ZUGWERK_EMBEDDED_BOOK)
  static const std::shared_ptr<const Book> book = [] {
    auto read = Book::from_bytes(std::string(ZUGWERK_EMBEDDED(zugwerk_embedded_book)), "the embedded book");
    if (!read) throw std::runtime_error(read.error().message);
    return std::make_shared<const Book>(*std::move(read));
  }();
  return book;
#else
  return nullptr;
#endif
}

}  // namespace zugwerk::book
