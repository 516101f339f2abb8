#include "arena/game/game_play.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <functional>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "chess/notation/coordinate.h"

namespace zugwerk::arena {

namespace {

using chess::Color;
using chess::index;
using std::chrono::microseconds;

constexpr std::array<std::string_view, kEngineFaultKinds> kFaultNames{"illegal lines",
                                                                      "moves without info",
                                                                      "moves outside the line",
                                                                      "surplus bestmoves",
                                                                      "infos out of turn",
                                                                      "illegal moves",
                                                                      "losses on time",
                                                                      "crashes",
                                                                      "hangs"};

[[nodiscard]] std::string milliseconds_text(microseconds time) {
  return base::format("{} ms", std::chrono::duration_cast<Milliseconds>(time).count());
}

class GamePlay {
 public:
  GamePlay(const std::array<Player, chess::kColorCount>& players, const Opening& opening, const GameRules& rules,
           const EngineFaultHandler& on_fault)
      : players_(players), rules_(rules), on_fault_(on_fault), referee_(start_of(opening), rules.adjudication) {
    for (const Color color : {Color::White, Color::Black})
      if (const auto& control = player(color).limits.clock) clocks_[index(color)].emplace(*control, rules.time_margin);
    game_.start = referee_.game().start();
    for (const chess::Move move : opening.moves) {
      referee_.make_opening_move(move);
      game_.moves.push_back({.move = move, .opening = true, .score = {}, .depth = {}, .time = {}});
    }
  }

  /// False if the game was interrupted.
  [[nodiscard]] bool run() {
    std::optional<Verdict> verdict = referee_.verdict();
    while (!verdict) {
      verdict = play_move(referee_.side_to_move());
      if (interrupted_) return false;
    }
    for (const Color color : {Color::White, Color::Black}) end_pondering(color);
    game_.verdict = *std::move(verdict);
    return true;
  }

  [[nodiscard]] PlayedGame take() { return std::move(game_); }

 private:
  [[nodiscard]] const Player& player(Color color) const { return players_[index(color)]; }
  [[nodiscard]] UciClient& engine(Color color) const { return *player(color).engine; }

  void note_fault(Color color, EngineFault kind, const std::string& text) {
    ++game_.faults[index(color)][static_cast<std::size_t>(kind)];
    if (on_fault_) on_fault_(color, kind, text);
  }

  /// The verdict when the engine of `color` crashed or hangs and cannot go on.
  [[nodiscard]] Verdict give_up(Color color, EngineFault kind, const std::string& how) {
    game_.broken[index(color)] = true;
    pondering_[index(color)].reset();
    Verdict verdict = Referee::abandoned(color, how);
    note_fault(color, kind, verdict.reason);
    return verdict;
  }
  [[nodiscard]] Verdict crashed(Color color) {
    return give_up(color, EngineFault::Crash, "'s engine ended in the middle of the game: " + engine(color).kill());
  }
  /// What follows from a wait that ended otherwise than with an answer; `silence` is the verdict on one that timed out.
  /// Nothing if the game was interrupted.
  [[nodiscard]] std::optional<Verdict> without_answer(Color color, WaitEnd end, const std::string& silence) {
    if (end == WaitEnd::Ended) return crashed(color);
    if (end == WaitEnd::TimedOut) return give_up(color, EngineFault::Hang, silence);
    interrupted_ = true;
    return std::nullopt;
  }

  [[nodiscard]] GoRequest request_for(Color color) const {
    const PlayLimits& limits = player(color).limits;
    GoRequest request;
    request.move_time = limits.move_time;
    request.nodes = limits.nodes;
    request.depth = limits.depth;
    if (!limits.clock) return request;
    // Many engines expect both clocks: where the opponent has none, send the player's own twice.
    const auto clock_of = [&](Color of) -> const GameClock& {
      return clocks_[index(of)] ? *clocks_[index(of)] : *clocks_[index(color)];
    };
    const auto increment_of = [&](Color of) {
      const auto& control = player(of).limits.clock;
      return control ? control->increment : limits.clock->increment;
    };
    request.white_time = clock_of(Color::White).left_to_tell();
    request.black_time = clock_of(Color::Black).left_to_tell();
    request.white_increment = increment_of(Color::White);
    request.black_increment = increment_of(Color::Black);
    request.moves_to_go = clocks_[index(color)]->moves_to_go();
    return request;
  }

  /// Time until the player loses on time, margin included; nothing if it has neither a clock nor a move time.
  [[nodiscard]] std::optional<microseconds> allowance(Color color) const {
    std::optional<microseconds> allowed;
    if (const auto& clock = clocks_[index(color)]) allowed = clock->left();
    if (const auto& move_time = player(color).limits.move_time)
      allowed = std::min(allowed.value_or(*move_time), microseconds(*move_time));
    if (allowed) *allowed += rules_.time_margin;
    return allowed;
  }

