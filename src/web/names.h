// web/names.h
//
// Names of sessions and reviews that nobody can guess.

#pragma once

#include <string>

namespace zugwerk::web {

/// 128 random bits as hexadecimal digits.
[[nodiscard]] std::string random_name();

}  // namespace zugwerk::web
