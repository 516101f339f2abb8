#include "terminal/game_files.h"

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "base/files/input.h"
#include "base/files/whole_file.h"
#include "base/format.h"
#include "chess/notation/pgn_writer.h"

namespace zugwerk::terminal {

base::Expected<void> save_game(const std::string& path, const chess::PgnGame& game) {
  // Writing replaces the old file by a new one, which must not happen to a device.
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
    return base::failure(path + ": not a regular file");
  return base::write_whole_file(path, chess::to_pgn(game));
}

base::Expected<LoadedGame> load_game(const std::string& path, std::size_t number) {
  auto input = base::Input::open(path);
  if (!input) return tl::unexpected(input.error());
  std::optional<chess::PgnGame> found;
  std::size_t count = 0;
  std::string problem;
  std::vector<std::string> repairs;  // to the starting position of the next game
  const auto read = chess::read_pgn_games(
      *input,
      [&](chess::PgnGame&& game) {
        if (++count == number) found = std::move(game);
        if (!found) repairs.clear();
        return !found;
      },
      [&](const chess::PgnError& error) {
        if (problem.empty()) problem = error.in_file(path);
      },
      [&](const chess::PgnError& repair) { repairs.push_back(repair.in_file(path)); });
  if (!found) {
    if (!read) return tl::unexpected(read.error());
    return base::failure(!problem.empty() ? problem : base::format("{}: there is no game {}", path, number));
  }
  return LoadedGame{*std::move(found), std::move(repairs)};
}

}  // namespace zugwerk::terminal