  std::optional<Verdict> play_move(Color color) {
    UciClient& mover = engine(color);
    UciClient* const companion = pondering_[index(~color)] ? &engine(~color) : nullptr;
    if (auto verdict = begin_move(color); verdict || interrupted_) return verdict;
    const auto allowed = allowance(color);
    SearchAnswer answer = mover.wait_for_answer(mover.search_start() + allowed.value_or(rules_.patience), companion);
    if (answer.end == WaitEnd::TimedOut) return judge_silence(color, allowed.has_value());
    if (answer.end != WaitEnd::Answered) return without_answer(color, answer.end, "");
    answer.elapsed = std::max(answer.elapsed, microseconds(0));
    if (allowed && answer.elapsed > *allowed) return lost_on_time(color, answer.elapsed - *allowed);
    if (auto& clock = clocks_[index(color)]) {
      [[maybe_unused]] const bool in_time = clock->spend(answer.elapsed);
      assert(in_time);
    }
    return take_move(color, answer);
  }

  /// Starts the search for the player's move: ponderhit if it pondered on the right move, else go.
  std::optional<Verdict> begin_move(Color color) {
    auto& pondered = pondering_[index(color)];
    if (pondered && *pondered == referee_.game().moves().back()) {
      pondered.reset();
      engine(color).ponder_hit();
      return std::nullopt;
    }
    if (auto verdict = end_pondering(color); verdict || interrupted_) return verdict;
    if (auto verdict = settle(color); verdict || interrupted_) return verdict;
    engine(color).set_position(referee_.game().start(), referee_.game().moves());
    engine(color).begin_search(request_for(color));
    return std::nullopt;
  }

  /// Waits until output of an earlier search can no longer be taken for an answer to the next one. No clock runs.
  std::optional<Verdict> settle(Color color) {
    const WaitEnd end = engine(color).settle();
    const OutOfTurn said = engine(color).take_out_of_turn();
    const auto tell = [&](EngineFault kind, std::uint64_t count, const std::string& line) {
      for (std::uint64_t i = 0; i < count; ++i)
        note_fault(color, kind, base::format("{} without a search; it is ignored", base::in_quotes(line)));
    };
    tell(EngineFault::SurplusBestMove, said.best_moves, said.first_best_move);
    tell(EngineFault::InfoOutOfTurn, said.infos, said.first_info);
    if (end == WaitEnd::Answered) return std::nullopt;
    return without_answer(color, end, "'s engine hangs: no readyok before its next move");
  }

  /// Stops pondering on a move that was not played and drops the answer.
  std::optional<Verdict> end_pondering(Color color) {
    auto& pondered = pondering_[index(color)];
    if (!pondered) return std::nullopt;
    pondered.reset();
    engine(color).stop_search();
    const SearchAnswer answer = engine(color).wait_for_answer(Clock::now() + rules_.grace);
    if (answer.end == WaitEnd::Answered) return std::nullopt;
    return without_answer(color, answer.end, "'s engine does not stop pondering");
  }

  Verdict lost_on_time(Color color, microseconds too_late) {
    Verdict verdict = referee_.lost_on_time(color, milliseconds_text(too_late + rules_.time_margin) + " over");
    note_fault(color, EngineFault::TimeLoss, verdict.reason);
    return verdict;
  }

  /// No move came in time. An engine that still answers stop loses on time; one that does not answer hangs.
  std::optional<Verdict> judge_silence(Color color, bool has_time_limit) {
    const std::string waited =
        milliseconds_text(std::chrono::duration_cast<microseconds>(Clock::now() - engine(color).search_start()));
    engine(color).stop_search();
    const SearchAnswer late = engine(color).wait_for_answer(Clock::now() + rules_.grace);
    const std::string silence = "'s engine hangs: no move after " + waited;
    if (late.end != WaitEnd::Answered) return without_answer(color, late.end, silence);
    if (has_time_limit) return lost_on_time(color, *time_over(color, late.elapsed));
    return give_up(color, EngineFault::Hang, silence);
  }
  [[nodiscard]] std::optional<microseconds> time_over(Color color, microseconds elapsed) const {
    const auto allowed = allowance(color);
    if (!allowed) return std::nullopt;
    return elapsed - *allowed;
  }

  std::optional<Verdict> take_move(Color color, const SearchAnswer& answer) {
    const UciInfo* const info = answer.last_score();
    check_infos(color, answer, info);
    const auto score = info != nullptr ? info->score : std::nullopt;
    const std::size_t before = referee_.game().moves().size();
    auto verdict = referee_.judge_move(answer.best_move, score);
    if (referee_.game().moves().size() == before) {
      // Its state may be corrupt, so it is restarted.
      game_.broken[index(color)] = true;
      note_fault(color, EngineFault::IllegalMove, verdict->reason);
      return verdict;
    }
    PlayedMove played;
    played.move = referee_.game().moves().back();
    played.score = score;
    if (info != nullptr) played.depth = info->depth;
    played.time = answer.elapsed;
    game_.moves.push_back(played);
    if (verdict) return verdict;
    if (rules_.ponder) verdict = begin_pondering(color, answer);
    if (!verdict && !pondering_[index(color)]) engine(color).begin_settling();
    return verdict;
  }

