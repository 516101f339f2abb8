// Unit and property tests of game files: games read back as written; a kill at any byte costs only the last frame;
// damage is detected, reported and skipped.

#include "games/archive/game_file.h"

#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "chess/notation/fen.h"
#include "support/random_games.h"
#include "support/random_records.h"
#include "support/temporary_folder.h"

namespace zugwerk::games {
namespace {

using test::append_frames;
using test::random_games;
using test::read_games;
using test::write_games;
using zugwerk::test::read_bytes;
using zugwerk::test::TemporaryFolder;
using zugwerk::test::write_bytes;

std::vector<GameRecord> first(const std::vector<GameRecord>& games, std::size_t count) {
  return {games.begin(), games.begin() + static_cast<std::ptrdiff_t>(count)};
}

TEST(Properties, PackedPositionsRoundTrip) {
  zugwerk::test::for_random_positions(11, 30, 150, [](const chess::Position& position) {
    const auto again = unpack(pack(position));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(chess::to_fen(*again), chess::to_fen(position));
    EXPECT_EQ(again->key(), position.key());
    EXPECT_EQ(pack(*again), pack(position));
  });
}

TEST(PackedPosition, KeepsTheLargestClocks) {
  const std::string fen = "4k3/8/8/8/8/8/8/4K2R b K - 10000 100000";
  const auto position = chess::parse_fen(fen);
  ASSERT_TRUE(position);
  const auto again = unpack(pack(*position));
  ASSERT_TRUE(again);
  EXPECT_EQ(chess::to_fen(*again), fen);
}

TEST(PackedPosition, RefusesInvalidPositions) {
  EXPECT_FALSE(unpack(PackedPosition{}));
  PackedPosition crowded = pack(chess::Position());
  crowded.occupied = ~std::uint64_t{0};
  EXPECT_FALSE(unpack(crowded));
  PackedPosition strange = pack(chess::Position());
  strange.pieces[3] = 0x76;
  EXPECT_FALSE(unpack(strange));
  PackedPosition beyond = pack(chess::Position());
  beyond.state |= std::uint64_t{1} << 60;
  EXPECT_FALSE(unpack(beyond));
}

TEST(Properties, RandomGamesComeBackFromFiles) {
  const TemporaryFolder folder;
  for (const std::size_t per_frame : {1U, 7U, 1000U}) {
    const std::string path = folder.file("games" + std::to_string(per_frame));
    const auto games = random_games(300, per_frame);
    write_games(path, games, per_frame);
    const auto read = read_games(path);
    EXPECT_EQ(read.error, "");
    EXPECT_TRUE(read.faults.empty());
    EXPECT_TRUE(read.games == games);
  }
}

TEST(GameFile, ANewFileAppearsWhenItIsFinished) {
  const TemporaryFolder folder;
  const std::string path = folder.file("games");
  {
    auto dropped = GameWriter::create(path);
    ASSERT_TRUE(dropped);
    EXPECT_TRUE(dropped->add(random_games(1, 5).front()));
    EXPECT_TRUE(dropped->flush());
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  auto writer = GameWriter::create(path);
  ASSERT_TRUE(writer);
  EXPECT_TRUE(writer->finish());
  EXPECT_TRUE(std::filesystem::exists(path));
  EXPECT_FALSE(GameWriter::create(path)) << "one that exists is not replaced";
}

TEST(GameFile, LargeFramesAreClosedAutomatically) {
  const TemporaryFolder folder;
  const std::string path = folder.file("games");
  const auto games = random_games(2000, 5);
  write_games(path, games, games.size());
  auto reader = GameReader::open(path, {});
  ASSERT_TRUE(reader);
  GameRecord game;
  while (*reader->next(game)) {
  }
  EXPECT_GT(reader->frames(), 1U);
  EXPECT_EQ(reader->games(), games.size());
  EXPECT_TRUE(read_games(path).games == games);
}

TEST(GameFile, KeepsTheLongestGame) {
  const TemporaryFolder folder;
  GameRecord game;
  game.start = pack(chess::Position());
  game.plies.resize(GameRecord::kMostPlies, {chess::Move::from_bits(0x1234), eval::Score(-77)});
  write_games(folder.file("games"), {game, game}, 10);
  EXPECT_TRUE(read_games(folder.file("games")).games == (std::vector{game, game}));
}

TEST(GameFile, CutAtAnyByteYieldsAllCompleteFramesAndReportsTheLoss) {
  const TemporaryFolder folder;
  const std::string path = folder.file("games");
  const std::string cut = folder.file("cut");
  constexpr std::size_t kPerFrame = 2;
  const auto games = random_games(6, 21, 12);
  const auto ends = append_frames(path, games, kPerFrame);
  const std::string bytes = read_bytes(path);
  ASSERT_EQ(ends.back(), bytes.size());
  for (std::size_t size = 0; size <= bytes.size(); ++size) {
    write_bytes(cut, bytes.substr(0, size));
    const auto whole_frames = static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), size) - ends.begin());
    const std::size_t kept = whole_frames == 0 ? 0 : kPerFrame * (whole_frames - 1);
    const std::size_t good_end = whole_frames == 0 ? 0 : ends[whole_frames - 1];
    const auto read = read_games(cut);
    ASSERT_EQ(read.error, "") << size;
    ASSERT_TRUE(read.games == first(games, kept)) << size;
    if (size == good_end) {
      ASSERT_TRUE(read.faults.empty()) << size;
    } else {
      ASSERT_EQ(read.faults.size(), 1U) << size;
      EXPECT_EQ(read.faults[0].kind, FileFault::Kind::TornTail) << size;
      EXPECT_EQ(read.faults[0].offset, good_end) << size;
      EXPECT_EQ(read.faults[0].bytes, size - good_end) << size;
      EXPECT_NE(read.faults[0].message.find(cut + ": at byte " + std::to_string(good_end)), std::string::npos);
    }

