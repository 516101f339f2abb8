// library/bytes.h
//
// Numbers of few bytes or bits: varints, and sorted numbers as Rice codes of their differences. Readers never leave
// their bytes, whatever these contain; reading beyond the end yields zeros and clears good().

#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace zugwerk::library {

inline void append_varint(std::string& bytes, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>((value & 0x7F) | 0x80);
  bytes += static_cast<char>(value);
}

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  [[nodiscard]] std::uint8_t byte() {
    if (rest_.empty()) {
      good_ = false;
      return 0;
    }
    const auto value = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return value;
  }
  [[nodiscard]] std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const std::uint8_t next = byte();
      value |= std::uint64_t{next & 0x7FU} << shift;
      if ((next & 0x80U) == 0) return value;
    }
    good_ = false;
    return 0;
  }
  [[nodiscard]] std::string_view take(std::uint64_t size) {
    if (size > rest_.size()) {
      good_ = false;
      size = 0;
    }
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }
  [[nodiscard]] std::string_view rest() const { return rest_; }
  [[nodiscard]] bool good() const { return good_; }
  void fail() { good_ = false; }

 private:
  std::string_view rest_;
  bool good_ = true;
};

/// The Rice parameter for `count` increasing numbers below `universe`: about the logarithm of their mean distance.
[[nodiscard]] inline unsigned rice_parameter(std::uint64_t count, std::uint64_t universe) {
  const std::uint64_t mean = count == 0 ? 0 : universe / count;
  // ln 2 of the mean is the best divisor for random distances.
  return mean < 2 ? 0U : static_cast<unsigned>(std::bit_width(mean * 69 / 100 + 1) - 1);
}

class BitWriter {
 public:
  explicit BitWriter(std::string& bytes) : bytes_(bytes) {}

  /// The lowest `count` bits of `value`, at most 32.
  void put(std::uint64_t value, unsigned count) {
    pending_ |= (value & ((std::uint64_t{1} << count) - 1)) << filled_;
    filled_ += count;
    written_ += count;
    while (filled_ >= 8) {
      bytes_ += static_cast<char>(pending_ & 0xFFU);
      pending_ >>= 8;
      filled_ -= 8;
    }
  }
  void put_rice(std::uint64_t value, unsigned parameter) {
    for (std::uint64_t quotient = value >> parameter; quotient > 0;) {
      const unsigned zeros = quotient < 32 ? static_cast<unsigned>(quotient) : 32U;
      put(0, zeros);
      quotient -= zeros;
    }
    put(1, 1);
    if (parameter > 32) {
      put(value, 32);
      put(value >> 32, parameter - 32);
    } else {
      put(value, parameter);
    }
  }
  [[nodiscard]] std::uint64_t bits() const { return written_; }
  void flush() {
    if (filled_ > 0) put(0, 8 - filled_);
  }

 private:
  std::string& bytes_;
  std::uint64_t pending_ = 0;
  std::uint64_t written_ = 0;
  unsigned filled_ = 0;
};

class BitReader {
 public:
  explicit BitReader(std::string_view bytes, std::uint64_t first_bit = 0) : bytes_(bytes), at_(first_bit / 8) {
    fill();
    const auto skipped = std::min(static_cast<unsigned>(first_bit % 8), filled_);
    pending_ >>= skipped;
    filled_ -= skipped;
  }

  [[nodiscard]] std::uint64_t take(unsigned count) {
    std::uint64_t value = 0;
    for (unsigned got = 0; got < count;) {
      if (filled_ == 0) fill();
      if (filled_ == 0) {
        good_ = false;
        return 0;
      }
      const unsigned part = std::min({count - got, filled_, 32U});
      value |= (pending_ & ((std::uint64_t{1} << part) - 1)) << got;
      pending_ >>= part;
      filled_ -= part;
      got += part;
    }
    return value;
  }
  [[nodiscard]] std::uint64_t take_rice(unsigned parameter) {
    std::uint64_t quotient = 0;
    for (;;) {
      if (filled_ < 32) fill();
      if (pending_ != 0) break;
      quotient += filled_;
      filled_ = 0;
      if (at_ >= bytes_.size()) {
        good_ = false;
        return 0;
      }
    }
    const auto zeros = static_cast<unsigned>(std::countr_zero(pending_));
    quotient += zeros;
    pending_ >>= zeros + 1;
    filled_ -= zeros + 1;
    return (quotient << parameter) | take(parameter);
  }
  [[nodiscard]] bool good() const { return good_; }

 private:
  void fill() {
    while (filled_ <= 48 && at_ < bytes_.size()) {
      pending_ |= std::uint64_t{static_cast<unsigned char>(bytes_[at_++])} << filled_;
      filled_ += 8;
    }
  }

  std::string_view bytes_;
  std::size_t at_;
  std::uint64_t pending_ = 0;
  unsigned filled_ = 0;
  bool good_ = true;
};

}  // namespace zugwerk::library
