// Unit tests of the pictures of networks.

#include "learning/network/network_image.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "chess/piece.h"
#include "nnue/features.h"
#include "support/random_network.h"

namespace zugwerk::learning {
namespace {

TEST(NetworkImage, ShowsTheSignOfAWeightOnItsSquare) {
  nnue::Weights weights(32, 1);
  // Only one neuron has output weights, so it is drawn first.
  constexpr std::size_t kNeuron = 7;
  weights.output_weights[kNeuron] = 1;
  const auto weight = [&](chess::Piece piece, chess::Square square) -> std::int16_t& {
    return weights
        .feature_weights[nnue::feature_of(chess::Color::White, false, piece, square) * weights.width + kNeuron];
  };
  weight(chess::Piece::WhitePawn, chess::Square::A8) = 50;  // the upper left corner of the first board
  weight(chess::Piece::WhitePawn, chess::Square::B8) = -50;
  const base::PngImage image = draw_first_layer(weights);
  ASSERT_EQ(image.pixels.size(), image.width * image.height);
  ASSERT_LE(image.palette.size(), 256U);
  const auto color_at = [&](std::size_t x, std::size_t y) { return image.palette[image.pixels[y * image.width + x]]; };
  constexpr std::size_t kMargin = 5;
  const auto red = color_at(kMargin, kMargin);
  EXPECT_GT(red[0], red[2]);
  const auto blue = color_at(kMargin + 2, kMargin);
  EXPECT_LT(blue[0], blue[2]);
  EXPECT_EQ(color_at(kMargin + 4, kMargin), (base::PngImage::Color{255, 255, 255}));
}

TEST(NetworkImage, HasRoomForEveryWidth) {
  for (const std::size_t width : {std::size_t{32}, std::size_t{96}, nnue::kMostWidth}) {
    const base::PngImage image = draw_first_layer(zugwerk::test::random_weights(width, 8, 1));
    EXPECT_EQ(image.pixels.size(), image.width * image.height);
    EXPECT_LT(*std::max_element(image.pixels.begin(), image.pixels.end()), image.palette.size());
  }
}

}  // namespace
}  // namespace zugwerk::learning
