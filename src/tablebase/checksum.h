// tablebase/checksum.h
//
// The checksum that ends every Syzygy file: CityHash (the version with CRC-32C, by Pike and Alakuijala) of the hashes
// of its chunks of 16 MiB.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace zugwerk::tablebase {

/// Size of the checksum at the end of a file. It covers all bytes before it, a multiple of 64.
inline constexpr std::size_t kChecksumSize = 16;

/// The checksum of a file that is read chunk by chunk.
class Checksum {
 public:
  static constexpr std::size_t kChunkSize = std::size_t{1} << 24;

  /// The next kChunkSize bytes of the file, or, the last time, what is left of it.
  void add_chunk(std::string_view bytes);
  /// As it stands in the file; at least one chunk has been added.
  [[nodiscard]] std::string finish() const;

 private:
  std::vector<std::array<std::uint64_t, 4>> chunks_;
};

/// The checksum of a file whose other bytes are all here; there is at least one.
[[nodiscard]] std::string checksum_of(std::string_view contents);

}  // namespace zugwerk::tablebase
