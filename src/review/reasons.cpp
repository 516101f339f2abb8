#include "review/reasons.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"
#include "chess/movegen.h"
#include "chess/see.h"
#include "review/judge.h"
#include "review/motifs/board.h"
#include "review/notation.h"
#include "review/positional/changes.h"
#include "review/positional/points.h"

namespace zugwerk::review {

using chess::Color;
using chess::Move;
using chess::PieceType;
using chess::Position;
using chess::Square;

namespace {

/// Lines quoted in sentences are at most this long; the whole line is shown beside them.
constexpr std::size_t kLongestQuote = 11;

[[nodiscard]] std::string pieces_text(const std::vector<PieceAt>& pieces) {
  std::vector<std::string> texts;
  texts.reserve(pieces.size());
  for (const PieceAt& piece : pieces) texts.push_back(piece_text(piece));
  return and_list(texts);
}

/// "attacked twice, defended once", where counting is enough to see it; empty otherwise.
[[nodiscard]] std::string counting_text(const Position& position, Square square) {
  static constexpr std::array<std::string_view, 5> kTimes{"", "once", "twice", "three times", "four times"};
  const auto count = [&](Color color) {
    return static_cast<std::size_t>(chess::popcount(defenders_of(position, square, color)));
  };
  const std::size_t attackers = count(position.side_to_move());
  const std::size_t defenders = count(~position.side_to_move());
  if (defenders == 0 || attackers <= defenders || attackers >= kTimes.size()) return {};
  return base::format("attacked {}, defended {}", kTimes[attackers], kTimes[defenders]);
}

/// What the move that shows the motif does in `position`, as a verb and what follows it. Empty if only the line can
/// show it.
[[nodiscard]] std::string deed_text(const Position& position, const Fact& fact) {
  const auto target = [&fact](std::size_t i) { return piece_text(fact.targets[i]); };
  switch (fact.motif) {
    case Motif::HangingPiece:
      return base::format("takes {}, which is undefended", target(0));
    case Motif::WinningExchange:
      if (chess::exchange_value(fact.targets[0].type) >= chess::exchange_value(fact.actor.type) + kLeastWin &&
          fact.actor.type != PieceType::King)
        return base::format("wins the {} for a {}", chess::name_of(fact.targets[0].type),
                            chess::name_of(fact.actor.type));
      if (const std::string counts = counting_text(position, fact.targets[0].square); !counts.empty())
        return base::format("takes {}, {}", target(0), counts);
      return base::format("wins {}", target(0));
    case Motif::Fork:
      return "forks " + pieces_text(fact.targets);
    case Motif::Pin:
      return fact.moved ? base::format("pins {} to its king and wins it", target(0))
                        : base::format("attacks {}, which {} pins to its king", target(0), piece_text(fact.actor));
    case Motif::PinnedDefender:
      return base::format("takes {}, and {} cannot recapture, pinned to its king by {}", target(0), target(1),
                          piece_text(fact.actor));
    case Motif::Skewer:
      return base::format("skewers {} and wins {} behind it", target(1), target(0));
    case Motif::DiscoveredAttack:
      return base::format("uncovers an attack by {} on {}", piece_text(fact.actor), target(0));
    case Motif::DiscoveredCheck:
      return base::format("uncovers a check by {} and wins {}", piece_text(fact.actor), target(0));
    case Motif::TrappedPiece:
      return base::format("traps {}, which has no safe square", target(0));
    case Motif::OverloadedDefender:
      return base::format("draws away {}, the only defender of {}", target(1), target(0));
    case Motif::RemovedGuard:
      return base::format("takes {}, the only defender of {}", target(1), target(0));
    default:
      return {};
  }
}

/// "14.Nc7+ forks ...", "after 14.Rxe6 fxe6, 15.Nc7+ forks ...", or the line itself.
[[nodiscard]] std::string story_text(const Position& position, const Fact& fact) {
  const Line line = fact.outcome.moves;
  const Position at = played(position, line, fact.ply);
  const std::string deed = deed_text(at, fact);
  if (deed.empty()) return line_text(position, line, kLongestQuote);
  std::string move = move_text(at, line[fact.ply]) + " " + deed;
  if (fact.ply == 0) return move;
  return "after " + line_text(position, line.first(fact.ply), kLongestQuote) + ", " + move;
}

/// Whether the sentence about the motif says as much already.
[[nodiscard]] bool is_told(Motif motif, Motif theme) {
  if (motif == theme) return true;
  switch (theme) {
    case Motif::DiscoveredAttack:
      return motif == Motif::DiscoveredCheck;
    case Motif::Pin:
      return motif == Motif::PinnedDefender;
    case Motif::Deflection:
      return motif == Motif::OverloadedDefender;
    case Motif::HangingPiece:
      return motif == Motif::WinningExchange;
    default:
      return false;
  }
}

/// "a sacrifice and a deflection": what the line shows beside its motif; empty if there is nothing.
[[nodiscard]] std::string themes_text(const Fact& fact, bool suffered) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> texts;
  for (const Motif theme : fact.themes)
    if (!is_told(fact.motif, theme) && !(suffered && theme == Motif::HangingPiece) && texts.size() < kMost)
      texts.emplace_back(theme_text(theme));
  return and_list(texts);
}

/// " with a sacrifice", or nothing.
[[nodiscard]] std::string with_themes(const Fact& fact) {
  const std::string themes = themes_text(fact, false);
  return themes.empty() ? themes : " with " + themes;
}
/// " to a sacrifice", or nothing.
[[nodiscard]] std::string to_themes(const Fact& fact) {
  const std::string themes = themes_text(fact, true);
  return themes.empty() ? themes : " to " + themes;
}

/// "mate", "a back-rank mate", "Boden's mate".
[[nodiscard]] std::string mate_name(Motif motif) {
  std::string name(name_of(motif));
  if (motif == Motif::Mate || name.find('\'') < name.find(' ')) {
    // Those of people have no article.
    if (motif != Motif::SwallowsTailMate) return name;
  }
  const bool vowel = std::string_view("AEIOaeio").find(name.front()) != std::string_view::npos;
  return (vowel ? "an " : "a ") + name;
}

[[nodiscard]] std::string mate_text(const Position& position, const Fact& fact) {
  const std::size_t moves = (fact.outcome.moves.size() + 1) / 2;
  return base::format("{} in {}{}: {}", mate_name(fact.motif), moves, with_themes(fact),
                      line_text(position, fact.outcome.moves, kLongestQuote));
}

/// The line up to the promotion.
[[nodiscard]] std::string promotion_line(const Position& position, const Fact& fact) {
  return line_text(position, Line(fact.outcome.moves).first(fact.ply + 1));
}

/// What the better move does about the loss that the move played allowed; empty if that cannot be shown.
[[nodiscard]] std::string remedy_text(const Position& position, Move better, const Fact& allowed, Move refutation) {
  const Color us = position.side_to_move();
  Position after = position;
  after.make(better);
  if (allowed.targets.empty()) return {};
  const PieceAt& target = allowed.targets[0];
  const auto can_be_won = [&](Square square) {
    const chess::MoveList moves = chess::legal_moves(after);
    return std::any_of(moves.begin(), moves.end(), [&](Move move) {
      return move.to() == square && !move.is_castling() && chess::see_at_least(after, move, kLeastWin);
    });
  };
  if (allowed.motif != Motif::HangingPiece && allowed.motif != Motif::WinningExchange) return {};
  if (better.from() == target.square && !position.is_capture(better) && !better.is_castling())
    return can_be_won(better.to()) ? "" : "brings " + piece_text(target) + " to safety";
  if (after.piece_on(target.square) != chess::make_piece(us, target.type)) return {};
  if (can_be_won(target.square)) return {};
  if (position.is_capture(better) && better.to() == refutation.from()) return "takes the attacker";
  if (chess::popcount(defenders_of(after, target.square, us)) >
      chess::popcount(defenders_of(position, target.square, us)))
    return "protects " + piece_text(target);
  return {};
}

/// What the line from `position` has won, once it is quiet, for the side that begins it; mate aside.
[[nodiscard]] Outcome settled_outcome(const Position& position, Line line) {
  if (auto win = find_win(position, line)) return *std::move(win);
  constexpr std::size_t kLookedAt = 10;
  return play_out(position, line, std::min(line.size(), kLookedAt));
}
[[nodiscard]] int settled_gain(const Position& position, Line line) { return settled_outcome(position, line).gain; }

/// The same for the mover, after the move played.
[[nodiscard]] int played_gain(const Choice& choice) {
  const Color us = choice.position.side_to_move();
  Position after = choice.position;
  after.make(choice.played);
  return material_balance(after, us) - material_balance(choice.position, us) - settled_gain(after, choice.answer);
}

[[nodiscard]] std::string sentence(std::string text) {
  if (!text.empty()) text[0] = base::to_upper(text[0]);
  // A truncated line already ends in dots.
  return text.ends_with("...") ? text : text + '.';
}

/// Whether the search agrees that so many centipawns of material are at stake between the two moves. Where the scores
/// hardly differ, what one line loses comes back in another way, and is not why the move was worse. A line in whose win
/// the search does not believe by itself must make the whole difference; so must a piece that an inaccuracy is said to
/// cost.
[[nodiscard]] bool search_agrees(const Choice& choice, int centipawns, bool believed) {
  if (choice.before_score.is_decisive() || choice.after_score.is_decisive()) return believed;
  const int difference = choice.before_score.value() - choice.after_score.value();
  const bool is_piece = centipawns >= chess::exchange_value(PieceType::Knight) - kSameMaterial;
  const bool is_inaccuracy = choice.before - choice.after < kMistakeDrop;
  if (!believed || (is_piece && is_inaccuracy)) return 4 * difference >= 3 * centipawns;
  return 3 * difference >= centipawns;
}

/// The reason in the answer to the move played, if the move itself caused the loss.
void add_allowed(const Choice& choice, int better_gain, std::vector<Reason>& reasons) {
  const Color us = choice.position.side_to_move();
  Position after = choice.position;
  after.make(choice.played);
  // The line must first lose what the move itself has won.
  const int taken = material_balance(after, us) - material_balance(choice.position, us);
  auto fact = find_tactic(after, choice.answer, std::max(kLeastWin, taken + kLeastWin));
  if (!fact) return;
  const bool believed = is_believed(after, *fact, -choice.after_score);
  Reason reason;
  reason.kind = ReasonKind::Allows;
  if (is_mate(fact->motif)) {
    if (!believed) return;
    reason.text = sentence("allows " + mate_text(after, *fact));
  } else {
    const int net = taken - fact->outcome.gain;
    if (net > kSameMaterial - kLeastWin || net > better_gain - kSameMaterial) return;
    if (!search_agrees(choice, std::min(-net, better_gain - net), believed)) return;
    const Position end = played(after, fact->outcome.moves, fact->outcome.moves.size());
    PieceCounts won{};
    PieceCounts lost{};
    count_swing(choice.position, end, us, won, lost);
    const std::string price = swing_text(lost, won);
    if (price.empty()) return;
    // If the opponent gets a new queen, the mover has not lost a queen.
    reason.text =
        fact->motif == Motif::Promotion
            ? sentence(base::format("lets {} promote: {}", piece_text(fact->targets[0]), promotion_line(after, *fact)))
            : sentence(base::format("loses {}{}: {}", price, to_themes(*fact), story_text(after, *fact)));
    if (const std::string remedy = remedy_text(choice.position, choice.better[0], *fact, choice.answer[0]);
        !remedy.empty())
      base::append_format(reason.text, " {} {}.", move_text(choice.position, choice.better[0]), remedy);
  }
  reason.fact = std::move(*fact);
  reasons.push_back(std::move(reason));
}

/// What the better line would have brought, other than mate.
[[nodiscard]] std::string missed_text(const Position& position, const Fact& fact) {
  if (fact.motif == Motif::Promotion)
    return base::format("could have promoted {}: {}", piece_text(fact.targets[0]), promotion_line(position, fact));
  return base::format("could have won {}{}: {}", swing_text(fact.outcome.won, fact.outcome.lost), with_themes(fact),
                      story_text(position, fact));
}

void add_missed(const Choice& choice, int better_gain, std::vector<Reason>& reasons) {
  auto fact = find_tactic(choice.position, choice.better);
  if (!fact) return;
  const bool believed = is_believed(choice.position, *fact, choice.before_score);
  Reason reason;
  reason.kind = ReasonKind::Misses;
  if (is_mate(fact->motif)) {
    if (!believed) return;
    reason.text = sentence("misses " + mate_text(choice.position, *fact));
  } else {
    const int more = better_gain - played_gain(choice);
    if (more < kLeastWin - kSameMaterial || !search_agrees(choice, std::min(more, fact->outcome.gain), believed))
      return;
    const std::string idea = idea_text(choice.position, *fact);
    if (idea.empty()) return;
    reason.text = sentence(missed_text(choice.position, *fact));
  }
  reason.fact = std::move(*fact);
  reasons.push_back(std::move(reason));
}

/// Endings and stalemates that the move enters although a better result was possible.
void add_ending(const Choice& choice, std::vector<Reason>& reasons) {
  std::vector<Move> line{choice.played};
  line.insert(line.end(), choice.answer.begin(), choice.answer.end());
  const bool stood_better = choice.before >= kBlunderDrop;
  const Position after_played = played(choice.position, line, 1);
  Reason reason;
  reason.kind = ReasonKind::Allows;
  const bool thrown_away = stood_better && choice.after_score == eval::kDraw;
  if (thrown_away) {
    if (auto fact = find_stalemate(choice.position, line)) {
      reason.text = line.size() == 1 ? "This is stalemate."
                                     : sentence("allows stalemate: " + line_text(choice.position, line, kLongestQuote));
      reason.fact = std::move(*fact);
      reasons.push_back(std::move(reason));
      return;
    }
  }
  if (thrown_away) {
    if (auto fact = find_repetition(after_played, choice.answer)) {
      const std::string how =
          fact->actor.type != PieceType::None ? "allows perpetual check: " : "allows a draw by repetition: ";
      reason.text = sentence(how + line_text(after_played, choice.answer, kLongestQuote));
      reason.fact = std::move(*fact);
      reasons.push_back(std::move(reason));
      return;
    }
  }
  auto fact = find_bad_ending(choice.position, line);
  if (!fact || (fact->motif == Motif::DrawnEnding && !stood_better)) return;
  if (fact->motif == Motif::LostEnding && choice.before < -kWonChance) return;
  const std::string result = fact->motif == Motif::DrawnEnding ? "drawn" : "lost";
  reason.text = fact->ply == 0 ? base::format("The ending is now {}.", result)
                               : base::format("The ending after {} is {}.",
                                              line_text(choice.position, Line(line).first(fact->ply + 1)), result);
  reason.fact = std::move(*fact);
  reasons.push_back(std::move(reason));
}

/// Material that changes hands only in the course of the lines, without an idea that could be named.
void add_later_material(const Choice& choice, int better_gain, std::vector<Reason>& reasons) {
  const Color us = choice.position.side_to_move();
  Position after = choice.position;
  after.make(choice.played);
  const int net = played_gain(choice);
  const int at_stake = better_gain - net;
  // What an inaccuracy costs is rarely as simple as a pawn many moves later.
  constexpr int kForAnInaccuracy = 200;
  const bool is_inaccuracy = choice.before - choice.after < kMistakeDrop;
  if (at_stake < (is_inaccuracy ? kForAnInaccuracy : kLeastWin)) return;
  Reason reason;
  reason.fact.motif = Motif::Material;
  if (net <= -kLeastWin) {
    reason.kind = ReasonKind::Allows;
    reason.fact.outcome = settled_outcome(after, choice.answer);
    if (reason.fact.outcome.moves.empty() || reason.fact.outcome.gain < kLeastWin) return;
    if (!search_agrees(choice, at_stake, is_believed(after, reason.fact, -choice.after_score))) return;
    PieceCounts won{};
    PieceCounts lost{};
    count_swing(choice.position, played(after, reason.fact.outcome.moves, reason.fact.outcome.moves.size()), us, won,
                lost);
    const std::string price = swing_text(lost, won);
    if (price.empty()) return;
    reason.text = sentence(
        base::format("it costs {} in the end: {}", price, line_text(after, reason.fact.outcome.moves, kLongestQuote)));
  } else if (better_gain >= kLeastWin) {
    reason.kind = ReasonKind::Misses;
    reason.fact.outcome = settled_outcome(choice.position, choice.better);
    if (!search_agrees(choice, at_stake, is_believed(choice.position, reason.fact, choice.before_score))) return;
    const std::string prize = swing_text(reason.fact.outcome.won, reason.fact.outcome.lost);
    if (prize.empty()) return;
    reason.text = sentence(base::format("could have won {} in the end: {}", prize,
                                        line_text(choice.position, reason.fact.outcome.moves, kLongestQuote)));
  } else {
    return;
  }
  reasons.push_back(std::move(reason));
}

/// The most important change of the position that is not about material, or else the point of a single move.
void add_positional(const Choice& choice, const SecondOpinion& opinion, std::vector<Reason>& reasons) {
  // Each may cost a search.
  constexpr std::size_t kMostTried = 6;
  for (std::vector<Change>& changes : std::array{trait_changes(choice), single_points(choice)}) {
    for (std::size_t i = 0; i < std::min(changes.size(), kMostTried); ++i) {
      Change& change = changes[i];
      Reason reason{change.of_played ? ReasonKind::Spoils : ReasonKind::Misses, std::move(change.fact),
                    std::move(change.text)};
      if (opinion && !opinion(reason)) continue;
      reasons.push_back(std::move(reason));
      return;
    }
  }
}

}  // namespace

