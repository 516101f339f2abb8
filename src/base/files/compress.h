// base/files/compress.h
//
// Blocks of bytes made smaller and restored: the door to libzstd for who writes. Files that are packed as a whole are
// read through input.h.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"

namespace zugwerk::base {

/// zstd's own default: fast enough that it never shows beside a search.
inline constexpr int kDefaultCompressionLevel = 3;

/// `bytes` as one zstd frame. Fails only for want of memory.
[[nodiscard]] Expected<std::string> compress(std::string_view bytes, int level = kDefaultCompressionLevel);

/// The bytes of one zstd frame, which are known to be `size`; anything else is an error, a clause without a name.
[[nodiscard]] Expected<std::string> decompress(std::string_view packed, std::size_t size);

}  // namespace zugwerk::base
