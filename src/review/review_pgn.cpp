#include "review/review_pgn.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "review/notation.h"

namespace zugwerk::review {

using chess::Color;
using chess::PgnGame;
using chess::PgnNode;
using chess::PgnNodeId;

namespace {

[[nodiscard]] std::string eval_command(const MoveReview& move) {
  if (move.white_mate) return base::format("[%eval #{}]", *move.white_mate);
  if (!move.white_centipawns) return {};
  return base::format("[%eval {:.2f}]", *move.white_centipawns / 100.0);
}

/// `comment` without an evaluation from elsewhere.
[[nodiscard]] std::string without_eval(std::string comment) {
  const std::size_t begin = comment.find("[%eval ");
  if (begin == std::string::npos) return comment;
  const std::size_t end = comment.find(']', begin);
  if (end == std::string::npos) return comment;
  comment.erase(begin, end + 1 - begin);
  return std::string(base::trim(comment));
}

void add_nag(PgnNode& node, int nag) {
  if (nag != 0 && std::find(node.nags.begin(), node.nags.end(), nag) == node.nags.end()) node.nags.push_back(nag);
}

/// The game may have been reviewed before.
void add_comment(PgnNode& node, const std::string& text) {
  std::string comment = chess::safe_comment(text);
  if (std::find(node.comments.begin(), node.comments.end(), comment) == node.comments.end())
    node.comments.push_back(std::move(comment));
}

/// The node of the move after `parent`, added if it is not there.
[[nodiscard]] PgnNodeId find_or_add(PgnGame& game, PgnNodeId parent, chess::Move move) {
  for (PgnNodeId child = game.node(parent).first_child; child != PgnNodeId::None; child = game.node(child).next_sibling)
    if (game.node(child).move == move) return child;
  return game.add_move(parent, move);
}

void annotate(PgnGame& game, PgnNodeId id, const MoveReview& move) {
  PgnNode& node = game.node(id);
  for (std::string& comment : node.comments) comment = without_eval(std::move(comment));
  const std::string remark = remark_of(move);
  std::erase(node.comments, std::string());
  // Already there from an earlier review.
  if (!remark.empty()) std::erase(node.comments, chess::safe_comment(remark));
  // A mate on the board needs no number.
  const bool over = move.san.ends_with('#');
  std::string text = over ? std::string() : eval_command(move);
  if (!remark.empty()) text += (text.empty() ? "" : " ") + remark;
  if (!text.empty()) add_comment(node, text);
  add_nag(node, nag_of(move.mark));
  if (move.only_move) add_nag(node, kOnlyMoveNag);
  if (move.badge == Badge::Great && !move.only_move) add_nag(node, kGreatNag);
}

void add_variation(PgnGame& game, PgnNodeId parent, const MoveReview& move) {
  PgnNodeId at = parent;
  for (const chess::Move better : move.better) at = find_or_add(game, at, better);
  add_comment(game.node(at), move.best_score_text);
}

[[nodiscard]] std::string counted(int count, std::string_view one, std::string_view many) {
  if (count == 0) return base::format("no {}", many);
  return base::format("{} {}", count, count == 1 ? one : many);
}

[[nodiscard]] std::string name_or(const std::string& name, std::string_view otherwise) {
  return name.empty() ? std::string(otherwise) : name;
}

}  // namespace

std::string remark_of(const MoveReview& move) {
  if (move.mark == Mark::None) return {};
  std::string text(name_of(move.mark));
  text[0] = base::to_upper(text[0]);
  text += move.missed_win ? ", a missed win." : ".";
  if (!move.text.empty()) text += " " + move.text;
  // Where a reason has already named the better move, its score is in the variation.
  const std::string better = move.better_text.substr(0, move.better_text.find(' '));
  if (move.text.find(better + " ") == std::string::npos && move.text.find(better + ".") == std::string::npos)
    base::append_format(text, " Better is {} ({}).", better, move.best_score_text);
  return text;
}

std::string marked_move_text(const MoveReview& move) {
  return base::format("{}{}", move_text(move.number, move.side, move.san), glyph_of(move.mark));
}

PgnGame annotated(const PgnGame& game, const GameReview& review) {
  PgnGame result = game;
  if (!review.opening.empty() && !result.tag("Opening")) result.set_tag("Opening", review.opening);
  if (!review.eco.empty() && !result.tag("ECO")) result.set_tag("ECO", review.eco);
  result.set_tag("Annotator", "Zugwerk");
  for (const Color color : chess::kColors)
    if (review.players[index(color)].accuracy)
      add_comment(result.node(PgnNodeId::Root),
                  base::format("{}: {}.", chess::name_of(color), player_text(review.players[index(color)])));
  PgnNodeId id = PgnNodeId::Root;
  for (const MoveReview& move : review.moves) {
    const PgnNodeId parent = id;
    id = result.node(id).first_child;
    annotate(result, id, move);
    if (!move.better.empty()) add_variation(result, parent, move);
  }
  return result;
}

std::string player_text(const PlayerReview& player) {
  if (!player.accuracy) return "no moves to judge";
  std::string phases;
  for (std::size_t phase = 0; phase < kPhaseCount; ++phase)
    if (player.phase_accuracy[phase])
      base::append_format(phases, "{}{} {:.1f}", phases.empty() ? "" : ", ", name_of(static_cast<Phase>(phase)),
                          *player.phase_accuracy[phase]);
  std::string text =
      base::format("accuracy {:.1f} % ({}), {}, {}, {}", *player.accuracy, phases,
                   counted(player.inaccuracies, "inaccuracy", "inaccuracies"),
                   counted(player.mistakes, "mistake", "mistakes"), counted(player.blunders, "blunder", "blunders"));
  if (player.missed_wins > 0) text += ", " + counted(player.missed_wins, "missed win", "missed wins");
  if (player.only_moves > 0) text += ", " + counted(player.only_moves, "only move found", "only moves found");
  if (player.spent) text += ", " + base::duration_text(*player.spent) + " of thinking";
  return text;
}

std::string summary_text(const GameReview& review) {
  std::string text = name_or(review.players[0].name, "White") + " - " + name_or(review.players[1].name, "Black");
  if (!review.event.empty()) text += ", " + review.event;
  if (!review.date.empty()) text += " " + review.date;
  text += ", " + review.result;
  if (!review.opening.empty()) text += ", " + review.eco + ' ' + review.opening;
  text += '\n';
  for (const Color color : chess::kColors)
    base::append_format(text, "  {}: {}\n", chess::name_of(color), player_text(review.players[index(color)]));
  for (const MoveReview& move : review.moves) {
    const std::string remark = remark_of(move);
    if (remark.empty()) continue;
    base::append_format(text, "  {} {} {}\n", marked_move_text(move), move.score_text, remark);
  }
  return text;
}

}  // namespace zugwerk::review
