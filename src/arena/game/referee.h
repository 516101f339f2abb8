// arena/game/referee.h
//
// Judges one game of a match: checks every move, detects mates, stalemates and draws, and on request adjudicates by the
// engines' scores or by tablebases. For fallen flags and sustained scores see engine/etiquette.h. Uses no processes and
// reads no clocks; game_play.h reports the events.

#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/uci/uci_text.h"
#include "base/error.h"
#include "chess/game.h"
#include "chess/notation/pgn_reader.h"
#include "engine/etiquette.h"
#include "tablebase/syzygy.h"

namespace zugwerk::arena {

/// A player resigns when its own score was at most -`score` centipawns for `moves` moves in a row.
struct ResignRule {
  int moves = engine::kResignMoves;
  int score = 600;
  bool both = true;  // only if the opponent's scores agree
  bool operator==(const ResignRule&) const = default;
};

/// From move `from_move` on, a draw once the scores of both players were within `score` for `moves` moves each.
struct DrawRule {
  int from_move = 40;
  int moves = 8;
  int score = 10;
  bool operator==(const DrawRule&) const = default;
};

struct AdjudicationRules {
  std::optional<ResignRule> resign;
  std::optional<DrawRule> draw;
  /// Tablebases that end a game as soon as they know its result, fifty-move rule included; null: none.
  std::shared_ptr<const tablebase::Tables> tables = nullptr;
  bool operator==(const AdjudicationRules&) const = default;
};

/// How a game ended, named as in the PGN tag Termination.
enum class Termination { Normal, Adjudication, TimeForfeit, RulesInfraction, Abandoned };

[[nodiscard]] std::string_view to_string(Termination termination);
[[nodiscard]] std::optional<Termination> termination_from_text(std::string_view text);

struct Verdict {
  chess::PgnResult result = chess::PgnResult::Unknown;
  Termination termination = Termination::Normal;
  std::string reason;  // for display: "White mates", "Black loses on time"
  bool operator==(const Verdict&) const = default;
};

class Referee {
 public:
  explicit Referee(chess::Position start, AdjudicationRules rules = {});

  [[nodiscard]] const chess::Game& game() const { return game_; }
  [[nodiscard]] chess::Color side_to_move() const { return game_.position().side_to_move(); }

  /// Makes a move of the opening, which must be legal.
  void make_opening_move(chess::Move move);

  /// The verdict if the game is already over.
  [[nodiscard]] std::optional<Verdict> verdict() const;

  /// The side to move answered `text`, a move in UCI notation, with `score`. The verdict if that ends the game; an
  /// illegal move loses and is not made.
  [[nodiscard]] std::optional<Verdict> judge_move(std::string_view text, const std::optional<UciScore>& score);

  /// The player overstepped the time: a loss, or a draw if the opponent cannot mate.
  [[nodiscard]] Verdict lost_on_time(chess::Color player, const std::string& details) const;
  /// The player's engine crashed or does not answer; `how` follows the player in a sentence: "'s engine crashed ...".
  [[nodiscard]] static Verdict abandoned(chess::Color player, const std::string& how);

 private:
  [[nodiscard]] std::optional<Verdict> look_up() const;
  [[nodiscard]] std::optional<Verdict> adjudicate(chess::Color mover, const std::optional<UciScore>& score);

  chess::Game game_;
  AdjudicationRules rules_;
  std::array<engine::Opinions, chess::kColorCount> opinions_{};
};

/// Whether a PV that an engine sent for `position` is legal; the error names the first move that is not.
[[nodiscard]] base::Expected<void> check_line(chess::Position position, const std::vector<std::string>& moves);

}  // namespace zugwerk::arena
