// learning/network/network_image.h
//
// Draws the first layer of a network as a picture.

#pragma once

#include "base/png_image.h"
#include "nnue/net_file.h"

namespace zugwerk::learning {

/// Every neuron as two rows of six boards: own pieces above, the opponent's below, pawn to king, with the own first
/// rank at the bottom. Positive weights are red, negative ones blue, scaled by the largest of each neuron. The neurons
/// with the largest output weights come first, sixteen in a row.
[[nodiscard]] base::PngImage draw_first_layer(const nnue::Weights& weights);

}  // namespace zugwerk::learning
