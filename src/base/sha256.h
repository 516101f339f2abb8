// base/sha256.h
//
// SHA-256 (FIPS 180-4), to name and verify files. Not for secrets: it is not constant-time.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace zugwerk::base {

/// The hash of all bytes that were added.
class Sha256 {
 public:
  static constexpr std::size_t kDigestSize = 32;
  using Digest = std::array<std::uint8_t, kDigestSize>;

  void add(std::span<const std::uint8_t> bytes);
  /// Finishes the hash; no other call may follow.
  [[nodiscard]] Digest finish();

 private:
  static constexpr std::size_t kBlockSize = 64;

  void digest_block(const std::uint8_t* block);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, kBlockSize> pending_{};
  std::size_t pending_count_ = 0;
  std::uint64_t total_ = 0;  // bytes
};

/// Lower-case hexadecimal digits, two for each byte.
[[nodiscard]] std::string to_hex(std::span<const std::uint8_t> bytes);

}  // namespace zugwerk::base
