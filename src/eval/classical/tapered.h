// eval/classical/tapered.h
//
// A value that changes as pieces come off: its middlegame and endgame halves in one integer, so that one addition adds
// both. evaluate.cpp blends the halves, and weights.h has the values.

#pragma once

#include <cstdint>

namespace zugwerk::eval {

/// Both halves are centipawns and must stay within 16 bits.
class Tapered {
 public:
  constexpr Tapered() = default;
  constexpr Tapered(int middlegame, int endgame) : packed_(endgame * kHalf + middlegame) {}

  [[nodiscard]] constexpr int middlegame() const {
    return static_cast<std::int16_t>(static_cast<std::uint16_t>(packed_));
  }
  // A negative lower half has borrowed one from the upper half; adding half a unit gives it back.
  [[nodiscard]] constexpr int endgame() const { return (packed_ + kHalf / 2) >> 16; }

  constexpr Tapered& operator+=(Tapered other) {
    packed_ += other.packed_;
    return *this;
  }
  constexpr Tapered& operator-=(Tapered other) {
    packed_ -= other.packed_;
    return *this;
  }
  constexpr Tapered operator+(Tapered other) const { return from_packed(packed_ + other.packed_); }
  constexpr Tapered operator-(Tapered other) const { return from_packed(packed_ - other.packed_); }
  constexpr Tapered operator-() const { return from_packed(-packed_); }
  constexpr Tapered operator*(int times) const { return from_packed(packed_ * times); }
  constexpr bool operator==(const Tapered&) const = default;

 private:
  static constexpr int kHalf = 1 << 16;
  static constexpr Tapered from_packed(std::int32_t packed) {
    Tapered value;
    value.packed_ = packed;
    return value;
  }

  std::int32_t packed_ = 0;
};

}  // namespace zugwerk::eval
