// games/archive/bit_coder.h
//
// Entropy coding for packed games: a binary arithmetic coder, adaptive probabilities, and logistic mixing of several
// predictions. Integer arithmetic only, so that every machine and compiler computes the same probabilities. What is
// coded, and in which contexts, is decided in packed_games.cpp. All of this is part of the file format.

#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace zugwerk::games {

/// Probabilities of a set bit in units of 2^-16, clamped away from 0 and 1.
inline constexpr int kProbabilityBits = 16;
inline constexpr int kLeastProbability = 22;

namespace logistic {

// Log odds are fixed-point numbers with 8 fractional bits, between -8 and 8.
inline constexpr int kLimit = 2047;

/// 2^16 / (1 + e^-x) for x from -8 to 8 in steps of 1/2.
inline constexpr std::array<int, 33> kSquashed{22,    36,    60,    98,    162,   267,   439,   720,   1179,
                                               1921,  3108,  4971,  7812,  11955, 17625, 24743, 32768, 40793,
                                               47911, 53581, 57724, 60565, 62428, 63615, 64357, 64816, 65097,
                                               65269, 65374, 65438, 65476, 65500, 65514};

/// The logistic function: the probability for these log odds, linearly interpolated.
[[nodiscard]] constexpr int squash(int odds) {
  constexpr int kStepBits = 7;
  constexpr int kStep = 1 << kStepBits;
  const int shifted = std::clamp(odds, -kLimit, kLimit) + kLimit + 1;
  const auto at = static_cast<std::size_t>(shifted >> kStepBits);
  const int rest = shifted & (kStep - 1);
  return (kSquashed[at] * (kStep - rest) + kSquashed[at + 1] * rest) >> kStepBits;
}

inline constexpr int kStretchBits = 12;

/// The inverse of squash(), indexed by the upper bits of a probability.
inline constexpr auto kStretched = [] {
  std::array<std::int16_t, 1 << kStretchBits> result{};
  int odds = -kLimit;
  for (int i = 0; i < static_cast<int>(result.size()); ++i) {
    while (odds < kLimit && squash(odds) < (i << (kProbabilityBits - kStretchBits)) + 8) ++odds;
    result[static_cast<std::size_t>(i)] = static_cast<std::int16_t>(odds);
  }
  return result;
}();

[[nodiscard]] constexpr int stretch(int probability) {
  return kStretched[static_cast<std::size_t>(probability >> (kProbabilityBits - kStretchBits))];
}

}  // namespace logistic

/// An adaptive probability: the mean of the bits seen at first, then a running mean over about `memory` bits.
class AdaptiveBit {
 public:
  [[nodiscard]] int probability() const { return probability_; }
  void update(bool bit, int memory) {
    const int target = bit ? (1 << kProbabilityBits) - 1 : 0;
    probability_ = static_cast<std::uint16_t>(probability_ + (target - probability_) * 2 / (2 * seen_ + 3));
    if (seen_ < memory) ++seen_;
  }

 private:
  std::uint16_t probability_ = 1 << (kProbabilityBits - 1);
  std::uint16_t seen_ = 0;
};

class BitEncoder {
 public:
  static constexpr bool kDecodes = false;

  /// Encodes the bit and returns it.
  bool code(bool bit, int probability) {
    const std::uint32_t middle = split(probability);
    (bit ? high_ : low_) = bit ? middle : middle + 1;
    for (; ((low_ ^ high_) >> kTopShift) == 0; low_ <<= 8, high_ = (high_ << 8) | 0xFFU)
      bytes_ += static_cast<char>(low_ >> kTopShift);
    return bit;
  }
  /// Flushes the coder and returns the code; nothing may be encoded after it.
  [[nodiscard]] std::string finish() {
    for (int shift = kTopShift; shift >= 0; shift -= 8) bytes_ += static_cast<char>((low_ >> shift) & 0xFFU);
    return std::move(bytes_);
  }

 private:
  static constexpr int kTopShift = 24;
  [[nodiscard]] std::uint32_t split(int probability) const {
    return low_ + static_cast<std::uint32_t>((std::uint64_t{high_ - low_} * static_cast<std::uint32_t>(probability)) >>
                                             kProbabilityBits);
  }

  std::uint32_t low_ = 0;
  std::uint32_t high_ = UINT32_MAX;
  std::string bytes_;
};

class BitDecoder {
 public:
  static constexpr bool kDecodes = true;

