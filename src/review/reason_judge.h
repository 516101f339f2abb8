// review/reason_judge.h
//
// Whether a reason holds: a second opinion from searches that do not use the line behind the claim. Reviews ask it
// before they print a reason; with many times the nodes it measures the teacher (reason_check.h).

#pragma once

#include <cstdint>
#include <optional>

#include "review/reasons.h"
#include "search/solo.h"

namespace zugwerk::review {

/// Plays on from the first move of the fact's line, every move by a search, until six plies after the claim should have
/// come true; then counts material. A claim of material holds if all of it but a pawn, and at least half a pawn, is won
/// then, or if there is a mate; a mate if there is a mate. The nodes of the searches are added to `nodes`.
[[nodiscard]] bool holds(const chess::Position& position, const Fact& fact, search::Solo& solo,
                         const search::Limits& limits, std::uint64_t* nodes = nullptr, int slack = kLeastWin);

class ReasonJudge {
 public:
  /// The judge's own opinion of the two moves: `choice` has the lines and scores of its searches, `named` the answer
  /// that the reasons name. `limits` are those of a search for one position, `playing` those of each move of a claim
  /// that is played out.
  ReasonJudge(const Choice& choice, std::optional<chess::Move> named, search::Solo& solo, search::Limits limits,
              search::Limits playing, int slack = kLeastWin)
      : choice_(choice),
        named_(named),
        solo_(solo),
        limits_(std::move(limits)),
        playing_(std::move(playing)),
        slack_(slack) {}

  /// A reason holds only if the move is still worse than the better one, by half the drop of an inaccuracy. And, by
  /// kind:
  /// - a mate is a forced mate by the score;
  /// - material is won in the end when both sides play on (see holds());
  /// - draws and lost endings agree with the score;
  /// - traits of the position are there, or gone, at the named point and after the best reply to it;
  /// - where a sentence names the opponent's answer, the mover is also worse off after just that one.
  [[nodiscard]] bool agrees(const Reason& reason);

  /// Of all searches so far.
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
  [[nodiscard]] bool trait_is_as_claimed(const Fact& fact, bool of_played);
  [[nodiscard]] bool named_answer_is_good();

  const Choice& choice_;
  std::optional<chess::Move> named_;
  search::Solo& solo_;
  search::Limits limits_;
  search::Limits playing_;
  int slack_;
  std::uint64_t nodes_ = 0;
};

}  // namespace zugwerk::review
