// tests/support/made_table.h
//
// Small files in the format of Syzygy tables, for tests that do not depend on correct answers. These are wrong: each
// side to move has two results, spread at random.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/little_endian.h"
#include "base/rng.h"
#include "tablebase/checksum.h"
#include "tablebase/material.h"

namespace zugwerk::test {

/// The values of a made table for one side to move: two numbers as stored in the file.
using MadeValues = std::array<unsigned, 2>;

class MadeTable {
 public:
  /// For a piece or a pawn against a bare king. By default the bare king has lost everywhere, and distances are short.
  explicit MadeTable(std::string_view name, std::uint64_t seed = 1) {
    const auto table = tablebase::table_called(name);
    base::Rng rng(seed);
    const bool is_wdl = table->kind == tablebase::TableKind::Wdl;
    const bool has_pawn = table->material.has_pawns();
    unsigned piece = 1;
    for (const chess::PieceType type : chess::kPieceTypes)
      if (type != chess::PieceType::King && table->material.count(chess::Color::White, type) == 1)
        piece = 1 + static_cast<unsigned>(type);

    const auto byte = [this](unsigned value) { bytes_ += static_cast<char>(value); };
    bytes_ = is_wdl ? "\x71\xE8\x23\x5D" : "\xD7\x66\x0C\xA5";
    byte(0x31 | (has_pawn ? 2U : 0U));
    // The piece comes first, and both sides have the same order.
    for (int file = 0; file < (has_pawn ? 4 : 1); ++file)
      for (const unsigned code : {0U, piece, 6U, 14U}) byte(code | (is_wdl ? code << 4 : 0));
    align(2);
    constexpr unsigned kPiecePositions = 31332;
    constexpr unsigned kPawnPositions = 6 * 63 * 62;
    const unsigned positions = has_pawn ? kPawnPositions : kPiecePositions;
    for (int file = 0; file < (has_pawn ? 4 : 1); ++file) {
      if (is_wdl) add_sequence(positions, {4, 3}, 0, rng);
      add_sequence(positions, is_wdl ? MadeValues{0, 1} : MadeValues{0, 2}, is_wdl ? 0 : kBlackToMove | kMapped, rng);
    }
    if (!is_wdl)
      for (int file = 0; file < (has_pawn ? 4 : 1); ++file)
        for (const unsigned length : {3U, 3U, 3U, 3U}) {
          byte(length);
          for (unsigned i = 0; i < length; ++i) byte(2 * i + 1);
        }
    align(2);
    bytes_ += index_ + sizes_;
    for (const std::string& blocks : blocks_) {
      align(64);
      bytes_ += blocks;
    }
    align(64);
    bytes_ += tablebase::checksum_of(bytes_);
  }

  [[nodiscard]] const std::string& bytes() const { return bytes_; }

  // Offsets of fields of the first sequence, for tests that break them.
  [[nodiscard]] std::size_t header() const { return header_at_; }
  [[nodiscard]] std::size_t symbols() const { return header_at_ + 16; }

 private:
  static constexpr unsigned kBlackToMove = 1;
  static constexpr unsigned kMapped = 2;
  static constexpr unsigned kBlockBits = 5;
  static constexpr unsigned kIndexBits = 13;
  /// Two values, the pair of them, and twice as many each time.
  static constexpr std::size_t kSymbols = 10;

  void align(std::size_t to) { bytes_.resize((bytes_.size() + to - 1) / to * to); }

  void add_sequence(unsigned positions, const MadeValues& values, unsigned flags, base::Rng& rng) {
    // Four symbols with codes of four bits, 0000 to 0011, and six with three, 010 to 111.
    std::vector<unsigned> sizes;
    std::string blocks;
    std::string bits;
    unsigned held = 0;
    const auto end_block = [&] {
      bits.resize(8U << kBlockBits, '0');
      for (std::size_t at = 0; at < bits.size(); at += 8) {
        unsigned value = 0;
        for (std::size_t i = 0; i < 8; ++i) value = value << 1 | (bits[at + i] == '1' ? 1U : 0U);
        blocks += static_cast<char>(value);
      }
      sizes.push_back(held);
      bits.clear();
      held = 0;
    };
    for (unsigned left = positions; left > 0;) {
      std::size_t symbol = kSymbols - 1 - rng.below(3);
      if (rng.below(8) == 0) symbol = rng.below(static_cast<std::uint32_t>(kSymbols));
      const auto size_of = [](std::size_t number) { return number < 2 ? 1U : 1U << (number - 1); };
      while (size_of(symbol) > left) --symbol;
      if (bits.size() + 4 > 8U << kBlockBits || held + size_of(symbol) > 0x10000) end_block();
      const std::size_t code = symbol < 4 ? symbol : symbol - 4 + 2;
      for (int bit = symbol < 4 ? 3 : 2; bit >= 0; --bit) bits += (code >> bit & 1) != 0 ? '1' : '0';
      held += size_of(symbol);
      left -= size_of(symbol);
    }
    end_block();

    unsigned extra = 0;
    unsigned block = 0;
    unsigned start = 0;
    std::vector<unsigned> listed = sizes;
    for (unsigned middle = 1U << (kIndexBits - 1); middle < positions + (1U << (kIndexBits - 1));
         middle += 1U << kIndexBits) {
      while (true) {
        if (block == listed.size()) {
          listed.push_back(0x10000);
          ++extra;
        }
        if (start + listed[block] > middle) break;
        start += listed[block++];
      }
      base::append_little_endian(index_, static_cast<std::uint32_t>(block));
      base::append_little_endian(index_, static_cast<std::uint16_t>(middle - start));
    }
    for (const unsigned size : listed) base::append_little_endian(sizes_, static_cast<std::uint16_t>(size - 1));
    blocks_.push_back(blocks);

    if (header_at_ == 0) header_at_ = bytes_.size();
    const auto byte = [this](unsigned value) { bytes_ += static_cast<char>(value); };
    for (const unsigned field : {flags, kBlockBits, kIndexBits, extra}) byte(field);
    base::append_little_endian(bytes_, static_cast<std::uint32_t>(sizes.size()));
    for (const unsigned field : {4U, 3U, 4U, 0U, 0U, 0U})
      byte(field);  // longest and shortest code, their first symbols
    base::append_little_endian(bytes_, static_cast<std::uint16_t>(kSymbols));
    const auto add_symbol = [&](unsigned left, unsigned right) {
      byte(left & 0xFF);
      byte((left >> 8) | (right & 0xF) << 4);
      byte(right >> 4);
    };
    for (const unsigned value : values) add_symbol(value, 0xFFF);
    add_symbol(0, 1);
    for (unsigned symbol = 3; symbol < kSymbols; ++symbol) add_symbol(symbol - 1, symbol - 1);
    align(2);
  }

  std::string bytes_;
  std::string index_;
  std::string sizes_;
  std::vector<std::string> blocks_;
  std::size_t header_at_ = 0;
};

}  // namespace zugwerk::test
