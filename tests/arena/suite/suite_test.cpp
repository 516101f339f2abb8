// Unit tests: reading, judging, running and reporting of test suites.

#include "arena/suite/suite.h"

#include <atomic>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>

#include <gtest/gtest.h>

#include "arena/suite/suite_engine.h"
#include "arena/suite/suite_journal.h"
#include "arena/suite/suite_report.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "support/data_folder.h"
#include "support/temporary_folder.h"

namespace zugwerk::arena {
namespace {

using search::Milliseconds;

[[nodiscard]] Suite suite_of(const std::string& text) {
  base::Input input = base::Input::from_memory(text, "test.epd");
  return read_suite(input);
}

[[nodiscard]] std::vector<chess::Move> moves_of(const chess::Position& position,
                                                const std::vector<std::string>& texts) {
  std::vector<chess::Move> moves;
  chess::Position after = position;
  for (const std::string& text : texts) {
    moves.push_back(chess::parse_coordinate_move(after, text).value());
    after.make(moves.back());
  }
  return moves;
}

/// A line at `depth`, a thousand nodes and ten milliseconds for each.
[[nodiscard]] SuiteLine line_of(const chess::Position& position, int depth, const std::vector<std::string>& moves,
                                std::optional<int> mate_in = std::nullopt) {
  SuiteLine line;
  line.depth = depth;
  line.nodes = static_cast<std::uint64_t>(depth) * 1000;
  line.elapsed = Milliseconds(depth * 10);
  line.mate_in = mate_in;
  line.moves = moves_of(position, moves);
  return line;
}

constexpr const char* kQueenHangs = "4k3/8/8/3q4/8/4N3/8/4K3 w - - bm Nxd5; id \"queen\";";
constexpr const char* kTwoRooks = "7k/8/8/8/8/8/R7/1R4K1 w - - dm 2; id \"rooks\";";

// --- Reading ---------------------------------------------------------------------------------------------------------

TEST(SuiteReading, RepairsPositionsAndSaysSo) {
  const Suite suite = suite_of("4k3/8/8/3q4/8/4N3/8/4K3 w K - bm Nxd5;\n");
  EXPECT_EQ(suite.positions.size(), 1U);
  EXPECT_TRUE(suite.errors.empty());
  EXPECT_EQ(suite.repairs, std::vector<std::string>{"test.epd:1: castling right 'K' dropped: White has no rook on h1"});
}

TEST(SuiteReading, KeepsGoodLinesAndNamesBadOnes) {
  const Suite suite =
      suite_of(std::string(kQueenHangs) + "\n\nnonsense\n" +
               "4k3/8/8/8/8/8/8/4K3 w - - id \"nothing to find\";\n"
               "4k3/8/8/8/8/8/8/4K3 w - - bm Kd9;\n" +
               std::string(kTwoRooks) + "\n" + kQueenHangs + "\n7k/8/6K1/8/8/8/8/5Q2 w - - am Qf7 Qf6;\n");
  ASSERT_EQ(suite.positions.size(), 4U);
  EXPECT_EQ(suite.positions[0].id, "queen");
  EXPECT_EQ(suite.positions[0].best.size(), 1U);
  EXPECT_EQ(suite.positions[1].mate, 2);
  EXPECT_EQ(suite.positions[2].id, "queen (line 7)");
  EXPECT_EQ(suite.positions[3].id, "line 8");
  EXPECT_EQ(suite.positions[3].avoid.size(), 2U);
  ASSERT_EQ(suite.errors.size(), 3U);
  EXPECT_EQ(suite.errors[0].find("test.epd:3: EPD: placement field 'nonsense'"), 0U) << suite.errors[0];
  EXPECT_EQ(suite.errors[1], "test.epd:4: EPD: nothing to find: no bm, am or dm");
  EXPECT_EQ(suite.errors[2].find("test.epd:5: EPD: operation 'bm Kd9'"), 0U) << suite.errors[2];
}

// --- Judging ---------------------------------------------------------------------------------------------------------

TEST(SuiteJudging, TheSolutionBeginsWhereTheAnswerBecomesStable) {
  const SuitePosition position = suite_of(kQueenHangs).positions.front();
  const chess::Position& board = position.position;
  SuiteSearch search;
  search.lines = {line_of(board, 1, {"e3d5"}), line_of(board, 2, {"e3c2"}), line_of(board, 3, {"e3d5"}),
                  line_of(board, 4, {"e3d5"})};
  search.best = moves_of(board, {"e3d5"}).front();
  search.nodes = 9000;
  search.elapsed = Milliseconds(77);
  const SuiteResult result = judge(position, search);
  EXPECT_TRUE(result.solved);
  EXPECT_EQ(result.solution, (SuiteMoment{3, 3000, Milliseconds(30)}));
  EXPECT_EQ(result.end, (SuiteMoment{4, 9000, Milliseconds(77)}));
  EXPECT_EQ(result.found, "Nxd5");
  EXPECT_EQ(result.expected, "Nxd5");
  EXPECT_EQ(result.score, "+0.00");
}

TEST(SuiteJudging, TheMovePlayedDecides) {
  const SuitePosition position = suite_of(kQueenHangs).positions.front();
  const chess::Position& board = position.position;
  SuiteSearch search;
  search.lines = {line_of(board, 1, {"e3d5"}), line_of(board, 2, {"e3c2"})};
  search.best = moves_of(board, {"e3d5"}).front();
  search.nodes = 2500;
  search.elapsed = Milliseconds(25);
  // Right only at the very end: the solution took the whole search.
  EXPECT_EQ(judge(position, search).solution, (SuiteMoment{2, 2500, Milliseconds(25)}));

  search.lines = {line_of(board, 1, {"e3d5"})};
  search.best = moves_of(board, {"e3c2"}).front();
  EXPECT_FALSE(judge(position, search).solved);
  EXPECT_FALSE(judge(position, search).solution);

  EXPECT_FALSE(judge(position, SuiteSearch{}).solved);
}

TEST(SuiteJudging, MovesToAvoid) {
  const SuitePosition position = suite_of("7k/8/6K1/8/8/8/8/5Q2 w - - am Qf7 Qf6;").positions.front();
  SuiteSearch search;
  search.best = moves_of(position.position, {"f1f7"}).front();
  EXPECT_FALSE(judge(position, search).solved);
  search.best = moves_of(position.position, {"f1f8"}).front();
  EXPECT_TRUE(judge(position, search).solved);
  EXPECT_EQ(judge(position, search).expected, "not Qf7 Qf6+");
}

TEST(SuiteJudging, AMateMustBeClaimedAndFastEnough) {
  const SuitePosition position = suite_of(kTwoRooks).positions.front();
  const chess::Position& board = position.position;
  const std::vector<std::string> mate{"b1b7", "h8g8", "a2a8"};
  SuiteSearch search;
  search.best = moves_of(board, {"b1b7"}).front();
  search.lines = {line_of(board, 1, {"b1b7"}), line_of(board, 2, mate, 2), line_of(board, 3, mate, 2)};
  const SuiteResult found = judge(position, search);
  EXPECT_TRUE(found.solved);
  EXPECT_EQ(found.fault, "");
  EXPECT_EQ(found.score, "mate in 2");
  EXPECT_EQ(found.solution, (SuiteMoment{2, 2000, Milliseconds(20)}));

  search.lines = {line_of(board, 1, {"b1b7"})};
  EXPECT_FALSE(judge(position, search).solved) << "no mate was claimed";
  search.lines = {line_of(board, 2, mate, 3)};
  EXPECT_FALSE(judge(position, search).solved) << "too slow a mate";
  search.lines = {line_of(board, 2, mate, -2)};
  EXPECT_FALSE(judge(position, search).solved) << "the wrong side mates";
}

TEST(SuiteJudging, AMateNeedsALineThatProvesIt) {
  const chess::Position board = suite_of(kTwoRooks).positions.front().position;
  const auto error_of = [](const chess::Position& position, const SuiteLine& line) {
    const auto checked = check_mate_line(position, line);
    return checked ? std::string() : checked.error().message;
  };
  const auto fault = [&](const std::vector<std::string>& moves, int mate_in) {
    return error_of(board, line_of(board, 5, moves, mate_in));
  };
  EXPECT_EQ(fault({"b1b7", "h8g8", "a2a8"}, 2), "");
  EXPECT_EQ(fault({"b1b7", "h8g8"}, 2), "the line has 2 plies, but mate in 2 takes 3");
  EXPECT_EQ(fault({"b1b7", "h8g8", "a2a8"}, 1), "the line has 3 plies, but mate in 1 takes 1");
  EXPECT_EQ(fault({"b1b7", "h8g8", "a2a7"}, 2), "the line does not end in checkmate");
  SuiteLine broken = line_of(board, 5, {"b1b7", "h8g8"}, 2);
  broken.unreadable_move = "a2b8";
  EXPECT_EQ(error_of(board, broken), "move 3 of the line, 'a2b8', is not legal");
  SuiteLine illegal = line_of(board, 5, {"b1b7", "h8g8", "a2a8"}, 2);
  illegal.moves[1] = illegal.moves[0];
  EXPECT_EQ(error_of(board, illegal), "move 2 of the line is not legal");
  // Being mated: as many plies as twice the moves.
  const auto lost = chess::parse_fen("7k/1R6/8/8/8/8/R7/6K1 b - - 0 1").value();
  EXPECT_EQ(error_of(lost, line_of(lost, 5, {"h8g8", "a2a8"}, -1)), "");
}

TEST(SuiteJudging, ABoundDoesNotCountAsTheFinalScore) {
  const SuitePosition position = suite_of(kTwoRooks).positions.front();
  const chess::Position& board = position.position;
  SuiteSearch search;
  search.best = moves_of(board, {"b1b7"}).front();
  search.lines = {line_of(board, 2, {"b1b7", "h8g8", "a2a8"}, 2), line_of(board, 3, {"b1b7"}, 1)};
  search.lines.back().exact = false;
  const SuiteResult result = judge(position, search);
  EXPECT_TRUE(result.solved);
  EXPECT_EQ(result.fault, "");
  EXPECT_EQ(result.solution->depth, 2);
}

// --- Running ---------------------------------------------------------------------------------------------------------

using Answer = std::function<base::Expected<SuiteSearch>(const chess::Position&)>;

class ScriptedEngine : public SuiteEngine {
 public:
  explicit ScriptedEngine(Answer answer) : answer_(std::move(answer)) {}
  [[nodiscard]] std::string name() const override { return "scripted"; }
  [[nodiscard]] base::Expected<SuiteSearch> search(const chess::Position& position, const search::Limits& /*limits*/,
                                                   const std::atomic<bool>& /*stop*/) override {
    return answer_(position);
  }

