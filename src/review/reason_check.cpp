#include "review/reason_check.h"

#include <algorithm>
#include <cmath>

#include "base/format.h"
#include "base/text.h"
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

namespace {

/// The part of the large search that each move of a played-out claim gets.
constexpr int kPlayedOut = 4;

/// A game is not decided yet, or is already lost, from these chances on.
constexpr double kDrawn = 0.15;
constexpr double kLost = -0.5;

/// Whether the large search finds the same fact again.
[[nodiscard]] bool is_found_again(const Reason& reason, const std::vector<Reason>& again) {
  return std::any_of(again.begin(), again.end(), [&](const Reason& other) {
    return other.kind == reason.kind && other.fact.motif == reason.fact.motif &&
           (reason.fact.targets.empty() ||
            (!other.fact.targets.empty() && other.fact.targets.front() == reason.fact.targets.front()));
  });
}

[[nodiscard]] std::string share_text(std::size_t part, std::size_t whole) {
  if (whole == 0) return "-";
  return base::fixed(100.0 * static_cast<double>(part) / static_cast<double>(whole), 1) + " %";
}

}  // namespace

base::Expected<std::unique_ptr<ReasonChecker>> ReasonChecker::create(const ReviewSettings& settings) {
  if (!settings.limits.nodes) return base::failure("reasons can be checked only if the nodes are limited");
  auto solo = make_solo(settings);
  if (!solo) return tl::unexpected(solo.error());
  search::Limits limits = settings.limits;
  *limits.nodes *= kTimes;
  return std::unique_ptr<ReasonChecker>(new ReasonChecker(std::move(limits), std::move(*solo)));
}

void ReasonChecker::stop() {
  stopped_ = true;
  solo_->stop();
}

bool ReasonChecker::check(GameReview& review) {
  Position position = review.start;
  for (MoveReview& move : review.moves) {
    if (stopped_) return false;
    if (!move.reasons.empty()) check_move(position, move);
    position.make(move.move);
  }
  return !stopped_;
}

void ReasonChecker::check_move(const Position& position, MoveReview& move) {
  solo_->clear();
  Position after = position;
  after.make(move.move);
  search::SoloLine answer;
  if (const auto end = chess::find_end(after)) {
    answer.score = end->winner ? eval::Score::mated_at(0) : eval::kDraw;
  } else {
    answer = solo_->search(after, limits_).lines.front();
    if (!answer.score.is_decisive()) lengthen(*solo_, after, answer.moves, limits_);
  }
  search::SoloLine better = solo_->search(position, limits_).lines.front();
  if (!better.score.is_decisive()) lengthen(*solo_, position, better.moves, limits_);
  const double chance_after = winning_chance(-answer.score, after);
  const double chance_before = winning_chance(better.score, position);
  const double drop = chance_before - chance_after;
  move.checked_drop = drop;
  // The better move of the review is compared, even if the large search knows one that is better still.
  std::vector<Reason> again;
  for (Reason& reason : move.reasons) {
    if (drop < kInaccuracyDrop / 2) {
      reason.holds = false;
      continue;
    }
    const Fact& fact = reason.fact;
    const bool allowed = reason.kind == ReasonKind::Allows;
    switch (fact.motif) {
      case Motif::Stalemate:
      case Motif::Repetition:
      case Motif::DrawnEnding:
        reason.holds = std::abs(chance_after) <= kDrawn;
        continue;
      case Motif::LostEnding:
        reason.holds = chance_after <= kLost;
        continue;
      default:
        break;
    }
    if (fact.outcome.checkmate) {
      reason.holds = allowed ? answer.score.is_win() : better.score.is_win();
    } else if (fact.outcome.gain >= kLeastWin) {
      reason.holds = review::holds(allowed ? after : position, fact, *solo_, part_of(limits_, kPlayedOut));
    } else {
      if (again.empty())
        again = find_reasons({position, move.move, answer.moves, better.moves, chance_before, chance_after,
                              better.score, -answer.score});
      reason.holds = is_found_again(reason, again);
    }
  }
}

void ReasonTotals::add(const base::Json& game) {
  ++games_;
  for (const base::Json& move : game.at("moves")) {
    const std::string mark = move.value("mark", "");
    if (mark.empty()) continue;
    std::size_t number = 0;
    while (name_of(static_cast<Mark>(number)) != mark) ++number;
    Counts& counts = by_mark_.at(number);
    ++counts.marks;
    const base::Json reasons = move.value("reasons", base::Json::array());
    if (reasons.empty()) continue;
    bool held = true;
    for (const base::Json& reason : reasons) {
      Counts& motif = by_motif_[reason.at("motif").get<std::string>()];
      ++motif.given;
      checked_ = checked_ || reason.contains("holds");
      const bool holds = reason.value("holds", false);
      motif.held += holds ? 1 : 0;
      held = held && holds;
    }
    ++counts.given;
    counts.held += held ? 1 : 0;
  }
}

std::string ReasonTotals::text() const {
  const auto row = [](std::string_view name, const Counts& counts) {
    return base::format("{:24}{:>7}{:>13} {:>8}{:>9} {:>8}\n", name, counts.marks, counts.given,
                        share_text(counts.given, counts.marks), counts.held, share_text(counts.held, counts.given));
  };
  std::string text =
      base::format("{:24}{:>7}{:>22}{:>18}\n", base::format("{} games", games_), "marks", "with a reason", "that hold");
  Counts worse;
  Counts all;
  for (std::size_t mark = by_mark_.size(); mark-- > 1;) {
    const Counts& counts = by_mark_[mark];
    text += row(static_cast<Mark>(mark) == Mark::Inaccuracy ? "inaccuracies"
                : static_cast<Mark>(mark) == Mark::Mistake  ? "mistakes"
                                                            : "blunders",
                counts);
    for (Counts* const sum : {&all, &worse}) {
      if (sum == &worse && static_cast<Mark>(mark) == Mark::Inaccuracy) continue;
      sum->marks += counts.marks;
      sum->given += counts.given;
      sum->held += counts.held;
    }
  }
  text += row("mistakes and blunders", worse) + row("all", all) + "\n";
  text += base::format("{:24}{:>20}{:>18}\n", "motif", "reasons", "that hold");
  for (const auto& [name, counts] : by_motif_)
    text += base::format("{:24}{:>20}{:>9} {:>8}\n", name, counts.given, counts.held,
                         share_text(counts.held, counts.given));
  return text;
}

}  // namespace zugwerk::review
