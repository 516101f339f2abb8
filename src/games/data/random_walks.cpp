#include "games/data/random_walks.h"

#include <memory>
#include <utility>

#include "base/uniform.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "eval/evaluator.h"
#include "games/archive/game_file.h"
#include "games/archive/game_record.h"
#include "search/solo.h"

namespace zugwerk::games {

using namespace chess;

namespace {

class RandomWalker {
 public:
  /// Without a search there is no `solo`.
  RandomWalker(const RandomWalkOptions& options, std::unique_ptr<search::Solo> solo)
      : options_(options), rng_(options.seed), evaluator_(options.network), solo_(std::move(solo)) {
    if (solo_) solo_->set_network(options.network);
    limits_.soft_nodes = options.nodes;
  }

  /// A record without plies if there is no legal move.
  [[nodiscard]] GameRecord walk_from(const Position& start, GameResult result) {
    GameRecord walk;
    walk.start = pack(start);
    walk.result = result;
    Position position = start;
    for (int ply = 0; ply < options_.plies && !find_end(position); ++ply) {
      const MoveList moves = legal_moves(position);
      PlyRecord played{moves[rng_.below(static_cast<std::uint32_t>(moves.size()))], eval::kNoScore};
      if (!solo_)
        played.score = evaluated_score(position);
      else if (ply > 0)
        search_ply(position, played);
      if (played.score != eval::kNoScore && position.side_to_move() == Color::Black) played.score = -played.score;
      walk.plies.push_back(played);
      position.make(played.move);
    }
    return walk;
  }

 private:
  [[nodiscard]] eval::Score evaluated_score(const Position& position) {
    if (position.in_check()) return eval::kNoScore;
    evaluator_.follow(position);
    return evaluator_.evaluate(position);
  }

  /// The side to move's score, if a static evaluation could know it; sometimes also replaces the random move by the
  /// best one.
  void search_ply(const Position& position, PlyRecord& played) {
    const bool follows = base::uniform(rng_) < options_.best_share;
    if (position.in_check() && !follows) return;
    const search::SoloResult found = solo_->search(position, limits_);
    const Move best = found.best();
    if (follows) played.move = best;
    if (!position.in_check() && position.is_quiet(best)) played.score = found.score();
  }

  const RandomWalkOptions& options_;
  base::Rng rng_;
  eval::Evaluator evaluator_;
  std::unique_ptr<search::Solo> solo_;
  search::Limits limits_;
};

}  // namespace

base::Expected<RandomWalkReport> random_walks_from_games(const std::vector<std::string>& paths,
                                                         const std::string& output, const RandomWalkOptions& options,
                                                         const base::DiagnosticHandler& diagnose) {
  std::unique_ptr<search::Solo> solo;
  if (options.nodes > 0) {
    auto created = search::Solo::create(options.hash_megabytes);
    if (!created) return tl::unexpected(created.error());
    solo = *std::move(created);
  }
  RandomWalker walker(options, std::move(solo));
  RandomWalkReport report;
  auto done = rewrite_games(
      paths, output,
      [&](const GameRecord& game, const std::string& file, std::uint64_t number, GameWriter& writer) {
        ++report.games;
        base::Expected<void> written;
        const auto replayed = replay(game, [&](const Position& position, const PlyRecord&, std::size_t) {
          for (int walks = 0; walks < options.walks && written; ++walks) {
            const GameRecord walk = walker.walk_from(position, game.result);
            if (walk.plies.empty()) continue;
            written = writer.add(walk);
            ++report.walks;
            report.positions += walk.plies.size();
          }
          return written.has_value();
        });
        if (!replayed && diagnose) diagnose(in_game(file, number, replayed.error().message));
        return written;
      },
      faults_to(diagnose));
  if (!done) return tl::unexpected(done.error());
  return report;
}

}  // namespace zugwerk::games