std::string idea_text(const Position& position, const Fact& fact) {
  if (is_mate(fact.motif)) return mate_text(position, fact);
  if (fact.motif == Motif::Promotion)
    return base::format("the promotion of {}: {}", piece_text(fact.targets[0]), promotion_line(position, fact));
  const std::string prize = swing_text(fact.outcome.won, fact.outcome.lost);
  if (prize.empty()) return {};
  return base::format("the win of {}{}: {}", prize, with_themes(fact), story_text(position, fact));
}

std::vector<Reason> find_reasons(const Choice& choice, const SecondOpinion& opinion) {
  std::vector<Reason> reasons;
  if (choice.better.empty() || choice.better[0] == choice.played) return reasons;
  const int better_gain = settled_gain(choice.position, choice.better);
  const auto ask_again = [&] {
    if (opinion) std::erase_if(reasons, [&](const Reason& reason) { return !opinion(reason); });
  };
  add_ending(choice, reasons);
  if (reasons.empty()) add_allowed(choice, better_gain, reasons);
  add_missed(choice, better_gain, reasons);
  // Next to the loss of a piece, a pawn that could have been won is not worth a word.
  constexpr int kWorthAWord = 200;
  if (reasons.size() > 1 && !is_mate(reasons[1].fact.motif) &&
      reasons[1].fact.outcome.gain < std::max(kWorthAWord, reasons[0].fact.outcome.gain / 2))
    reasons.pop_back();
  ask_again();
  if (reasons.empty()) {
    add_later_material(choice, better_gain, reasons);
    ask_again();
  }
  if (reasons.empty()) add_positional(choice, opinion, reasons);
  return reasons;
}

std::string joined_text(const std::vector<Reason>& reasons) {
  std::string text;
  for (const Reason& reason : reasons) {
    if (!text.empty()) text += ' ';
    text += reason.text;
  }
  return text;
}

}  // namespace zugwerk::review
