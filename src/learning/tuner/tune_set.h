// learning/tuner/tune_set.h
//
// Positions as the tuner sees them: which weights count how often, packed small enough for millions in memory; and the
// evaluation of such a position as a smooth function of the weights, with its gradient. It follows
// eval/classical/evaluate.cpp without its rounding. Held fixed: the phase, the scale of the endgame, the fifty-move
// clock, and the wing on which a king that may castle has its best shelter.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "eval/classical/weight_counts.h"
#include "eval/result_curve.h"
#include "eval/score.h"
#include "learning/tuner/tune_parameters.h"

namespace zugwerk::learning {

/// The labels of a position, from White's point of view.
struct TuneLabel {
  double result = 0.5;                 // of its game: 1, 0.5 or 0
  eval::Score score = eval::kNoScore;  // of a search, if there is one
  std::uint32_t game = 0;              // positions of one game are not independent of each other
};

class TuneSet {
 public:
  /// Adds a position that is not a known endgame. `halfmove_clock` is that of the position.
  void add(const eval::WeightCounts& counts, int halfmove_clock, const TuneLabel& label);
  /// Adds all positions of `other`, in order.
  void append(const TuneSet& other);

  [[nodiscard]] std::size_t size() const { return samples_.size(); }
  /// In memory.
  [[nodiscard]] std::size_t bytes() const;
  [[nodiscard]] TuneLabel label(std::size_t number) const;

  /// What the fit aims at: `lambda` of the game's result, the rest of what the curve makes of the score. Without
  /// a score, and for scores of proven wins, the result alone.
  void set_targets(double lambda, const eval::ResultCurve& curve);
  [[nodiscard]] double target(std::size_t number) const { return samples_[number].target; }

  /// White's point of view, centipawns.
  [[nodiscard]] double value(std::size_t number, const Parameters& parameters) const;

  /// The sum of squared errors over some positions.
  [[nodiscard]] double squared_error(std::span<const std::uint32_t> numbers, const Parameters& parameters,
                                     const eval::ResultCurve& curve) const;
  /// The same; its derivatives are added to `gradient`, which has kParameterCount elements.
  [[nodiscard]] double add_gradient(std::span<const std::uint32_t> numbers, const Parameters& parameters,
                                    const eval::ResultCurve& curve, std::span<double> gradient) const;

  /// A fingerprint, equal for equal positions and labels in the same order.
  [[nodiscard]] std::uint64_t fingerprint() const;

 private:
  /// A slot and how often it counts. Larger counts take several entries.
  class Use {
   public:
    static constexpr int kMost = 31;
    static constexpr int kLeast = -32;

    constexpr Use() = default;
    constexpr Use(std::size_t slot, int times)
        : bits_(static_cast<std::uint16_t>(slot | (static_cast<std::size_t>(times - kLeast) << kSlotBits))) {}
    /// Twice the slot: the place of its middlegame half among the parameters.
    [[nodiscard]] constexpr std::size_t parameter() const { return 2 * (bits_ & (kMostSlots - 1)); }
    [[nodiscard]] constexpr int times() const { return static_cast<int>(bits_ >> kSlotBits) + kLeast; }
    [[nodiscard]] constexpr std::uint16_t bits() const { return bits_; }

   private:
    static constexpr unsigned kSlotBits = 10;
    static constexpr std::size_t kMostSlots = std::size_t{1} << kSlotBits;
    static_assert(eval::kWeightSlots <= kMostSlots);
    std::uint16_t bits_ = 0;
  };

  /// The uses of a position are stored in sequence: those of tapered weights, White minus Black; then for each king its
  /// shelter and, if it is in danger, the share, the weights of attackers, and the other weights of its danger.
  struct Sample {
    std::uint64_t first_use = 0;
    float middlegame = 0;  // the weight of each half in the evaluation
    float endgame = 0;
    float result = 0;
    float target = 0;
    std::uint32_t game = 0;
    std::int16_t score = 0;
    std::uint16_t tapered = 0;  // the number of uses of each kind
    std::array<std::uint8_t, 2> shelter{};
    std::array<std::uint8_t, 2> attackers{};
    std::array<std::uint8_t, 2> danger{};
  };

  /// Intermediate values of a king's safety, for the backward pass.
  struct KingSafety {
    double shelter = 0;
    double attackers = 0;  // sum of their weights
    double danger = 0;
  };
  struct Evaluated {
    double value = 0;
    std::array<KingSafety, 2> kings;
  };

  [[nodiscard]] Evaluated evaluate(const Sample& sample, const double* parameters) const;
  /// Backpropagates `slope`, the derivative with respect to the value, to each weight.
  void go_back(const Sample& sample, const Evaluated& evaluated, const double* parameters, double slope,
               double* gradient) const;
  /// Appends uses; returns how many.
  std::size_t add_use(std::size_t slot, int times);
  std::size_t add_uses_of(eval::WeightKind kind, const eval::WeightCounts& counts, chess::Color color);

  std::vector<Sample> samples_;
  std::vector<Use> uses_;
};

}  // namespace zugwerk::learning
