// The tables of MagicSliders, computed at compile time.

#include "chess/magics.h"
#include "chess/rays.h"
#include "chess/sliders.h"

namespace zugwerk::chess {

namespace {

template <std::size_t kTableSize>
struct Tables {
  std::array<MagicSquare, kSquareCount> squares{};
  std::array<Bitboard, kTableSize> attacks{};
};

template <std::size_t kTableSize>
consteval Tables<kTableSize> build(const SliderSteps& steps, const std::array<std::uint64_t, kSquareCount>& magics) {
  Tables<kTableSize> tables;
  Bitboard* const attacks = tables.attacks.data();
  std::uint32_t offset = 0;
  for (std::size_t number = 0; number < kSquareCount; ++number) {
    const SliderRays rays(square_at(number), steps);
    const Bitboard relevant = rays.relevant();
    const std::uint64_t magic = magics[number];
    const auto bit_count = static_cast<std::uint32_t>(popcount(relevant));
    const std::uint32_t shift = 64 - bit_count;
    tables.squares[number] = {relevant, magic, offset, shift};
    Bitboard occupied = 0;
    do {
      attacks[offset + ((occupied * magic) >> shift)] = rays.attacks(occupied);
      occupied = next_subset(occupied, relevant);
    } while (occupied != 0);
    offset += 1U << bit_count;
  }
  return tables;
}

constexpr auto kBishops = build<kBishopTableSize>(kBishopSteps, kBishopMagics);
constexpr auto kRooks = build<kRookTableSize>(kRookSteps, kRookMagics);

}  // namespace

constinit const std::array<MagicSquare, kSquareCount> kMagicBishops = kBishops.squares;
constinit const std::array<MagicSquare, kSquareCount> kMagicRooks = kRooks.squares;
constinit const std::array<Bitboard, kBishopTableSize> kMagicBishopTable = kBishops.attacks;
constinit const std::array<Bitboard, kRookTableSize> kMagicRookTable = kRooks.attacks;

}  // namespace zugwerk::chess
