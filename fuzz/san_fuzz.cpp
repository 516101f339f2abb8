// fuzz/san_fuzz.cpp
//
// Input: a FEN (optional) on the first line, moves in any notation after it. An accepted move must be legal, and its
// own notation must read back as the same move; a refusal must have a reason.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/text.h"
#include "chess/notation/fen.h"
#include "chess/notation/san.h"

namespace {

using namespace zugwerk;
using namespace zugwerk::chess;

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  Position position;
  const std::size_t line_end = text.find('\n');
  if (line_end != std::string_view::npos) {
    if (auto start = parse_fen_of_any_variant(text.substr(0, line_end))) position = *start;
    text.remove_prefix(line_end + 1);
  }
  for (auto word = base::take_word(text); !word.empty(); word = base::take_word(text)) {
    const auto move = parse_san(position, word);
    if (!move) {
      require(!move.error().message.empty() && base::is_valid_utf8(move.error().message));
      require(!explain_no_san_move(position, word).empty());
      continue;
    }
    require(position.is_legal(*move));
    const auto back = parse_san(position, to_san(position, *move));
    require(back && *back == *move);
    position.make(*move);
  }
  return 0;
}
