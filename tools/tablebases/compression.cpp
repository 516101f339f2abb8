#include "tablebases/compression.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <functional>
#include <queue>
#include <utility>

#include "base/little_endian.h"

namespace zugwerk::tbgen {

namespace {

using Symbol = std::uint16_t;

/// Readers keep the number of values of a symbol, less one, in a byte.
constexpr std::size_t kLongestSymbol = 256;
/// In place of the right half: this symbol is a value.
constexpr Symbol kNoSymbol = 0xFFF;
/// The format allows a few thousand; more than this makes files only slightly smaller but generating them much slower.
constexpr std::size_t kMostSymbols = 512;

/// A symbol is a value, or a sequence of two other symbols.
struct SymbolEntry {
  Symbol left;   // or the value
  Symbol right;  // or kNoSymbol
  std::uint16_t length;

  [[nodiscard]] bool is_value() const { return right == kNoSymbol; }
};

class Pairing {
 public:
  explicit Pairing(const std::vector<std::uint8_t>& values) {
    replace_runs(values);
    while (replace_pairs()) {
    }
  }

  [[nodiscard]] const std::vector<SymbolEntry>& symbols() const { return symbols_; }
  [[nodiscard]] const std::vector<Symbol>& text() const { return text_; }

 private:
  Symbol new_symbol(Symbol left, Symbol right) {
    const std::size_t length = right == kNoSymbol ? 1 : std::size_t{symbols_[left].length} + symbols_[right].length;
    symbols_.push_back({left, right, static_cast<std::uint16_t>(length)});
    return static_cast<Symbol>(symbols_.size() - 1);
  }

  /// Most values equal the previous one. Runs become symbols of 256, 128, 64, ... values.
  void replace_runs(const std::vector<std::uint8_t>& values) {
    std::array<std::vector<Symbol>, 256> powers;  // for each value
    for (auto run = values.begin(); run != values.end();) {
      const auto end = std::find_if(run, values.end(), [&](std::uint8_t value) { return value != *run; });
      std::vector<Symbol>& symbols = powers[*run];
      if (symbols.empty()) symbols.push_back(new_symbol(*run, kNoSymbol));
      for (auto left = static_cast<std::size_t>(end - run); left > 0;) {
        const std::size_t length = std::min(std::bit_floor(left), kLongestSymbol);
        const auto power = static_cast<std::size_t>(std::countr_zero(length));
        while (symbols.size() <= power) symbols.push_back(new_symbol(symbols.back(), symbols.back()));
        text_.push_back(symbols[power]);
        left -= length;
      }
      run = end;
    }
  }

  /// Gives the most frequent pairs their own symbols; false if no frequent pair is left.
  bool replace_pairs() {
    constexpr std::uint32_t kFewest = 24;     // below, a symbol costs about what it saves
    constexpr std::size_t kMostAtOnce = 48;   // later pairs are best chosen after earlier ones are replaced
    constexpr std::uint32_t kLeastShare = 6;  // of the frequency of the most frequent pair
    const std::size_t room = kMostSymbols - std::min(kMostSymbols, symbols_.size());
    if (room == 0 || text_.size() < 2) return false;

    const std::size_t count = symbols_.size();
    std::vector<std::uint32_t> frequencies(count * count);
    for (std::size_t i = 0; i + 1 < text_.size(); ++i) ++frequencies[text_[i] * count + text_[i + 1]];
    std::vector<std::pair<std::uint32_t, std::size_t>> pairs;
    for (std::size_t pair = 0; pair < frequencies.size(); ++pair) {
      const std::size_t length = std::size_t{symbols_[pair / count].length} + symbols_[pair % count].length;
      if (frequencies[pair] >= kFewest && length <= kLongestSymbol) pairs.emplace_back(frequencies[pair], pair);
    }
    if (pairs.empty()) return false;
    std::sort(pairs.begin(), pairs.end(), std::greater<>());
    const std::uint32_t least = pairs.front().first / kLeastShare;
    std::vector<Symbol> replacements(count * count, kNoSymbol);
    for (std::size_t i = 0; i < std::min({pairs.size(), room, kMostAtOnce}) && pairs[i].first >= least; ++i) {
      const std::size_t pair = pairs[i].second;
      replacements[pair] = new_symbol(static_cast<Symbol>(pair / count), static_cast<Symbol>(pair % count));
    }

    std::size_t written = 0;
    for (std::size_t read = 0; read < text_.size(); ++written) {
      const Symbol replacement =
          read + 1 < text_.size() ? replacements[text_[read] * count + text_[read + 1]] : kNoSymbol;
      text_[written] = replacement == kNoSymbol ? text_[read] : replacement;
      read += replacement == kNoSymbol ? 1 : 2;
    }
    text_.resize(written);
    return true;
  }

