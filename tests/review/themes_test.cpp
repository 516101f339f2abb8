// Unit tests of review/motifs/themes.cpp: what lines show on their way. The
// lines need not be forced.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "review/motifs/motifs.h"
#include "review/review_lines.h"

namespace zugwerk::review {
namespace {

using test::line_of;
using test::position_of;

bool shows(Motif theme, std::string_view board, const std::string& line) {
  const auto position = position_of(std::string(board) + " w - - 0 1");
  const auto moves = line_of(position, line);
  const std::vector<Motif> themes = find_themes(position, moves);
  return std::find(themes.begin(), themes.end(), theme) != themes.end();
}

TEST(Themes, Sacrifice) {
  constexpr auto kLegacy = "r4r1k/6pp/7N/3Q4/8/8/6PP/6K1";
  EXPECT_TRUE(shows(Motif::Sacrifice, kLegacy, "Qg8+ Rxg8 Nf7#"));
  EXPECT_FALSE(shows(Motif::Sacrifice, "3r2k1/5ppp/8/8/8/8/5PPP/3R2K1", "Rxd8#"));
  EXPECT_FALSE(shows(Motif::Sacrifice, "3rr1k1/5ppp/8/8/8/8/3R1PPP/3R2K1", "Rxd8 Rxd8 Rxd8#")) << "an exchange";
}

TEST(Themes, Deflection) {
  EXPECT_TRUE(shows(Motif::Deflection, "r4r1k/6pp/7N/3Q4/8/8/6PP/6K1", "Qg8+ Rxg8 Nf7#")) << "the rook guarded f7";
  EXPECT_FALSE(shows(Motif::Deflection, "6rk/6pp/7N/8/8/8/6PP/6K1", "Nf7#"));
}

TEST(Themes, AttractionAndFork) {
  constexpr auto kBoard = "3q2k1/6p1/8/4N3/8/8/5PP1/6KR";
  EXPECT_TRUE(shows(Motif::Attraction, kBoard, "Rh8+ Kxh8 Nf7+ Kg8 Nxd8"));
  EXPECT_TRUE(shows(Motif::Fork, kBoard, "Rh8+ Kxh8 Nf7+ Kg8 Nxd8"));
  EXPECT_FALSE(shows(Motif::Attraction, "3q3k/6p1/8/4N3/8/8/5PP1/6K1", "Nf7+ Kg8 Nxd8"));
  EXPECT_FALSE(shows(Motif::Fork, "3q3k/6p1/8/4N3/8/8/5PP1/6K1", "Nf7+ Kg8 Nh6+")) << "nothing is taken";
}

TEST(Themes, Clearance) {
  constexpr auto kBoard = "5rk1/5pp1/6P1/8/8/8/K7/3Q3R";
  EXPECT_TRUE(shows(Motif::Clearance, kBoard, "Rh8+ Kxh8 Qh1+ Kg8 Qh7#"));
  EXPECT_FALSE(shows(Motif::Clearance, kBoard, "Qd5 Rb8 Qh5"));
}

TEST(Themes, Interference) {
  constexpr auto kBoard = "3r2k1/8/8/8/7q/8/1B6/3R2K1";
  EXPECT_TRUE(shows(Motif::Interference, kBoard, "Bf6 Kf7 Rxd8")) << "the bishop stands between queen and rook";
  EXPECT_FALSE(shows(Motif::Interference, kBoard, "Be5 Kf7 Rxd8"));
}

TEST(Themes, Intermezzo) {
  constexpr auto kBoard = "3qk3/8/8/3p4/2N5/1P6/P7/3QK3";
  EXPECT_TRUE(shows(Motif::Intermezzo, kBoard, "a3 dxc4 Qxd8+ Kxd8 bxc4"));
  EXPECT_FALSE(shows(Motif::Intermezzo, kBoard, "a3 dxc4 bxc4 Qxd1+ Kxd1"));
}

TEST(Themes, XRay) {
  EXPECT_TRUE(shows(Motif::XRay, "3n3Q/8/3r2k1/8/8/8/8/3R2K1", "Qxd8 Rxd8 Rxd8"));
  EXPECT_FALSE(shows(Motif::XRay, "r2n3Q/8/6k1/8/8/8/8/3R2K1", "Qxd8 Rxd8 Rxd8"));
}

TEST(Themes, DoubleCheck) {
  EXPECT_TRUE(shows(Motif::DoubleCheck, "4k3/8/8/8/4N3/8/8/4R1K1", "Nf6+"));
  EXPECT_FALSE(shows(Motif::DoubleCheck, "4k3/8/8/8/4N3/8/8/4R1K1", "Nc5+"));
  EXPECT_TRUE(shows(Motif::DiscoveredAttack, "4k3/8/8/8/4N3/8/8/4R1K1", "Nc5+"));
}

TEST(Themes, QuietMove) {
  constexpr auto kBoard = "6k1/5ppp/8/8/8/8/5PPP/R5K1";
  EXPECT_TRUE(shows(Motif::QuietMove, kBoard, "Ra7 h6 Ra8+"));
  EXPECT_FALSE(shows(Motif::QuietMove, kBoard, "Ra8#"));
}

TEST(Themes, Zugzwang) {
  constexpr auto kTrebuchet = "8/8/8/4p1K1/3kP3/8/8/8";
  EXPECT_TRUE(shows(Motif::Zugzwang, kTrebuchet, "Kf5 Kc4 Kxe5"));
  EXPECT_FALSE(shows(Motif::Zugzwang, "8/p7/8/4p1K1/3kP3/8/8/8", "Kf5 a6 Kf6")) << "a pawn move to spare";
}

TEST(Themes, RemovedGuard) {
  constexpr auto kBoard = "4k3/8/2n5/1B2r3/8/5N2/8/6K1";
  EXPECT_TRUE(shows(Motif::RemovedGuard, kBoard, "Bxc6+ Kf8 Nxe5"));
  EXPECT_FALSE(shows(Motif::RemovedGuard, "6k1/8/3n4/1B2r3/8/5N2/8/6K1", "Nxe5 Nxb5 Nf7"));
}

TEST(Themes, ExposedKing) {
  EXPECT_TRUE(shows(Motif::ExposedKing, "r7/8/3k4/8/8/8/1Q6/R5K1", "Qf6+ Kc5 Qf5+"));
  EXPECT_FALSE(shows(Motif::ExposedKing, "r4rk1/5ppp/8/8/8/8/1Q3PPP/R5K1", "Qxg7+ Kxg7 Rxa8"));
}

TEST(Themes, Pin) {
  EXPECT_TRUE(shows(Motif::Pin, "6k1/5pp1/3N4/8/8/7Q/8/K5R1", "Qh6 Kf8 Qh8+"))
      << "the pawn on g7 cannot take the queen";
  EXPECT_FALSE(shows(Motif::Pin, "6k1/5pp1/3N4/8/8/7Q/8/K7", "Qh7+ Kf8 Qh8+"));
}

}  // namespace
}  // namespace zugwerk::review
