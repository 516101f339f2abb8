// review/motifs/tactic.cpp
//
// The detectors one after the other, along a line, and the check of what they found.

#include <array>

#include "chess/see.h"
#include "review/motifs/board.h"
#include "review/motifs/motifs.h"

namespace zugwerk::review {

using chess::Position;

std::string_view name_of(Motif motif) {
  static constexpr std::array<std::string_view, kMotifCount> kNames{"mate",
                                                                    "back-rank mate",
                                                                    "smothered mate",
                                                                    "hanging piece",
                                                                    "winning exchange",
                                                                    "fork",
                                                                    "pin",
                                                                    "pinned defender",
                                                                    "skewer",
                                                                    "discovered attack",
                                                                    "discovered check",
                                                                    "trapped piece",
                                                                    "overloaded defender",
                                                                    "removed guard",
                                                                    "promotion",
                                                                    "material",
                                                                    "stalemate",
                                                                    "drawn ending",
                                                                    "lost ending",
                                                                    "pawn structure",
                                                                    "king shelter"};
  return kNames[static_cast<std::size_t>(motif)];
}

namespace {

using Detector = std::optional<Fact> (*)(const Position&, Line);

/// What explains a win at once, and what explains one that takes preparation; the more special first.
constexpr std::array<Detector, 3> kOfFirstMove{&find_pinned_defender, &find_hanging_piece, &find_winning_exchange};
constexpr std::array<Detector, 7> kOfLaterWin{
    &find_fork,          &find_skewer, &find_discovery,    &find_overloaded_defender,
    &find_removed_guard, &find_pin,    &find_trapped_piece};

/// Whether what the fact says is won is no less than what the line wins: a fork of queen and king that ends with a pawn
/// more is not why the line is good.
[[nodiscard]] bool fits(const Fact& fact, const Outcome& outcome) {
  if (fact.targets.empty()) return true;
  const int prize = chess::exchange_value(fact.targets.front().type);
  return outcome.gain <= prize + kSameMaterial + kLeastWin && 3 * outcome.gain >= prize;
}

/// The first detector whose fact fits what the line wins.
template <std::size_t kCount>
[[nodiscard]] std::optional<Fact> first_of(const std::array<Detector, kCount>& detectors, const Position& position,
                                           Line line, const Outcome& outcome) {
  for (const Detector detector : detectors)
    if (auto fact = detector(position, line); fact && fits(*fact, outcome)) return fact;
  return std::nullopt;
}

}  // namespace

std::optional<Fact> find_tactic(const Position& position, Line line) {
  if (line.empty()) return std::nullopt;
  if (auto mate = find_mate(position, line)) return mate;
  const auto outcome = find_win(position, line);
  if (!outcome) return std::nullopt;

  const Line claim = outcome->moves;
  const bool at_once = play_out(position, line, 1).gain >= outcome->gain - kSameMaterial;
  std::optional<Fact> fact;
  if (at_once) fact = first_of(kOfFirstMove, position, claim, *outcome);
  if (!fact) fact = find_promotion(position, claim);
  Position at = position;
  for (std::size_t ply = 0; ply < claim.size() && !fact; ply += 2) {
    fact = first_of(kOfLaterWin, at, claim.subspan(ply), *outcome);
    if (fact) fact->ply = ply;
    for (std::size_t step = ply; step < std::min(ply + 2, claim.size()); ++step) at.make(claim[step]);
  }
  if (!fact) {
    fact.emplace();
    fact->motif = Motif::Material;
    fact->actor = piece_at(played(position, claim, 1), landing_square(position, claim[0]));
  }
  fact->outcome = *outcome;
  return fact;
}

}  // namespace zugwerk::review