 private:
  Answer answer_;
};

[[nodiscard]] SuiteEngineMaker scripted(Answer answer) {
  return [answer = std::move(answer)]() -> base::Expected<std::unique_ptr<SuiteEngine>> {
    return std::make_unique<ScriptedEngine>(answer);
  };
}

[[nodiscard]] std::string many_positions(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "4k3/8/8/3q4/8/4N3/8/4K3 w - - bm Nxd5; id \"" + std::to_string(i) + "\";\n";
  return text;
}

TEST(SuiteRunning, ReportsResultsInOrderWhateverTheNumberOfWorkers) {
  const Suite suite = suite_of(many_positions(40));
  SuiteSettings settings;
  settings.workers = 4;
  std::string told;
  const std::atomic<bool> stop{false};
  const auto run = run_suite(suite, settings, scripted([](const chess::Position&) { return SuiteSearch{}; }), stop,
                             {.on_result = [&](const SuiteResult& result) { told += result.id + ' '; }});
  ASSERT_TRUE(run);
  std::string expected;
  for (int i = 0; i < 40; ++i) expected += std::to_string(i) + ' ';
  EXPECT_EQ(told, expected);
  EXPECT_EQ(run->results.size(), 40U);
  EXPECT_EQ(run->engine, "scripted");
}

TEST(SuiteRunning, KeepsWhatWasDoneBeforeAnInterruption) {
  const Suite suite = suite_of(many_positions(20));
  std::atomic<bool> stop{false};
  int searches = 0;
  const auto run = run_suite(suite, SuiteSettings{}, scripted([&](const chess::Position&) {
                               if (++searches == 8) stop = true;  // the eighth is dropped
                               return SuiteSearch{};
                             }),
                             stop, {});
  ASSERT_TRUE(run);
  EXPECT_EQ(run->results.size(), 7U);
  EXPECT_EQ(run->positions, 20U);
  EXPECT_NE(totals_text(*run).find("solved 0 of 7 (0.0 %); 13 of 20 were not searched"), std::string::npos)
      << totals_text(*run);
}

TEST(SuiteRunning, ResumesFromTheJournal) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("run.json.journal");
  const Suite suite = suite_of(many_positions(20));
  const base::Json about{{"engine", "scripted"}};
  std::atomic<bool> stop{false};
  int searches = 0;
  std::string told;
  const auto run_again = [&](int most, bool resume) {
    stop = false;
    told.clear();
    const int before = searches;
    auto journal = SuiteJournal::open(path, suite, about, resume, {});
    EXPECT_TRUE(journal) << journal.error().message;
    SuiteEvents events;
    events.on_result = [&](const SuiteResult& result) { told += result.id + ' '; };
    events.keep = [&](std::size_t index, const std::string& engine, const SuiteResult& result) {
      return journal->add(index, engine, result);
    };
    return run_suite(suite, SuiteSettings{}, scripted([&](const chess::Position&) {
                       SuiteSearch search;
                       search.nodes = static_cast<std::uint64_t>(++searches);
                       if (searches == before + most) stop = true;
                       return search;
                     }),
                     stop, events, journal->known());
  };
  EXPECT_EQ(run_again(8, false)->results.size(), 7U);
  EXPECT_FALSE(SuiteJournal::open(path, suite, about, false, {})) << "a run that can be resumed is not discarded";
  EXPECT_FALSE(SuiteJournal::open(path, suite, base::Json{{"engine", "another"}}, true, {}));
  EXPECT_FALSE(SuiteJournal::open(path, suite_of(many_positions(19)), about, true, {}));
  const auto whole = run_again(100, true);
  ASSERT_TRUE(whole);
  EXPECT_EQ(searches, 21) << "only the dropped position is searched again";
  ASSERT_EQ(whole->results.size(), 20U);
  EXPECT_EQ(whole->engine, "scripted");
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(whole->results[i].end.nodes, i < 7 ? i + 1 : i + 2);
  EXPECT_EQ(std::count(told.begin(), told.end(), ' '), 20) << "known results are reported as well";
  // All results are known: no engine is needed.
  const auto known = SuiteJournal::open(path, suite, about, true, {})->known();
  const auto again = run_suite(
      suite, SuiteSettings{}, []() -> base::Expected<std::unique_ptr<SuiteEngine>> { return base::failure("none"); },
      stop, {}, known);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->results, whole->results);
}

