// Kind: unit. Progress as JSON: charts that stay small, files that are replaced, charts of earlier runs.

#include "arena/queue/progress.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "support/temporary_folder.h"

namespace zugwerk::arena {
namespace {

using base::Json;

TEST(ProgressChart, StaysSmallAndEvenHoweverManyPointsThereAre) {
  ProgressChart chart("t", "games", "LLR", {"a", "b"});
  for (int i = 1; i <= 100'000; ++i) {
    chart.add(i, {i * 2.0, -1.0 * i});
    ASSERT_LE(chart.x().size(), ProgressChart::kMostPoints);
    ASSERT_EQ(chart.x().back(), i);
    ASSERT_EQ(chart.curve(0).back(), i * 2.0);
  }
  ASSERT_GE(chart.x().size(), ProgressChart::kMostPoints / 4);
  EXPECT_EQ(chart.x().front(), 1);
  EXPECT_TRUE(std::is_sorted(chart.x().begin(), chart.x().end()));
  double widest = 0;
  for (std::size_t i = 1; i < chart.x().size(); ++i) widest = std::max(widest, chart.x()[i] - chart.x()[i - 1]);
  EXPECT_LT(widest, 100'000 / 20);
  for (std::size_t i = 0; i < chart.x().size(); ++i) EXPECT_EQ(chart.curve(1)[i], -chart.x()[i]);
}

TEST(ProgressChart, ContinuesTheChartOfAnEarlierRun) {
  ProgressChart before("t", "pairs", "value", {"a"});
  for (int i = 1; i <= 10; ++i) before.add(i, {i / 2.0});
  ProgressChart now("t", "pairs", "value", {"a"});
  now.take_points(before.to_json(), 7);
  EXPECT_EQ(now.x().back(), 7);
  EXPECT_EQ(now.curve(0).back(), 3.5);
  for (const Json& other : {Json(), Json("x"), Json::object(), Json{{"x", 1}, {"curves", 2}},
                            ProgressChart("t", "pairs", "value", {"b"}).to_json(),
                            ProgressChart("t", "pairs", "value", {"a", "b"}).to_json()}) {
    ProgressChart empty("t", "pairs", "value", {"a"});
    empty.take_points(other, 100);
    EXPECT_TRUE(empty.empty()) << other;
  }
}

TEST(Progress, IsReplacedFromTimeToTimeAndKeepsItsFinalState) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("progress.json");
  {
    auto file = ProgressFile::open(path, "spsa");
    ASSERT_TRUE(file);
    EXPECT_TRUE(file->earlier_chart().is_null());
    Progress progress;
    progress.done = 1;
    progress.chart = ProgressChart("t", "x", "y", {"a"});
    progress.chart.add(1, {2});
    ASSERT_TRUE(file->is_due());
    file->write(progress);
    EXPECT_FALSE(file->is_due());
    auto json = base::parse_json(test::read_bytes(path)).value();
    EXPECT_EQ(progress_state_of(json), ProgressState::Running);
    EXPECT_EQ(json["progress"], "spsa");
    progress.done = 2;
    file->write(progress);  // too soon
    EXPECT_EQ(base::parse_json(test::read_bytes(path)).value()["done"], 1);
    ASSERT_TRUE(file->finish(progress, ProgressState::Complete));
    json = base::parse_json(test::read_bytes(path)).value();
    EXPECT_EQ(json["done"], 2);
    EXPECT_EQ(progress_state_of(json), ProgressState::Complete);
  }
  const auto again = ProgressFile::open(path, "spsa");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->earlier_chart()["curves"][0]["values"][0], 2);
}

TEST(Progress, WithoutAFileNothingIsWrittenAndAnUnwritablePathIsReported) {
  auto none = ProgressFile::open("", "match");
  ASSERT_TRUE(none);
  EXPECT_FALSE(none->is_due());
  EXPECT_TRUE(none->finish({}, ProgressState::Complete));
  const auto absent = ProgressFile::open("/no/such/folder/p.json", "match");
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().kind, base::ErrorKind::Output);
}

TEST(Progress, OtherJsonHasNoState) {
  for (const char* text : {"null", "[]", "{}", R"({"state": "running"})", R"({"progress": "match", "state": "odd"})"})
    EXPECT_FALSE(progress_state_of(base::parse_json(text).value())) << text;
}

TEST(Progress, TimeLeftFollowsFromThePace) {
  EXPECT_EQ(seconds_left(10, 5, 20), 40);
  EXPECT_EQ(seconds_left(10, 5, -1), 0);
  EXPECT_FALSE(seconds_left(0, 5, 20));
  EXPECT_FALSE(seconds_left(10, 0, 20));
}

}  // namespace
}  // namespace zugwerk::arena
