// book/embedded.h
//
// The opening book that comes with the program: grown by our own search (docs/book.md says how).

#pragma once

#include <memory>

#include "book/book.h"

namespace zugwerk::book {

/// The embedded book, checked at the first call and shared afterwards; nullptr if the program was built without one. If
/// it is invalid the build is broken, and the program ends with a message.
[[nodiscard]] std::shared_ptr<const Book> embedded_book();

}  // namespace zugwerk::book
