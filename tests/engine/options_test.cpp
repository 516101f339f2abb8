// Unit tests of engine/options.h: the list of options, parsing of values, and their effect on an engine.

#include "engine/options.h"

#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/text.h"
#include "engine/engine.h"

namespace zugwerk::engine {
namespace {

struct Subject {
  Engine engine{search::Events{}};
  Options options = options_of(engine);

  /// The first error of a change; empty if there was none.
  std::string set(std::string_view name, std::string_view value) const {
    const OptionOutcome outcome = options.set(name, value);
    return outcome.errors.empty() ? "" : outcome.errors.front();
  }
};

TEST(Options, NamesAreThoseThatClientsLookFor) {
  for (const std::string_view name :
       {"Hash", "Clear Hash", "Threads", "MultiPV", "Ponder", "Move Overhead", "SyzygyPath", "SyzygyProbeDepth",
        "SyzygyProbeLimit", "Syzygy50MoveRule", "UCI_AnalyseMode", "UCI_LimitStrength", "UCI_Elo", "OwnBook",
        "BookFile", "EvalFile"})
    EXPECT_EQ(engine_option(name).name, name);
}

TEST(Options, DeclarationsAreWhole) {
  std::set<std::string> names;
  for (const Option& option : engine_options()) {
    EXPECT_TRUE(names.insert(base::lower_case(option.name)).second) << option.name << " is declared twice";
    EXPECT_FALSE(option.summary.empty()) << option.name;
    EXPECT_EQ(option.summary.find('\n'), std::string::npos) << option.name;
    EXPECT_EQ(option.summary.find('|'), std::string::npos) << option.name << ": would break a table of the docs";
    if (option.type == OptionType::Spin) {
      EXPECT_LT(option.least, option.most) << option.name;
      EXPECT_GE(option.initial.number, option.least) << option.name;
      EXPECT_LE(option.initial.number, option.most) << option.name;
    }
    if (option.type == OptionType::Combo) {
      EXPECT_TRUE(parse_value(option, option.initial.text)) << option.name;
    }
  }
}

TEST(Options, DefaultsMatchTheInitialStateOfAnEngine) {
  const Engine engine{search::Events{}};
  const search::Settings& settings = engine.settings();
  const auto number = [](std::string_view name) { return engine_option(name).initial.number; };
  EXPECT_EQ(static_cast<int>(engine.hash_megabytes()), number("Hash"));
  EXPECT_EQ(engine.threads(), number("Threads"));
  EXPECT_EQ(settings.line_count, number("MultiPV"));
  EXPECT_EQ(settings.overhead.count(), number("Move Overhead"));
  EXPECT_EQ(settings.tb_depth, number("SyzygyProbeDepth"));
  EXPECT_EQ(settings.tb_pieces, number("SyzygyProbeLimit"));
  EXPECT_EQ(settings.fifty_moves, engine_option("Syzygy50MoveRule").initial.on);
  EXPECT_EQ(settings.ponders, engine_option("Ponder").initial.on);
  EXPECT_EQ(settings.analyses, engine_option("UCI_AnalyseMode").initial.on);
}

TEST(Options, ValuesReachTheEngine) {
  Subject subject;
  EXPECT_EQ(subject.set("Hash", "3"), "");
  EXPECT_EQ(subject.engine.hash_megabytes(), 3U);
  EXPECT_EQ(subject.set("Threads", "2"), "");
  EXPECT_EQ(subject.engine.threads(), 2);
  EXPECT_EQ(subject.set("MultiPV", "7"), "");
  EXPECT_EQ(subject.engine.settings().line_count, 7);
  EXPECT_EQ(subject.set("Move Overhead", "0"), "");
  EXPECT_EQ(subject.engine.settings().overhead.count(), 0);
  EXPECT_EQ(subject.set("Ponder", "true"), "");
  EXPECT_TRUE(subject.engine.settings().ponders);
  EXPECT_EQ(subject.set("UCI_AnalyseMode", "true"), "");
  EXPECT_TRUE(subject.engine.settings().analyses);
  EXPECT_EQ(subject.set("OwnBook", "true"), "");
  EXPECT_TRUE(subject.engine.opening().enabled());
  EXPECT_EQ(subject.set("Evaluation", "classical"), "");
  EXPECT_FALSE(subject.engine.network());
  // Each of the three that are applied together leaves the other two unchanged.
  EXPECT_EQ(subject.set("SyzygyProbeDepth", "9"), "");
  EXPECT_EQ(subject.set("SyzygyProbeLimit", "5"), "");
  EXPECT_EQ(subject.set("Syzygy50MoveRule", "false"), "");
  EXPECT_EQ(subject.engine.settings().tb_depth, 9);
  EXPECT_EQ(subject.engine.settings().tb_pieces, 5);
  EXPECT_FALSE(subject.engine.settings().fifty_moves);
}

TEST(Options, NamesAndWordsMayBeInAnyCase) {
  const Subject subject;
  EXPECT_EQ(subject.set("mOVE oVERHEAD", "25"), "");
  EXPECT_EQ(subject.engine.settings().overhead.count(), 25);
  EXPECT_EQ(subject.set("ponder", "True"), "");
  EXPECT_EQ(subject.set("Ponder", "0"), "");
  EXPECT_FALSE(subject.engine.settings().ponders);
  EXPECT_EQ(subject.set("evaluation", "CLASSICAL"), "");
  EXPECT_FALSE(subject.engine.network());
}

TEST(Options, ErrorsNameTheOptionAndTheExpectedValueAndKeepTheOldOne) {
  const Subject subject;
  ASSERT_EQ(subject.set("MultiPV", "3"), "");
  for (const std::string_view bad :
       {"0", "257", "-1", "many", "", "3.5", "18446744073709551615", "99999999999999999999999999", "3 4"}) {
    EXPECT_EQ(subject.set("multipv", bad),
              "option MultiPV: '" + std::string(bad) + "' is not a number from 1 to 256; the old value stays");
    EXPECT_EQ(subject.engine.settings().line_count, 3);
  }
  EXPECT_EQ(subject.set("Ponder", "maybe"), "option Ponder: 'maybe' is not true or false; the old value stays");
  EXPECT_EQ(subject.set("Evaluation", "magic"),
            "option Evaluation: 'magic' is not network or classical; the old value stays");
  EXPECT_EQ(subject.set("No Such Thing", "1"), "unknown option 'No Such Thing'");
  EXPECT_NE(subject.set("BookFile", "/no/such/book").find("option BookFile: /no/such/book"), std::string::npos);
  EXPECT_NE(subject.set("SyzygyPath", "/no/such/folder").find("play goes on without tables"), std::string::npos);
  EXPECT_NE(subject.set("EvalFile", "/no/such/net").find("the old evaluation stays"), std::string::npos);
}

TEST(Options, TheRatingIsKeptUntilStrengthIsLimited) {
  // A weak player searches fewer nodes than the engine.
  const auto nodes_of_a_move = [](Engine& engine) {
    engine.clear_hash();
    search::Limits limits;
    limits.depth = 13;
    engine.go(limits);
    engine.wait();
    return engine.nodes();
  };
  Subject subject;
  ASSERT_EQ(subject.set("UCI_Elo", "600"), "");
  const auto full = nodes_of_a_move(subject.engine);
  ASSERT_EQ(subject.set("UCI_LimitStrength", "true"), "");
  const auto limited = nodes_of_a_move(subject.engine);
  EXPECT_LT(limited, full / 2);
  ASSERT_EQ(subject.set("UCI_LimitStrength", "false"), "");
  EXPECT_EQ(nodes_of_a_move(subject.engine), full);
}

TEST(Options, OptionsCanBeAddedAndRemoved) {
  Subject subject;
  int pressed = 0;
  subject.options.add(Option::button("Press Me", "counts").at_any_time(), [&](const OptionValue&) {
    ++pressed;
    return OptionOutcome{.errors = {}, .notes = {"pressed"}};
  });
  EXPECT_EQ(subject.options.set("press me", "whatever").notes, std::vector<std::string>{"pressed"});
  EXPECT_EQ(pressed, 1);
  EXPECT_EQ(subject.options.find("Press Me")->when, WhenToChange::AnyTime);
  subject.options.remove("Hash");
  EXPECT_EQ(subject.options.find("Hash"), nullptr);
  // The others still work.
  EXPECT_EQ(subject.set("Threads", "2"), "");
  EXPECT_EQ(subject.engine.threads(), 2);
  EXPECT_EQ(subject.options.set("Press Me", "").notes.size(), 1U);
  EXPECT_EQ(pressed, 2);
}

}  // namespace
}  // namespace zugwerk::engine
