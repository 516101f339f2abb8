// Unit tests of the options that each protocol offers, and of the pages that describe them: docs/uci.md and
// docs/xboard.md have a table with a line for every option, and no other lines.

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/options.h"
#include "protocol/uci_options.h"
#include "protocol/uci_text.h"
#include "protocol/xboard_options.h"
#include "protocol/xboard_text.h"

namespace zugwerk::protocol {
namespace {

using engine::Option;
using engine::OptionType;

constexpr const char* kAbout = "who made it";

/// As much of a protocol's conversation as options need.
struct Conversation {
  std::ostringstream heard;
  Output output{heard, "error: "};
  engine::Engine engine{search::Events{}};
  UciSettings settings;
  engine::Options uci = uci_options(engine, settings, output, kAbout);
  XboardOptions xboard{engine, output};
};

std::string values_of(const Option& option) {
  switch (option.type) {
    case OptionType::Spin:
      return std::to_string(option.least) + " to " + std::to_string(option.most);
    case OptionType::Check:
      return "true, false";
    case OptionType::Combo: {
      std::string all;
      for (const std::string& choice : option.choices) all += (all.empty() ? "" : ", ") + choice;
      return all;
    }
    case OptionType::Text:
      return "text";
    case OptionType::File:
      return "file";
    case OptionType::Button:
      return "button";
  }
  return "";
}

std::string default_of(const Option& option) {
  switch (option.type) {
    case OptionType::Spin:
      return std::to_string(option.initial.number);
    case OptionType::Check:
      return option.initial.on ? "true" : "false";
    case OptionType::Button:
      return "";
    default:
      return option.initial.text.empty() ? "empty" : option.initial.text;
  }
}

/// A line of the table, up to where a page may go on with more about it.
std::string line_of(const Option& option) {
  const std::string initial = default_of(option);
  return "| `" + option.name + "` | " + values_of(option) + " | " + initial + (initial.empty() ? "| " : " | ") +
         option.summary;
}

/// The lines of the table of options on a page.
std::vector<std::string> table_on(const std::string& page) {
  std::ifstream file(std::string(ZUGWERK_SOURCE_FOLDER) + "/../docs/" + page);
  EXPECT_TRUE(file.is_open()) << page;
  std::vector<std::string> lines;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line == "| option | values | default | what it does |") {
      inside = true;
      std::getline(file, line);  // the rule below the head
    } else if (inside && line.starts_with("| ")) {
      lines.push_back(line);
    } else {
      inside = false;
    }
  }
  return lines;
}

void expect_described(const std::vector<Option>& options, const std::string& page) {
  const std::vector<std::string> lines = table_on(page);
  std::string expected;
  for (const Option& option : options) expected += line_of(option) + " |\n";
  ASSERT_EQ(lines.size(), options.size()) << "docs/" << page << " should have\n" << expected;
  for (std::size_t i = 0; i < lines.size(); ++i)
    EXPECT_TRUE(lines[i].starts_with(line_of(options[i]))) << "docs/" << page << " has\n"
                                                           << lines[i] << "\nbut should have\n"
                                                           << line_of(options[i]);
}

/// A page without line breaks.
std::string text_of(const std::string& page) {
  std::ifstream file(std::string(ZUGWERK_SOURCE_FOLDER) + "/../docs/" + page);
  std::string text;
  for (std::string word; file >> word;) text += word + ' ';
  return text;
}

/// "`A`, `B` and `C`": those that may change at any time.
std::string at_any_time(const std::vector<Option>& options) {
  std::vector<std::string> names;
  for (const Option& option : options)
    if (option.when == engine::WhenToChange::AnyTime) names.push_back('`' + option.name + '`');
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return text;
}

TEST(OptionDocs, PagesSayWhatMayChangeDuringASearch) {
  const Conversation conversation;
  const std::string uci = at_any_time(conversation.uci.list()) + " can be set while a search is running";
  EXPECT_NE(text_of("uci.md").find(uci), std::string::npos) << uci;
  const std::string xboard =
      "A change during a search restarts it, except for " + at_any_time(conversation.xboard.offered());
  EXPECT_NE(text_of("xboard.md").find(xboard), std::string::npos) << xboard;
}

TEST(OptionDocs, TheUciPageDescribesEveryOption) { expect_described(Conversation().uci.list(), "uci.md"); }

TEST(OptionDocs, TheXboardPageDescribesEveryOption) { expect_described(Conversation().xboard.offered(), "xboard.md"); }

TEST(UciOptions, AreOfferedInTheirTypes) {
  EXPECT_EQ(to_uci_option(Option::spin("Hash", 16, 1, 64, "")), "option name Hash type spin default 16 min 1 max 64");
  EXPECT_EQ(to_uci_option(Option::check("Ponder", true, "")), "option name Ponder type check default true");
  EXPECT_EQ(to_uci_option(Option::combo("Style", {"a", "b"}, "")),
            "option name Style type combo default a var a var b");
  EXPECT_EQ(to_uci_option(Option::text("Path", "")), "option name Path type string default <empty>");
  EXPECT_EQ(to_uci_option(Option::file("File", "")), "option name File type string default <empty>");
  EXPECT_EQ(to_uci_option(Option::button("Clear Hash", "")), "option name Clear Hash type button");
}

