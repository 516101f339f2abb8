// review/motifs/tactic.cpp
//
// Runs the detectors along a line, one after the other, and checks what they found.

#include <algorithm>
#include <array>

#include "chess/see.h"
#include "eval/wdl.h"
#include "review/motifs/board.h"
#include "review/motifs/motifs.h"

namespace zugwerk::review {

using chess::PieceType;
using chess::Position;

std::string_view name_of(Motif motif) {
  static constexpr std::array<std::string_view, kMotifCount> kNames{"mate",
                                                                    "back-rank mate",
                                                                    "smothered mate",
                                                                    "Anastasia's mate",
                                                                    "Arabian mate",
                                                                    "blind swine mate",
                                                                    "Boden's mate",
                                                                    "corner mate",
                                                                    "double bishop mate",
                                                                    "dovetail mate",
                                                                    "epaulette mate",
                                                                    "hook mate",
                                                                    "Morphy's mate",
                                                                    "opera mate",
                                                                    "Pillsbury's mate",
                                                                    "swallow's tail mate",
                                                                    "Vukovic mate",
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
                                                                    "sacrifice",
                                                                    "deflection",
                                                                    "attraction",
                                                                    "clearance",
                                                                    "interference",
                                                                    "intermezzo",
                                                                    "x-ray attack",
                                                                    "double check",
                                                                    "quiet move",
                                                                    "zugzwang",
                                                                    "exposed king",
                                                                    "stalemate",
                                                                    "repetition",
                                                                    "drawn ending",
                                                                    "lost ending",
                                                                    "passed pawn",
                                                                    "isolated pawn",
                                                                    "doubled pawn",
                                                                    "backward pawn",
                                                                    "king shelter",
                                                                    "king in the centre",
                                                                    "bad piece",
                                                                    "development",
                                                                    "pinned piece",
                                                                    "outpost",
                                                                    "open file",
                                                                    "seventh rank",
                                                                    "bishop pair",
                                                                    "centre",
                                                                    "tempo",
                                                                    "prevention",
                                                                    "defence",
                                                                    "pawn break",
                                                                    "castling",
                                                                    "exchange",
                                                                    "active king"};
  return kNames[static_cast<std::size_t>(motif)];
}

std::string_view theme_text(Motif motif) {
  switch (motif) {
    case Motif::Sacrifice:
      return "a sacrifice";
    case Motif::Deflection:
      return "a deflection";
    case Motif::Attraction:
      return "an attraction";
    case Motif::Clearance:
      return "a clearance";
    case Motif::Interference:
      return "an interference";
    case Motif::Intermezzo:
      return "an intermezzo";
    case Motif::XRay:
      return "an x-ray attack";
    case Motif::DoubleCheck:
      return "a double check";
    case Motif::QuietMove:
      return "a quiet move";
    case Motif::Zugzwang:
      return "zugzwang";
    case Motif::ExposedKing:
      return "the exposed king";
    case Motif::RemovedGuard:
      return "the capture of a defender";
    case Motif::Fork:
      return "a fork";
    case Motif::Pin:
      return "a pin";
    case Motif::Skewer:
      return "a skewer";
    case Motif::DiscoveredAttack:
      return "a discovered attack";
    case Motif::TrappedPiece:
      return "a trapped piece";
    case Motif::HangingPiece:
      return "the capture of a hanging piece";
    default:
      return {};
  }
}

namespace {

/// Lines that show no motif must be this short, or a little longer if they win more than a pawn, or leave the opponent
/// hardly any choice.
constexpr std::size_t kShortLine = 6;
constexpr std::size_t kLineForMore = 8;
constexpr int kMoreThanAPawn = 200;
constexpr std::size_t kPliesPerQuietMove = 8;

using Detector = std::optional<Fact> (*)(const Position&, Line);

/// The detectors for a win at once and for one that takes preparation; the more specific ones first.
constexpr std::array<Detector, 3> kOfFirstMove{&find_pinned_defender, &find_hanging_piece, &find_winning_exchange};
constexpr std::array<Detector, 7> kOfLaterWin{
    &find_fork,          &find_skewer, &find_discovery,    &find_overloaded_defender,
    &find_removed_guard, &find_pin,    &find_trapped_piece};

/// Whether the line really wins what the fact says: a fork of queen and king that ends a pawn up is not why the line is
/// good. `gain` is that of the whole line.
[[nodiscard]] bool fits(const Fact& fact, const Position& at, const Position& end, int gain) {
  if (fact.targets.empty()) return true;
  const PieceType prize = fact.targets.front().type;
  if (gain > chess::exchange_value(prize) + kSameMaterial + kLeastWin) return false;
  PieceCounts won{};
  PieceCounts lost{};
  count_swing(at, end, at.side_to_move(), won, lost);
  const auto has_won = [&won](PieceType type) { return won[static_cast<std::size_t>(type)] > 0; };
  // A minor piece that was won may be counted as the other kind.
  if (prize == PieceType::Knight || prize == PieceType::Bishop)
    return has_won(PieceType::Knight) || has_won(PieceType::Bishop);
  return has_won(prize);
}

/// The fact of the first detector that agrees with what the line wins.
template <std::size_t kCount>
[[nodiscard]] std::optional<Fact> first_of(const std::array<Detector, kCount>& detectors, const Position& at, Line line,
                                           int gain) {
  const Position end = played(at, line, line.size());
  for (const Detector detector : detectors)
    if (auto fact = detector(at, line); fact && fits(*fact, at, end, gain)) return fact;
  return std::nullopt;
}

/// Moves of the side that begins that are neither checks nor captures.
[[nodiscard]] std::size_t quiet_moves(const Position& position, Line line) {
  Position at = position;
  std::size_t quiet = 0;
  for (std::size_t ply = 0; ply < line.size(); ++ply) {
    const bool capture = at.is_capture(line[ply]);
    at.make(line[ply]);
    if (ply % 2 == 0 && !capture && !at.in_check()) ++quiet;
  }
  return quiet;
}

}  // namespace

std::optional<Fact> find_tactic(const Position& position, Line line) { return find_tactic(position, line, kLeastWin); }

std::optional<Fact> find_tactic(const Position& position, Line line, int least) {
  if (line.empty()) return std::nullopt;
  if (auto mate = find_mate(position, line)) {
    mate->themes = find_themes(position, line);
    return mate;
  }
  const auto outcome = find_win(position, line, least);
  if (!outcome) return std::nullopt;

  const Line claim = outcome->moves;
  const bool at_once = play_out(position, line, 1).gain >= outcome->gain - kSameMaterial;
  std::optional<Fact> fact;
  if (at_once) fact = first_of(kOfFirstMove, position, claim, outcome->gain);
  if (!fact) fact = find_promotion(position, claim);
  Position at = position;
  for (std::size_t ply = 0; ply < claim.size() && !fact; ply += 2) {
    // A quiet move leaves the opponent a choice; what follows two moves later is no reason.
    if (ply > 2 && quiet_moves(position, claim.first(ply)) > 0) break;
    fact = first_of(kOfLaterWin, at, claim.subspan(ply), outcome->gain);
    if (fact) fact->ply = ply;
    for (std::size_t step = ply; step < std::min(ply + 2, claim.size()); ++step) at.make(claim[step]);
  }
  if (!fact) {
    // Without a motif, a long line explains nothing.
    const std::size_t longest = outcome->gain >= kMoreThanAPawn ? kLineForMore : kShortLine;
    if (claim.size() > longest && quiet_moves(position, claim) > claim.size() / kPliesPerQuietMove) return std::nullopt;
    fact.emplace();
    fact->motif = Motif::Material;
    fact->actor = piece_at(played(position, claim, 1), landing_square(position, claim[0]));
  }
  fact->outcome = *outcome;
  fact->themes = find_themes(position, claim);
  return fact;
}

bool is_believed(const Position& position, const Fact& fact, eval::Score score) {
  if (score.is_win()) return true;
  if (fact.outcome.checkmate || score.is_loss()) return false;
  // The rest may be positional.
  constexpr int kOtherwise = 150;
  const int claimed = fact.outcome.gain;
  // Network scores scale with the material: on a full board a rook counts about 300. There the displayed score is
  // closer to material, in endings the raw one.
  const int worth = std::max(score.value(), eval::shown_centipawns(score, eval::material_count(position)));
  const int gained = worth - material_balance(position, position.side_to_move());
  return gained >= std::max(claimed * 3 / 4, claimed - kOtherwise);
}

std::optional<Fact> find_tactic(const Position& position, Line line, eval::Score score) {
  const auto believed = [&](Line part) {
    auto fact = find_tactic(position, part);
    if (fact && !is_believed(position, *fact, score)) fact.reset();
    return fact;
  };
  auto fact = believed(line);
  // A rook won by a fork may cost a knight much later in the line, or the line may win more than the score promises. If
  // the score covers what the first moves win, that is the point of the move.
  constexpr int kMuchMore = 200;
  for (const std::size_t plies : {std::size_t{5}, std::size_t{3}}) {
    if (line.size() <= plies) continue;
    auto early = believed(line.first(plies));
    if (early && early->motif != Motif::Material && (!fact || early->outcome.gain >= fact->outcome.gain + kMuchMore))
      fact = std::move(early);
  }
  return fact;
}

}  // namespace zugwerk::review