  std::vector<SymbolEntry> symbols_;
  std::vector<Symbol> text_;
};

/// The length of each symbol's code in bits.
[[nodiscard]] std::vector<int> huffman_lengths(const std::vector<std::uint64_t>& frequencies) {
  struct Node {
    std::uint64_t frequency;
    std::size_t number;
    bool operator>(const Node& other) const {
      return std::pair(frequency, number) > std::pair(other.frequency, other.number);
    }
  };
  const std::size_t leaves = frequencies.size();
  if (leaves == 1) return {1};
  std::priority_queue<Node, std::vector<Node>, std::greater<>> queue;
  for (std::size_t leaf = 0; leaf < leaves; ++leaf) queue.push({frequencies[leaf], leaf});
  std::vector<std::size_t> parents(2 * leaves - 1);
  for (std::size_t node = leaves; node < parents.size(); ++node) {
    std::uint64_t sum = 0;
    for (int child = 0; child < 2; ++child) {
      sum += queue.top().frequency;
      parents[queue.top().number] = node;
      queue.pop();
    }
    queue.push({sum, node});
  }
  std::vector<int> lengths(parents.size());
  for (std::size_t node = parents.size() - 1; node-- > 0;) lengths[node] = lengths[parents[node]] + 1;
  lengths.resize(leaves);
  return lengths;
}

/// Canonical codes, determined by their lengths: longer ones are smaller as fractions, and symbols are numbered in
/// their order.
class CanonicalCode {
 public:
  explicit CanonicalCode(const std::vector<int>& lengths)
      : lengths_(lengths), places_(lengths.size()), codes_(lengths.size()) {
    for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) order_.push_back(static_cast<Symbol>(symbol));
    std::stable_sort(order_.begin(), order_.end(), [&](Symbol a, Symbol b) { return lengths[a] > lengths[b]; });
    std::uint64_t code = 0;
    for (std::size_t place = 0; place < order_.size(); ++place) {
      const Symbol symbol = order_[place];
      if (place > 0) code = (code + 1) >> (lengths[order_[place - 1]] - lengths[symbol]);
      codes_[symbol] = code;
      places_[symbol] = static_cast<Symbol>(place);
    }
  }

  [[nodiscard]] int longest() const { return lengths_[order_.front()]; }
  [[nodiscard]] int shortest() const { return lengths_[order_.back()]; }
  [[nodiscard]] std::uint64_t code(Symbol symbol) const { return codes_[symbol]; }
  [[nodiscard]] int length(Symbol symbol) const { return lengths_[symbol]; }
  /// Symbols in the order of the file, and the place of a symbol there.
  [[nodiscard]] const std::vector<Symbol>& order() const { return order_; }
  [[nodiscard]] Symbol place(Symbol symbol) const { return places_[symbol]; }
  /// The first place of a symbol with a code of at most this length.
  [[nodiscard]] std::size_t first_place(int length) const {
    return static_cast<std::size_t>(
        std::find_if(order_.begin(), order_.end(), [&](Symbol symbol) { return lengths_[symbol] <= length; }) -
        order_.begin());
  }

 private:
  std::vector<int> lengths_;
  std::vector<Symbol> order_;
  std::vector<Symbol> places_;
  std::vector<std::uint64_t> codes_;
};

/// Consecutive codes, highest bit first, in blocks of whole symbols.
class BlockWriter {
 public:
  explicit BlockWriter(std::size_t block_size) : block_size_(block_size) {}

  void add(std::uint64_t code, int length, std::size_t values) {
    constexpr std::size_t kMostValues = std::size_t{1} << 16;  // their number, less one, is kept in two bytes
    if (values_in_block_ + values > kMostValues || used_bits_ + static_cast<std::size_t>(length) > 8 * block_size_)
      finish_block();
    for (int bit = length - 1; bit >= 0; --bit, ++used_bits_) {
      if (used_bits_ % 8 == 0) bytes_ += '\0';
      if (((code >> bit) & 1) != 0) bytes_.back() = static_cast<char>(bytes_.back() | (0x80 >> (used_bits_ % 8)));
    }
    values_in_block_ += values;
  }
  void finish_block() {
    sizes_.push_back(values_in_block_);
    bytes_.resize(sizes_.size() * block_size_);
    values_in_block_ = 0;
    used_bits_ = 0;
  }

  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  [[nodiscard]] const std::vector<std::size_t>& sizes() const { return sizes_; }

