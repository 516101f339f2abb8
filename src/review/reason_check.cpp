#include "review/reason_check.h"

#include <algorithm>

#include "chess/epd.h"
#include "chess/game.h"

namespace zugwerk::review {

using chess::Color;
using chess::Position;

bool holds(const Position& position, const Fact& fact, search::Solo& solo, const search::Limits& limits) {
  const Color us = position.side_to_move();
  const bool claims_mate = fact.outcome.checkmate;
  // Time for a defence that drags on.
  constexpr std::size_t kSlack = 6;
  const std::size_t plies = fact.outcome.moves.size() + kSlack;
  Position at = position;
  at.make(fact.outcome.moves.front());
  solo.clear();
  int best = 0;
  for (std::size_t ply = 1; ply < plies; ++ply) {
    if (const auto end = chess::find_end(at)) return end->winner == us;
    const search::SoloResult result = solo.search(at, limits);
    const eval::Score score = at.side_to_move() == us ? result.score() : -result.score();
    if (claims_mate && score.is_win()) return true;
    // Somebody who gives up a piece to avoid mate has lost no less than was claimed.
    if (score.is_win()) return true;
    at.make(result.best());
    // Quiet at the end of a pair of moves is when it counts.
    const int now = play_out(at, {}, 0).gain * (at.side_to_move() == us ? 1 : -1) + material_balance(at, us) -
                    material_balance(position, us);
    best = ply >= std::min<std::size_t>(fact.outcome.moves.size(), plies - 1) ? std::max(best, now) : best;
  }
  return !claims_mate && best >= std::max(kSameMaterial, fact.outcome.gain / 2);
}

base::Expected<SuiteReasons> check_suite(
    base::Input& input, const ReviewSettings& settings, const std::atomic<bool>& stop,
    const std::function<void(const std::string& id, const std::string& reason, bool held)>& on_reason) {
  auto solo = search::Solo::create(settings.table_megabytes);
  if (!solo) return tl::unexpected(solo.error());
  auto second = search::Solo::create(settings.table_megabytes);
  if (!second) return tl::unexpected(second.error());
  SuiteReasons totals;
  totals.given_by_motif.resize(kMotifCount);
  totals.held_by_motif.resize(kMotifCount);
  std::string first_error;
  chess::read_epd_lines(
      input, std::nullopt,
      [&](std::size_t line, const chess::Epd& epd) {
        if (stop || chess::find_end(epd.position())) return;
        ++totals.positions;
        (*solo)->clear();
        const search::SoloResult result = (*solo)->search(epd.position(), settings.limits);
        const auto fact = find_tactic(epd.position(), result.lines.front().moves);
        if (!fact) return;
        const std::string reason = idea_text(epd.position(), *fact);
        if (reason.empty()) return;
        const bool held = holds(epd.position(), *fact, **second, settings.limits);
        const auto motif = static_cast<std::size_t>(fact->motif);
        ++totals.given;
        ++totals.given_by_motif[motif];
        totals.held += held ? 1 : 0;
        totals.held_by_motif[motif] += held ? 1 : 0;
        on_reason(epd.text("id").value_or("line " + std::to_string(line)), reason, held);
      },
      [&](std::size_t line, const base::Error& error) {
        if (first_error.empty()) first_error = input.name() + ":" + std::to_string(line) + ": " + error.message;
      });
  if (totals.positions == 0 && !first_error.empty()) return base::failure(first_error);
  return totals;
}

}  // namespace zugwerk::review
