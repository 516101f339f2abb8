// In place of zip.cpp in a build without libzip.

#include "base/files/unpacker.h"

namespace zugwerk::base {

Expected<std::unique_ptr<Unpacker>> unpack_zip(ByteSource& /*source*/, std::string_view /*first_bytes*/) {
  return failure(
      "is a zip archive, and reading it needs libzip, without which this program was built; unpack it first");
}

}  // namespace zugwerk::base
