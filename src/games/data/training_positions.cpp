#include "games/data/training_positions.h"

#include <cstdlib>

#include "chess/bitboard.h"

namespace zugwerk::games {

std::string_view name_of(SkipReason reason) {
  constexpr std::array<std::string_view, kSkipReasonCount> kNames{
      "early", "in check", "capture or promotion", "no score", "decided", "few pieces", "long without progress"};
  return kNames[static_cast<std::size_t>(reason)];
}

PositionCounts& PositionCounts::operator+=(const PositionCounts& more) {
  games += more.games;
  broken_games += more.broken_games;
  positions += more.positions;
  kept += more.kept;
  for (std::size_t i = 0; i < skipped.size(); ++i) skipped[i] += more.skipped[i];
  return *this;
}

std::optional<SkipReason> reason_to_skip(const PositionFilter& filter, const chess::Position& position,
                                         const PlyRecord& played) {
  if (position.ply_from_start() < filter.first_ply) return SkipReason::Early;
  if (filter.skip_in_check && position.in_check()) return SkipReason::InCheck;
  if (filter.skip_tactical && !position.is_quiet(played.move)) return SkipReason::Tactical;
  if (played.score == eval::kNoScore) {
    if (filter.skip_unscored) return SkipReason::Unscored;
  } else if ((filter.skip_decisive && played.score.is_decisive()) ||
             std::abs(played.score.value()) > filter.largest_score) {
    return SkipReason::Decisive;
  }
  if (chess::popcount(position.occupied()) < filter.fewest_pieces) return SkipReason::FewPieces;
  if (position.halfmove_clock() > filter.largest_halfmove_clock) return SkipReason::Stale;
  return std::nullopt;
}

base::Expected<bool> visit_positions(const GameRecord& game, const PositionFilter& filter, PositionCounts& counts,
                                     const PositionVisitor& visit) {
  ++counts.games;
  bool wanted = true;
  const auto last = replay(game, [&](const chess::Position& position, const PlyRecord& played, std::size_t) {
    ++counts.positions;
    if (const auto reason = reason_to_skip(filter, position, played)) {
      ++counts.skipped[static_cast<std::size_t>(*reason)];
      return true;
    }
    ++counts.kept;
    wanted = visit({position, played.move, played.score, game.result, position.ply_from_start()});
    return wanted;
  });
  if (!last) {
    ++counts.broken_games;
    return tl::unexpected(last.error());
  }
  return wanted;
}

base::Expected<PositionCounts> visit_training_positions(const std::vector<std::string>& paths,
                                                        const PositionFilter& filter, const PositionVisitor& visit,
                                                        const base::DiagnosticHandler& report) {
  PositionCounts counts;
  const auto read = for_each_game(
      paths,
      [&](const GameRecord& game, const std::string& file, std::uint64_t number) {
        const auto wanted = visit_positions(game, filter, counts, visit);
        if (!wanted && report) report(in_game(file, number, wanted.error().message));
        return !wanted || *wanted;
      },
      faults_to(report));
  if (!read) return tl::unexpected(read.error());
  return counts;
}

}  // namespace zugwerk::games
