// Unit and property tests of packed games: every game survives the round trip, damage is detected, and the format never
// changes.

#include "games/archive/packed_games.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "base/checksum.h"
#include "games/archive/bit_coder.h"
#include "games/archive/game_bytes.h"
#include "games/archive/game_file.h"
#include "games/data/data_tools.h"
#include "support/random_records.h"
#include "support/temporary_folder.h"

namespace zugwerk::games {
namespace {

using test::random_games;
using test::read_games;
using test::write_games;
using zugwerk::test::read_bytes;
using zugwerk::test::TemporaryFolder;
using zugwerk::test::write_bytes;

[[nodiscard]] std::vector<PackedGame> to_pack(const std::vector<GameRecord>& games) {
  std::vector<PackedGame> result;
  for (const GameRecord& game : games) result.push_back({game, result.size() % 5 == 4});
  return result;
}

[[nodiscard]] std::size_t plies_of(const std::vector<GameRecord>& games) {
  std::size_t plies = 0;
  for (const GameRecord& game : games) plies += game.plies.size();
  return plies;
}

void expect_round_trip(const std::vector<GameRecord>& games) {
  const auto packed = to_pack(games);
  const auto again = unpack_games(pack_games(packed), games.size(), plies_of(games));
  ASSERT_TRUE(again) << again.error().message;
  for (std::size_t i = 0; i < games.size(); ++i) {
    EXPECT_TRUE((*again)[i].game == games[i]) << "game " << i;
    EXPECT_EQ((*again)[i].ends_frame, packed[i].ends_frame) << "game " << i;
  }
}

/// Writes a packed file with frames of `per_frame` games; returns where each frame ends.
std::vector<std::size_t> write_packed(const std::string& path, const std::vector<GameRecord>& games,
                                      std::size_t per_frame) {
  EXPECT_TRUE(GameWriter::create(path, GameCoding::Packed)->finish());
  return test::append_frames(path, games, per_frame);
}

TEST(BitCoder, RoundTripsBitsOfAnyProbability) {
  base::Rng rng(1);
  std::vector<std::pair<bool, int>> bits;
  for (int i = 0; i < 20'000; ++i) {
    const int probability = kLeastProbability + static_cast<int>(rng.below(65'536 - 2 * kLeastProbability));
    bits.emplace_back(rng.below(65'536) < static_cast<std::uint32_t>(probability), probability);
  }
  BitEncoder encoder;
  for (const auto& [bit, probability] : bits) encoder.code(bit, probability);
  const std::string bytes = encoder.finish();
  EXPECT_LT(bytes.size(), 20'000 / 8 * 0.75) << "a bit of random probability has 0.72 bits of information";
  BitDecoder decoder(bytes);
  for (const auto& [bit, probability] : bits) ASSERT_EQ(decoder.code(false, probability), bit);
  EXPECT_TRUE(decoder.is_at_end());
}

TEST(BitCoder, StretchIsTheInverseOfSquash) {
  for (int odds = -1900; odds <= 1900; odds += 10)
    EXPECT_NEAR(logistic::squash(logistic::stretch(logistic::squash(odds))), logistic::squash(odds), 64) << odds;
}

TEST(Properties, PackingRoundTripsRandomGamesOfEveryVariant) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) expect_round_trip(random_games(200, seed));
  expect_round_trip({});
}

TEST(PackedGames, KeepsIllegalAndInconsistentGames) {
  std::vector<GameRecord> games = random_games(6, 30);
  games[0].plies.push_back({chess::Move::from_bits(0x1234), eval::Score(7)});
  games[1].start.state |= std::uint64_t{1} << 60;
  games[2].start = {};
  games[3].plies.clear();
  games[4].result = GameResult::BlackWins;
  games[4].end_cause = EndCause::Stalemate;
  for (PlyRecord& ply : games[5].plies) ply.score = ply.score == eval::kNoScore ? eval::kMate : -eval::kMate;
  expect_round_trip(games);
}

TEST(PackedGames, KeepsEveryScore) {
  GameRecord game;
  game.start = pack(chess::Position());
  const std::array moves{
      chess::Move(chess::Square::G1, chess::Square::F3), chess::Move(chess::Square::G8, chess::Square::F6),
      chess::Move(chess::Square::F3, chess::Square::G1), chess::Move(chess::Square::F6, chess::Square::G8)};
  for (int score = -eval::kMate.value(); score <= eval::kMate.value(); score += 7)
    game.plies.push_back({moves[game.plies.size() % moves.size()], eval::Score(score)});
  expect_round_trip({game});
  std::reverse(game.plies.begin(), game.plies.end());
  expect_round_trip({game});
}

TEST(PackedGames, AreMuchSmallerThanPlainGames) {
  std::vector<GameRecord> games = random_games(200, 8);
  // Random scores are incompressible.
  for (GameRecord& game : games) {
    int score = 20;
    for (PlyRecord& ply : game.plies) ply.score = eval::Score(score = score * 9 / 8 % 500);
  }
  const std::size_t plies = plies_of(games);
  EXPECT_LT(pack_games(to_pack(games)).size(), plies + plies / 4);
}

/// Changing any probability makes all existing packed files unreadable. If this test fails, the format needs a new
/// version, and the old version needs a reader.
TEST(PackedGames, EncodingNeverChanges) {
  const std::string bytes = pack_games(to_pack(random_games(60, 77)));
  EXPECT_EQ(base::checksum_text(bytes), "5e3d3b75d70ca1b8");
}

TEST(PackedGames, RejectsInvalidBytes) {
  const auto games = random_games(10, 4, 40);
  const std::size_t plies = plies_of(games);
  const std::string bytes = pack_games(to_pack(games));
  EXPECT_FALSE(unpack_games(bytes, games.size(), plies + 1));
  EXPECT_FALSE(unpack_games(bytes, games.size(), plies - 1));
  EXPECT_FALSE(unpack_games(bytes, games.size() - 1, plies));
  EXPECT_FALSE(unpack_games(bytes, games.size() + 1, plies));
  EXPECT_FALSE(unpack_games(bytes + "x", games.size(), plies));
  EXPECT_FALSE(unpack_games({}, games.size(), plies));
  for (std::size_t size = 0; size < bytes.size(); size += 7)
    EXPECT_FALSE(unpack_games(std::string_view(bytes).substr(0, size), games.size(), plies)) << size;
  base::Rng rng(9);
  for (int i = 0; i < 200; ++i) {
    std::string rubbish(rng.below(200), '\0');
    for (char& byte : rubbish) byte = static_cast<char>(rng.below(256));
    const auto read = unpack_games(rubbish, 3, 300);
    if (!read) continue;
    for (const PackedGame& packed : *read) EXPECT_LE(packed.game.plies.size(), 300U);
  }
}

TEST(PackedFile, ReadsLikeThePlainFileAndUnpacksToTheSameBytes) {
  const TemporaryFolder folder;
  const std::string plain = folder.file("plain");
  const std::string packed = folder.file("packed");
  const std::string again = folder.file("again");
  const auto games = random_games(700, 31);
  write_games(plain, games, 33);
  const auto report = recode_games({plain}, packed, GameCoding::Packed);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->games, games.size());
  EXPECT_EQ(report->plies, plies_of(games));
  EXPECT_TRUE(is_game_file(packed));
  EXPECT_LT(read_bytes(packed).size(), read_bytes(plain).size());
  const auto read = read_games(packed);
  EXPECT_EQ(read.error, "");
  EXPECT_TRUE(read.faults.empty());
  EXPECT_TRUE(read.games == games);
  ASSERT_TRUE(recode_games({packed}, again, GameCoding::Plain));
  EXPECT_EQ(read_bytes(again), read_bytes(plain));
}

TEST(PackedFile, CutAnywhereYieldsAllCompleteFramesAndCanBeContinued) {
  const TemporaryFolder folder;
  const std::string path = folder.file("games");
  const std::string cut = folder.file("cut");
  constexpr std::size_t kPerFrame = 2;
  const auto games = random_games(6, 21, 12);
  const auto ends = write_packed(path, games, kPerFrame);
  const std::string bytes = read_bytes(path);
  for (std::size_t size = 1; size <= bytes.size(); size += 11) {
    write_bytes(cut, bytes.substr(0, size));
    const auto whole_frames = static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), size) - ends.begin());
    const std::size_t kept = whole_frames == 0 ? 0 : kPerFrame * (whole_frames - 1);
    const std::size_t good_end = whole_frames == 0 ? 0 : ends[whole_frames - 1];
    const auto read = read_games(cut);
    ASSERT_EQ(read.error, "") << size;
    ASSERT_EQ(read.games.size(), kept) << size;
    ASSERT_EQ(read.faults.size(), size == good_end ? 0U : 1U) << size;
    if (size != good_end) {
      EXPECT_EQ(read.faults[0].kind, FileFault::Kind::TornTail) << size;
      EXPECT_EQ(read.faults[0].offset, good_end) << size;
    }
    HeldGames held;
    {
      auto writer = GameWriter::append(cut, {}, held);
      ASSERT_TRUE(writer) << size;
      for (std::size_t i = kept; i < games.size(); ++i) ASSERT_TRUE(writer->add(games[i]));
    }
    ASSERT_EQ(held.games, kept) << size;
    const auto again = read_games(cut);
    ASSERT_TRUE(again.faults.empty()) << size;
    ASSERT_TRUE(again.games == games) << size;
  }
}

TEST(PackedFile, AFlippedBitIsFoundAndCostsOneFrame) {
  const TemporaryFolder folder;
  const std::string path = folder.file("games");
  const auto games = random_games(3, 22, 10);
  const auto ends = write_packed(path, games, 1);
  const std::string bytes = read_bytes(path);
  for (std::size_t bit = 0; bit < 8 * bytes.size(); bit += 29) {
    std::string wrong = bytes;
    wrong[bit / 8] = static_cast<char>(wrong[bit / 8] ^ (1 << (bit % 8)));
    write_bytes(path, wrong);
    const auto read = read_games(path);
    if (bit / 8 < ends[0]) {
      ASSERT_NE(read.error.find(path), std::string::npos) << bit;
      continue;
    }
    const auto hit =
        static_cast<std::ptrdiff_t>(std::upper_bound(ends.begin(), ends.end(), bit / 8) - ends.begin()) - 1;
    auto expected = games;
    expected.erase(expected.begin() + hit);
    ASSERT_EQ(read.faults.size(), 1U) << bit;
    ASSERT_TRUE(read.games == expected) << bit;
  }
}

}  // namespace
}  // namespace zugwerk::games
