// fuzz/games_fuzz.cpp
//
// Any bytes as a file of games, and as the games of a frame. A reader returns only games that can be written again,
// reports faults in order, and terminates.

#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/property.h"
#include "games/archive/game_file.h"
#include "games/data/data_tools.h"

namespace {

using namespace zugwerk;
using namespace zugwerk::games;
using fuzz::require;

void check_game(const GameRecord& game) {
  std::string bytes;
  append_game_bytes(bytes, game);
  std::string_view rest = bytes;
  GameRecord again;
  require(take_game_bytes(rest, again) && rest.empty(), "a game that was read can be written and read again");
  require(again == game, "a game survives a round trip");
  (void)find_fault(game);
  if (const auto start = unpack(game.start)) {
    const auto repacked = unpack(pack(*start));
    require(repacked && fuzz::same_position(*start, *repacked), "a packed start survives a round trip");
  }
}

void check_file(std::string_view bytes) {
  std::uint64_t last_end = 0;
  auto reader = GameReader::open(base::Input::from_memory(bytes), [&](const FileFault& fault) {
    require(fault.offset >= last_end, "faults are reported in order");
    last_end = fault.offset + fault.bytes;
  });
  if (!reader) return;
  GameRecord game;
  while (true) {
    const auto more = reader->next(game);
    if (!more || !*more) break;
    check_game(game);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check_file(bytes);
  GameRecord game;
  for (std::string_view rest = bytes; take_game_bytes(rest, game);) check_game(game);
  return 0;
}
