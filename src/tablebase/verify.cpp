#include "tablebase/verify.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/format.h"
#include "base/little_endian.h"
#include "base/thread.h"
#include "chess/square.h"
#include "tablebase/checksum.h"

namespace zugwerk::tablebase {

using namespace chess;

namespace {

constexpr std::uint64_t kAlignment = 64;

constexpr std::string_view kWdlMagic = "\x71\xE8\x23\x5D";
constexpr std::string_view kDtzMagic = "\xD7\x66\x0C\xA5";

[[nodiscard]] std::uint64_t rounded_up(std::uint64_t offset, std::uint64_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

[[nodiscard]] std::uint64_t choose(int from, int count) {
  if (count < 0 || count > from) return 0;
  std::uint64_t ways = 1;
  for (int i = 0; i < count; ++i)
    ways = ways * static_cast<std::uint64_t>(from - i) / static_cast<std::uint64_t>(i + 1);
  return ways;
}

/// Reads integers of a file through a buffer, best in forward order. Beyond the end, or if the file cannot be read, it
/// returns zeros and failed() is true.
class Window {
 public:
  explicit Window(const TableBytes& bytes) : bytes_(bytes) {}

  [[nodiscard]] std::uint8_t u8(std::uint64_t at) { return number<std::uint8_t>(at); }
  [[nodiscard]] std::uint16_t u16(std::uint64_t at) { return number<std::uint16_t>(at); }
  [[nodiscard]] std::uint32_t u32(std::uint64_t at) { return number<std::uint32_t>(at); }
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  template <class Integer>
  [[nodiscard]] Integer number(std::uint64_t at) {
    if (at < start_ || at - start_ + sizeof(Integer) > buffer_.size()) fill(at);
    if (buffer_.size() < sizeof(Integer)) {
      failed_ = true;
      return 0;
    }
    return base::read_little_endian<Integer>(std::string_view(buffer_).substr(static_cast<std::size_t>(at - start_)));
  }
  void fill(std::uint64_t at) {
    constexpr std::uint64_t kBuffer = std::uint64_t{1} << 16;
    start_ = at;
    buffer_.resize(at < bytes_.size ? static_cast<std::size_t>(std::min(kBuffer, bytes_.size - at)) : 0);
    if (buffer_.empty() || !bytes_.read(at, buffer_)) buffer_.clear();
  }

  const TableBytes& bytes_;
  std::uint64_t start_ = 0;
  std::string buffer_;
  bool failed_ = false;
};

/// The values of all positions in one order, packed. A table has one sequence for each side to move that it stores and,
/// with pawns, for each file of the leading pawn from a to d.
struct Sequence {
  std::uint64_t positions = 0;
  std::uint8_t flags = 0;
  bool is_constant = false;  // one value for all; it has none of the following
  unsigned block_bits = 0;
  unsigned index_bits = 0;
  std::uint64_t blocks = 0;
  std::uint64_t listed_blocks = 0;  // the index may point past the last one
  // Codes of variable length. The longest come first, by symbols and by numbers.
  unsigned shortest = 0;
  unsigned longest = 0;
  std::vector<unsigned> first_symbol;     // of each length, from the shortest
  std::vector<std::uint64_t> first_code;  // the same
  std::vector<int> symbol_sizes;          // values that a symbol stands for, less one
  unsigned largest_value = 0;
  std::uint64_t index_at = 0;
  std::uint64_t sizes_at = 0;
  std::uint64_t data_at = 0;
};

/// Reads a file in the same order as libfathom. Every step returns whether all was right; fault() says what was not.
class StructureCheck {
 public:
  StructureCheck(const TableBytes& bytes, const TableName& table)
      : bytes_(bytes), material_(table.material), is_wdl_(table.kind == TableKind::Wdl), header_(bytes) {}

  [[nodiscard]] bool passes() {
    return check_size() && read_kind() && read_orders() && read_headers() && read_maps() && place_tables() &&
           std::all_of(sequences_.begin(), sequences_.end(), [this](const Sequence& sequence) {
             return sequence.is_constant || (check_index(sequence) && check_last_blocks(sequence));
           });
  }
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  [[nodiscard]] bool fail(std::string fault) {
    fault_ = std::move(fault);
    return false;
  }
  [[nodiscard]] bool header_was_read() {
    return header_.failed() || at_ > contents_end() ? fail("ends inside its header") : true;
  }
  [[nodiscard]] std::uint64_t contents_end() const { return bytes_.size - kChecksumSize; }

  [[nodiscard]] bool check_size();
  [[nodiscard]] bool read_kind();
  [[nodiscard]] bool read_orders();
  [[nodiscard]] std::optional<std::uint64_t> positions_in(int shift, int file);
  [[nodiscard]] bool read_headers();
  [[nodiscard]] bool read_header(Sequence& sequence);
  [[nodiscard]] bool read_codes(Sequence& sequence);
  [[nodiscard]] bool read_symbols(Sequence& sequence);
  [[nodiscard]] bool read_maps();
  [[nodiscard]] bool place_tables();
  [[nodiscard]] bool check_index(const Sequence& sequence);
  [[nodiscard]] bool check_last_blocks(const Sequence& sequence);
  [[nodiscard]] static bool holds_value(const Sequence& sequence, std::string_view bytes, int value);

  const TableBytes& bytes_;
  const Material& material_;
  const bool is_wdl_;
  Window header_;
  std::uint64_t at_ = 0;
  std::vector<Sequence> sequences_;
  std::string fault_;
};

bool StructureCheck::check_size() {
  if (bytes_.size <= kAlignment || bytes_.size % kAlignment != kChecksumSize)
    return fail(base::format("incomplete: no Syzygy table has {} bytes", bytes_.size));
  return true;
}

bool StructureCheck::read_kind() {
  const std::string_view magic = is_wdl_ ? kWdlMagic : kDtzMagic;
  for (const char expected : magic)
    if (static_cast<char>(header_.u8(at_++)) != expected) return fail("not a Syzygy table of this kind");
  constexpr unsigned kSplit = 1;
  constexpr unsigned kPawns = 2;
  const unsigned flags = header_.u8(at_++);
  if (((flags & kSplit) != 0) == material_.is_symmetric() || ((flags & kPawns) != 0) != material_.has_pawns())
    return fail("a table of other pieces than its name says");
  return true;
}

// --- In which order positions are listed -----------------------------------------------------------------------------

/// Reads the order of pieces in one header; half a byte each, the upper half for Black to move. Returns the number of
/// positions, or nothing if libfathom could not index them.
std::optional<std::uint64_t> StructureCheck::positions_in(int shift, int file) {
  const int total = material_.count();
  const int white_pawns = material_.count(Piece::WhitePawn);
  const int black_pawns = material_.count(Piece::BlackPawn);
  // The side with fewer pawns leads.
  const bool black_leads = black_pawns > 0 && (white_pawns == 0 || white_pawns > black_pawns);
  const int leading_pawns = black_leads ? black_pawns : white_pawns;
  const int other_pawns = black_leads ? white_pawns : black_pawns;

  const std::uint64_t orders_at = at_;
  const std::uint64_t pieces_at = at_ + (other_pawns > 0 ? 2 : 1);
  const auto nibble = [&](std::uint64_t at) { return (header_.u8(at) >> shift) & 0xF; };

  std::vector<Piece> pieces;
  for (int i = 0; i < total; ++i) {
    // Pawns to kings are 1 to 6, Black's 9 to 14.
    const int code = nibble(pieces_at + static_cast<std::uint64_t>(i));
    const auto type = static_cast<std::size_t>((code & 7) - 1);
    if (type >= kPieceTypeCount) return std::nullopt;
    pieces.push_back(make_piece(code < 8 ? Color::White : Color::Black, static_cast<PieceType>(type)));
  }
  // Equal pieces are grouped, and there are as many of them as the name says.
  std::vector<int> runs;
  for (std::size_t i = 0; i < pieces.size();) {
    const auto end = std::find_if(pieces.begin() + static_cast<std::ptrdiff_t>(i), pieces.end(),
                                  [&](Piece piece) { return piece != pieces[i]; });
    const auto run = static_cast<int>(end - pieces.begin()) - static_cast<int>(i);
    if (run != material_.count(pieces[i]) || std::count(pieces.begin(), pieces.end(), pieces[i]) != run)
      return std::nullopt;
    runs.push_back(run);
    i += static_cast<std::size_t>(run);
  }

  // The leading group: pawns, or three pieces of which there is only one each, or the kings if they are the only ones.
  std::uint64_t leading_ways = 0;
  std::uint64_t other_pawn_ways = 1;
  std::size_t next_run = 0;
  int placed = 0;
  if (material_.has_pawns()) {
    if (pieces[0] != make_piece(black_leads ? Color::Black : Color::White, PieceType::Pawn)) return std::nullopt;
    next_run = 1;
    placed = leading_pawns;
    // The other leading pawns stand on squares that come before the first one's in the order of the format.
    for (int rank = 0; rank < 6; ++rank) leading_ways += choose(47 - 12 * file - 2 * rank, leading_pawns - 1);
    if (other_pawns > 0) {
      if (type_of(pieces[static_cast<std::size_t>(leading_pawns)]) != PieceType::Pawn) return std::nullopt;
      next_run = 2;
      placed += other_pawns;
      other_pawn_ways = choose(48 - leading_pawns, other_pawns);
    }
  } else {
    int unique = 0;
    for (const Color color : kColors)
      for (const PieceType type : kPieceTypes) unique += material_.count(color, type) == 1 ? 1 : 0;
    const bool only_kings = unique == 2;
    placed = only_kings ? 2 : 3;
    next_run = static_cast<std::size_t>(placed);
    leading_ways = only_kings ? 462 : 31332;
    for (std::size_t i = 0; i < next_run; ++i)
      if (material_.count(pieces[i]) != 1 || (only_kings && type_of(pieces[i]) != PieceType::King)) return std::nullopt;
  }
  std::uint64_t positions = leading_ways * other_pawn_ways;
  std::size_t groups = other_pawns > 0 ? 2 : 1;
  for (std::size_t run = next_run; run < runs.size(); ++run, ++groups) {
    positions *= choose(static_cast<int>(kSquareCount) - placed, runs[run]);
    placed += runs[run];
  }
  // Which of the groups the leading one and the other pawns are; the rest keep their order.
  const auto leading_order = static_cast<std::size_t>(nibble(orders_at));
  if (leading_order >= groups) return std::nullopt;
  if (other_pawns > 0) {
    const auto pawn_order = static_cast<std::size_t>(nibble(orders_at + 1));
    if (pawn_order >= groups || pawn_order == leading_order) return std::nullopt;
  }
  at_ = pieces_at + static_cast<std::uint64_t>(total);
  return positions;
}

bool StructureCheck::read_orders() {
  const int files = material_.has_pawns() ? 4 : 1;
  const int sides = is_wdl_ && !material_.is_symmetric() ? 2 : 1;
  for (int file = 0; file < files; ++file) {
    const std::uint64_t start = at_;
    for (int side = 0; side < sides; ++side) {
      at_ = start;
      const auto positions = positions_in(4 * side, file);
      if (!positions) return fail("its order of pieces is not one of the pieces in its name");
      sequences_.emplace_back().positions = *positions;
    }
  }
  at_ = rounded_up(at_, 2);
  return header_was_read();
}

// --- How values are packed -------------------------------------------------------------------------------------------

bool StructureCheck::read_headers() {
  return std::all_of(sequences_.begin(), sequences_.end(),
                     [this](Sequence& sequence) { return read_header(sequence); });
}

bool StructureCheck::read_header(Sequence& sequence) {
  constexpr unsigned kConstant = 0x80;
  constexpr unsigned kLargestWdl = 4;
  sequence.flags = header_.u8(at_);
  sequence.is_constant = (sequence.flags & kConstant) != 0;
  if (sequence.is_constant) {
    sequence.largest_value = is_wdl_ ? header_.u8(at_ + 1) : 0;
    at_ += 2;
  } else {
    sequence.block_bits = header_.u8(at_ + 1);
    sequence.index_bits = header_.u8(at_ + 2);
    sequence.blocks = header_.u32(at_ + 4);
    sequence.listed_blocks = sequence.blocks + header_.u8(at_ + 3);
    sequence.longest = header_.u8(at_ + 8);
    sequence.shortest = header_.u8(at_ + 9);
    at_ += 10;
    // Far beyond what tables have: steps of 2^21 positions, blocks of some kilobytes. libfathom counts in 32 bits.
    constexpr unsigned kMostBits = 24;
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    if (sequence.block_bits > kMostBits || sequence.index_bits < 1 || sequence.index_bits > kMostBits ||
        sequence.listed_blocks > kMost || (sequence.positions >> sequence.index_bits) > kMost / 8)
      return fail("sizes in its header are impossible");
    if (!read_codes(sequence) || !read_symbols(sequence)) return false;
  }
  if (is_wdl_ && sequence.largest_value > kLargestWdl)
    return fail(base::format("holds a result that there is not: {}", sequence.largest_value));
  return header_was_read();
}

bool StructureCheck::read_codes(Sequence& sequence) {
  // libfathom keeps at least 32 bits at hand.
  constexpr unsigned kLongest = 32;
  if (sequence.shortest < 1 || sequence.longest < sequence.shortest || sequence.longest > kLongest)
    return fail("lengths of codes in its header are impossible");
  const std::size_t lengths = sequence.longest - sequence.shortest + 1;
  for (std::size_t i = 0; i < lengths; ++i, at_ += 2) sequence.first_symbol.push_back(header_.u16(at_));
  if (!header_was_read()) return false;
  // Two codes of one length take the room of a code that is one bit shorter. So the numbers of symbols tell where the
  // codes of each length begin.
  sequence.first_code.assign(lengths, 0);
  for (std::size_t i = lengths - 1; i-- > 0;) {
    if (sequence.first_symbol[i] < sequence.first_symbol[i + 1]) return fail("its codes are not in order");
    const std::uint64_t codes = sequence.first_code[i + 1] + (sequence.first_symbol[i] - sequence.first_symbol[i + 1]);
    if (codes % 2 != 0) return fail("its codes do not fit together");
    sequence.first_code[i] = codes / 2;
  }
  if (sequence.first_code[0] >= std::uint64_t{1} << sequence.shortest) return fail("its codes do not fit together");
  return true;
}

bool StructureCheck::read_symbols(Sequence& sequence) {
  // Twelve bits name a symbol; the last such number marks a single value.
  constexpr unsigned kSingle = 0xFFF;
  struct Symbol {
    unsigned left = 0;  // or the value
    unsigned right = 0;
  };
  const std::uint64_t count = header_.u16(at_);
  at_ += 2;
  if (count < 1 || count > kSingle) return fail(base::format("has {} symbols", count));
  std::vector<Symbol> symbols(static_cast<std::size_t>(count));
  for (Symbol& symbol : symbols) {
    const unsigned low = header_.u8(at_);
    const unsigned middle = header_.u8(at_ + 1);
    const unsigned high = header_.u8(at_ + 2);
    symbol = {((middle & 0xF) << 8) | low, (high << 4) | (middle >> 4)};
    at_ += 3;
  }
  at_ = rounded_up(at_, 2);
  if (!header_was_read()) return false;

  // Any sequence of bits must decode to an existing symbol.
  const std::uint64_t shortest_codes = (std::uint64_t{1} << sequence.shortest) - sequence.first_code[0];
  if (sequence.first_symbol[0] + shortest_codes > count) return fail("has codes for more symbols than it has");

  // libfathom keeps sizes in a byte. A symbol is larger than its parts, so one that is deeper than that is too large
  // or contains itself.
  constexpr int kMostParts = 255;
  constexpr int kUnknown = -1;
  sequence.symbol_sizes.assign(symbols.size(), kUnknown);
  const auto size_of = [&](const auto& self, unsigned number, int depth) -> int {
    int& size = sequence.symbol_sizes[number];
    if (size != kUnknown) return size;
    const Symbol& symbol = symbols[number];
    if (symbol.right == kSingle) {
      sequence.largest_value = std::max(sequence.largest_value, symbol.left);
      return size = 0;
    }
    if (symbol.left >= symbols.size() || symbol.right >= symbols.size() || depth == kMostParts) return kMostParts + 1;
    // Stop at the first fault: a broken tree could be walked forever.
    int parts = self(self, symbol.left, depth + 1) + 1;
    if (parts <= kMostParts) parts += self(self, symbol.right, depth + 1);
    if (parts <= kMostParts) size = parts;
    return parts;
  };
  for (unsigned number = 0; number < symbols.size(); ++number)
    if (size_of(size_of, number, 0) > kMostParts) return fail("has symbols that are too large or contain themselves");
  return true;
}

/// If distances are mapped, the values in the file are indices into one of four lists: by the result, wins and losses
/// with and without the fifty-move rule.
bool StructureCheck::read_maps() {
  if (is_wdl_) return true;
  constexpr unsigned kMapped = 2;
  constexpr unsigned kWide = 16;
  const std::uint64_t start = at_;
  std::uint64_t last_looked_at = 0;
  for (const Sequence& sequence : sequences_) {
    if ((sequence.flags & kMapped) == 0) continue;
    // Debian's libfathom (2019) looks for lists of 16-bit numbers in the wrong place, and finds wrong distances.
    if ((sequence.flags & kWide) != 0) return fail("has distances beyond 255 in a form that libfathom misreads");
    for (int list = 0; list < 4; ++list) {
      const std::uint64_t numbers = at_ + 1;
      if (numbers - start > std::numeric_limits<std::uint16_t>::max())
        return fail("its lists of distances are too long");
      // With a wrong result libfathom reads past the list. The value is wrong then, but must lie in the file.
      last_looked_at = std::max(last_looked_at, numbers + sequence.largest_value);
      at_ = numbers + header_.u8(at_);
    }
  }
  at_ = rounded_up(at_, 2);
  if (last_looked_at >= bytes_.size) return fail("its lists of distances are too short");
  return header_was_read();
}

// --- Index, sizes of blocks, and the blocks --------------------------------------------------------------------------

bool StructureCheck::place_tables() {
  constexpr std::uint64_t kIndexEntry = 6;
  for (Sequence& sequence : sequences_) {
    if (sequence.is_constant) continue;
    sequence.index_at = at_;
    const std::uint64_t step = std::uint64_t{1} << sequence.index_bits;
    at_ += (sequence.positions + step - 1) / step * kIndexEntry;
  }
  for (Sequence& sequence : sequences_) {
    sequence.sizes_at = at_;
    at_ += 2 * sequence.listed_blocks;
  }
  for (Sequence& sequence : sequences_) {
    if (sequence.is_constant) continue;
    at_ = rounded_up(at_, kAlignment);
    sequence.data_at = at_;
    at_ += sequence.blocks << sequence.block_bits;
  }
  if (rounded_up(at_, kAlignment) != contents_end())
    return fail(
        base::format("should have {} bytes instead of {}", rounded_up(at_, kAlignment) + kChecksumSize, bytes_.size));
  return true;
}

bool StructureCheck::check_index(const Sequence& sequence) {
  // Every 2^index_bits positions the index names the block of the middle one and its place there. libfathom counts
  // from there to the position, so all blocks together must hold all positions, and the index must be exact.
  Window index(bytes_);
  Window sizes(bytes_);
  std::uint64_t block = 0;
  std::uint64_t start = 0;  // of the block, in positions
  std::uint64_t held = 0;   // by all blocks that exist
  const auto values_in = [&](std::uint64_t number) {
    return std::uint64_t{sizes.u16(sequence.sizes_at + 2 * number)} + 1;
  };
  const auto step_over = [&] {
    start += values_in(block++);
    if (block == sequence.blocks) held = start;
  };
  const std::uint64_t step = std::uint64_t{1} << sequence.index_bits;
  std::uint64_t at = sequence.index_at;
  for (std::uint64_t middle = step / 2; middle < sequence.positions + step / 2; middle += step, at += 6) {
    while (block < sequence.listed_blocks && start + values_in(block) <= middle) step_over();
    if (block == sequence.listed_blocks || index.u32(at) != block || index.u16(at + 4) != middle - start)
      return fail("its index is wrong");
  }
  while (block < sequence.blocks) step_over();
  if (index.failed() || sizes.failed()) return fail("cannot be read");
  if (held != sequence.positions)
    return fail(base::format("its blocks hold {} positions instead of {}", held, sequence.positions));
  return true;
}

bool StructureCheck::check_last_blocks(const Sequence& sequence) {
  // A value is found by unpacking all before it in its block. Whatever the bits are, that ends after as many codes as
  // the block has values. Only near the end of the file could it lead out of the file: there the bits are looked at.
  constexpr std::uint64_t kMostValues = std::uint64_t{1} << 16;
  const std::uint64_t farthest = kMostValues * sequence.longest / 8 + kAlignment;
  const std::uint64_t unsafe_from = bytes_.size > farthest ? bytes_.size - farthest : 0;
  const std::uint64_t first =
      unsafe_from > sequence.data_at ? (unsafe_from - sequence.data_at) >> sequence.block_bits : 0;
  if (first >= sequence.blocks) return true;
  std::string blocks((sequence.blocks - first) << sequence.block_bits, '\0');
  std::string sizes(2 * (sequence.blocks - first), '\0');
  if (!bytes_.read(sequence.data_at + (first << sequence.block_bits), blocks) ||
      !bytes_.read(sequence.sizes_at + 2 * first, sizes))
    return fail("cannot be read");
  blocks.append(sizeof(std::uint64_t), '\0');  // so that a whole word can be read anywhere
  std::string_view size = sizes;
  for (std::size_t at = 0; !size.empty(); at += std::size_t{1} << sequence.block_bits)
    if (!holds_value(sequence, std::string_view(blocks).substr(at), base::take_little_endian<std::uint16_t>(size)))
      return fail("a block is too small for what should be in it");
  return true;
}

/// Unpacks a block at the start of `bytes` up to the value of this number, which must be in the block. Then libfathom
/// stays in the file: it reads up to eight bytes ahead, and the checksum is longer.
bool StructureCheck::holds_value(const Sequence& sequence, std::string_view bytes, int value) {
  const std::size_t end = std::size_t{8} << sequence.block_bits;
  for (std::size_t at = 0; at < end;) {  // in bits
    std::uint64_t code = 0;
    for (std::size_t i = 0; i < sizeof(code); ++i) code = code << 8 | static_cast<unsigned char>(bytes[at / 8 + i]);
    code <<= at % 8;
    std::size_t i = 0;
    while (code >> (64 - sequence.shortest - i) < sequence.first_code[i]) ++i;
    const std::size_t length = sequence.shortest + i;
    at += length;
    if (at > end) return false;
    const std::uint64_t symbol = sequence.first_symbol[i] + ((code >> (64 - length)) - sequence.first_code[i]);
    value -= sequence.symbol_sizes[static_cast<std::size_t>(symbol)] + 1;
    if (value < 0) return true;
  }
  return false;
}

}  // namespace

TableBytes bytes_in_memory(std::string_view bytes) {
  return {bytes.size(), [bytes](std::uint64_t offset, std::span<char> target) {
            if (offset > bytes.size() || target.size() > bytes.size() - offset) return false;
            std::memcpy(target.data(), bytes.data() + offset, target.size());
            return true;
          }};
}

base::Expected<void> check_structure(const TableBytes& bytes, const TableName& table) {
  StructureCheck check(bytes, table);
  if (!check.passes()) return base::failure(check.fault());
  return {};
}

base::Expected<void> check_checksum(const TableBytes& bytes, const base::StopToken& stop) {
  if (bytes.size <= kChecksumSize) return base::failure("too small for a checksum");
  Checksum checksum;
  std::string chunk;
  const std::uint64_t end = bytes.size - kChecksumSize;
  for (std::uint64_t at = 0; at < end;) {
    chunk.resize(static_cast<std::size_t>(std::min<std::uint64_t>(Checksum::kChunkSize, end - at)));
    // In pieces, so that a stop takes effect soon.
    constexpr std::size_t kPiece = std::size_t{1} << 20;
    for (std::size_t done = 0; done < chunk.size(); done += kPiece) {
      if (stop.stop_requested()) return base::failure("was not read to its end");
      const auto piece = std::span(chunk).subspan(done, std::min(kPiece, chunk.size() - done));
      if (!bytes.read(at + done, piece)) return base::failure("cannot be read");
    }
    checksum.add_chunk(chunk);
    at += chunk.size();
  }
  std::string found(kChecksumSize, '\0');
  if (!bytes.read(end, found)) return base::failure("cannot be read");
  if (found != checksum.finish()) return base::failure("damaged: its checksum is wrong");
  return {};
}

}  // namespace zugwerk::tablebase
