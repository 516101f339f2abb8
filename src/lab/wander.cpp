#include "lab/wander.h"

#include <utility>

#include "base/rng.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "eval/evaluator.h"
#include "lab/game_file.h"
#include "lab/game_record.h"

namespace zugwerk::lab {

using namespace chess;

namespace {

class Wanderer {
 public:
  explicit Wanderer(const WanderOptions& options) : options_(options), rng_(options.seed) {}

  /// A record of no ply where there is no way to go.
  [[nodiscard]] GameRecord walk_from(const Position& start, GameResult result) {
    GameRecord walk;
    walk.start = pack(start);
    walk.result = result;
    Position position = start;
    for (int ply = 0; ply < options_.plies && !find_end(position); ++ply) {
      const MoveList moves = legal_moves(position);
      const Move move = moves[rng_.below(static_cast<std::uint32_t>(moves.size()))];
      walk.plies.push_back({move, white_score(position)});
      position.make(move);
    }
    return walk;
  }

 private:
  [[nodiscard]] eval::Score white_score(const Position& position) {
    if (position.in_check()) return eval::kNoScore;
    const eval::Score score = classical_.evaluate(position);
    return position.side_to_move() == Color::White ? score : -score;
  }

  const WanderOptions& options_;
  base::Rng rng_;
  eval::Evaluator classical_;
};

}  // namespace

base::Expected<WanderReport> wander_from_games(const std::vector<std::string>& paths, const std::string& output,
                                               const WanderOptions& options, const ComplaintHandler& complain) {
  auto writer = GameWriter::create(output);
  if (!writer) return tl::unexpected(writer.error());
  Wanderer wanderer(options);
  WanderReport report;
  base::Expected<void> written;
  const auto wander = [&](const Position& position, GameResult result) {
    for (int number = 0; number < options.walks && written; ++number) {
      const GameRecord walk = wanderer.walk_from(position, result);
      if (walk.plies.empty()) continue;
      written = writer->add(walk);
      ++report.walks;
      report.positions += walk.plies.size();
    }
    return written.has_value();
  };
  auto read = for_each_game(
      paths,
      [&](const GameRecord& game, const std::string& file, std::uint64_t number) {
        ++report.games;
        const auto replayed = replay(game, [&](const Position& position, const PlyRecord&, std::size_t) {
          return wander(position, game.result);
        });
        if (!replayed && complain)
          complain(file + ": game " + std::to_string(number) + ": " + replayed.error().message);
        return written.has_value();
      },
      [&](const FileFault& fault) {
        if (complain) complain(fault.message);
      });
  if (written) written = writer->flush();
  if (!read) return tl::unexpected(read.error());
  if (!written) return tl::unexpected(written.error());
  return report;
}

}  // namespace zugwerk::lab