TEST(SuiteRunning, StopsWhenAResultCannotBeStored) {
  const std::atomic<bool> stop{false};
  SuiteEvents events;
  events.keep = [](std::size_t, const std::string&, const SuiteResult&) { return base::write_failure("full"); };
  const auto run = run_suite(suite_of(many_positions(3)), SuiteSettings{},
                             scripted([](const chess::Position&) { return SuiteSearch{}; }), stop, events);
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().message, "full");
  EXPECT_EQ(run.error().kind, base::ErrorKind::Output);
}

TEST(SuiteRunning, AFailedEngineIsReplaced) {
  const Suite suite = suite_of(many_positions(4));
  int made = 0;
  int searches = 0;
  const SuiteEngineMaker maker = [&]() -> base::Expected<std::unique_ptr<SuiteEngine>> {
    ++made;
    return std::make_unique<ScriptedEngine>([&](const chess::Position& position) -> base::Expected<SuiteSearch> {
      if (++searches == 2) return base::failure("engine 'scripted': fell over");
      SuiteSearch search;
      search.best = moves_of(position, {"e3d5"}).front();
      return search;
    });
  };
  const std::atomic<bool> stop{false};
  const auto run = run_suite(suite, SuiteSettings{}, maker, stop, {});
  ASSERT_TRUE(run);
  EXPECT_EQ(made, 2);
  EXPECT_EQ(totals_of(run->results).solved, 3U);
  EXPECT_EQ(run->results[1].fault, "engine 'scripted': fell over");
  EXPECT_EQ(run->results[1].expected, "Nxd5");
}

