// review/reviewer.h
//
// Judges the moves of a game. Every position of the game is searched once, from the last to the first, so that the hash
// table already knows what follows a move when the move is judged. The result is a value; review_pgn.h, review_json.h,
// review_html.h and the web page present it.

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "book/embedded.h"
#include "chess/game.h"
#include "chess/notation/pgn_game.h"
#include "nnue/embedded.h"
#include "review/judge.h"
#include "review/reasons.h"
#include "search/solo.h"

namespace zugwerk::review {

struct ReviewSettings {
  search::Limits limits;  // of every position; depth, nodes or time must be limited
  std::size_t hash_megabytes = 16;
  /// The network to evaluate with; the classical evaluation if there is none.
  std::shared_ptr<const nnue::Network> network = nnue::embedded_network();
  /// Moves in it are book moves; none if there is none.
  std::shared_ptr<const book::Book> book = book::embedded_book();
};

/// One move, judged. Scores and chances are the mover's.
struct MoveReview {
  chess::Move move;
  std::string san;
  int number = 1;  // of the move, as a score sheet counts
  chess::Color side{};
  Phase phase{};
  bool forced = false;  // there was no other move move

  eval::Score best_score;    // with the best move
  eval::Score played_score;  // with the move played
  double chance_before = 0;
  double chance_after = 0;
  double drop = 0;  // of the chance; never negative
  double accuracy = 100;
  /// As displayed, for White: "+0.31", "#4".
  std::string best_score_text;
  std::string score_text;
  std::optional<int> white_centipawns;  // after the move
  std::optional<int> white_mate;        // moves, after the move

  Mark mark = Mark::None;
  Badge badge = Badge::None;
  bool engine_choice = false;  // the move that the engine would have played
  bool only_move = false;      // it was best, and every other move much worse
  bool missed_win = false;     // the game was won before it and no longer is
  /// The better line if the move is marked; begins with the better move.
  std::vector<chess::Move> better;
  std::string better_text;
  /// The best answer to the move.
  std::vector<chess::Move> answer;
  std::vector<Reason> reasons;
  std::string text;  // the reasons as sentences
  /// The drop that a larger search finds; only reason_check.h asks for it.
  std::optional<double> checked_drop;

  std::optional<double> clock;  // seconds left after the move
  std::optional<double> spent;  // seconds
};

struct PlayerReview {
  std::string name;
  std::optional<double> accuracy;  // percent; nothing if no move counts
  std::array<std::optional<double>, kPhaseCount> phase_accuracy;
  int inaccuracies = 0;
  int mistakes = 0;
  int blunders = 0;
  int missed_wins = 0;
  int only_moves = 0;
  int great_moves = 0;  // by badge
  int best_moves = 0;
  int book_moves = 0;
  std::optional<double> spent;  // seconds, if the game gives times
};

struct GameReview {
  chess::Position start;
  std::vector<MoveReview> moves;
  std::array<PlayerReview, chess::kColorCount> players;
  std::string opening;  // empty if it has no name
  std::string eco;      // its code: "C41"
  /// The moves on which the game turned, as indices, in the order of the game.
  std::vector<std::size_t> key_moments;
  std::string event;
  std::string date;
  std::string result;
  std::uint64_t nodes = 0;           // of all searches
  std::uint64_t position_nodes = 0;  // of these, of the one search that every position gets
};

class Reviewer {
 public:
  /// Fails if a hash table of this size cannot be allocated.
  [[nodiscard]] static base::Expected<std::unique_ptr<Reviewer>> create(const ReviewSettings& settings);

  /// Positions done and positions in total.
  using Progress = std::function<void(std::size_t done, std::size_t all)>;

  /// Judges the main line. The state of earlier games is cleared, so that a review does not depend on them. Nothing if
  /// stop() was called.
  [[nodiscard]] std::optional<GameReview> review(const chess::PgnGame& game, const Progress& on_progress = {});
  [[nodiscard]] std::optional<GameReview> review(const chess::Game& game, const Progress& on_progress = {});

  /// Stops the running review, and all later ones, from another thread. Repeat the call until it has ended.
  void stop();

 private:
  /// The result of the search of one position, for the side to move.
  struct Judgement {
    eval::Score score;
    std::vector<chess::Move> line;
    bool finished = false;  // the game is over here
  };

  Reviewer(ReviewSettings settings, std::unique_ptr<search::Solo> solo)
      : settings_(std::move(settings)), solo_(std::move(solo)) {}

  [[nodiscard]] Judgement judge(const chess::Position& position);
  void look_for_better(const chess::Position& position, const Judgement& before, const Judgement& after,
                       MoveReview& move);
  void look_for_only_move(const chess::Position& position, const Judgement& before, MoveReview& move);
  /// Judges a marked move once more; the mark may go.
  void ask_again(const chess::Position& position, MoveReview& move, std::vector<chess::Move>& better,
                 eval::Score& best);
  void award_badges(GameReview& review) const;
  [[nodiscard]] search::SoloResult search(const chess::Position& position, const search::Limits& limits);

  ReviewSettings settings_;
  std::unique_ptr<search::Solo> solo_;
  std::atomic<bool> stopped_{false};
  std::uint64_t nodes_ = 0;
  std::uint64_t position_nodes_ = 0;
};

/// A search with the evaluation of the settings. Fails if a hash table of this size cannot be allocated.
[[nodiscard]] base::Expected<std::unique_ptr<search::Solo>> make_solo(const ReviewSettings& settings);

/// Extends a line with small searches from its end until it is long enough. Returns their nodes.
std::uint64_t lengthen(search::Solo& solo, const chess::Position& position, std::vector<chess::Move>& line,
                       const search::Limits& limits);

/// A fraction of the limits, for side questions.
[[nodiscard]] search::Limits part_of(const search::Limits& limits, int divisor);

/// Several times the limits.
[[nodiscard]] search::Limits times(const search::Limits& limits, int factor);

}  // namespace zugwerk::review
