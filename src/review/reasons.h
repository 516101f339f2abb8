// review/reasons.h
//
// Why a move was worse than another: facts that detectors found in the lines of a search, kept only if they make the
// difference between the two moves, and put into words. Every statement was played out on the board.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "chess/position.h"
#include "eval/score.h"
#include "review/motifs/motifs.h"

namespace zugwerk::review {

/// Two moves in one position, with the best play after each as a search found it.
struct Choice {
  const chess::Position& position;
  chess::Move played;
  Line answer;  // begins with the opponent's best reply to `played`
  Line better;  // begins with the better move
  // Winning chances and scores of the mover, with the better move and after `played`.
  double before = 0;
  double after = 0;
  eval::Score before_score;
  eval::Score after_score;
};

enum class ReasonKind : std::uint8_t {
  Allows,  // what the move played allows
  Misses,  // what the better move would have brought
  Spoils,  // what it does to the mover's own position
};

struct Reason {
  ReasonKind kind{};
  Fact fact;
  std::string text;  // a sentence
  /// Whether a larger search agrees; only reason_check.h asks for it.
  std::optional<bool> holds = std::nullopt;
};

/// A second opinion on a reason, before it is given.
using SecondOpinion = std::function<bool(const Reason&)>;

/// The most important first; empty if nothing could be shown. Reasons that the second opinion refuses are left out, and
/// others looked for.
[[nodiscard]] std::vector<Reason> find_reasons(const Choice& choice, const SecondOpinion& opinion = {});

/// What a line brings: "mate in 2: ...", "the win of a rook: 14.Nc7+ forks the king on e8 and the rook on a8". Empty if
/// it wins nothing that has a name.
[[nodiscard]] std::string idea_text(const chess::Position& position, const Fact& fact);

/// The reasons as one text.
[[nodiscard]] std::string joined_text(const std::vector<Reason>& reasons);

}  // namespace zugwerk::review
