// base/files/compress.h
//
// Blocks of bytes compressed and restored: the door to libzstd for writers. Files that are compressed as a whole are
// read through input.h.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"

namespace zugwerk::base {

/// zstd's own default: its cost does not show beside that of a search.
inline constexpr int kDefaultCompressionLevel = 3;

/// False in a build without libzstd (ZUGWERK_ZSTD), where the functions below are errors.
[[nodiscard]] bool can_compress();

/// `bytes` as one zstd frame. Fails only if memory runs out.
[[nodiscard]] Expected<std::string> compress(std::string_view bytes, int level = kDefaultCompressionLevel);

/// The bytes of one zstd frame, which must be `size` bytes. The error is a clause without the name of the file.
[[nodiscard]] Expected<std::string> decompress(std::string_view packed, std::size_t size);

}  // namespace zugwerk::base
