// base/png_image.cpp

#include "base/png_image.h"

#include <algorithm>
#include <string_view>

namespace zugwerk::base {

namespace {

// PNG stores integers with the highest byte first; zlib, the stream inside it, in either order.
void append_big_endian(std::string& bytes, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>((value >> shift) & 0xFFU);
}

[[nodiscard]] std::uint32_t crc(std::string_view bytes) {
  constexpr std::uint32_t kPolynomial = 0xEDB88320;
  std::uint32_t state = ~0U;
  for (const char c : bytes) {
    state ^= static_cast<std::uint8_t>(c);
    for (int bit = 0; bit < 8; ++bit) state = (state >> 1) ^ ((state & 1U) != 0 ? kPolynomial : 0);
  }
  return ~state;
}

void append_chunk(std::string& file, std::string_view type, std::string_view data) {
  append_big_endian(file, static_cast<std::uint32_t>(data.size()));
  std::string checked(type);
  checked += data;
  file += checked;
  append_big_endian(file, crc(checked));
}

/// A zlib stream of uncompressed blocks.
[[nodiscard]] std::string stored(std::string_view data) {
  constexpr std::size_t kMostInBlock = 65'535;
  constexpr std::uint32_t kAdlerModulus = 65'521;
  std::uint32_t low = 1;
  std::uint32_t high = 0;
  for (const char c : data) {
    low = (low + static_cast<std::uint8_t>(c)) % kAdlerModulus;
    high = (high + low) % kAdlerModulus;
  }
  std::string stream("\x78\x01", 2);
  do {
    const std::string_view block = data.substr(0, kMostInBlock);
    data.remove_prefix(block.size());
    const auto size = static_cast<unsigned>(block.size());
    stream += static_cast<char>(data.empty() ? 1 : 0);  // the last one?
    for (const unsigned value : {size, ~size}) {
      stream += static_cast<char>(value & 0xFFU);
      stream += static_cast<char>((value >> 8) & 0xFFU);
    }
    stream += block;
  } while (!data.empty());
  append_big_endian(stream, (high << 16) | low);
  return stream;
}

}  // namespace

std::string to_png(const PngImage& image) {
  std::string file("\x89PNG\r\n\x1a\n", 8);
  std::string header;
  append_big_endian(header, static_cast<std::uint32_t>(image.width));
  append_big_endian(header, static_cast<std::uint32_t>(image.height));
  header += std::string("\x08\x03\x00\x00\x00", 5);  // eight bits, a palette, nothing special
  append_chunk(file, "IHDR", header);
  std::string palette;
  for (const PngImage::Color& color : image.palette)
    for (const std::uint8_t part : color) palette += static_cast<char>(part);
  append_chunk(file, "PLTE", palette);
  std::string rows;
  for (std::size_t row = 0; row < image.height; ++row) {
    rows += '\0';  // the row is not filtered
    rows.append(reinterpret_cast<const char*>(image.pixels.data()) + row * image.width, image.width);
  }
  append_chunk(file, "IDAT", stored(rows));
  append_chunk(file, "IEND", {});
  return file;
}

}  // namespace zugwerk::base
