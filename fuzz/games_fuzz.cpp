// fuzz/games_fuzz.cpp
//
// Any bytes as a file of games, and as the games of a frame, plain or packed. A reader returns only games that can be
// written again, reports faults in order, and terminates.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/property.h"
#include "games/archive/game_bytes.h"
#include "games/archive/game_file.h"
#include "games/archive/packed_games.h"
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

/// Bytes as packed games, of which the first two say how many there are.
void check_packed(std::string_view bytes) {
  constexpr std::size_t kMostPlies = 512;  // so that nothing takes long
  if (bytes.size() < 2) return;
  const auto count = static_cast<std::size_t>(static_cast<unsigned char>(bytes[0]) % 8);
  const std::size_t plies = static_cast<unsigned char>(bytes[1]) * std::size_t{2} % kMostPlies;
  const auto games = unpack_games(bytes.substr(2), count, plies);
  if (!games) return;
  std::size_t seen = 0;
  for (const PackedGame& packed : *games) {
    check_game(packed.game);
    seen += packed.game.plies.size();
  }
  require(games->size() == count && seen == plies, "as many games and plies are unpacked as were asked for");
  const auto again = unpack_games(pack_games(*games), count, plies);
  require(again.has_value(), "what was unpacked can be packed and unpacked again");
  for (std::size_t i = 0; i < count; ++i) require((*again)[i].game == (*games)[i].game, "a packed game is the same");
}

/// Games packed and unpacked.
void check_packing(const std::vector<PackedGame>& games) {
  std::size_t plies = 0;
  for (const PackedGame& packed : games) plies += packed.game.plies.size();
  const auto again = unpack_games(pack_games(games), games.size(), plies);
  require(again.has_value(), "packed games can be unpacked");
  for (std::size_t i = 0; i < games.size(); ++i)
    require((*again)[i].game == games[i].game && (*again)[i].ends_frame == games[i].ends_frame,
            "a game is the same after it was packed");
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
  check_packed(bytes);
  GameRecord game;
  std::vector<PackedGame> games;
  for (std::string_view rest = bytes; take_game_bytes(rest, game);) {
    check_game(game);
    games.push_back({game, rest.size() % 2 == 0});
  }
  if (!games.empty()) check_packing(games);
  return 0;
}
