// Libraries as files: migration from every version, merging, damage. Kind: unit.

#include "library/library.h"

#include <atomic>
#include <string>

#include <gtest/gtest.h>

#include "chess/movegen.h"
#include "chess/notation/pgn_writer.h"
#include "library/check.h"
#include "library/explorer.h"
#include "library/filter.h"
#include "library/importer.h"
#include "library/schema.h"
#include "support/temporary_folder.h"

namespace zugwerk::library {
namespace {

using namespace chess;

const std::atomic<bool> kGoOn{false};

PgnGame made_game(int number) {
  PgnGame game;
  game.set_tag("White", "Player " + std::to_string(number % 7));
  game.set_tag("Black", "Opponent");
  game.set_tag("Date", "2024.01.01");
  game.set_tag("Round", std::to_string(number));
  game.set_tag("Event", "Game " + std::to_string(number));
  game.result = PgnResult::Draw;
  Position position;
  PgnNodeId at = PgnNodeId::Root;
  for (unsigned left = static_cast<unsigned>(number); left > 0; left /= 5) {
    const MoveList moves = legal_moves(position);
    const Move move = moves[left % 5];
    at = game.add_move(at, move);
    position.make(move);
  }
  return game;
}

class LibraryFile : public testing::Test {
 protected:
  [[nodiscard]] std::string path() const { return folder_.file("games.zwlib"); }
  [[nodiscard]] Library open() const {
    auto library = Library::open(path(), Database::Access::Create);
    EXPECT_TRUE(library) << library.error().message;
    return *std::move(library);
  }
  test::TemporaryFolder folder_;
};

TEST_F(LibraryFile, KeepsGamesThatAreAddedOneByOneThroughEveryMerge) {
  constexpr int kGames = 150;
  {
    Library library = open();
    for (int number = 0; number < kGames; ++number) {
      const auto added = add_games(library, {made_game(number)});
      ASSERT_TRUE(added) << added.error().message;
      ASSERT_EQ(added->at(0), number + 1);
    }
    EXPECT_LT(library.segments().size(), 30U);
    const auto again = add_games(library, {made_game(77)});
    ASSERT_TRUE(again);
    EXPECT_EQ(again->at(0), 78);
  }
  Library library = open();
  EXPECT_EQ(library.game_count(), static_cast<std::uint64_t>(kGames));
  for (int number = 0; number < kGames; ++number) {
    const auto game = library.game(number + 1);
    ASSERT_TRUE(game) << game.error().message;
    EXPECT_EQ(to_pgn(*game), to_pgn(made_game(number)));
  }
  const auto start = explore(library, Position(), Filter(), 5, kGoOn);
  ASSERT_TRUE(start);
  EXPECT_EQ(start->all.games, static_cast<std::uint64_t>(kGames));
  EXPECT_EQ(start->all.draws, static_cast<std::uint64_t>(kGames));
  std::string faults;
  CheckEvents events;
  events.on_fault = [&](const std::string& fault) { faults += fault + '\n'; };
  const auto checked = check(path(), kGoOn, events);
  ASSERT_TRUE(checked);
  EXPECT_EQ(faults, "");
}

TEST_F(LibraryFile, MigratesFromEveryVersion) {
  for (int version = 1; version <= schema_version(); ++version) {
    const std::string file = folder_.file("version" + std::to_string(version));
    {
      auto database = Database::open(file, Database::Access::Create);
      ASSERT_TRUE(database);
      ASSERT_TRUE(migrate(*database, version));
      ASSERT_EQ(database->integer("PRAGMA user_version"), version);
    }
    auto library = Library::open(file, Database::Access::Write);
    ASSERT_TRUE(library) << library.error().message;
    EXPECT_EQ(library->database().integer("PRAGMA user_version"), schema_version());
    EXPECT_TRUE(add_games(*library, {made_game(1)}));
  }
}

TEST_F(LibraryFile, RefusesOtherDatabasesAndNewerVersions) {
  {
    auto database = Database::open(path(), Database::Access::Create);
    database->run("CREATE TABLE t(x)");
    ASSERT_TRUE(database->status());
  }
  auto other = Library::open(path(), Database::Access::Create);
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("not a Zugwerk library"), std::string::npos);

  const std::string newer = folder_.file("newer");
  {
    auto made = Library::open(newer, Database::Access::Create);
    ASSERT_TRUE(made);
    made->database().run("PRAGMA user_version = 999");
  }
  auto refused = Library::open(newer, Database::Access::Write);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("newer version"), std::string::npos);

  test::write_bytes(folder_.file("text"), "this is no database, however long the text may be");
  EXPECT_FALSE(Library::open(folder_.file("text"), Database::Access::Create));
}

TEST_F(LibraryFile, ADeletedGameCanBeAddedAgain) {
  Library library = open();
  ASSERT_TRUE(add_games(library, {made_game(5), made_game(6)}));
  ASSERT_TRUE(library.delete_games({1}));
  EXPECT_EQ(library.game_count(), 1U);
  const auto again = add_games(library, {made_game(5), made_game(6)});
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, (std::vector<GameNumber>{3, 2}));
  EXPECT_EQ(library.game_count(), 2U);
}

TEST_F(LibraryFile, DamageIsFoundAndTheRestIsSaved) {
  {
    Library library = open();
    std::vector<PgnGame> games;
    for (int number = 0; number < 40; ++number) games.push_back(made_game(number));
    ASSERT_TRUE(add_games(library, games));
    library.database().run("UPDATE game SET code = x'000280ff' WHERE id = 7");
    library.database().run("UPDATE chunk SET data = zeroblob(20) WHERE id = (SELECT max(id) FROM chunk)");
    ASSERT_TRUE(library.database().status());
  }
  std::string faults;
  CheckEvents events;
  events.on_fault = [&](const std::string& fault) { faults += fault + '\n'; };
  const auto checked = check(path(), kGoOn, events);
  ASSERT_TRUE(checked);
  EXPECT_NE(faults.find("game 7"), std::string::npos) << faults;
  EXPECT_NE(faults.find("wrong checksum"), std::string::npos) << faults;
  std::string text;
  const auto saved = save_games(
      path(), kGoOn,
      [&](const std::string& pgn) {
        text += pgn;
        return base::Expected<void>();
      },
      events);
  ASSERT_TRUE(saved);
  EXPECT_EQ(*saved, 39U);
  EXPECT_NE(text.find("Game 39"), std::string::npos);
}

TEST(Filters, ReadMaterialAndImbalance) {
  EXPECT_TRUE(parse_material("KRPKR"));
  EXPECT_FALSE(parse_material("KRP"));
  EXPECT_FALSE(parse_material("RKK"));
  EXPECT_FALSE(parse_material("KXK"));
  EXPECT_TRUE(parse_imbalance("BBvBN"));
  EXPECT_FALSE(parse_imbalance("BBBN"));
  EXPECT_FALSE(parse_imbalance("KvB"));
}

}  // namespace
}  // namespace zugwerk::library