  std::optional<Verdict> begin_pondering(Color color, const SearchAnswer& answer) {
    if (answer.ponder_move.empty()) return std::nullopt;
    const auto expected = chess::parse_coordinate_move(referee_.game().position(), answer.ponder_move);
    if (!expected) {
      note_fault(color, EngineFault::IllegalLine,
                 base::format("ponder move {} is illegal", base::in_quotes(answer.ponder_move)));
      return std::nullopt;
    }
    chess::Game ahead = referee_.game();
    if (!ahead.play(*expected) || ahead.end()) return std::nullopt;
    if (auto verdict = settle(color); verdict || interrupted_) return verdict;
    engine(color).set_position(ahead.start(), ahead.moves());
    GoRequest request = request_for(color);
    request.ponder = true;
    engine(color).begin_search(request);
    pondering_[index(color)] = *expected;
    return std::nullopt;
  }

  void check_infos(Color color, const SearchAnswer& answer, const UciInfo* last) {
    const chess::Position& position = referee_.game().position();
    const auto place = [&] {
      return base::format(" at move {} in {}", position.fullmove_number(), chess::to_fen(position));
    };
    if (last == nullptr) {
      note_fault(color, EngineFault::NoInfo,
                 base::format("no info with a score before bestmove {}{}", answer.best_move, place()));
      return;
    }
    for (const UciInfo& info : answer.infos) {
      const auto checked = check_line(position, info.moves);
      if (checked) continue;
      std::string line;
      for (const std::string& move : info.moves) line += (line.empty() ? "" : " ") + move;
      note_fault(color, EngineFault::IllegalLine,
                 base::format("{} of the line {}{}", checked.error().message, base::in_quotes(line), place()));
      break;  // one per move, since engines repeat the same line
    }
    // A line with a bound may be one that was just refuted; only an exact score commits the engine to its move.
    const UciInfo* exact = nullptr;
    for (const UciInfo& info : answer.infos)
      if (info.score && info.score->bound == UciScore::Bound::Exact && info.line.value_or(1) == 1 &&
          !info.moves.empty())
        exact = &info;
    if (last != exact || exact == nullptr) return;
    const auto shown = chess::parse_coordinate_move(position, exact->moves.front());
    const auto played = chess::parse_coordinate_move(position, answer.best_move);
    if (shown && played && *shown != *played)
      note_fault(
          color, EngineFault::MoveOutsideLine,
          base::format("bestmove {}, but the line began with {}{}", answer.best_move, exact->moves.front(), place()));
  }

  const std::array<Player, chess::kColorCount>& players_;
  const GameRules& rules_;
  const EngineFaultHandler& on_fault_;
  Referee referee_;
  std::array<std::optional<GameClock>, chess::kColorCount> clocks_;
  std::array<std::optional<chess::Move>, chess::kColorCount> pondering_;  // the move that is expected
  PlayedGame game_;
  bool interrupted_ = false;
};

}  // namespace

std::string_view to_string(EngineFault fault) { return kFaultNames[static_cast<std::size_t>(fault)]; }

std::optional<PlayedGame> play_game(const std::array<Player, chess::kColorCount>& players, const Opening& opening,
                                    const GameRules& rules, const EngineFaultHandler& on_fault) {
  GamePlay play(players, opening, rules, on_fault);
  if (!play.run()) return std::nullopt;
  return play.take();
}

std::string move_comment(const PlayedMove& move) {
  if (move.opening) return "book";
  std::string comment;
  if (move.score) {
    constexpr double kPawn = 100.0;
    if (move.score->is_mate)
      base::append_format(comment, "{}M{}", move.score->value > 0 ? '+' : '-', std::abs(move.score->value));
    else
      base::append_format(comment, "{:+.2f}", move.score->value / kPawn);
    base::append_format(comment, "/{} ", move.depth.value_or(0));
  }
  const double seconds = std::chrono::duration<double>(move.time).count();
  constexpr double kLong = 10.0;
  base::append_format(comment, "{:.{}f}s", seconds, seconds < kLong ? 3 : 1);
  return comment;
}

chess::PgnGame to_pgn_game(const PlayedGame& game, chess::Variant variant) {
  chess::PgnGame pgn(game.start, variant);
  chess::PgnNodeId last = chess::PgnNodeId::Root;
  for (const PlayedMove& move : game.moves) {
    last = pgn.add_move(last, move.move);
    pgn.node(last).comments.push_back(move_comment(move));
  }
  pgn.result = game.verdict.result;
  return pgn;
}

}  // namespace zugwerk::arena