TEST(UciOptions, TakeNamesAndValuesApart) {
  using Pair = std::pair<std::string, std::string>;
  EXPECT_EQ(*parse_option("name Clear Hash"), Pair("Clear Hash", ""));
  EXPECT_EQ(*parse_option("name Move  Overhead\tvalue 30"), Pair("Move Overhead", "30"));
  EXPECT_EQ(*parse_option("name BookFile value /a  b/value c.bin "), Pair("BookFile", "/a  b/value c.bin"));
  for (const char* const bad : {"", "Hash value 3", "name", "name value 3"}) EXPECT_FALSE(parse_option(bad)) << bad;
}

TEST(UciOptions, OptionsOfTheProtocolChangeItsSettings) {
  Conversation conversation;
  EXPECT_TRUE(conversation.uci.set("uci_showwdl", "true").errors.empty());
  EXPECT_TRUE(conversation.settings.shows_wdl);
  EXPECT_TRUE(conversation.uci.set("UCI_Chess960", "true").errors.empty());
  EXPECT_EQ(conversation.settings.variant, chess::Variant::Chess960);
  EXPECT_EQ(conversation.uci.set("UCI_Chess960", "perhaps").errors.size(), 1U);
  EXPECT_EQ(conversation.settings.variant, chess::Variant::Chess960);
  EXPECT_TRUE(conversation.uci.set("UCI_EngineAbout", kAbout).errors.empty());
  EXPECT_EQ(conversation.uci.set("UCI_EngineAbout", "me").errors.size(), 1U);
}

TEST(XboardOptionList, IsOfferedInItsTypes) {
  EXPECT_EQ(to_feature(Option::spin("MultiPV", 1, 1, 256, "")), "feature option=\"MultiPV -spin 1 1 256\"");
  EXPECT_EQ(to_feature(Option::check("OwnBook", false, "")), "feature option=\"OwnBook -check 0\"");
  EXPECT_EQ(to_feature(Option::combo("Style", {"a", "b"}, "")), "feature option=\"Style -combo *a /// b\"");
  EXPECT_EQ(to_feature(Option::text("Path", "")), "feature option=\"Path -string \"");
  EXPECT_EQ(to_feature(Option::file("File", "")), "feature option=\"File -file \"");
  EXPECT_EQ(to_feature(Option::button("Clear Hash", "")), "feature option=\"Clear Hash -button\"");
}

TEST(XboardOptionList, DedicatedCommandsSetTheSameOptions) {
  Conversation conversation;
  conversation.xboard.obey("memory", "5");
  EXPECT_EQ(conversation.engine.hash_megabytes(), 5U);
  conversation.xboard.obey("option", "Hash=6");
  EXPECT_EQ(conversation.engine.hash_megabytes(), 6U);
  conversation.xboard.obey("cores", "2");
  EXPECT_EQ(conversation.engine.threads(), 2);
  EXPECT_EQ(conversation.heard.str(), "");
  conversation.xboard.obey("memory", "0");
  EXPECT_EQ(conversation.heard.str(),
            "Error (option Hash: '0' is not a number from 1 to 1048576; the old value stays): memory 0\n");
  EXPECT_EQ(conversation.engine.hash_megabytes(), 6U);
}

TEST(XboardOptionList, LeavesOutOptionsThatTheProtocolSetsItself) {
  Conversation conversation;
  for (const char* const name : {"Ponder", "UCI_AnalyseMode"}) {
    conversation.heard.str("");
    conversation.xboard.obey("option", std::string(name) + "=1");
    EXPECT_NE(conversation.heard.str().find("unknown option"), std::string::npos) << name;
  }
}

TEST(XboardOptionList, OnlySomeChangesInterruptASearch) {
  const Conversation conversation;
  const XboardOptions& options = conversation.xboard;
  EXPECT_FALSE(options.may_change_during_search("memory", "5"));
  EXPECT_FALSE(options.may_change_during_search("option", "MultiPV=2"));
  EXPECT_FALSE(options.may_change_during_search("egtpath", "syzygy /x"));
  EXPECT_TRUE(options.may_change_during_search("option", "Resign Below=500"));
  EXPECT_TRUE(options.may_change_during_search("option", "debug log file=/x"));
  // What cannot change anything does not interrupt either.
  EXPECT_TRUE(options.may_change_during_search("option", "Fantasy=1"));
  EXPECT_TRUE(options.may_change_during_search("egtpath", "nalimov /x"));
}

}  // namespace
}  // namespace zugwerk::protocol
