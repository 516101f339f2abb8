// Kind: unit. The page's view of a folder of the lab.

#include "web/lab_files.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "arena/queue/progress.h"
#include "base/files/compress.h"
#include "base/files/line_journal.h"
#include "base/files/whole_file.h"
#include "support/temporary_folder.h"

namespace zugwerk::web {
namespace {

using base::Json;

constexpr const char* kMatch = R"({"pairings": [], "engines": [], "games": []})";
constexpr const char* kLadder =
    "{\"engine\": {}, \"opponents\": [], \"tc\": \"1+0\"}\n\n{\"engine\": {}, \"opponents\": [], \"tc\": \"2+0\"}\n";
constexpr const char* kNetwork = R"({"network": "abc", "recipe": {}, "history": []})";

TEST(LabFiles, AreRecognisedByTheirContents) {
  const test::TemporaryFolder folder;
  for (const auto& [name, text] :
       {std::pair("m.json", kMatch), std::pair("l.jsonl", kLadder), std::pair("n.json", kNetwork),
        std::pair("other.json", "{}"), std::pair("broken.json", "{"), std::pair("broken.jsonl", "{}\n{"),
        std::pair("empty.jsonl", ""), std::pair("text.txt", kMatch)})
    ASSERT_TRUE(base::write_whole_file(folder.file(name), text));
  const LabFiles files(folder.file("."));
  EXPECT_EQ(files.list().size(), 3U) << files.list();
  EXPECT_EQ((*files.read("m.json"))["kind"], "match");
  EXPECT_EQ((*files.read("n.json"))["kind"], "network");
  const auto ladder = files.read("l.jsonl");
  ASSERT_TRUE(ladder);
  EXPECT_EQ((*ladder)["kind"], "ladder");
  EXPECT_EQ((*ladder)["data"].size(), 2U);
  EXPECT_FALSE(files.read("other.json"));
  EXPECT_FALSE(files.read("broken.json"));
  EXPECT_FALSE(files.read("text.txt"));
}

TEST(LabFiles, HaveTitlesThatSayWhomTheyAreAbout) {
  const test::TemporaryFolder folder;
  const auto title_of = [&](const std::string& name, const std::string& text) {
    EXPECT_TRUE(base::write_whole_file(folder.file(name), text));
    const auto file = LabFiles(folder.file(".")).read(name);
    return file ? (*file)["title"].get<std::string>() : "not a file of the lab";
  };
  EXPECT_EQ(title_of("m.json", R"({"pairings": [], "games": [], "engines": [{"name": "dev"}, {"name": "base"}]})"),
            "dev – base");
  EXPECT_EQ(title_of("l.jsonl", "{\"engine\": {\"name\": \"dev\"}, \"opponents\": [], \"tc\": \"1+0\"}\n"), "dev");
  EXPECT_EQ(title_of("n.json", kNetwork), "abc");
  // Fields of other types are no titles.
  EXPECT_EQ(title_of("odd.json", R"({"pairings": [], "games": [], "engines": 5})"), "");
  EXPECT_EQ(title_of("odd.jsonl", "{\"engine\": 3, \"opponents\": [], \"tc\": \"1+0\"}\n"), "");
}

TEST(LabFiles, ProgressOfARunningCommandIsOneOfThem) {
  const test::TemporaryFolder folder;
  arena::Progress progress;
  progress.done = 12;
  progress.unit = "games";
  progress.facts = {{"engines", "dev against base"}};
  auto file = arena::ProgressFile::open(folder.file("live.json"), "match");
  ASSERT_TRUE(file);
  file->write(progress);
  const auto read = LabFiles(folder.file(".")).read("live.json");
  ASSERT_TRUE(read);
  EXPECT_EQ((*read)["kind"], "progress");
  EXPECT_EQ((*read)["title"], "dev against base");
  EXPECT_EQ((*read)["data"]["done"], 12);
  EXPECT_GT((*read)["modified"].get<std::int64_t>(), 1'600'000'000);
  // A file that only resembles one is not drawn.
  ASSERT_TRUE(base::write_whole_file(folder.file("other.json"), R"({"progress": "match", "state": "running"})"));
  EXPECT_FALSE(LabFiles(folder.file(".")).read("other.json"));
}

TEST(LabFiles, ALogIsReadWithoutItsTornEndAndNotAtAllIfDamaged) {
  const test::TemporaryFolder folder;
  const std::string line = base::to_checked_line(Json{{"engine", Json()}, {"opponents", Json()}, {"tc", "1+0"}});
  std::string flipped = line;
  flipped[line.find("1+0")] = '2';
  ASSERT_TRUE(base::write_whole_file(folder.file("torn.jsonl"), line + line.substr(0, 20)));
  ASSERT_TRUE(base::write_whole_file(folder.file("damaged.jsonl"), line + flipped));
  const LabFiles files(folder.file("."));
  EXPECT_EQ((*files.read("torn.jsonl"))["data"].size(), 1U);
  EXPECT_FALSE(files.read("damaged.jsonl"));
}

TEST(LabFiles, AreDecompressedOnlyUpToALimit) {
  const test::TemporaryFolder folder;
  // Valid JSON of the right kind, but forty megabytes of it.
  const std::string large = std::string(kMatch) + std::string(std::size_t{40} << 20, ' ');
  ASSERT_TRUE(base::write_whole_file(folder.file("m.json"), base::compress(large).value()));
  EXPECT_LT(std::filesystem::file_size(folder.file("m.json")), 100'000U);
  EXPECT_FALSE(LabFiles(folder.file(".")).read("m.json"));
}

TEST(LabFiles, OutsideTheFolderCannotBeReached) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("inner"));
  ASSERT_TRUE(base::write_whole_file(folder.file("m.json"), kMatch));
  const LabFiles inner(folder.file("inner"));
  EXPECT_TRUE(inner.is_there());
  EXPECT_TRUE(inner.list().empty());
  EXPECT_FALSE(inner.read("../m.json"));
  EXPECT_FALSE(inner.read(folder.file("m.json")));
  EXPECT_FALSE(inner.read(""));
}

TEST(LabFiles, OfAQueueThoseOfItsExperimentsAreSeenToo) {
  const test::TemporaryFolder folder;
  for (const char* name : {"010", "other", ".hidden", "010/deeper"})
    std::filesystem::create_directory(folder.file(name));
  for (const char* name : {"010/match.json", "other/match.json", ".hidden/match.json", "010/deeper/match.json"})
    ASSERT_TRUE(base::write_whole_file(folder.file(name), kMatch));
  const LabFiles files(folder.file("."));
  EXPECT_TRUE(files.list().empty());
  EXPECT_TRUE(files.queue().value().is_null());
  ASSERT_TRUE(base::write_whole_file(folder.file("010.experiment"), "command: match --games 2\n"));
  const Json list = files.list();
  ASSERT_EQ(list.size(), 2U) << list;
  EXPECT_EQ((*files.read("010/match.json"))["name"], "010/match.json");
  for (const char* name : {".hidden/match.json", "010/deeper/match.json", "../010/match.json", "010/../010/match.json",
                           "/010/match.json", "010//match.json"})
    EXPECT_FALSE(files.read(name)) << name;
  const Json queue = files.queue().value();
  EXPECT_EQ(queue["running"], false);
  EXPECT_EQ(queue["experiments"][0]["name"], "010");
  EXPECT_EQ(queue["experiments"][0]["command"], "match");
  EXPECT_TRUE(queue["experiments"][0]["progress"].is_null());
}

TEST(LabFiles, ADamagedJournalOfAQueueIsAnError) {
  const test::TemporaryFolder folder;
  ASSERT_TRUE(base::write_whole_file(folder.file("queue.journal"), "something else\n"));
  const auto queue = LabFiles(folder.file(".")).queue();
  ASSERT_FALSE(queue);
  EXPECT_NE(queue.error().message.find("queue.journal"), std::string::npos);
}

TEST(LabFiles, WithoutAFolderThereIsNothing) {
  const LabFiles none("");
  EXPECT_FALSE(none.is_there());
  EXPECT_TRUE(none.list().empty());
  EXPECT_FALSE(none.read("m.json"));
  EXPECT_TRUE(none.queue().value().is_null());
}

}  // namespace
}  // namespace zugwerk::web
