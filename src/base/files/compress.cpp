#include "base/files/compress.h"

#include <zstd.h>

#include "base/format.h"

namespace zugwerk::base {

Expected<std::string> compress(std::string_view bytes, int level) {
  std::string packed(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), level);
  if (ZSTD_isError(size) != 0) return failure(std::string("cannot be compressed: ") + ZSTD_getErrorName(size));
  packed.resize(size);
  return packed;
}

Expected<std::string> decompress(std::string_view packed, std::size_t size) {
  std::string bytes(size, '\0');
  const std::size_t given = ZSTD_decompress(bytes.data(), bytes.size(), packed.data(), packed.size());
  if (ZSTD_isError(given) != 0) return failure(std::string("the zstd data is corrupt: ") + ZSTD_getErrorName(given));
  if (given != size) return failure(format("the zstd data holds {} bytes, not {}", given, size));
  return bytes;
}

}  // namespace zugwerk::base
