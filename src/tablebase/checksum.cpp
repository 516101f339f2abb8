#include "tablebase/checksum.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#if defined(__SSE4_2__)
#include <nmmintrin.h>
#endif

#include "base/little_endian.h"

namespace zugwerk::tablebase {

namespace {

using Word = std::uint64_t;
using Hash256 = std::array<Word, 4>;

constexpr Word kFirstPrime = 0xC3A5C85C97CB3127;
constexpr Word kSecondPrime = 0xB492B66FBE98F273;
constexpr Word kThirdPrime = 0xC949D7C7509E6557;

[[nodiscard]] Word word_at(std::string_view bytes, std::size_t offset) {
  return base::read_little_endian<Word>(bytes.substr(offset));
}

#if defined(__SSE4_2__)
[[nodiscard]] Word crc32c(Word crc, Word word) { return _mm_crc32_u64(crc, word); }
#else
constexpr auto kCrcOfByte = [] {
  constexpr std::uint32_t kPolynomial = 0x82F63B78;  // Castagnoli's, lowest bit first
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? kPolynomial : 0);
    table[byte] = crc;
  }
  return table;
}();

[[nodiscard]] Word crc32c(Word crc, Word word) {
  auto state = static_cast<std::uint32_t>(crc);
  for (int i = 0; i < 8; ++i, word >>= 8) state = (state >> 8) ^ kCrcOfByte[(state ^ word) & 0xFF];
  return state;
}
#endif

[[nodiscard]] Word fold(Word word) { return word ^ (word >> 47); }

/// Two words become one.
[[nodiscard]] Word mix(Word low, Word high) {
  constexpr Word kMultiplier = 0x9DDFEA08EB382D69;
  const Word half = fold((low ^ high) * kMultiplier);
  return fold((high ^ half) * kMultiplier) * kMultiplier;
}

/// The state of the hash of long inputs: a ring of six words, each of which takes the place of its left neighbour in
/// every step, and a CRC of what passes through each of the first five.
struct Ring {
  static constexpr std::size_t kLanes = 5;
  static constexpr std::size_t kStep = kLanes * sizeof(Word);

  std::array<Word, kLanes + 1> words{};
  std::array<Word, kLanes> crcs{};

  void step(std::string_view bytes, bool odd) {
    constexpr std::array kRotations{41, 27, 41, 33, 25};
    const Word leaving = words[0];
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const Word turned = std::rotr(words[lane + 1], odd ? kRotations[lane] : kRotations[lane] ^ 1);
      words[lane] = turned * (odd ? kFirstPrime : 1) + word_at(bytes, lane * sizeof(Word));
      crcs[lane] = crc32c(crcs[lane], words[lane]);
    }
    words[kLanes] = leaving;
  }
};

constexpr std::size_t kRound = 6 * Ring::kStep;

/// CityHashCrc256 of at least kRound bytes.
[[nodiscard]] Hash256 hash_of_long(std::string_view bytes, std::uint32_t seed) {
  const Word size = bytes.size();
  const Word start = mix(word_at(bytes, 96) + kFirstPrime, size);
  const Word second = word_at(bytes, 120) * kFirstPrime + size;
  Ring ring;
  ring.words = {word_at(bytes, 56) + kFirstPrime,
                word_at(bytes, 96) + kFirstPrime,
                start,
                second,
                word_at(bytes, 184) + seed,
                start + second};
  ring.crcs[0] = seed;
  for (std::string_view rest = bytes; !rest.empty();) {
    // Whole rounds alternate between two kinds of steps; what is left takes only one kind, and its last step overlaps
    // the one before.
    const bool in_round = bytes.size() - rest.size() < size / kRound * kRound;
    const std::size_t number = (bytes.size() - rest.size()) / Ring::kStep;
    const std::size_t taken = std::min(rest.size(), Ring::kStep);
    ring.step(bytes.substr(bytes.size() - rest.size() + taken - Ring::kStep), !in_round || number % 2 == 1);
    rest.remove_prefix(taken);
  }

  auto [a, b, c, d, e, previous] = ring.words;
  auto [f, g, h, i, j] = ring.crcs;
  j += i << 32;
  a = mix(a, j);
  h += g << 32;
  b += h;
  c = mix(c, f) + i;
  d = mix(d, e + start);
  j += e;
  i += mix(h, previous);
  e = mix(a, d) + j;
  f = mix(b, c) + a;
  g = mix(j, i) + c;
  Hash256 hash{};
  hash[0] = e + f + g + h;
  a = fold((a + g) * kFirstPrime) * kFirstPrime + b;
  hash[1] = second + a + hash[0];
  a = fold(a * kFirstPrime) * kFirstPrime + c;
  hash[2] = a + hash[1];
  a = fold((a + e) * kFirstPrime) * kFirstPrime;
  hash[3] = a + hash[2];
  return hash;
}

/// CityHashCrc256.
[[nodiscard]] Hash256 hash_256(std::string_view bytes) {
  if (bytes.size() >= kRound) return hash_of_long(bytes, 0);
  std::string padded(bytes);
  padded.resize(kRound);
  return hash_of_long(padded, ~static_cast<std::uint32_t>(bytes.size()));
}

using Pair = std::pair<Word, Word>;

