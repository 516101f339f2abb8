// arena/game/referee.h
//
// Judges one game of a match: every move against the rules, the ends that the board brings, claims of draws, and on
// request resignations and draws by what the players think or endgame tables say. What a fallen flag means and how long
// an opinion has lasted is engine/etiquette.h's. Knows no processes and reads no clocks; whoever runs the game says
// what happened.

#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/uci/uci_text.h"
#include "chess/game.h"
#include "chess/pgn_reader.h"
#include "engine/etiquette.h"
#include "tablebase/syzygy.h"

namespace zugwerk::arena {

/// A player resigns after thinking for `moves` moves in a row to be worse by `score` centipawns at least.
struct ResignRule {
  int moves = engine::kResignMoves;
  int score = 600;
  bool both = true;  // the opponent must have thought the same as long
  bool operator==(const ResignRule&) const = default;
};

/// From move `from_move` on, a draw is agreed once both players thought for `moves` moves each to be within `score`.
struct DrawRule {
  int from_move = 40;
  int moves = 8;
  int score = 10;
  bool operator==(const DrawRule&) const = default;
};

struct AdjudicationRules {
  std::optional<ResignRule> resign;
  std::optional<DrawRule> draw;
  /// Ends games as soon as these know the result, the fifty-move rule respected; none: nothing is looked up.
  std::shared_ptr<const tablebase::Tables> tables = nullptr;
  bool operator==(const AdjudicationRules&) const = default;
};

/// In what manner a game ended. The names are those of the Termination tag.
enum class Termination { Normal, Adjudication, TimeForfeit, RulesInfraction, Abandoned };

[[nodiscard]] std::string_view to_string(Termination termination);
[[nodiscard]] std::optional<Termination> termination_from_text(std::string_view text);

struct Verdict {
  chess::PgnResult result = chess::PgnResult::Unknown;
  Termination termination = Termination::Normal;
  std::string reason;  // for people: "White mates", "Black loses on time"
  bool operator==(const Verdict&) const = default;
};

class Referee {
 public:
  explicit Referee(chess::Position start, AdjudicationRules rules = {});

  [[nodiscard]] const chess::Game& game() const { return game_; }
  [[nodiscard]] chess::Color side_to_move() const { return game_.position().side_to_move(); }

  /// Makes a move of the opening, which is legal.
  void make_opening_move(chess::Move move);

  /// Whether the game is over as it stands.
  [[nodiscard]] std::optional<Verdict> verdict() const;

  /// The side to move played what `text` says, as UCI spells moves, thinking `score` of its position. The verdict if
  /// that ends the game; an illegal move loses it and is not made.
  [[nodiscard]] std::optional<Verdict> judge_move(std::string_view text, const std::optional<UciScore>& score);

  /// The player used more time than there was: lost, unless the opponent cannot mate.
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

/// What is wrong with a line of moves that an engine showed for `position`, if anything.
[[nodiscard]] std::optional<std::string> find_fault(chess::Position position, const std::vector<std::string>& moves);

}  // namespace zugwerk::arena
