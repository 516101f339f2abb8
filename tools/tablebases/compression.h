// tools/tablebases/compression.h
//
// The values of one part of a table, as Syzygy files keep them: frequent neighbours become one symbol, again and again
// (recursive pairing), and symbols get Huffman codes. Blocks of codes begin at known positions, so that a reader
// unpacks only one of them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace zugwerk::tbgen {

/// The pieces of a file that describe one sequence of values. A constant sequence has a header only.
struct CompressedValues {
  std::string header;       // sizes, code lengths, symbols
  std::string index;        // which block holds every so-manieth value
  std::string block_sizes;  // how many values each block holds
  std::string blocks;
};

/// There is at least one value. `flags` is what the header shall say besides.
[[nodiscard]] CompressedValues compress(const std::vector<std::uint8_t>& values, std::uint8_t flags);

}  // namespace zugwerk::tbgen
