// base/png_image.h
//
// Small pictures as PNG: palette pixels, not compressed, so no library is needed. What they show is up to the caller.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace zugwerk::base {

struct PngImage {
  using Color = std::array<std::uint8_t, 3>;  // red, green, blue

  std::size_t width = 0;
  std::size_t height = 0;
  std::vector<Color> palette;        // up to 256
  std::vector<std::uint8_t> pixels;  // numbers of the palette, row by row from the top
};

/// The whole file.
[[nodiscard]] std::string to_png(const PngImage& image);

}  // namespace zugwerk::base
