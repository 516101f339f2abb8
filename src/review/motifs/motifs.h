// review/motifs/motifs.h
//
// Detectors of ideas. Each gets a position and a line that begins there, usually the best play that a search found, and
// returns a fact or nothing. A detector looks at what the line really does on the board: a knight that attacks two
// rooks is a fork only if it takes one of them. find_tactic() checks that the whole line wins something; reasons.h puts
// it into words.

#pragma once

#include <optional>
#include <span>
#include <vector>

#include "chess/position.h"
#include "eval/score.h"
#include "review/motifs/fact.h"

namespace zugwerk::review {

using Line = std::span<const chess::Move>;

// mates.cpp: the whole line.
/// The line ends in a mate by the side that begins it.
[[nodiscard]] std::optional<Fact> find_mate(const chess::Position& position, Line line);
/// The line ends in stalemate.
[[nodiscard]] std::optional<Fact> find_stalemate(const chess::Position& position, Line line);

/// The line ends where it or the game has been before, and the other side could not help it: each of its moves answers
/// a check or was its only one. If the side that begins gave check with every move, its piece that did so at the end is
/// the actor.
[[nodiscard]] std::optional<Fact> find_repetition(const chess::Position& position, Line line);

// named_mates.cpp
/// The name of a mate, of which `mated` is the final position; Motif::Mate if it has none.
[[nodiscard]] Motif name_of_mate(const chess::Position& mated);

// themes.cpp
/// What the side that begins does in a line that wins or mates: sacrifices, deflections and so on, and forks, pins and
/// discovered attacks on the way.
[[nodiscard]] std::vector<Motif> find_themes(const chess::Position& position, Line line);

// captures.cpp: the first move takes something, or traps a piece.
[[nodiscard]] std::optional<Fact> find_hanging_piece(const chess::Position& position, Line line);
[[nodiscard]] std::optional<Fact> find_winning_exchange(const chess::Position& position, Line line);
[[nodiscard]] std::optional<Fact> find_trapped_piece(const chess::Position& position, Line line);

// double_attacks.cpp: the first move makes two threats, or uncovers one.
[[nodiscard]] std::optional<Fact> find_fork(const chess::Position& position, Line line);
[[nodiscard]] std::optional<Fact> find_discovery(const chess::Position& position, Line line);

// lines.cpp: pieces on one line.
[[nodiscard]] std::optional<Fact> find_pin(const chess::Position& position, Line line);
[[nodiscard]] std::optional<Fact> find_pinned_defender(const chess::Position& position, Line line);
[[nodiscard]] std::optional<Fact> find_skewer(const chess::Position& position, Line line);

// defenders.cpp: lost defenders.
[[nodiscard]] std::optional<Fact> find_overloaded_defender(const chess::Position& position, Line line);
[[nodiscard]] std::optional<Fact> find_removed_guard(const chess::Position& position, Line line);

// pawns.cpp
/// A pawn of the side that begins promotes, at any point of the line.
[[nodiscard]] std::optional<Fact> find_promotion(const chess::Position& position, Line line);

// endings.cpp
/// What the endgame knowledge of the evaluation says about a position, for `side`.
enum class KnownEnding { Unknown, Won, Drawn, Lost };
[[nodiscard]] KnownEnding known_ending(const chess::Position& position, chess::Color side);
/// `played` and the reply lead into an ending known to be drawn or lost for the mover. The caller knows that a better
/// result was possible. `line` begins with `played`.
[[nodiscard]] std::optional<Fact> find_bad_ending(const chess::Position& position, Line line);

/// Runs all detectors of tactics and checks their answers: the best fact, with its outcome, about a line in which the
/// side to move mates or wins at least `least` centipawns of material; nothing if it does neither.
[[nodiscard]] std::optional<Fact> find_tactic(const chess::Position& position, Line line, int least);
[[nodiscard]] std::optional<Fact> find_tactic(const chess::Position& position, Line line);
/// Whether the score of the search confirms the line: `score`, for the side to move, is a mate if the line mates, and
/// includes most of the material that it wins.
[[nodiscard]] bool is_believed(const chess::Position& position, const Fact& fact, eval::Score score);
/// What find_tactic(position, line) finds, if the score confirms it.
[[nodiscard]] std::optional<Fact> find_tactic(const chess::Position& position, Line line, eval::Score score);

}  // namespace zugwerk::review
