#include "games/selfplay/adjudication.h"

namespace zugwerk::games {

std::optional<Adjudicator::Verdict> Adjudicator::add(eval::Score white_score, int ply) {
  const auto win = [](bool white) {
    return Verdict{white ? GameResult::WhiteWins : GameResult::BlackWins, EndCause::WinByScore};
  };
  if (white_score.is_decisive()) return win(white_score > eval::kDraw);
  opinions_.add(white_score.value());
  if (opinions_.won(rules_.win_plies, rules_.win_score)) return win(true);
  if (opinions_.lost(rules_.win_plies, rules_.win_score)) return win(false);
  const bool late_enough = ply >= rules_.draw_first_ply + rules_.draw_plies - 1;
  if (late_enough && opinions_.even(rules_.draw_plies, rules_.draw_score))
    return Verdict{GameResult::Draw, EndCause::DrawByScore};
  return std::nullopt;
}

}  // namespace zugwerk::games
