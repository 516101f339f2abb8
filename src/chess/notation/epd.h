// chess/notation/epd.h
//
// Extended Position Description in and out: one line that holds a position and operations on it, as test suites and
// perft suites use (`... w - - bm Qg6; id "WAC.001";`). A record is checked: well-formed, every move legal, every
// number in range. What to do with it is up to the reader.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/files/input.h"
#include "chess/move.h"
#include "chess/notation/fen.h"
#include "chess/position.h"

namespace zugwerk::chess {

/// An operation in its canonical form: moves in SAN, numbers without a plus or leading zeros, texts without quotes.
struct EpdOperation {
  std::string opcode;
  std::vector<std::string> operands;
  bool operator==(const EpdOperation&) const = default;
};

/// The number of leaf nodes of a perft to some depth, from the operations D1, D2, ...
struct PerftCount {
  int depth = 0;
  std::uint64_t nodes = 0;
  bool operator==(const PerftCount&) const = default;
};

/// One record. The operations hmvc and fmvn become the position's clocks and are not in the list of operations.
///
/// | opcodes                                       | kind    | read by        |
/// |-----------------------------------------------|---------|----------------|
/// | am bm pm rm sm                                | moves   | moves()        |
/// | pv sv                                         | line    | line()         |
/// | acd acn acs ce dm fmvn hmvc rc tcgs D1 .. D99 | number  | number()       |
/// | c0 .. c9 eco id nic v0 .. v9                  | text    | text()         |
/// | any other                                     | unknown | find()         |
class Epd {
 public:
  explicit Epd(Position position) : position_(std::move(position)) {}

  [[nodiscard]] const Position& position() const { return position_; }
  [[nodiscard]] const std::vector<EpdOperation>& operations() const { return operations_; }

  /// The operation, or nullptr if the record has none of this name.
  [[nodiscard]] const EpdOperation* find(std::string_view opcode) const;

  /// The moves of bm and its kin, each legal in the position; empty without the operation.
  [[nodiscard]] std::vector<Move> moves(std::string_view opcode) const;

  /// The moves of pv or sv, each legal after those before it; empty without the operation.
  [[nodiscard]] std::vector<Move> line(std::string_view opcode) const;

  [[nodiscard]] std::optional<std::int64_t> number(std::string_view opcode) const;
  [[nodiscard]] std::optional<std::string> text(std::string_view opcode) const;

  /// In order of increasing depth.
  [[nodiscard]] std::vector<PerftCount> perft_counts() const;

  /// Adds the operation at the end, or replaces the one of the same name. Operands are checked and brought into
  /// canonical form; on an error the record is unchanged. A new hmvc or fmvn makes the position forget its history.
  base::Expected<void> set(EpdOperation operation);

  /// Removes the operation if there is one.
  void remove(std::string_view opcode);

 private:
  friend base::Expected<Epd> parse_epd(std::string_view line, Variant variant, FenRepairs* repairs);
  friend base::Expected<Epd> parse_epd_of_any_variant(std::string_view line, FenRepairs* repairs);

  [[nodiscard]] static base::Expected<Epd> parse(std::string_view line, std::optional<Variant> variant,
                                                 FenRepairs* repairs);

  /// The same, with the original spelling of the operation, for messages.
  base::Expected<void> set(EpdOperation operation, std::string_view source);

  Position position_;
  std::vector<EpdOperation> operations_;
};

/// Reads a line of EPD, or a FEN with or without operations after it. Tolerated: a missing last semicolon, perft counts
/// after semicolons (`;D1 20 ;D2 400`), texts without quotes or with only one of them, move numbers and commas between
/// moves, coordinate moves. The error names the operation and what is wrong with it. With `repairs`, the position may
/// be repaired as by parse_fen.
[[nodiscard]] base::Expected<Epd> parse_epd(std::string_view line, Variant variant = Variant::Standard,
                                            FenRepairs* repairs = nullptr);

/// The same with a position that is standard if it can be and Chess960 otherwise.
[[nodiscard]] base::Expected<Epd> parse_epd_of_any_variant(std::string_view line, FenRepairs* repairs = nullptr);

/// One line without its end, which parse_epd reads back as an equal record: clocks other than 0 and 1 first, then the
/// operations in order. Texts are in quotes; other operands where they need them.
[[nodiscard]] std::string to_epd(const Epd& epd);

/// Gives the next line without its line end, false at the end of the input, or why the line cannot be read.
using LineSource = std::function<base::Expected<bool>(std::string& line)>;
/// Called for the lines of a file, counted from 1.
struct EpdHandlers {
  std::function<void(std::size_t line, Epd epd)> on_record;
  /// Called for each repair of the position on this line, before its record.
  std::function<void(std::size_t line, const std::string& repair)> on_repair;
  std::function<void(std::size_t line, const base::Error& error)> on_error;
};

/// Reads record after record and goes on after a bad one. Empty lines, lines that begin with '#', a byte order mark
/// and either kind of line end are skipped. Without a variant, each line is standard if it can be.
void read_epd_lines(const LineSource& source, std::optional<Variant> variant, const EpdHandlers& handlers);
/// A file, compressed or not. Lines of more than a mebibyte are errors, so that a broken file cannot exhaust memory.
void read_epd_lines(base::Input& input, std::optional<Variant> variant, const EpdHandlers& handlers);

}  // namespace zugwerk::chess
