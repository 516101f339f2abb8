// learning/network/network_image.cpp

#include "learning/network/network_image.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "chess/piece.h"
#include "chess/square.h"

namespace zugwerk::learning {

namespace {

constexpr std::size_t kBoardSide = 8;
constexpr std::size_t kZoom = 2;  // pixels of a square, to either side
constexpr std::size_t kBoard = kBoardSide * kZoom;
constexpr std::size_t kBoardGap = 1;   // between the boards of a neuron
constexpr std::size_t kNeuronGap = 5;  // between neurons
constexpr std::size_t kNeuronsInRow = 16;
constexpr std::size_t kNeuronWidth = chess::kPieceTypeCount * (kBoard + kBoardGap) - kBoardGap + kNeuronGap;
constexpr std::size_t kNeuronHeight = 2 * (kBoard + kBoardGap) - kBoardGap + kNeuronGap;

// The palette: background, then shades from the deepest blue through white to the deepest red.
constexpr int kShades = 127;  // to either side
constexpr std::uint8_t kPaper = 0;
constexpr int kWhite = 1 + kShades;

[[nodiscard]] std::vector<base::PngImage::Color> make_palette() {
  constexpr base::PngImage::Color kPaperColor{96, 96, 96};
  constexpr base::PngImage::Color kBlue{20, 60, 170};
  constexpr base::PngImage::Color kRed{180, 25, 25};
  constexpr int kFull = 255;
  std::vector<base::PngImage::Color> palette{kPaperColor};
  for (int shade = -kShades; shade <= kShades; ++shade) {
    base::PngImage::Color color{};
    for (std::size_t part = 0; part < color.size(); ++part) {
      const int deep = shade < 0 ? kBlue[part] : kRed[part];
      color[part] = static_cast<std::uint8_t>(kFull - (kFull - deep) * std::abs(shade) / kShades);
    }
    palette.push_back(color);
  }
  return palette;
}

/// Neurons by the sum of |output weights|, the largest first.
[[nodiscard]] std::vector<std::size_t> by_weight(const nnue::Weights& weights) {
  std::vector<long> sums(weights.width, 0);
  for (std::size_t i = 0; i < weights.output_weights.size(); ++i)
    sums[i % weights.width] += std::abs(weights.output_weights[i]);
  std::vector<std::size_t> order(weights.width);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return sums[a] > sums[b]; });
  return order;
}

void draw_neuron(base::PngImage& image, const nnue::Weights& weights, std::size_t neuron, std::size_t left,
                 std::size_t top) {
  const auto weight = [&](std::size_t feature) {
    return int{weights.feature_weights[feature * weights.width + neuron]};
  };
  int largest = 1;
  for (std::size_t feature = 0; feature < nnue::kFeatureCount; ++feature)
    largest = std::max(largest, std::abs(weight(feature)));
  for (std::size_t feature = 0; feature < nnue::kFeatureCount; ++feature) {
    const std::size_t square = feature % chess::kSquareCount;
    const std::size_t board = feature / chess::kSquareCount;
    const auto color = static_cast<std::uint8_t>(kWhite + weight(feature) * kShades / largest);
    const std::size_t x = left + board % chess::kPieceTypeCount * (kBoard + kBoardGap) + square % kBoardSide * kZoom;
    const std::size_t y =
        top + board / chess::kPieceTypeCount * (kBoard + kBoardGap) + (kBoardSide - 1 - square / kBoardSide) * kZoom;
    for (std::size_t row = 0; row < kZoom; ++row)
      for (std::size_t column = 0; column < kZoom; ++column) image.pixels[(y + row) * image.width + x + column] = color;
  }
}

}  // namespace

base::PngImage draw_first_layer(const nnue::Weights& weights) {
  const std::size_t columns = std::min(weights.width, kNeuronsInRow);
  const std::size_t rows = (weights.width + columns - 1) / columns;
  base::PngImage image;
  image.width = columns * kNeuronWidth + kNeuronGap;
  image.height = rows * kNeuronHeight + kNeuronGap;
  image.palette = make_palette();
  image.pixels.assign(image.width * image.height, kPaper);
  const std::vector<std::size_t> order = by_weight(weights);
  for (std::size_t place = 0; place < order.size(); ++place)
    draw_neuron(image, weights, order[place], kNeuronGap + place % columns * kNeuronWidth,
                kNeuronGap + place / columns * kNeuronHeight);
  return image;
}

}  // namespace zugwerk::learning
