#include "review/reason_check.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "chess/game.h"
#include "chess/notation/epd.h"
#include "review/notation.h"

namespace zugwerk::review {

using chess::Position;

namespace {

/// "fork, sacrifice" in the opcode c0 of a position.
[[nodiscard]] std::vector<std::string> tagged_motifs(const chess::Epd& epd) {
  std::vector<std::string> motifs;
  const std::string text = epd.text("c0").value_or("");
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    if (const auto motif = base::trim(std::string_view(text).substr(begin, end - begin)); !motif.empty())
      motifs.emplace_back(motif);
    begin = end + 1;
  }
  return motifs;
}

[[nodiscard]] bool names(const Fact& fact, std::string_view motif) {
  return name_of(fact.motif) == motif ||
         std::any_of(fact.themes.begin(), fact.themes.end(), [&](Motif theme) { return name_of(theme) == motif; });
}

/// The part of the large search that each move of a played-out claim gets.
constexpr int kPlayedOut = 4;

[[nodiscard]] std::string share_text(std::size_t part, std::size_t whole) {
  if (whole == 0) return "-";
  return base::fixed(100.0 * static_cast<double>(part) / static_cast<double>(whole), 1) + " %";
}

}  // namespace

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
             CheckedReason checked{id, reason, false, line_text(epd.position(), moves), {}};
             for (const std::string& motif : tagged_motifs(epd)) {
               ++totals.tagged;
               if (!reason.empty() && names(*fact, motif))
                 ++totals.named;
               else
                 checked.unnamed.push_back(motif);
             }
             if (reason.empty()) {
               on_reason(checked);
               return;
             }
             (*second)->clear();
             const bool held = holds(epd.position(), *fact, **second, settings.limits);
             const auto motif = static_cast<std::size_t>(fact->motif);
             ++totals.given;
             ++totals.given_by_motif[motif];
             totals.held += held ? 1 : 0;
             totals.held_by_motif[motif] += held ? 1 : 0;
             checked.held = held;
             on_reason(checked);
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

search::SoloLine ReasonChecker::look_at(const Position& position) {
  if (const auto end = chess::find_end(position)) return {end->winner ? eval::Score::mated_at(0) : eval::kDraw, {}};
  search::SoloLine line = solo_->search(position, limits_).lines.front();
  if (!line.score.is_decisive()) lengthen(*solo_, position, line.moves, limits_);
  return line;
}

void ReasonChecker::check_move(const Position& position, MoveReview& move) {
  solo_->clear();
  Position after = position;
  after.make(move.move);
  const search::SoloLine answer = look_at(after);
  // The better move of the review, even if the large search knows one that is better still.
  Position improved = position;
  improved.make(move.better.front());
  const search::SoloLine follow_up = look_at(improved);
  std::vector<chess::Move> better{move.better.front()};
  better.insert(better.end(), follow_up.moves.begin(), follow_up.moves.end());
  const double chance_after = winning_chance(-answer.score, after);
  const double chance_better = winning_chance(-follow_up.score, improved);
  move.checked_drop = chance_better - chance_after;
  const Choice choice{position,      move.move,    answer.moves,     better,
                      chance_better, chance_after, -follow_up.score, -answer.score};
  const auto named = move.answer.empty() ? std::nullopt : std::optional(move.answer.front());
  ReasonJudge judge(choice, named, *solo_, limits_, part_of(limits_, kPlayedOut));
  for (Reason& reason : move.reasons) reason.holds = judge.agrees(reason);
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
