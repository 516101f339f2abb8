// fuzz/pgn_fuzz.cpp
//
// Input: PGN of any quality. Games must survive a round trip through the writer, and texts must be UTF-8.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "chess/notation/pgn_game.h"
#include "chess/notation/pgn_writer.h"

namespace {

using namespace zugwerk;
using namespace zugwerk::chess;

void require(bool holds) {
  if (!holds) std::abort();
}

void check_round_trip(PgnGame&& game) {
  const std::string text = to_pgn(game);
  require(base::is_valid_utf8(text));
  PgnGame expected = std::move(game);
  expected.tags = tags_to_write(expected);
  int games = 0;
  base::Input input = base::Input::from_memory(text);
  const auto counts = read_pgn_games(input, [&](PgnGame&& again) {
    ++games;
    require(again == expected);
    require(to_pgn(again) == text);
    return true;
  });
  require(counts && counts->broken == 0 && games == 1);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  base::Input input = base::Input::from_memory({reinterpret_cast<const char*>(data), size});
  const auto counts = read_pgn_games(
      input,
      [](PgnGame&& game) {
        check_round_trip(std::move(game));
        return true;
      },
      [](const PgnError& error) {
        require(base::is_valid_utf8(error.message));
        require(error.place.line >= 1 && error.place.column >= 1 && error.place.game >= 1);
      });
  static_cast<void>(counts);  // an input that looks like zstd may be broken
  return 0;
}
