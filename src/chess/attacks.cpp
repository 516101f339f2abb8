#include "chess/attacks.h"

namespace zugwerk::chess::tables {

namespace {

enum class Geometry { Between, Line };

template <Geometry kGeometry>
consteval SquarePairs square_pairs() {
  SquarePairs pairs{};
  for (std::size_t from = 0; from < kSquareCount; ++from) {
    for (const SliderSteps& steps : {kBishopSteps, kRookSteps}) {
      for (std::size_t way = 0; way < 2; ++way) {
        // The opposite of an ascending step is a descending one; a line is both together.
        const Step there = steps.ascending[way];
        const Step back{-there.file, -there.rank};
        const Square start = square_at(from);
        const Bitboard line = ray_to_edge(start, there) | ray_to_edge(start, back) | bit(start);
        for (const Step step : {there, back}) {
          Bitboard passed = 0;
          for (Square at = stepped(start, step); at != Square::None; at = stepped(at, step)) {
            pairs[from][index(at)] = kGeometry == Geometry::Between ? passed : line;
            passed |= bit(at);
          }
        }
      }
    }
  }
  return pairs;
}

}  // namespace

constinit const SquarePairs kBetween = square_pairs<Geometry::Between>();
constinit const SquarePairs kLine = square_pairs<Geometry::Line>();

}  // namespace zugwerk::chess::tables
