// book/embedded.h
//
// The opening book that comes with the program: grown by our own search (docs/book.md says how).

#pragma once

#include <memory>

#include "book/book.h"

namespace zugwerk::book {

/// The program's own book, checked when first asked for and shared afterwards; nothing if it was built without one. A
/// book that does not pass is a broken build, and ends the program with a message.
[[nodiscard]] std::shared_ptr<const Book> embedded_book();

}  // namespace zugwerk::book
