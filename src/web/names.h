// web/names.h
//
// Unguessable names for sessions and reviews.

#pragma once

#include <string>

namespace zugwerk::web {

/// 128 random bits as hexadecimal digits.
[[nodiscard]] std::string random_name();

}  // namespace zugwerk::web