    // And appending works as if nothing had happened.
    std::size_t told = 0;
    HeldGames held;
    {
      auto writer = GameWriter::append(
          cut, [&](const FileFault&) { ++told; }, held);
      ASSERT_TRUE(writer) << size;
      for (std::size_t i = kept; i < games.size(); ++i) ASSERT_TRUE(writer->add(games[i]));
      ASSERT_TRUE(writer->flush());
    }
    ASSERT_EQ(told, read.faults.size()) << size;
    ASSERT_EQ(held.games, kept) << size;
    const auto again = read_games(cut);
    ASSERT_TRUE(again.faults.empty()) << size;
    ASSERT_TRUE(again.games == games) << size;
  }
}

TEST(GameFile, EveryFlippedBitIsFoundAndCostsOneFrame) {
  const TemporaryFolder folder;
  const std::string path = folder.file("games");
  const std::string flipped = folder.file("flipped");
  const auto games = random_games(3, 22, 10);
  const auto ends = append_frames(path, games, 1);
  const std::string bytes = read_bytes(path);
  for (std::size_t bit = 8 * ends[0]; bit < 8 * bytes.size(); ++bit) {
    std::string wrong = bytes;
    wrong[bit / 8] = static_cast<char>(wrong[bit / 8] ^ (1 << (bit % 8)));
    write_bytes(flipped, wrong);
    const auto hit =
        static_cast<std::ptrdiff_t>(std::upper_bound(ends.begin(), ends.end(), bit / 8) - ends.begin()) - 1;
    auto expected = games;
    expected.erase(expected.begin() + hit);
    const auto read = read_games(flipped);
    ASSERT_EQ(read.faults.size(), 1U) << bit;
    ASSERT_EQ(read.faults[0].offset, ends[static_cast<std::size_t>(hit)]) << bit;
    ASSERT_TRUE(read.games == expected) << bit;
  }
}

TEST(GameFile, DamagedHeadersAreRefusedWithTheName) {
  const TemporaryFolder folder;
  const std::string path = folder.file("games");
  write_games(path, random_games(1, 23), 1);
  const std::string bytes = read_bytes(path);
  for (std::size_t bit = 0; bit < 8 * 16; ++bit) {
    std::string wrong = bytes;
    wrong[bit / 8] = static_cast<char>(wrong[bit / 8] ^ (1 << (bit % 8)));
    write_bytes(path, wrong);
    EXPECT_NE(read_games(path).error.find(path), std::string::npos) << bit;
  }
}

TEST(GameFile, GarbageBetweenFramesIsSkipped) {
  const TemporaryFolder folder;
  const std::string path = folder.file("games");
  const auto games = random_games(4, 24, 30);
  const auto ends = append_frames(path, games, 2);
  std::string bytes = read_bytes(path);
  // Longer than the reader's buffer, and containing beginnings of frames.
  std::string rubbish;
  for (int i = 0; i < 100'000; ++i) rubbish += "ZWF1 ZW";
  bytes.insert(ends[1], rubbish);
  write_bytes(path, bytes);
  const auto read = read_games(path);
  ASSERT_EQ(read.faults.size(), 1U);
  EXPECT_EQ(read.faults[0].kind, FileFault::Kind::Damage);
  EXPECT_EQ(read.faults[0].bytes, rubbish.size());
  EXPECT_TRUE(read.games == games);
}

TEST(GameFile, AppendingLeavesDamageAlone) {
  const TemporaryFolder folder;
  const std::string path = folder.file("games");
  const auto games = random_games(4, 25, 30);
  write_games(path, first(games, 2), 1);
  std::string bytes = read_bytes(path);
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  write_bytes(path, bytes);
  HeldGames held;
  {
    auto writer = GameWriter::append(path, {}, held);
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->add(games[2]));
  }
  EXPECT_EQ(held.games, 1U);
  EXPECT_EQ(read_bytes(path).substr(0, bytes.size()), bytes);
  EXPECT_TRUE(read_games(path).games == (std::vector{games[0], games[2]}));
}

TEST(GameFile, ReaderAndWriterRefuseForeignFilesAndLeaveThemAlone) {
  const TemporaryFolder folder;
  const std::string path = folder.file("foreign");
  const std::string later_version("ZWGAMES\n\2\0\0\0\0\0\0\0", 16);
  for (const std::string& foreign :
       {std::string("[Event \"Casual\"]\n\n1. e4 *\n"), std::string("x"), later_version, later_version.substr(0, 9)}) {
    write_bytes(path, foreign);
    EXPECT_NE(read_games(path).error.find(path), std::string::npos);
    HeldGames held;
    EXPECT_FALSE(GameWriter::append(path, {}, held));
    EXPECT_EQ(read_bytes(path), foreign);
  }
  EXPECT_NE(read_games(folder.file("absent")).error.find("absent"), std::string::npos);
}

TEST(GameRecord, NamesTheIllegalMove) {
  base::Rng rng(3);
  GameRecord game = test::random_game(rng);
  while (game.plies.size() < 10) game = test::random_game(rng);
  EXPECT_TRUE(replay(game));
  game.plies[4].move = chess::Move(chess::Square::A1, chess::Square::H8, chess::MoveKind::EnPassant);
  const auto replayed = replay(game);
  ASSERT_FALSE(replayed);
  EXPECT_NE(replayed.error().message.find("move 5 of "), std::string::npos) << replayed.error().message;
}

}  // namespace
}  // namespace zugwerk::games
