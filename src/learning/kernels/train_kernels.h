// learning/kernels/train_kernels.h
//
// The inner loops of training, for each instruction set. The first layer is sparse: a position has some twenty of 768
// features on each side. It is processed in tiles of 32 neurons, whose weights (or gradients) stay in a core's cache
// while many positions stream by. network_trainer.h decides which threads process which positions.
//
// Kernels of different instruction sets round differently; each kernel is deterministic.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "nnue/architecture.h"

namespace zugwerk::learning {

/// Neurons of a tile. A width is a multiple of it.
inline constexpr std::size_t kTileWidth = nnue::kWidthStep;
/// The neurons of a tile for one position: the side to move's, then the opponent's.
inline constexpr std::size_t kTilePair = 2 * kTileWidth;
/// The features of a position, at most this many: the side to move's, then the opponent's.
inline constexpr std::size_t kFeaturePair = 2 * nnue::kMostPieces;

/// One step of AdamW for parameters of one kind.
struct AdamStep {
  float rate = 0;          // learning rate, with the bias correction of the first moments
  float second_scale = 0;  // the bias correction of the second moments
  float keep = 1;          // the factor that weight decay leaves of a parameter
  float bound = 0;         // parameters are clipped to ±bound
};

/// Pointers are aligned to cache lines. Arrays of one position in several tiles are `stride` floats apart.
struct TrainKernels {
  std::string_view name;

  /// For each position: biases plus the rows of its features, for both sides, to `sums`, kTilePair floats each.
  void (*add_features)(const float* weights, const float* biases, const std::uint16_t* features,
                       const std::uint8_t* counts, std::size_t positions, float* sums);
  /// The weighted sum over all tiles of SCReLU of one position's sums, without the output's bias.
  float (*output)(const float* sums, std::size_t stride, std::size_t tiles, const float* weights);
  /// Replaces the sums of one position by the derivatives of the loss, `slope` being the derivative by the output;
  /// adds to the gradients of the output's weights and of the first layer's biases.
  void (*go_back)(float* sums, std::size_t stride, std::size_t tiles, const float* weights, float slope,
                  float* weight_gradient, float* bias_gradient);
  /// For the features [first, last): adds to the feature's row of `gradient` its rows of `derivatives`, which are those
  /// from rows[starts[feature]] up to rows[starts[feature + 1]], exclusive, in this order. Rows have kTileWidth floats.
  void (*add_gradients)(float* gradient, const std::uint32_t* starts, const std::uint16_t* rows,
                        const float* derivatives, std::size_t first, std::size_t last);
  /// Updates parameters; `count` is a multiple of sixteen.
  void (*adam)(float* parameters, float* first_moments, float* second_moments, const float* gradient, std::size_t count,
               const AdamStep& step);
};

/// AdamW's usual constants.
inline constexpr float kFirstMemory = 0.9F;
inline constexpr float kSecondMemory = 0.999F;
inline constexpr float kAdamEpsilon = 1e-8F;

/// For any processor, with vectors of four floats that every compiler can translate.
extern const TrainKernels kPlainTrainKernels;
#if defined(__x86_64__)
/// Only where the processor has AVX2 and FMA.
extern const TrainKernels kAvx2TrainKernels;
/// Only where it has AVX-512.
extern const TrainKernels kAvx512TrainKernels;
#endif

/// All that this processor can run, the plain one first and the best one last.
[[nodiscard]] std::span<const TrainKernels* const> runnable_train_kernels();
/// The best of them.
[[nodiscard]] const TrainKernels& best_train_kernels();

}  // namespace zugwerk::learning