  explicit BitDecoder(std::string_view bytes) : bytes_(bytes) {
    for (std::size_t i = 0; i < sizeof(value_); ++i) value_ = (value_ << 8) | next();
  }
  /// Decodes a bit; the unused argument gives encoder and decoder the same interface.
  bool code(bool /*unknown*/, int probability) {
    const std::uint32_t middle =
        low_ + static_cast<std::uint32_t>((std::uint64_t{high_ - low_} * static_cast<std::uint32_t>(probability)) >>
                                          kProbabilityBits);
    const bool bit = value_ <= middle;
    (bit ? high_ : low_) = bit ? middle : middle + 1;
    for (; ((low_ ^ high_) >> kTopShift) == 0; low_ <<= 8, high_ = (high_ << 8) | 0xFFU)
      value_ = (value_ << 8) | next();
    return bit;
  }
  /// True if decoding ran past the end, so the bytes are not a valid code.
  [[nodiscard]] bool is_beyond_end() const { return beyond_; }
  /// True if all bytes were consumed, and no more.
  [[nodiscard]] bool is_at_end() const { return !beyond_ && at_ == bytes_.size(); }

 private:
  static constexpr int kTopShift = 24;
  [[nodiscard]] std::uint32_t next() {
    if (at_ < bytes_.size()) return static_cast<unsigned char>(bytes_[at_++]);
    beyond_ = true;
    return 0;
  }

  std::uint32_t low_ = 0;
  std::uint32_t high_ = UINT32_MAX;
  std::uint32_t value_ = 0;
  std::string_view bytes_;
  std::size_t at_ = 0;
  bool beyond_ = false;
};

/// Codes bits by context mixing: each bit has `kContexts` contexts, numbers below 2^kTableBits, and every context has
/// its own adaptive probability. Their log odds are combined with weights that are learned online.
template <std::size_t kContexts, int kTableBits>
class MixedBits {
 public:
  using Contexts = std::array<std::uint32_t, kContexts>;

  /// Each of the weight sets is learned separately. `memory` is passed to AdaptiveBit::update.
  MixedBits(std::size_t weight_sets, int memory, int learning_rate)
      : memory_(memory),
        learning_rate_(learning_rate),
        bits_(kContexts << kTableBits),
        weights_(weight_sets * kContexts, kFirstWeight) {}

  /// The mixed log odds of the first `used` contexts only.
  [[nodiscard]] int odds(const Contexts& contexts, std::size_t used, std::size_t weight_set) const {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < used; ++i)
      sum += std::int64_t{weights_[weight_set * kContexts + i]} * logistic::stretch(bit(i, contexts[i]).probability());
    return static_cast<int>(sum >> kWeightBits);
  }

  template <class Coder>
  bool code(Coder& coder, bool value, const Contexts& contexts, std::size_t weight_set) {
    std::array<int, kContexts> inputs{};
    int* const weights = &weights_[weight_set * kContexts];
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < kContexts; ++i) {
      inputs[i] = logistic::stretch(bit(i, contexts[i]).probability());
      sum += std::int64_t{weights[i]} * inputs[i];
    }
    const auto odds = static_cast<int>(sum >> kWeightBits);
    const int probability =
        std::clamp(logistic::squash(odds), kLeastProbability, (1 << kProbabilityBits) - kLeastProbability);
    value = coder.code(value, probability);
    const int error = (((value ? 1 << kProbabilityBits : 0) - probability) * learning_rate_) >> kErrorShift;
    for (std::size_t i = 0; i < kContexts; ++i) {
      weights[i] = std::clamp(weights[i] + ((inputs[i] * error + (1 << (kUpdateShift - 1))) >> kUpdateShift),
                              -kLargestWeight, kLargestWeight);
      bit(i, contexts[i]).update(value, memory_);
    }
    return value;
  }

 private:
  static constexpr int kWeightBits = 16;
  static constexpr int kFirstWeight = static_cast<int>((5U << kWeightBits) / (4 * kContexts));
  static constexpr int kLargestWeight = 4 << kWeightBits;
  static constexpr int kErrorShift = 6;
  static constexpr int kUpdateShift = 14;

  [[nodiscard]] const AdaptiveBit& bit(std::size_t which, std::uint32_t context) const {
    assert(context >> kTableBits == 0);
    return bits_[(which << kTableBits) + context];
  }
  [[nodiscard]] AdaptiveBit& bit(std::size_t which, std::uint32_t context) {
    assert(context >> kTableBits == 0);
    return bits_[(which << kTableBits) + context];
  }

  int memory_;
  int learning_rate_;
  std::vector<AdaptiveBit> bits_;
  std::vector<int> weights_;
};

}  // namespace zugwerk::games
