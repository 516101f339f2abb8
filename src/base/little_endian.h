// base/little_endian.h
//
// Integers as bytes, the lowest first, on every machine: how our own files keep them.

#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace zugwerk::base {

/// The integer at the start of `bytes`, which must be long enough.
template <class Integer>
[[nodiscard]] Integer read_little_endian(std::string_view bytes) {
  static_assert(std::is_integral_v<Integer>);
  assert(bytes.size() >= sizeof(Integer));
  using Bits = std::make_unsigned_t<Integer>;
  Bits bits = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&bits, bytes.data(), sizeof(bits));
  } else {
    for (std::size_t i = 0; i < sizeof(Bits); ++i)
      bits = static_cast<Bits>(bits | (static_cast<Bits>(static_cast<unsigned char>(bytes[i])) << (8 * i)));
  }
  return static_cast<Integer>(bits);
}

/// The same, and cuts it off.
template <class Integer>
[[nodiscard]] Integer take_little_endian(std::string_view& bytes) {
  const auto value = read_little_endian<Integer>(bytes);
  bytes.remove_prefix(sizeof(Integer));
  return value;
}

template <class Integer>
void append_little_endian(std::string& bytes, Integer value) {
  static_assert(std::is_integral_v<Integer>);
  const auto bits = static_cast<std::make_unsigned_t<Integer>>(value);
  for (std::size_t i = 0; i < sizeof(Integer); ++i) bytes += static_cast<char>((bits >> (8 * i)) & 0xFFU);
}

}  // namespace zugwerk::base
