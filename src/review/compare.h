// review/compare.h
//
// Two moves in one position against each other: how they are judged, and why one is better. Prints nothing.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/json.h"
#include "chess/position.h"
#include "review/explain.h"
#include "review/reasons.h"
#include "review/reviewer.h"

namespace zugwerk::review {

struct Comparison {
  std::string fen;
  ExplainedMove better;  // its text is its idea
  ExplainedMove worse;
  double drop = 0;  // of the mover's winning chance, with the worse move instead of the better one
  Mark mark = Mark::None;
  std::vector<Reason> reasons;
  std::string text;  // the verdict and the reasons, as sentences
};

class Comparer {
 public:
  /// Fails if the hash table cannot be allocated.
  [[nodiscard]] static base::Expected<std::unique_ptr<Comparer>> create(const ReviewSettings& settings);

  /// Compares `move` with `other` or, without one, with the best other move. Each is searched with the limits of the
  /// settings. Nothing if stop() was called, or if there is no other move. The moves are legal and different.
  [[nodiscard]] std::optional<Comparison> compare(const chess::Position& position, chess::Move move,
                                                  std::optional<chess::Move> other = std::nullopt);

  /// Ends this comparison soon, and all later ones, from another thread.
  void stop();

 private:
  /// A move, the play after it, and the mover's score and chance.
  struct Judged {
    chess::Move move;
    std::vector<chess::Move> answer;
    eval::Score score;
    double chance = 0;
  };

  Comparer(ReviewSettings settings, std::unique_ptr<search::Solo> solo)
      : settings_(std::move(settings)), solo_(std::move(solo)) {}

  [[nodiscard]] std::optional<chess::Move> best_besides(const chess::Position& position, chess::Move move);
  [[nodiscard]] Judged judge(const chess::Position& position, chess::Move move);

  ReviewSettings settings_;
  std::unique_ptr<search::Solo> solo_;
  std::atomic<bool> stopped_{false};
};

/// `position` is the one that was compared in.
[[nodiscard]] base::Json to_json(const Comparison& comparison, const chess::Position& position);

}  // namespace zugwerk::review
