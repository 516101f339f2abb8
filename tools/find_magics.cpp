// tools/find_magics.cpp
//
// Finds the multipliers of src/chess/magics.h and prints that file. The search is deterministic, so that anyone can
// check that the committed numbers came from here (tests/tools does).
//
// A magic for a square maps every occupancy of the relevant squares to a slot below 2^(number of relevant squares), so
// that two occupancies share a slot only if they give the same attacks. Sparse random numbers are tried until one fits.

#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "base/rng.h"
#include "chess/rays.h"

namespace {

using namespace zugwerk;
using namespace zugwerk::chess;

std::uint64_t find_magic(const SliderRays& rays, base::Rng& rng) {
  std::vector<Bitboard> occupancies;
  std::vector<Bitboard> attacks;
  Bitboard subset = 0;
  do {
    occupancies.push_back(subset);
    attacks.push_back(rays.attacks(subset));
    subset = next_subset(subset, rays.relevant());
  } while (subset != 0);

  const int shift = 64 - popcount(rays.relevant());
  std::vector<Bitboard> slots(occupancies.size());
  std::vector<std::uint32_t> used_in_attempt(occupancies.size(), 0);
  for (std::uint32_t attempt = 1;; ++attempt) {
    const std::uint64_t magic = rng.next() & rng.next() & rng.next();
    // A multiplier that spreads too few bits into the top byte never works; rejecting it early saves most of the time.
    constexpr int kFewestTopBits = 6;
    if (popcount((rays.relevant() * magic) >> 56) < kFewestTopBits) continue;
    bool collides = false;
    for (std::size_t i = 0; i < occupancies.size() && !collides; ++i) {
      const std::size_t slot = (occupancies[i] * magic) >> shift;
      if (used_in_attempt[slot] != attempt) {
        used_in_attempt[slot] = attempt;
        slots[slot] = attacks[i];
      } else {
        collides = slots[slot] != attacks[i];
      }
    }
    if (!collides) return magic;
  }
}

void print_magics(const char* name, const SliderSteps& steps, std::uint64_t seed) {
  base::Rng rng(seed);
  std::printf("inline constexpr std::array<std::uint64_t, kSquareCount> %s{\n", name);
  for (std::size_t number = 0; number < kSquareCount; ++number) {
    const std::uint64_t magic = find_magic(SliderRays(square_at(number), steps), rng);
    std::printf("%s0x%016llX%s", number % 4 == 0 ? "    " : " ", static_cast<unsigned long long>(magic),
                number + 1 == kSquareCount ? "};\n" : (number % 4 == 3 ? ",\n" : ","));
  }
}

}  // namespace

int main() {
  constexpr std::uint64_t kBishopSeed = 0x5A756757;  // any seed works; fixed so that the output is
  constexpr std::uint64_t kRookSeed = 0x6B726557;
  std::puts(
      "// chess/magics.h\n"
      "//\n"
      "// Multipliers for MagicSliders, one per square. Printed by tools/find_magics; do not edit.\n"
      "\n"
      "#pragma once\n"
      "\n"
      "#include <array>\n"
      "#include <cstdint>\n"
      "\n"
      "#include \"chess/square.h\"\n"
      "\n"
      "namespace zugwerk::chess {\n");
  print_magics("kBishopMagics", kBishopSteps, kBishopSeed);
  std::puts("");
  print_magics("kRookMagics", kRookSteps, kRookSeed);
  std::puts("\n}  // namespace zugwerk::chess");
  return 0;
}
