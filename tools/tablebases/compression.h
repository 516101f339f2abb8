// tools/tablebases/compression.h
//
// The values of one part of a table, compressed as in Syzygy files: frequent pairs of neighbours are repeatedly
// replaced by one symbol (recursive pairing), and symbols get Huffman codes. Blocks of codes begin at known positions,
// so that a reader decompresses only one of them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace zugwerk::tbgen {

/// The pieces of a file that describe one sequence of values. A constant sequence has a header only.
struct CompressedValues {
  std::string header;       // sizes, code lengths, symbols
  std::string index;        // the block of every n-th value
  std::string block_sizes;  // the number of values in each block
  std::string blocks;
};

/// There is at least one value. `flags` are further flags for the header.
[[nodiscard]] CompressedValues compress(const std::vector<std::uint8_t>& values, std::uint8_t flags);

}  // namespace zugwerk::tbgen
