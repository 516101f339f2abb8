// Unit tests of tablebase/warming.h, for every material from three to seven pieces: the positions are what libfathom
// must look up in the table of the material.

#include "tablebase/warming.h"

#include <gtest/gtest.h>

#include "chess/movegen.h"
#include "chess/notation/fen.h"
#include "tablebase/all_materials.h"

namespace zugwerk::tablebase {
namespace {

using namespace chess;

void expect_material(const Position& position, const Material& material) {
  for (const Color color : kColors)
    for (const PieceType type : kPieceTypes)
      ASSERT_EQ(popcount(position.pieces(color, type)), material.count(color, type)) << to_fen(position);
}

bool has_capture(const Position& position) {
  for (const Move move : legal_moves(position))
    if (!position.is_empty(move.to()) || move.is_en_passant()) return true;
  return false;
}

TEST(Warming, FindsAQuietPositionForEveryMaterial) {
  for (const Material& material : all_materials())
    for (const Color side : kColors) {
      const Position position = quiet_position(material, side);
      ASSERT_NO_FATAL_FAILURE(expect_material(position, material)) << material.name();
      ASSERT_EQ(position.side_to_move(), side);
      ASSERT_TRUE(has_legal_move(position)) << to_fen(position);
      ASSERT_FALSE(has_capture(position)) << to_fen(position);
      // The same with the other side to move: no captures for either side, and no check.
      PositionSetup setup = position.setup();
      setup.side_to_move = ~side;
      const auto reversed = Position::from_setup(setup);
      ASSERT_TRUE(reversed) << to_fen(position);
      ASSERT_FALSE(has_capture(*reversed)) << to_fen(position);
      ASSERT_FALSE(position.in_check() || reversed->in_check()) << to_fen(position);
    }
}

TEST(Warming, SeedsMakeDifferentQuietPositions) {
  const Material material = *Material::from_name("KPvK");
  EXPECT_NE(to_fen(quiet_position(material, Color::White, 1)), to_fen(quiet_position(material, Color::White, 2)));
}

TEST(Warming, FindsAMateForEveryMaterialThatHasOne) {
  for (const Material& material : all_materials()) {
    const auto position = mated_position(material);
    ASSERT_EQ(position.has_value(), !material.is_always_drawn() && material.name() != "KPvK") << material.name();
    if (!position) continue;
    ASSERT_NO_FATAL_FAILURE(expect_material(*position, material)) << material.name();
    ASSERT_TRUE(position->in_check()) << to_fen(*position);
    ASSERT_FALSE(has_legal_move(*position)) << to_fen(*position);
  }
}

}  // namespace
}  // namespace zugwerk::tablebase
