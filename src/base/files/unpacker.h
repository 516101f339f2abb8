// base/files/unpacker.h
//
// How input.h unpacks what is compressed. Each format needs a library, without which the build has an error in its
// place (ZUGWERK_ZSTD, ZUGWERK_ZIP).

#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/text.h"

namespace zugwerk::base {

/// Where bytes come from. An error is a clause without the name of the input.
class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;
  [[nodiscard]] virtual Expected<std::size_t> read(std::span<char> room) = 0;
  /// A second handle to the underlying file if it is seekable, which the caller closes; otherwise nullptr.
  [[nodiscard]] virtual std::FILE* open_again() const { return nullptr; }
};

/// The unpacked bytes of a source. An error is a clause without the name of the input.
class Unpacker {
 public:
  Unpacker() = default;
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;
  virtual ~Unpacker() = default;
  [[nodiscard]] virtual Expected<std::size_t> read(std::span<char> room) = 0;
};

/// Frames of zstd, one after the other. The source outlives the unpacker; its first bytes have been read before.
[[nodiscard]] Expected<std::unique_ptr<Unpacker>> unpack_zstd(ByteSource& source, std::string_view first_bytes);

/// The first file of a zip archive; likewise.
[[nodiscard]] Expected<std::unique_ptr<Unpacker>> unpack_zip(ByteSource& source, std::string_view first_bytes);

/// Limits as text: "64 MB"; below a megabyte in bytes.
[[nodiscard]] inline std::string size_text(std::size_t bytes) {
  constexpr std::size_t kMegabyte = std::size_t{1} << 20;
  return bytes < kMegabyte ? with_thousands(bytes) + " bytes" : with_thousands(bytes / kMegabyte) + " MB";
}

}  // namespace zugwerk::base
