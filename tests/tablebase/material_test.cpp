// Unit tests of tablebase/material.h: names of tables, and which positions need them.

#include "tablebase/material.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "chess/notation/fen.h"
#include "tablebase/all_materials.h"

namespace zugwerk::tablebase {
namespace {

using chess::Color;
using chess::PieceType;

TEST(Material, RoundTripsThroughItsName) {
  const auto material = Material::from_name("KRBvKPN");
  ASSERT_TRUE(material);
  EXPECT_EQ(material->count(), 6);
  EXPECT_EQ(material->count(Color::White), 3);
  EXPECT_EQ(material->count(Color::Black, PieceType::Pawn), 1);
  EXPECT_TRUE(material->has_pawns());
  EXPECT_FALSE(material->is_symmetric());
  EXPECT_EQ(material->name(), "KRBvKNP");
  EXPECT_TRUE(Material::from_name("KQNvKNQ")->is_symmetric());
}

TEST(Material, NeedsOneKingPerSideAndNotTooManyPieces) {
  for (const std::string_view name :
       {"",     "v",     "K",     "Kv",    "vK",   "KvK",  "KQ",      "KQK",       "QvK",       "KQvQ",
        "KKvK", "KQvKK", "KQvvK", "KQvKv", "KXvK", "kqvk", "KQvKRvK", "KQQQQQQvK", "KQQQQvKQQ", "KQvK "})
    EXPECT_FALSE(Material::from_name(name)) << name;
}

TEST(Material, ItsTableIsNamedWithTheStrongerSideFirst) {
  for (const auto& [name, table] :
       {std::pair("KRvKQ", "KQvKR"), std::pair("KvKPP", "KPPvK"), std::pair("KQvKPP", "KPPvKQ"),
        std::pair("KQPvKQB", "KQBvKQP"), std::pair("KRRvKRB", "KRRvKRB"), std::pair("KPvKP", "KPvKP")})
    EXPECT_EQ(Material::from_name(name)->table_name(), table) << name;
}

TEST(Material, ThereAreAsManyTablesAsPublished) {
  // 5 with three pieces, 30 with four, 110 with five, 365 with six, 1001 with seven.
  std::map<int, int> counts;
  for (const Material& material : all_materials()) ++counts[material.count()];
  EXPECT_EQ(counts, (std::map<int, int>{{3, 5}, {4, 30}, {5, 110}, {6, 365}, {7, 1001}}));
}

TEST(Material, IsAlwaysDrawnOnlyWithOneMinorPiece) {
  for (const std::string_view name : {"KBvK", "KNvK", "KvKB"})
    EXPECT_TRUE(Material::from_name(name)->is_always_drawn());
  for (const std::string_view name : {"KPvK", "KQvK", "KRvK", "KNNvK", "KBvKN", "KNvKN", "KBvKB"})
    EXPECT_FALSE(Material::from_name(name)->is_always_drawn()) << name;
}

TEST(Material, FollowsCapturesAndPromotions) {
  const auto position = *chess::parse_fen("8/8/3k4/8/2pP4/8/1R3K2/2r5 b - - 0 1");  // KRPvKRP
  for (const std::string_view name : {"KRPvKRP", "KRPvKR", "KRvKR", "KPvK", "KQRvKRP", "KQvKQ", "KRNvKRB", "KRRvKR"})
    EXPECT_TRUE(Material::from_name(name)->can_follow(position)) << name;
  for (const std::string_view name : {"KRPPvKRP", "KQPvK", "KRRPvK", "KQQvK", "KRRvKRRP", "KBPvKR"})
    EXPECT_FALSE(Material::from_name(name)->can_follow(position)) << name;
  // Whichever colour has it.
  EXPECT_TRUE(Material::from_name("KQvKR")->can_follow(*chess::parse_fen("8/8/3k4/8/4q3/8/1R3K2/8 b - - 0 1")));
}

TEST(TableNames, SayWhichTableAFileHolds) {
  const auto table = table_called("/some/folder.v1/KQvKR.rtbz");
  ASSERT_TRUE(table);
  EXPECT_EQ(table->kind, TableKind::Dtz);
  EXPECT_EQ(table->file_name(), "KQvKR.rtbz");
  EXPECT_EQ(table_called("KRvKQ.rtbw")->file_name(), "KQvKR.rtbw");
  for (const std::string_view name : {"KQvKR", "KQvKR.rtbm", "KQvKR.rtbw.part", "KQvKX.rtbw", ".rtbw", "readme.txt"})
    EXPECT_FALSE(table_called(name)) << name;
}

}  // namespace
}  // namespace zugwerk::tablebase
