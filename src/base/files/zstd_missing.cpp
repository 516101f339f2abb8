// In place of zstd.cpp in a build without libzstd.

#include "base/files/compress.h"
#include "base/files/unpacker.h"

namespace zugwerk::base {

namespace {

[[nodiscard]] tl::unexpected<Error> missing(const std::string& what) {
  return failure(what + " needs zstd, without which this program was built");
}

}  // namespace

Expected<std::unique_ptr<Unpacker>> unpack_zstd(ByteSource& /*source*/, std::string_view /*first_bytes*/) {
  return missing("is compressed, and reading it");
}

bool can_compress() { return false; }

Expected<std::string> compress(std::string_view /*bytes*/, int /*level*/) { return missing("compressing"); }

Expected<std::string> decompress(std::string_view /*packed*/, std::size_t /*size*/) {
  return missing("is compressed, and reading it");
}

}  // namespace zugwerk::base