 private:
  std::size_t block_size_;
  std::string bytes_;
  std::vector<std::size_t> sizes_;
  std::size_t values_in_block_ = 0;
  std::size_t used_bits_ = 0;
};

}  // namespace

CompressedValues compress(const std::vector<std::uint8_t>& values, std::uint8_t flags) {
  assert(!values.empty());
  CompressedValues result;
  if (std::all_of(values.begin(), values.end(), [&](std::uint8_t value) { return value == values.front(); })) {
    constexpr std::uint8_t kConstant = 0x80;
    result.header = {static_cast<char>(flags | kConstant), static_cast<char>(values.front())};
    return result;
  }

  const Pairing pairing(values);
  const std::vector<SymbolEntry>& symbols = pairing.symbols();
  // Symbols that occur only within others also need a code.
  std::vector<std::uint64_t> frequencies(symbols.size(), 1);
  for (const Symbol symbol : pairing.text()) ++frequencies[symbol];
  const CanonicalCode code(huffman_lengths(frequencies));

  // Larger tables have larger blocks: the index is smaller, decompression takes longer.
  std::uint64_t bits = 0;
  for (const Symbol symbol : pairing.text()) bits += static_cast<std::uint64_t>(code.length(symbol));
  int block_bits = 6;
  constexpr int kLargestBlockBits = 9;
  constexpr std::uint64_t kManyBlocks = 512;
  while (block_bits < kLargestBlockBits && (bits >> (block_bits + 3)) > kManyBlocks) ++block_bits;

  BlockWriter writer(std::size_t{1} << block_bits);
  for (const Symbol symbol : pairing.text()) writer.add(code.code(symbol), code.length(symbol), symbols[symbol].length);
  writer.finish_block();
  result.blocks = writer.bytes();

  // An index entry gives the place of the value in the middle of a span. The last one may be past the end, in blocks
  // that do not exist.
  std::vector<std::size_t> sizes = writer.sizes();
  const std::size_t block_count = sizes.size();
  constexpr std::size_t kBlocksInSpan = 16;
  int span_bits = 10;
  while ((std::size_t{1} << span_bits) < kBlocksInSpan * values.size() / block_count) ++span_bits;
  const std::size_t span = std::size_t{1} << span_bits;
  std::size_t block = 0;
  std::size_t start = 0;
  for (std::size_t middle = span / 2; middle < values.size() + span / 2; middle += span) {
    while (middle >= start + sizes[block]) {
      start += sizes[block++];
      if (block == sizes.size()) sizes.push_back(std::size_t{1} << 16);
    }
    base::append_little_endian(result.index, static_cast<std::uint32_t>(block));
    base::append_little_endian(result.index, static_cast<std::uint16_t>(middle - start));
  }
  for (const std::size_t size : sizes)
    base::append_little_endian(result.block_sizes, static_cast<std::uint16_t>(size - 1));

  std::string& header = result.header;
  for (const std::size_t number : {std::size_t{flags}, static_cast<std::size_t>(block_bits),
                                   static_cast<std::size_t>(span_bits), sizes.size() - block_count})
    base::append_little_endian(header, static_cast<std::uint8_t>(number));
  base::append_little_endian(header, static_cast<std::uint32_t>(block_count));
  base::append_little_endian(header, static_cast<std::uint8_t>(code.longest()));
  base::append_little_endian(header, static_cast<std::uint8_t>(code.shortest()));
  for (int length = code.shortest(); length <= code.longest(); ++length)
    base::append_little_endian(header, static_cast<std::uint16_t>(code.first_place(length)));
  base::append_little_endian(header, static_cast<std::uint16_t>(symbols.size()));
  for (const Symbol symbol : code.order()) {
    // Twelve bits for each half.
    const SymbolEntry& entry = symbols[symbol];
    const unsigned left = entry.is_value() ? entry.left : code.place(entry.left);
    const unsigned right = entry.is_value() ? kNoSymbol : code.place(entry.right);
    for (const unsigned byte : {left & 0xFF, (left >> 8) | ((right & 0xF) << 4), right >> 4})
      base::append_little_endian(header, static_cast<std::uint8_t>(byte));
  }
  if (symbols.size() % 2 != 0) header += '\0';
  return result;
}

}  // namespace zugwerk::tbgen
