#include "arena/game/referee.h"

#include <cassert>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "chess/bitboard.h"
#include "chess/notation/coordinate.h"

namespace zugwerk::arena {

namespace {

using chess::Color;

constexpr std::array<std::string_view, 5> kTerminations{"normal", "adjudication", "time forfeit", "rules infraction",
                                                        "abandoned"};

[[nodiscard]] chess::PgnResult win_of(Color winner) {
  return winner == Color::White ? chess::PgnResult::WhiteWins : chess::PgnResult::BlackWins;
}

[[nodiscard]] std::string name(Color color) { return std::string(chess::name_of(color)); }

[[nodiscard]] Verdict verdict_of(const chess::GameEnd& end) {
  return {end.winner ? win_of(*end.winner) : chess::PgnResult::Draw, Termination::Normal, chess::to_string(end)};
}

}  // namespace

std::string_view to_string(Termination termination) { return kTerminations[static_cast<std::size_t>(termination)]; }

std::optional<Termination> termination_from_text(std::string_view text) {
  for (std::size_t i = 0; i < kTerminations.size(); ++i)
    if (kTerminations[i] == text) return static_cast<Termination>(i);
  return std::nullopt;
}

Referee::Referee(chess::Position start, AdjudicationRules rules) : game_(std::move(start)), rules_(std::move(rules)) {}

void Referee::make_opening_move(chess::Move move) {
  [[maybe_unused]] const auto made = game_.play(move);
  assert(made.has_value());
}

std::optional<Verdict> Referee::verdict() const {
  if (const auto end = game_.end()) return verdict_of(*end);
  if (const auto draw = game_.claimable_draw()) return verdict_of(*draw);
  return std::nullopt;
}

std::optional<Verdict> Referee::judge_move(std::string_view text, const std::optional<UciScore>& score) {
  const Color mover = side_to_move();
  const auto move = chess::parse_coordinate_move(game_.position(), text);
  if (!move)
    return Verdict{win_of(~mover), Termination::RulesInfraction,
                   base::format("{} makes an illegal move: {}", name(mover), base::in_quotes(text))};
  [[maybe_unused]] const auto made = game_.play(*move);
  assert(made.has_value());
  if (auto over = verdict()) return over;
  if (auto known = look_up()) return known;
  return adjudicate(mover, score);
}

std::optional<Verdict> Referee::look_up() const {
  const chess::Position& position = game_.position();
  // WDL tables assume a fresh fifty-move counter; later in the game, their win may come too late.
  if (rules_.tables == nullptr || position.halfmove_clock() != 0) return std::nullopt;
  if (chess::popcount(position.occupied()) > rules_.tables->largest()) return std::nullopt;
  const auto wdl = rules_.tables->probe_wdl(position);
  if (!wdl) return std::nullopt;
  if (*wdl != tablebase::Wdl::Win && *wdl != tablebase::Wdl::Loss)
    return Verdict{chess::PgnResult::Draw, Termination::Adjudication, "draw by tablebases"};
  const Color winner = *wdl == tablebase::Wdl::Win ? position.side_to_move() : ~position.side_to_move();
  return Verdict{win_of(winner), Termination::Adjudication, name(winner) + " wins by tablebases"};
}

std::optional<Verdict> Referee::adjudicate(Color mover, const std::optional<UciScore>& score) {
  engine::Opinions& own = opinions_[chess::index(mover)];
  const engine::Opinions& other = opinions_[chess::index(~mover)];
  // A move without a score interrupts the series.
  own.add(score ? std::optional(score->centipawns()) : std::nullopt);

  if (const auto& rule = rules_.resign) {
    const auto resigns = [&](const engine::Opinions& loser, const engine::Opinions& winner) {
      return loser.lost(rule->moves, rule->score) && (!rule->both || winner.won(rule->moves, rule->score));
    };
    if (resigns(own, other))
      return Verdict{win_of(~mover), Termination::Adjudication, name(mover) + " resigns by adjudication"};
    if (resigns(other, own))
      return Verdict{win_of(mover), Termination::Adjudication, name(~mover) + " resigns by adjudication"};
  }
  if (const auto& rule = rules_.draw) {
    // The number of the move just made; Black's completes its number.
    const int number = game_.position().fullmove_number() - (mover == Color::Black ? 1 : 0);
    if (number >= rule->from_move && own.even(rule->moves, rule->score) && other.even(rule->moves, rule->score))
      return Verdict{chess::PgnResult::Draw, Termination::Adjudication, "draw by adjudication"};
  }
  return std::nullopt;
}

Verdict Referee::lost_on_time(Color player, const std::string& details) const {
  engine::FlagFall fall = engine::flag_fall(game_.position(), player, details);
  return {fall.winner ? win_of(*fall.winner) : chess::PgnResult::Draw, Termination::TimeForfeit,
          std::move(fall.reason)};
}

Verdict Referee::abandoned(Color player, const std::string& how) {
  return {win_of(~player), Termination::Abandoned, name(player) + how};
}

base::Expected<void> check_line(chess::Position position, const std::vector<std::string>& moves) {
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto move = chess::parse_coordinate_move(position, moves[i]);
    if (!move) return base::failure(base::format("move {}, {}, is illegal", i + 1, base::in_quotes(moves[i])));
    position.make(*move);
  }
  return {};
}

}  // namespace zugwerk::arena
