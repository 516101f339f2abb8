// eval/classical/trace.h
//
// What the evaluation is made of, term by term, for people and tests. The evaluation is a template over a tracer, which
// supplies every weight and records every term. With NoTrace the compiler removes all of that. How often each weight
// was used is recorded in weight_counts.h.

#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "chess/piece.h"
#include "eval/classical/tapered.h"

namespace zugwerk::eval {

enum class Term {
  Material,
  Imbalance,
  PieceSquares,
  Mobility,
  Pawns,
  PassedPawns,
  Pieces,
  KingSafety,
  Threats,
  Space,
  Tempo,
  Scaling,  // what the endgame half loses because the position is drawish; recorded for White, whichever side loses it
};
inline constexpr std::size_t kTermCount = 12;

[[nodiscard]] constexpr std::string_view name_of(Term term) {
  constexpr std::array<std::string_view, kTermCount> kNames{"Material", "Imbalance",    "Piece squares", "Mobility",
                                                            "Pawns",    "Passed pawns", "Pieces",        "King safety",
                                                            "Threats",  "Space",        "Tempo",         "Scaling"};
  return kNames[static_cast<std::size_t>(term)];
}

/// Returns weights unchanged.
struct PlainWeights {
  static constexpr bool kCountsWeights = false;
  static constexpr Tapered use(chess::Color /*color*/, const Tapered& weight, int times = 1) { return weight * times; }
  static constexpr int use(chess::Color /*color*/, const int& weight, int times = 1) { return weight * times; }
};

/// The playing build: nothing is recorded.
struct NoTrace : PlainWeights {
  static constexpr bool kEnabled = false;
  static void add(Term /*term*/, chess::Color /*color*/, Tapered /*value*/) {}
};

/// Records what each colour has of each term, as that colour counts it.
struct Trace : PlainWeights {
  static constexpr bool kEnabled = true;
  void add(Term term, chess::Color color, Tapered value) {
    terms[static_cast<std::size_t>(term)][index(color)] += value;
  }
  [[nodiscard]] Tapered of(Term term, chess::Color color) const {
    return terms[static_cast<std::size_t>(term)][index(color)];
  }
  /// White's sum minus Black's over all terms.
  [[nodiscard]] Tapered balance() const {
    Tapered sum;
    for (const auto& [white, black] : terms) sum += white - black;
    return sum;
  }

  std::array<std::array<Tapered, 2>, kTermCount> terms{};
  int phase = 0;                  // 24 with all pieces, 0 with none
  int scale = 64;                 // of the endgame half, in sixty-fourths
  int blended = 0;                // White's point of view, before the fifty-move rule
  int total = 0;                  // White's point of view, centipawns: what evaluate() returns for White to move
  bool is_known_endgame = false;  // then no term was computed; the total comes from endgames.h
};

}  // namespace zugwerk::eval
