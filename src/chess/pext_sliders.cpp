// The tables of PextSliders, computed at compile time.

#include "chess/rays.h"
#include "chess/sliders.h"

namespace zugwerk::chess {

namespace {

template <std::size_t kTableSize>
struct Tables {
  std::array<PextSquare, kSquareCount> squares{};
  std::array<Bitboard, kTableSize> attacks{};
};

// Subsets of a mask, in counting order, are exactly the order of their extracted bits.
template <std::size_t kTableSize>
consteval Tables<kTableSize> build(const SliderSteps& steps) {
  Tables<kTableSize> tables;
  Bitboard* const attacks = tables.attacks.data();
  std::uint32_t next = 0;
  for (std::size_t number = 0; number < kSquareCount; ++number) {
    const SliderRays rays(square_at(number), steps);
    tables.squares[number] = {rays.relevant(), next};
    Bitboard occupied = 0;
    do {
      attacks[next++] = rays.attacks(occupied);
      occupied = next_subset(occupied, rays.relevant());
    } while (occupied != 0);
  }
  return tables;
}

constexpr auto kBishops = build<kBishopTableSize>(kBishopSteps);
constexpr auto kRooks = build<kRookTableSize>(kRookSteps);

}  // namespace

constinit const std::array<PextSquare, kSquareCount> kPextBishops = kBishops.squares;
constinit const std::array<PextSquare, kSquareCount> kPextRooks = kRooks.squares;
constinit const std::array<Bitboard, kBishopTableSize> kPextBishopTable = kBishops.attacks;
constinit const std::array<Bitboard, kRookTableSize> kPextRookTable = kRooks.attacks;

}  // namespace zugwerk::chess