/// CityMurmur, the hash of short inputs: here of 16 bytes or more.
[[nodiscard]] Pair hash_of_short(std::string_view bytes, Pair seed) {
  constexpr std::size_t kBlock = 16;
  assert(bytes.size() >= kBlock);
  const Word size = bytes.size();
  const Word last = word_at(bytes, size - 8);
  auto [a, b] = seed;
  Word c = 0;
  Word d = 0;
  if (size == kBlock) {
    a = fold(a * kSecondPrime) * kSecondPrime;
    c = b * kSecondPrime + (mix(word_at(bytes, 0), std::rotr(last + size, kBlock)) ^ last);
    d = fold(a + word_at(bytes, 0));
  } else {
    c = mix(last + kSecondPrime, a);
    d = mix(b + size, c + word_at(bytes, size - kBlock));
    a += d;
    // The last block has been seen.
    for (std::size_t offset = 0; offset + kBlock < size; offset += kBlock) {
      a = (a ^ (fold(word_at(bytes, offset) * kSecondPrime) * kSecondPrime)) * kSecondPrime;
      b ^= a;
      c = (c ^ (fold(word_at(bytes, offset + 8) * kSecondPrime) * kSecondPrime)) * kSecondPrime;
      d ^= c;
    }
  }
  a = mix(a, c);
  b = mix(d, b);
  return {a ^ b, mix(b, a)};
}

/// Mixes 32 bytes into two words.
[[nodiscard]] Pair absorb(std::string_view bytes, Word first, Word second) {
  first += word_at(bytes, 0);
  const Word before = first;
  second = std::rotr(second + first + word_at(bytes, 24), 21);
  first += word_at(bytes, 8) + word_at(bytes, 16);
  second += std::rotr(first, 44);
  return {first + word_at(bytes, 24), second + before};
}

/// CityHash128WithSeed, here of 16 bytes or more.
[[nodiscard]] Pair hash_with_seed(std::string_view bytes, Pair seed) {
  constexpr std::size_t kTwoBlocks = 128;
  constexpr std::size_t kBlock = kTwoBlocks / 2;
  if (bytes.size() < kTwoBlocks) return hash_of_short(bytes, seed);
  auto [x, y] = seed;
  Word z = bytes.size() * kSecondPrime;
  Pair v;
  v.first = std::rotr(y ^ kSecondPrime, 49) * kSecondPrime + word_at(bytes, 0);
  v.second = std::rotr(v.first, 42) * kSecondPrime + word_at(bytes, 8);
  Pair w{std::rotr(y + z, 35) * kSecondPrime + x, std::rotr(x + word_at(bytes, 88), 53) * kSecondPrime};
  std::string_view rest = bytes;
  while (rest.size() >= kTwoBlocks) {
    for (int half = 0; half < 2; ++half) {
      x = (std::rotr(x + y + v.first + word_at(rest, 8), 37) * kSecondPrime) ^ w.second;
      y = std::rotr(y + v.second + word_at(rest, 48), 42) * kSecondPrime + v.first + word_at(rest, 40);
      z = std::rotr(z + w.first, 33) * kSecondPrime;
      v = absorb(rest, v.second * kSecondPrime, x + w.first);
      w = absorb(rest.substr(32), z + w.second, y + word_at(rest, 16));
      std::swap(x, z);
      rest.remove_prefix(kBlock);
    }
  }
  x += std::rotr(v.first + z, 49) * kFirstPrime;
  z += std::rotr(w.first, 37) * kFirstPrime;
  // What is left is taken in pieces of 32 bytes from its end; the last piece may reach back into what was taken before.
  constexpr std::size_t kPiece = 32;
  for (std::size_t done = 0; done < rest.size();) {
    done += kPiece;
    const std::string_view piece = bytes.substr(bytes.size() - done);
    y = std::rotr(x + y, 42) * kFirstPrime + v.second;
    w.first += word_at(piece, 16);
    x = x * kFirstPrime + w.first;
    z += w.second + word_at(piece, 0);
    w.second += v.first;
    v = absorb(piece, v.first + z, v.second);
  }
  x = mix(x, v.first);
  y = mix(y + z, w.first);
  return {mix(x + v.second, w.second) + y, mix(x + w.second, y + v.second)};
}

/// CityHashCrc128, here of 32 bytes or more.
[[nodiscard]] Pair hash_128(std::string_view bytes) {
  constexpr std::size_t kLongestWithoutCrc = 900;
  if (bytes.size() > kLongestWithoutCrc) {
    const Hash256 hash = hash_256(bytes);
    return {hash[2], hash[3]};
  }
  return hash_with_seed(bytes.substr(16), {word_at(bytes, 0) ^ kThirdPrime, word_at(bytes, 8)});
}

}  // namespace

void Checksum::add_chunk(std::string_view bytes) {
  assert(!bytes.empty() && bytes.size() <= kChunkSize);
  chunks_.push_back(hash_256(bytes));
}

std::string Checksum::finish() const {
  assert(!chunks_.empty());
  std::string hashes;
  for (const Hash256& chunk : chunks_)
    for (const Word word : chunk) base::append_little_endian(hashes, word);
  const auto [first, second] = hash_128(hashes);
  std::string checksum;
  base::append_little_endian(checksum, first);
  base::append_little_endian(checksum, second);
  return checksum;
}

std::string checksum_of(std::string_view contents) {
  Checksum checksum;
  while (!contents.empty()) {
    const std::string_view chunk = contents.substr(0, Checksum::kChunkSize);
    checksum.add_chunk(chunk);
    contents.remove_prefix(chunk.size());
  }
  return checksum.finish();
}

}  // namespace zugwerk::tablebase
