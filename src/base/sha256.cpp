#include "base/sha256.h"

#include <algorithm>
#include <bit>
#include <string_view>

namespace zugwerk::base {

namespace {

constexpr std::size_t kRounds = 64;

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, kRounds> kRoundConstants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

}  // namespace

void Sha256::digest_block(const std::uint8_t* block) {
  std::array<std::uint32_t, kRounds> words{};
  for (std::size_t i = 0; i < 16; ++i)
    words[i] = (std::uint32_t{block[4 * i]} << 24) | (std::uint32_t{block[4 * i + 1]} << 16) |
               (std::uint32_t{block[4 * i + 2]} << 8) | std::uint32_t{block[4 * i + 3]};
  for (std::size_t i = 16; i < kRounds; ++i) {
    const std::uint32_t near = words[i - 2];
    const std::uint32_t far = words[i - 15];
    words[i] = words[i - 16] + words[i - 7] + (std::rotr(far, 7) ^ std::rotr(far, 18) ^ (far >> 3)) +
               (std::rotr(near, 17) ^ std::rotr(near, 19) ^ (near >> 10));
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t i = 0; i < kRounds; ++i) {
    const std::uint32_t choice = (e & f) ^ (~e & g);
    const std::uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
    const std::uint32_t first =
        h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + choice + kRoundConstants[i] + words[i];
    const std::uint32_t second = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + majority;
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  const std::array<std::uint32_t, 8> mixed{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state_.size(); ++i) state_[i] += mixed[i];
}

void Sha256::add(std::span<const std::uint8_t> bytes) {
  total_ += bytes.size();
  if (pending_count_ != 0) {
    const std::size_t taken = std::min(bytes.size(), kBlockSize - pending_count_);
    std::copy_n(bytes.begin(), taken, pending_.begin() + static_cast<std::ptrdiff_t>(pending_count_));
    pending_count_ += taken;
    bytes = bytes.subspan(taken);
    if (pending_count_ < kBlockSize) return;
    digest_block(pending_.data());
    pending_count_ = 0;
  }
  for (; bytes.size() >= kBlockSize; bytes = bytes.subspan(kBlockSize)) digest_block(bytes.data());
  std::copy(bytes.begin(), bytes.end(), pending_.begin());
  pending_count_ = bytes.size();
}

Sha256::Digest Sha256::finish() {
  // A one bit, zeros to eight bytes before the end of a block, and the length in bits.
  const std::uint64_t bits = 8 * total_;
  constexpr std::size_t kLengthSize = 8;
  std::array<std::uint8_t, kBlockSize + kLengthSize> tail{0x80};
  const std::size_t used = (pending_count_ + 1 + kLengthSize) % kBlockSize;
  const std::size_t zeros = used == 0 ? 0 : kBlockSize - used;
  for (std::size_t i = 0; i < kLengthSize; ++i)
    tail[1 + zeros + i] = static_cast<std::uint8_t>(bits >> (8 * (kLengthSize - 1 - i)));
  add(std::span(tail).first(1 + zeros + kLengthSize));

  Digest digest{};
  for (std::size_t i = 0; i < digest.size(); ++i)
    digest[i] = static_cast<std::uint8_t>(state_[i / 4] >> (8 * (3 - i % 4)));
  return digest;
}

std::string to_hex(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::uint8_t byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

}  // namespace zugwerk::base
