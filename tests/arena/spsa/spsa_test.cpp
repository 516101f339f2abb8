// Unit tests of arena/spsa/spsa.h: it climbs a hill that is visible only through noisy game results.

#include "arena/spsa/spsa.h"

#include <cmath>

#include <gtest/gtest.h>

namespace zugwerk::arena {
namespace {

[[nodiscard]] std::vector<SpsaParameter> three_numbers() {
  return {{.name = "margin", .value = 60, .least = 0, .most = 200, .step = 10},
          {.name = "divisor", .value = 300, .least = 100, .most = 500, .step = 20},
          {.name = "idle", .value = 50, .least = 0, .most = 100, .step = 5}};
}

/// The Elo of parameter values, best at 100 and 250; the third does not matter.
[[nodiscard]] double strength(const std::vector<int>& values) {
  const double first = (values[0] - 100) / 10.0;
  const double second = (values[1] - 250) / 20.0;
  return -4 * (first * first + second * second);
}

TEST(Spsa, ClimbsOnNoisyGameResults) {
  SpsaOptions options;
  options.iterations = 6000;
  options.rate = 0.01;
  Spsa spsa(three_numbers(), options);
  base::Rng rng(5);
  for (std::uint64_t number = 0; number < options.iterations; ++number) {
    const Spsa::Trial trial = spsa.trial(number);
    const double expected = 1 / (1 + std::pow(10, (strength(trial.second) - strength(trial.first)) / 400));
    double points = 0;
    for (int game = 0; game < 2; ++game) points += rng.below(1'000'000) < expected * 1e6 ? 1 : -1;
    spsa.learn(trial, points);
  }
  EXPECT_EQ(spsa.done(), options.iterations);
  EXPECT_NEAR(spsa.parameters()[0].value, 100, 12);
  EXPECT_NEAR(spsa.parameters()[1].value, 250, 24);
}

TEST(Spsa, TrialsAreOppositeWithinBoundsAndUnbiased) {
  std::vector<SpsaParameter> parameters = three_numbers();
  parameters[0].value = 3;  // nearer to its bound than a step
  parameters[2].value = 50.25;
  const Spsa spsa(parameters, {.iterations = 1000});
  double sum = 0;
  for (std::uint64_t number = 0; number < 1000; ++number) {
    const Spsa::Trial trial = spsa.trial(number);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      EXPECT_GE(std::abs(trial.directions[i]), parameters[i].step);
      EXPECT_LE(std::abs(trial.directions[i]), 2.1 * parameters[i].step);
      for (const int value : {trial.first[i], trial.second[i]}) {
        EXPECT_GE(value, parameters[i].least);
        EXPECT_LE(value, parameters[i].most);
      }
    }
    EXPECT_EQ(trial.first[1] > trial.second[1], trial.directions[1] > 0);
    sum += trial.first[2] + trial.second[2];
  }
  EXPECT_NEAR(sum / 2000, 50.25, 0.1);
  EXPECT_EQ(spsa.trial(7).first, spsa.trial(7).first);
}

TEST(Spsa, IsReadBackAsItWasWritten) {
  Spsa spsa(three_numbers(), {.iterations = 100, .rate = 0.01, .seed = 9});
  spsa.learn(spsa.trial(0), 2);
  const auto read = Spsa::parse(spsa.to_text(), "state");
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, spsa);
  EXPECT_EQ(read->done(), 1U);
}

TEST(Spsa, PairsThatFinishInAnyOrderAreEachLearnedFromOnce) {
  const SpsaOptions options{.iterations = 6};
  Spsa spsa(three_numbers(), options);
  // Three at a time; the run is interrupted while 1 and 4 are being played.
  for (const std::uint64_t number : {2U, 0U, 3U}) spsa.learn(spsa.trial(number), 1);
  const auto read = Spsa::parse(spsa.to_text(), "state");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, spsa);
  EXPECT_EQ(read->done(), 3U);
  std::vector<std::uint64_t> left;
  for (std::uint64_t next = 0; (next = read->unfinished_from(next)) < options.iterations; ++next) left.push_back(next);
  EXPECT_EQ(left, (std::vector<std::uint64_t>{1, 4, 5}));

  // Once the gap is closed, the state is that of pairs that finished in order.
  spsa.learn(spsa.trial(1), 1);
  EXPECT_EQ(spsa.to_text().find("early"), std::string::npos);
  EXPECT_EQ(spsa.unfinished_from(0), 4U);
}

TEST(Spsa, RefusesBrokenStatesByName) {
  const std::string good = Spsa(three_numbers(), {}).to_text();
  const auto error_of = [](const std::string& text) {
    const auto read = Spsa::parse(text, "spsa.json");
    return read ? std::string() : read.error().message;
  };
  EXPECT_EQ(error_of(good), "");
  EXPECT_NE(error_of("[]").find("spsa.json"), std::string::npos);
  EXPECT_NE(error_of("{").find("spsa.json"), std::string::npos);
  std::string outside = good;
  outside.replace(outside.find("60"), 2, "999");
  EXPECT_NE(error_of(outside).find("parameter 1"), std::string::npos) << error_of(outside);
  EXPECT_NE(error_of(R"({"iterations":1,"rate":0.1,"seed":1,"done":0,"parameters":[]})").find("parameters"),
            std::string::npos);
  for (const char* const early : {"3", "[-1]", "[5, 5]", "[1]", "[2, 3, 4]", "[2000]"}) {
    std::string state = Spsa(three_numbers(), {}).to_text();
    state.replace(state.find("\"done\": 0"), 9, std::string("\"done\": 2, \"early\": ") + early);
    EXPECT_NE(error_of(state).find("'early'"), std::string::npos) << early << ": " << error_of(state);
  }
}

}  // namespace
}  // namespace zugwerk::arena