TEST(SuiteRunning, AnEngineThatNeverStartsIsAnError) {
  const std::atomic<bool> stop{false};
  const auto run = run_suite(
      suite_of(many_positions(3)), SuiteSettings{},
      []() -> base::Expected<std::unique_ptr<SuiteEngine>> { return base::failure("no such engine"); }, stop, {});
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().message, "no such engine");
}

[[nodiscard]] base::Expected<SuiteRun> run_own(const Suite& suite, const search::Limits& limits, int workers) {
  SuiteSettings settings;
  settings.limits = limits;
  settings.workers = workers;
  SuiteEngineSettings engine;
  engine.hash_megabytes = 1;
  const std::atomic<bool> stop{false};
  return run_suite(suite, settings, own_suite_engine("own", engine), stop, {});
}

[[nodiscard]] Suite committed_suite() {
  const auto path = std::filesystem::path(ZUGWERK_SOURCE_FOLDER) / "../tests/data/suite.epd";
  auto input = base::Input::open(path.string());
  EXPECT_TRUE(input);
  return read_suite(*input);
}

TEST(SuiteRunning, OurEngineSolvesTheSmallSuiteTheSameWayEveryTime) {
  const Suite suite = committed_suite();
  EXPECT_TRUE(suite.errors.empty());
  ASSERT_EQ(suite.positions.size(), 8U);
  search::Limits limits;
  limits.nodes = 20'000;
  auto first = run_own(suite, limits, 1);
  auto second = run_own(suite, limits, 2);
  ASSERT_TRUE(first);
  ASSERT_TRUE(second);
  EXPECT_EQ(first->limit, "20,000 nodes");
  for (const auto* const run : {&*first, &*second}) {
    EXPECT_EQ(totals_of(run->results).solved, 8U) << totals_text(*run);
    EXPECT_EQ(totals_of(run->results).faults, 0U);
  }
  // With node limits only the time varies.
  for (std::size_t i = 0; i < first->results.size(); ++i) {
    for (SuiteResult* const result : {&first->results[i], &second->results[i]}) {
      result->end.time = Milliseconds(0);
      result->solution->time = Milliseconds(0);
    }
    EXPECT_EQ(first->results[i], second->results[i]) << first->results[i].id;
  }
}

