// engine/etiquette.h
//
// How a game ends by agreement, resignation or on time: draw offers and claims, resignation, fallen flags. The rules
// are defined once, for the referee of matches, the terminal, XBoard and the page. Nothing here keeps a clock, searches
// or prints anything.
//
// A fallen flag loses the game. If no series of legal moves lets the opponent mate, the game is drawn instead (FIDE
// Laws of Chess, 6.9). This is decided by material alone: see chess::has_mating_material. A board that is blocked for
// good is a draw before any flag falls (chess::find_end). Two kinds of draws are not recognised and count as losses:
// fortresses with pieces on the board, and positions in which forced moves take the mating material away.
//
// An engine accepts a draw if it is not better. An advantage below the noise of its level does not count, since a
// player of that level would not notice it. In the opening no draw is accepted: an opponent who offers one on move five
// is testing the engine. A position that was set up with few pieces has no opening. A side that cannot mate accepts any
// draw, and so does the opponent of a player who may claim the draw anyway.
//
// An engine claims a draw by repetition or by the fifty-move rule if it is not better, even in the opening. It does so
// on its turn, after its search: instead of its move, or with the move that makes the claim possible. Engines that
// speak UCI cannot claim, so in a match the referee claims for them as soon as it is possible.
//
// An engine resigns only if its user has enabled it, and only after several moves in a row with such low scores: a
// single one may come from a shallow search. A match adjudicates by the same mechanism with its own limits.
//
// Zugwerk never offers a draw. It loses nothing by playing on in an even position, and its opponent can always ask.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/game.h"
#include "chess/position.h"
#include "eval/score.h"

namespace zugwerk::engine {

// --- Draws -----------------------------------------------------------------------------------------------------------

/// An engine at the board.
struct Player {
  chess::Color color = chess::Color::White;
  /// The score of the position for this player, who need not be to move.
  eval::Score score{eval::kDraw};
  /// The level it plays at; none: full strength.
  std::optional<int> elo = std::nullopt;
};

/// No draw is agreed before this many plies from the start of the game, unless this little material is left.
inline constexpr int kOpeningPlies = 40;
inline constexpr int kEndgameMaterial = 30;  // by eval::material_count: a rook, a bishop and seven pawns each

/// Whether the player would lose something by a draw.
[[nodiscard]] bool stands_better(const chess::Position& position, const Player& player);

/// The answer to a draw offer of the opponent in a game that is not over.
[[nodiscard]] bool accepts_draw(const chess::Position& position, const Player& player);

/// The draw that the player claims in this position; none if there is nothing to claim, or if the player is better.
[[nodiscard]] std::optional<chess::GameEnd> claimed_draw(const chess::Position& position, const Player& player);

// --- The flag --------------------------------------------------------------------------------------------------------

struct FlagFall {
  std::optional<chess::Color> winner;  // none: a draw
  std::string reason;                  // "White loses on time (5 ms over)"
};

/// The result if `loser` has no time left in a game that is not over. `details` go into the reason.
[[nodiscard]] FlagFall flag_fall(const chess::Position& position, chess::Color loser, std::string_view details = {});

// --- Opinions that last ----------------------------------------------------------------------------------------------

/// An engine resigns only after this many of its own moves in a row with a lost score.
inline constexpr int kResignMoves = 3;

/// The scores of a player, move after move, in centipawns from one point of view.
class Opinions {
 public:
  /// Without a value, the player gave no score, and its earlier ones no longer count.
  void add(std::optional<int> score);
  void clear() { scores_.clear(); }

  /// Whether the last `moves` scores were all at least `score`, at most `-score`, or within `score` of zero.
  [[nodiscard]] bool won(int moves, int score) const;
  [[nodiscard]] bool lost(int moves, int score) const;
  [[nodiscard]] bool even(int moves, int score) const;

 private:
  template <class Predicate>
  [[nodiscard]] bool lasts(int moves, Predicate predicate) const;

  std::vector<int> scores_;  // since the last move without a score
};

}  // namespace zugwerk::engine
