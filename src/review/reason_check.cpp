#include "review/reason_check.h"

#include <algorithm>

#include "base/format.h"
#include "chess/game.h"
#include "chess/notation/epd.h"
#include "review/notation.h"

namespace zugwerk::review {

using chess::Color;
using chess::Position;

bool holds(const Position& position, const Fact& fact, search::Solo& solo, const search::Limits& limits) {
  const Color us = position.side_to_move();
  // Time for a stubborn defence to fail, and for a misguided attack to lose what it won.
  constexpr std::size_t kSlack = 6;
  const std::size_t plies = fact.outcome.moves.size() + kSlack;
  Position at = position;
  at.make(fact.outcome.moves.front());
  solo.clear();
  for (std::size_t ply = 1; ply < plies; ++ply) {
    if (const auto end = chess::find_end(at)) return end->winner == us;
    const search::SoloResult result = solo.search(at, limits);
    const eval::Score score = at.side_to_move() == us ? result.score() : -result.score();
    // A side that is mated instead has lost at least as much as was claimed.
    if (score.is_win()) return true;
    at.make(result.best());
  }
  if (fact.outcome.checkmate) return false;
  const int due = play_out(at, {}, 0).gain * (at.side_to_move() == us ? 1 : -1);
  const int won = material_balance(at, us) + due - material_balance(position, us);
  return won >= std::max(kSameMaterial, fact.outcome.gain - kLeastWin);
}

base::Expected<SuiteReasons> check_suite(base::Input& input, const ReviewSettings& settings,
                                         const std::atomic<bool>& stop,
                                         const std::function<void(const CheckedReason&)>& on_reason) {
  auto solo = make_solo(settings);
  if (!solo) return tl::unexpected(solo.error());
  auto second = make_solo(settings);
  if (!second) return tl::unexpected(second.error());
  SuiteReasons totals;
  totals.given_by_motif.resize(kMotifCount);
  totals.held_by_motif.resize(kMotifCount);
  std::string first_error;
  const auto in_line = [&](std::size_t line, const std::string& message) {
    return base::format("{}:{}: {}", input.name(), line, message);
  };
  chess::read_epd_lines(
      input, std::nullopt,
      {.on_record =
           [&](std::size_t line, const chess::Epd& epd) {
             if (stop || chess::find_end(epd.position())) return;
             ++totals.positions;
             (*solo)->clear();
             const search::SoloResult result = (*solo)->search(epd.position(), settings.limits);
             std::vector<chess::Move> moves = result.lines.front().moves;
             if (!result.score().is_decisive()) lengthen(**solo, epd.position(), moves, settings.limits);
             const std::string id = epd.text("id").value_or(base::format("line {}", line));
             const auto fact = find_tactic(epd.position(), moves, result.score());
             const std::string reason = fact ? idea_text(epd.position(), *fact) : std::string();
             if (reason.empty()) {
               on_reason({id, {}, false, line_text(epd.position(), moves)});
               return;
             }
             const bool held = holds(epd.position(), *fact, **second, settings.limits);
             const auto motif = static_cast<std::size_t>(fact->motif);
             ++totals.given;
             ++totals.given_by_motif[motif];
             totals.held += held ? 1 : 0;
             totals.held_by_motif[motif] += held ? 1 : 0;
             on_reason({id, reason, held, line_text(epd.position(), moves)});
           },
       .on_repair = [&](std::size_t line,
                        const std::string& repair) { totals.repairs.push_back(in_line(line, repair)); },
       .on_error =
           [&](std::size_t line, const base::Error& error) {
             if (first_error.empty()) first_error = in_line(line, error.message);
           }});
  if (totals.positions == 0 && !first_error.empty()) return base::failure(first_error);
  return totals;
}

}  // namespace zugwerk::review
