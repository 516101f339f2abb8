#include "library/schema.h"

#include <array>
#include <string>

#include "base/format.h"

namespace zugwerk::library {

namespace {

constexpr std::int64_t kApplicationId = 0x5A57'4C31;  // "ZWL1"

/// Step i leads from version i to i + 1. Files of every version exist, so a step is never changed.
constexpr std::array<const char*, 1> kSteps{
    // A segment is a range of games with its columns, tags and index, which are chunks; chunk numbers are made of the
    // segment, a kind and a part (library.h).
    "CREATE TABLE segment(id INTEGER PRIMARY KEY, first INTEGER NOT NULL, games INTEGER NOT NULL,"
    " part_bits INTEGER NOT NULL, bucket_bits INTEGER NOT NULL, tree_bits INTEGER NOT NULL);"
    "CREATE TABLE chunk(id INTEGER PRIMARY KEY, data BLOB NOT NULL);"
    "CREATE TABLE game(id INTEGER PRIMARY KEY, code BLOB NOT NULL);"
    "CREATE TABLE deleted(game INTEGER PRIMARY KEY);"
    // Players are kind 0, events kind 1.
    "CREATE TABLE name(id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, text TEXT NOT NULL);"
    "CREATE UNIQUE INDEX name_text ON name(text, kind);"
    "CREATE VIRTUAL TABLE name_words USING fts5(text, content='name', content_rowid='id', detail=none);"
    "CREATE TABLE label(text TEXT NOT NULL, game INTEGER NOT NULL, PRIMARY KEY(text, game)) WITHOUT ROWID;"
    "CREATE TABLE me(name TEXT PRIMARY KEY) WITHOUT ROWID;"
    // How far files have been imported, so that an import that was killed goes on.
    "CREATE TABLE source(path TEXT PRIMARY KEY, size INTEGER NOT NULL, time INTEGER NOT NULL, games INTEGER NOT NULL,"
    " done INTEGER NOT NULL) WITHOUT ROWID;"};

[[nodiscard]] base::Expected<void> check_identity(Database& database, std::int64_t version) {
  const bool ours = database.integer("PRAGMA application_id") == kApplicationId;
  if (auto status = database.status(); !status) return status;
  if (!ours) return base::failure(database.path() + " is a database, but not a Zugwerk library");
  if (version > schema_version())
    return base::failure(
        base::format("{} was written by a newer version of Zugwerk (format {}, this one reads up to {})",
                     database.path(), version, schema_version()));
  return {};
}

}  // namespace

int schema_version() { return static_cast<int>(kSteps.size()); }

base::Expected<void> migrate(Database& database, int version) {
  const auto is_new = [&] { return database.integer("SELECT count(*) FROM sqlite_schema") == 0; };
  if (is_new() && database.good()) database.run("PRAGMA journal_mode = WAL");
  if (auto status = database.status(); !status) return status;
  if (!is_new() && database.integer("PRAGMA user_version") >= version)
    return check_identity(database, database.integer("PRAGMA user_version"));
  return database.transaction([&]() -> base::Expected<void> {
    // Another program may have been quicker.
    std::int64_t at = database.integer("PRAGMA user_version");
    if (is_new())
      database.run(base::format("PRAGMA application_id = {}", kApplicationId).c_str());
    else if (auto ours = check_identity(database, at); !ours)
      return ours;
    for (; at < version; ++at) database.run(kSteps[static_cast<std::size_t>(at)]);
    database.run(base::format("PRAGMA user_version = {}", at).c_str());
    return {};
  });
}

base::Expected<void> check_schema(Database& database) {
  const std::int64_t version = database.integer("PRAGMA user_version");
  if (auto ours = check_identity(database, version); !ours) return ours;
  if (version < schema_version())
    return base::failure(base::format("{} has the older format {}; any command that writes to it brings it up to date",
                                      database.path(), version));
  return {};
}

}  // namespace zugwerk::library
