// fuzz/epd_fuzz.cpp
//
// Any text as a line of EPD, and as a file of it. An accepted record has only legal moves and is written as a line that
// reads back as the same record.

#include <string>
#include <string_view>

#include "base/text.h"
#include "chess/notation/epd.h"
#include "fuzz/property.h"

namespace {

using namespace zugwerk;
using namespace zugwerk::chess;
using fuzz::require;

void check_operations(const Epd& epd) {
  for (const EpdOperation& operation : epd.operations()) {
    require(epd.find(operation.opcode) == &operation, "an operation occurs once", operation.opcode);
    for (const std::string& operand : operation.operands)
      require(base::is_valid_utf8(operand), "operands are UTF-8", operation.opcode);
    for (const Move move : epd.moves(operation.opcode))
      require(epd.position().is_legal(move), "moves are legal", operation.opcode);
    Position position = epd.position();
    for (const Move move : epd.line(operation.opcode)) {
      require(position.is_legal(move), "moves of a line are legal", operation.opcode);
      position.make(move);
    }
    // Those that do not fit the opcode are empty; none may fail.
    (void)epd.number(operation.opcode);
    (void)epd.text(operation.opcode);
  }
  (void)epd.perft_counts();
}

void check_line(std::string_view text, Variant variant) {
  FenRepairs repairs;
  const auto epd = parse_epd(text, variant, &repairs);
  if (!epd) {
    require(epd.error().message.starts_with("EPD: "), "an error says where it comes from", epd.error().message);
    require(base::is_valid_utf8(epd.error().message), "a message is UTF-8");
    return;
  }
  check_operations(*epd);
  require(repairs.empty() == parse_epd(text, variant).has_value(), "a record that needs no repair is read without",
          text);
  const std::string line = to_epd(*epd);
  require(line.find('\n') == std::string::npos, "a record is one line", line);
  const auto again = parse_epd(line, variant);
  require(again.has_value(), "a written record can be read", line, again ? "" : again.error().message);
  require(fuzz::same_position(again->position(), epd->position()), "the position reads back equal", line);
  require(again->operations() == epd->operations(), "the operations read back equal", line, to_epd(*again));
  fuzz::require_equal(to_epd(*again), line, "writing twice gives the same line");
}

void check_file(std::string_view text) {
  std::size_t last = 0;
  const auto on_line = [&](std::size_t line) {
    require(line > last, "lines are reported once and in order");
    last = line;
  };
  const auto source = [rest = text](std::string& line) mutable {
    if (rest.empty()) return false;
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return true;
  };
  read_epd_lines(source, std::nullopt,
                 {.on_record = [&](std::size_t line, const Epd&) { on_line(line); },
                  .on_repair = [&](std::size_t line,
                                   const std::string&) { require(line > last, "repairs come before their record"); },
                  .on_error = [&](std::size_t line, const base::Error&) { on_line(line); }});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_line(text, Variant::Standard);
  check_line(text, Variant::Chess960);
  check_file(text);
  return 0;
}
