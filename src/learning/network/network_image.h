// learning/network/network_image.h
//
// The first layer of a network as a picture to look at.

#pragma once

#include "base/png_image.h"
#include "nnue/net_file.h"

namespace zugwerk::learning {

/// Every neuron as two rows of six boards: own pieces above the other's, pawn to king, the own first rank below. Red
/// is a weight above zero, blue one below, each neuron by its own largest. Neurons that the output listens to most
/// come first, sixteen in a row.
[[nodiscard]] base::PngImage draw_first_layer(const nnue::Weights& weights);

}  // namespace zugwerk::learning