TEST(SuiteRunning, OurEngineSolvesMostOfWinAtChess) {
  const auto path = tests::data_file("suites/wac.epd");
  if (!path) GTEST_SKIP() << "no suites/wac.epd in " << tests::data_folder();
  auto input = base::Input::open(path->string());
  ASSERT_TRUE(input);
  Suite suite = read_suite(*input);
  EXPECT_TRUE(suite.errors.empty());
  ASSERT_EQ(suite.positions.size(), 300U);
  suite.positions.resize(30);
  search::Limits limits;
  limits.nodes = 20'000;
  const auto run = run_own(suite, limits, 1);
  ASSERT_TRUE(run);
  EXPECT_GE(totals_of(run->results).solved, 22U) << totals_text(*run);
}

// --- Reports ---------------------------------------------------------------------------------------------------------

[[nodiscard]] SuiteRun example_run() {
  SuiteRun run;
  run.suite = "test.epd";
  run.engine = "Example 1.0";
  run.limit = "20,000 nodes";
  run.positions = 4;
  run.results = {
      {"WAC.001", "fen 1", "Qg6", "Qg6", "+9.41", true, SuiteMoment{3, 1234, Milliseconds(4)},
       SuiteMoment{9, 20'000, Milliseconds(50)}, ""},
      {"caf\xC3\xA9", "fen 2", "Rxb2 Rxb7", "Kf6", "-0.30", false, std::nullopt,
       SuiteMoment{11, 20'000, Milliseconds(61)}, ""},
      {"mate", "fen 3", "mate in 3", "Qh8+", "mate in 3", true, SuiteMoment{5, 4000, Milliseconds(12)},
       SuiteMoment{20, 19'999, Milliseconds(40)}, "the line does not end in checkmate"},
  };
  return run;
}

TEST(SuiteReport, TableAndTotals) {
  const SuiteRun run = example_run();
  const SuiteColumns columns = columns_of(run);
  std::string text = heading_text(columns);
  for (const SuiteResult& result : run.results) text += row_text(result, columns);
  text += totals_text(run);
  EXPECT_EQ(text,
            "id       expected   found         score  solved  depth          nodes       time\n"
            "WAC.001  Qg6        Qg6           +9.41     yes      3          1,234    0.004 s\n"
            "caf\xC3\xA9     Rxb2 Rxb7  Kf6           -0.30      no\n"
            "mate     mate in 3  Qh8+      mate in 3     yes      5          4,000    0.012 s\n"
            "  mate: the line does not end in checkmate\n"
            "Example 1.0, 20,000 nodes per position\n"
            "solved 2 of 3 (66.7 %); 1 of 4 were not searched\n"
            "to the solution, on average: depth 4.0, 2,617 nodes, 0.008 s\n"
            "in all: 59,999 nodes, 0.151 s\n"
            "faults: 1\n");
}

TEST(SuiteReport, JsonReadsBackAsItWasWritten) {
  const SuiteRun run = example_run();
  const auto json = base::parse_json(base::to_text(to_json(run)), "run.json");
  ASSERT_TRUE(json);
  const auto again = suite_run_from_json(*json, "run.json");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->results, run.results);
  EXPECT_EQ(base::to_text(to_json(*again)), base::to_text(to_json(run)));
}

TEST(SuiteReport, JsonOfSomethingElseIsAnErrorThatNamesTheFile) {
  for (const char* const text : {"{}", "[1]", R"({"suite": 3})", "7"}) {
    const auto run = suite_run_from_json(base::parse_json(text, "x").value(), "other.json");
    ASSERT_FALSE(run) << text;
    EXPECT_EQ(run.error().message.find("other.json: not the run of a suite"), 0U) << run.error().message;
  }
}

TEST(SuiteReport, ComparisonSaysWhatWasGainedAndLost) {
  const SuiteRun before = example_run();
  SuiteRun now = example_run();
  now.engine = "Example 2.0";
  now.results[0].solution->nodes = 617;
  now.results[1].solved = true;
  now.results[1].found = "Rxb2";
  now.results[1].solution = SuiteMoment{9, 9000, Milliseconds(20)};
  now.results[2].solved = false;
  now.results[2].found = "Qg7";
  now.results[2].solution.reset();
  now.results.push_back({"new", "fen 4", "a4", "a4", "+0.00", true, SuiteMoment{}, SuiteMoment{}, ""});
  EXPECT_EQ(comparison_text(before, now),
            "compared with Example 1.0, 20,000 nodes (test.epd): 3 positions in both, 1 in one only\n"
            "gained 1\n"
            "  caf\xC3\xA9: Kf6 -> Rxb2 (Rxb2 Rxb7)\n"
            "lost 1\n"
            "  mate: Qh8+ -> Qg7 (mate in 3)\n"
            "solved by both 1\n"
            "  nodes to the solutions 1,234 -> 617, per position x0.50 (geometric mean)\n"
            "  time to the solutions 0.004 s -> 0.004 s\n");
}

}  // namespace
}  // namespace zugwerk::arena
