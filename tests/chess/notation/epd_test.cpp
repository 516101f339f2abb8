// Unit and property tests of chess/epd.h: every kind of operation, what is tolerated, what is refused with which error,
// and the round trip of records.

#include "chess/notation/epd.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "support/data_folder.h"

namespace zugwerk::chess {
namespace {

constexpr std::string_view kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

Epd read(std::string_view line, Variant variant = Variant::Standard) {
  auto epd = parse_epd(line, variant);
  EXPECT_TRUE(epd) << line << "\n  says: " << (epd ? "" : epd.error().message);
  return epd ? *std::move(epd) : Epd(Position());
}

/// The start position with these operations.
std::string start_with(std::string_view operations) {
  std::string line(kStart);
  line.append(" ").append(operations);
  return line;
}

Epd from_start(std::string_view operations) { return read(start_with(operations)); }

std::string error_of(std::string_view line) {
  const auto epd = parse_epd(line);
  return epd ? "no error" : epd.error().message;
}

std::string error_from_start(std::string_view operations) { return error_of(start_with(operations)); }

std::string coordinates(const std::vector<Move>& moves) {
  std::string text;
  for (const Move move : moves) {
    if (!text.empty()) text += ' ';
    text += to_coordinates(move);
  }
  return text;
}

using Operands = std::vector<std::string>;

TEST(Epd, ReadsAPositionWithoutOperations) {
  const Epd epd = read(kStart);
  EXPECT_EQ(to_fen(epd.position()), kStartFen);
  EXPECT_TRUE(epd.operations().empty());
  EXPECT_EQ(to_epd(epd), kStart);
}

TEST(Epd, KeepsOperationsInOrder) {
  const Epd epd = from_start(R"(id "x"; bm e4; zz 1 2; acd 5;)");
  const std::vector<EpdOperation> expected{{"id", {"x"}}, {"bm", {"e4"}}, {"zz", {"1", "2"}}, {"acd", {"5"}}};
  EXPECT_EQ(epd.operations(), expected);
  EXPECT_EQ(epd.find("zz")->operands, (Operands{"1", "2"}));
  EXPECT_EQ(epd.find("zy"), nullptr);
}

TEST(Epd, ResolvesMovesOfEveryMoveOpcode) {
  for (const std::string opcode : {"am", "bm", "pm", "rm", "sm"}) {
    const Epd epd = from_start(opcode + " Nf3 e4;");
    EXPECT_EQ(coordinates(epd.moves(opcode)), "g1f3 e2e4") << opcode;
    EXPECT_TRUE(epd.moves("zz").empty());
    EXPECT_TRUE(epd.line(opcode).empty());
  }
}

TEST(Epd, WritesMovesAsCanonicalSan) {
  const Epd epd = read("7k/8/8/8/1R6/8/8/R3K3 w Q - bm b4b8 Raa4?! Rba4 O-O-O e1c1;");
  EXPECT_EQ(to_epd(epd), "7k/8/8/8/1R6/8/8/R3K3 w Q - bm Rb8+ Raa4 Rba4 O-O-O O-O-O;");
}

TEST(Epd, ToleratesCommasMoveNumbersAndCoordinates) {
  const Epd epd = from_start("bm e2e4, 1.Nf3 1. d4;");
  EXPECT_EQ(epd.find("bm")->operands, (Operands{"e4", "Nf3", "d4"}));
  EXPECT_EQ(from_start("pv 1. e4 e5 2. Nf3 2... Nc6;").find("pv")->operands, (Operands{"e4", "e5", "Nf3", "Nc6"}));
}

TEST(Epd, ResolvesLinesMoveByMove) {
  const Epd epd = from_start("pv e4 e5 Nf3; sv d2d4 d7d5;");
  EXPECT_EQ(coordinates(epd.line("pv")), "e2e4 e7e5 g1f3");
  EXPECT_EQ(coordinates(epd.line("sv")), "d2d4 d7d5");
  EXPECT_EQ(epd.find("sv")->operands, (Operands{"d4", "d5"}));
  EXPECT_TRUE(epd.moves("pv").empty());
  EXPECT_TRUE(from_start("pv;").line("pv").empty());
}

TEST(Epd, ReadsNumbersOfEveryNumberOpcode) {
  const Epd epd = from_start("acd 12; acn 9223372036854775807; acs 3600; ce -32767; dm 3; rc 2; tcgs 7; D1 20;");
  EXPECT_EQ(epd.number("acd"), 12);
  EXPECT_EQ(epd.number("acn"), 9223372036854775807);
  EXPECT_EQ(epd.number("acs"), 3600);
  EXPECT_EQ(epd.number("ce"), -32767);
  EXPECT_EQ(epd.number("dm"), 3);
  EXPECT_EQ(epd.number("rc"), 2);
  EXPECT_EQ(epd.number("tcgs"), 7);
  EXPECT_EQ(epd.number("D1"), 20);
  EXPECT_EQ(epd.number("D2"), std::nullopt);
  EXPECT_EQ(epd.text("acd"), std::nullopt);
  EXPECT_EQ(from_start("ce +007;").find("ce")->operands, Operands{"7"});
}

TEST(Epd, SetsTheClocksOfThePosition) {
  const Epd epd = from_start("bm e4; fmvn 17; hmvc 3;");
  EXPECT_EQ(epd.position().halfmove_clock(), 3);
  EXPECT_EQ(epd.position().fullmove_number(), 17);
  EXPECT_EQ(epd.number("hmvc"), 3);
  EXPECT_EQ(epd.number("fmvn"), 17);
  EXPECT_EQ(epd.operations().size(), 1U);
  EXPECT_EQ(to_epd(epd), std::string(kStart) + " hmvc 3; fmvn 17; bm e4;");
  EXPECT_EQ(from_start("fmvn 0;").position().fullmove_number(), 1);
}

TEST(Epd, ReadsFensOfFiveAndSixFields) {
  EXPECT_EQ(to_fen(read("4k3/8/8/8/8/8/8/4K3 b - - 12 34").position()), "4k3/8/8/8/8/8/8/4K3 b - - 12 34");
  EXPECT_EQ(to_fen(read("4k3/8/8/8/8/8/8/4K3 b - - 12").position()), "4k3/8/8/8/8/8/8/4K3 b - - 12 1");
  const Epd epd = read("4k3/8/8/8/8/8/8/4K3 w - - 12 34 bm Kd2; id \"both\"");
  EXPECT_EQ(epd.text("id"), "both");
  EXPECT_EQ(to_epd(epd), "4k3/8/8/8/8/8/8/4K3 w - - hmvc 12; fmvn 34; bm Kd2; id \"both\";");
}

TEST(Epd, ReadsPerftCountsInEverySpelling) {
  const std::vector<PerftCount> expected{{1, 20}, {2, 400}, {10, 69352859712417}};
  for (const std::string_view counts : {
           "D1 20; D2 400; D10 69352859712417;",
           "0 1 ;D1 20 ;D2 400 ;D10 69352859712417",
           "0 1; D1 20; D2 400; D10 69352859712417",
           "0 1;D1 20;D2 400;D10 69352859712417",
           ";D2 400 ;D10 69352859712417 ;D1 20",
       })
    EXPECT_EQ(from_start(counts).perft_counts(), expected) << counts;
  EXPECT_EQ(read("4k3/8/8/8/8/8/8/4K3 w - -;D1 5").perft_counts(), (std::vector<PerftCount>{{1, 5}}));
}

TEST(Epd, ReadsTextsOfEveryTextOpcode) {
  Operands opcodes{"eco", "id", "nic"};
  for (char digit = '0'; digit <= '9'; ++digit) {
    opcodes.push_back(std::string("c") + digit);
    opcodes.push_back(std::string("v") + digit);
  }
  for (const std::string& opcode : opcodes) {
    const Epd epd = from_start(opcode + R"( "two words; one text"; zz;)");
    EXPECT_EQ(epd.text(opcode), "two words; one text") << opcode;
    EXPECT_NE(epd.find("zz"), nullptr);
  }
}

TEST(Epd, ReadsTextsWithMissingOrStrayQuotes) {
  for (const std::string_view text : {
           R"(id "WAC 001"; c0 "next";)",
           R"(id WAC 001; c0 "next";)",
           R"(id "WAC 001; c0 "next";)",
           R"(id WAC 001"; c0 "next";)",
           R"(id   WAC   001  ;c0 "next")",
           R"(id "WAC" "001"; c0 next)",
           R"(id "WAC 001"; c0 "next)",
           R"(id"WAC 001";c0"next";)",
       }) {
    const Epd epd = from_start(text);
    EXPECT_EQ(epd.text("id"), "WAC 001") << text;
    EXPECT_EQ(epd.text("c0"), "next") << text;
  }
  EXPECT_EQ(from_start("id;").text("id"), "");
  EXPECT_EQ(from_start(R"(id "";)").text("id"), "");
  EXPECT_EQ(from_start(R"(c0 "he said "yes" again";)").text("c0"), R"(he said "yes" again)");
  EXPECT_EQ(from_start(R"(c0 "a \"quote\" and a \\ and a \d";)").text("c0"), R"(a "quote" and a \ and a \d)");
}

TEST(Epd, ConvertsTextsToUtf8OnOneLine) {
  EXPECT_EQ(from_start("c0 \"caf\xE9\tor\ntea\";").text("c0"), "caf\xC3\xA9 or tea");
}

TEST(Epd, KeepsUnknownOperations) {
  const std::string line =
      std::string(kStart) + R"( draw_offer; resign; noop; noop2 a b; tcri "a b" c@d; Zx-1_y "" "x;y" z\w;)";
  const Epd epd = read(line);
  EXPECT_EQ(to_epd(epd), line);
  EXPECT_EQ(epd.find("tcri")->operands, (Operands{"a b", "c@d"}));
  EXPECT_EQ(epd.find("draw_offer")->operands, Operands{});
}

TEST(Epd, ReadsChess960) {
  const std::string line = "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - bm e4;";
  EXPECT_EQ(to_epd(read(line, Variant::Chess960)), line);
  EXPECT_FALSE(parse_epd(line));
  EXPECT_TRUE(parse_epd_of_any_variant(line));
  EXPECT_TRUE(parse_epd_of_any_variant(kStart));
}

TEST(Epd, NamesTheOperationAndTheFault) {
  EXPECT_EQ(error_of(""), "EPD: the placement field is missing");
  EXPECT_EQ(error_of("4k3/8/8/8/8/8/8/4K3 ; bm Kd2;"), "EPD: the side to move field is missing");
  EXPECT_NE(error_of("4k3/8/8/8/8/8/8/4K4 w - - bm Kd2;").find("EPD: placement field"), std::string::npos);
  EXPECT_NE(error_of("4k3/8/8/8/8/8/4R3/4K3 w - -").find("EPD: Black's king can be taken"), std::string::npos);
  EXPECT_EQ(error_from_start("1x"), "EPD: halfmove clock field '1x': expected a number from 0 to 10000");
  EXPECT_EQ(error_from_start("0 100001"), "EPD: move number field '100001': expected a number from 0 to 100000");
  EXPECT_EQ(error_from_start("acd x;"), "EPD: operation 'acd x': expected a number from 0 to 10000");
  EXPECT_EQ(error_from_start("acd 1 2;"), "EPD: operation 'acd 1 2': expected a number from 0 to 10000");
  EXPECT_EQ(error_from_start("acn -1;"), "EPD: operation 'acn -1': expected a number of at least 0");
  EXPECT_EQ(error_from_start("ce 32768;"), "EPD: operation 'ce 32768': expected a number from -32767 to 32767");
  EXPECT_EQ(error_from_start("dm 0;"), "EPD: operation 'dm 0': expected a number from 1 to 10000");
  EXPECT_EQ(error_from_start("D1;"), "EPD: operation 'D1': expected a number of at least 0");
  EXPECT_EQ(error_from_start("hmvc -1;"), "EPD: operation 'hmvc -1': expected a number from 0 to 10000");
  EXPECT_EQ(error_from_start("bm ;"), "EPD: operation 'bm': expected a move");
  EXPECT_EQ(error_from_start("id \"a\"; id \"b\";"),
            "EPD: operation 'id \"b\"': the line has two operations of this name");
  EXPECT_EQ(error_from_start("hmvc 1; hmvc 2;"), "EPD: operation 'hmvc 2': the line has two operations of this name");
  EXPECT_EQ(error_from_start("?! x;"), "EPD: operation '?! x': an operation begins with a name of letters and digits");
  EXPECT_EQ(error_from_start("bm Nxe5;").find("EPD: operation 'bm Nxe5': "), 0U) << error_from_start("bm Nxe5;");
  EXPECT_EQ(error_from_start("pv e4 e4;").find("EPD: operation 'pv e4 e4': "), 0U) << error_from_start("pv e4 e4;");
  EXPECT_NE(error_from_start("bm Nxe5;").find("Nxe5", 25), std::string::npos);
}

TEST(Epd, SetsReplacesAndRemovesOperations) {
  Epd epd{Position()};
  EXPECT_TRUE(epd.set({"bm", {"g1f3"}}));
  EXPECT_TRUE(epd.set({"id", {"first"}}));
  EXPECT_TRUE(epd.set({"bm", {"e4", "d4"}}));
  EXPECT_TRUE(epd.set({"hmvc", {"7"}}));
  EXPECT_TRUE(epd.set({"c9", {"a \"quoted\" text; with \\"}}));
  const std::string line = std::string(kStart) + R"( hmvc 7; bm e4 d4; id "first"; c9 "a \"quoted\" text; with \\";)";
  EXPECT_EQ(to_epd(epd), line);
  EXPECT_EQ(to_epd(read(line)), line);

  const auto refused = epd.set({"bm", {"Ke5"}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message.find("EPD: operation 'bm Ke5': "), 0U) << refused.error().message;
  EXPECT_FALSE(epd.set({"two words", {}}));
  EXPECT_FALSE(epd.set({"", {}}));
  EXPECT_EQ(to_epd(epd), line) << "a refused operation leaves the record as it was";

  epd.remove("bm");
  epd.remove("bm");
  EXPECT_EQ(epd.find("bm"), nullptr);
  EXPECT_EQ(epd.operations().size(), 2U);
}

void no_repair(std::size_t line, const std::string& repair) { ADD_FAILURE() << line << ": " << repair; }
void no_error(std::size_t line, const base::Error& error) { ADD_FAILURE() << line << ": " << error.message; }

TEST(EpdLines, ReportRepairsOfAPositionBeforeItsRecord) {
  base::Input file = base::Input::from_memory(
      "4k3/8/8/8/8/8/8/4K2R w KQ - bm O-O;\n"
      "4k3/8/8/8/8/8/8/4K3 w K - bm Kd9;\n"
      "4k3/8/8/8/8/8/8/4K3 w\n");
  std::string log;
  read_epd_lines(
      file, std::nullopt,
      {.on_record = [&](std::size_t line, const Epd& epd) { log += std::to_string(line) + ' ' + to_epd(epd) + '\n'; },
       .on_repair = [&](std::size_t line,
                        const std::string& repair) { log += std::to_string(line) + ' ' + repair + '\n'; },
       .on_error = [&](std::size_t line, const base::Error&) { log += std::to_string(line) + " refused\n"; }});
  EXPECT_EQ(log,
            "1 castling right 'Q' dropped: White has no rook on a1\n"
            "1 4k3/8/8/8/8/8/8/4K2R w K - bm O-O;\n"
            "2 refused\n"
            "3 4k3/8/8/8/8/8/8/4K3 w - -\n");
}

TEST(EpdLines, SkipLinesWithoutARecordAndContinueAfterABadOne) {
  const std::string text("\xEF\xBB\xBF" +  // a byte order mark
                         std::string(kStart) + " id \"one\";\r\n\r\n# comment\n   # comment\n  " + std::string(kStart) +
                         " id \"five\";  \nnonsense\n\n" + std::string(kStart) + " bm Qh5;\n" + std::string(kStart) +
                         " id \"nine\";");
  base::Input file = base::Input::from_memory(text);
  std::string log;
  read_epd_lines(
      file, Variant::Standard,
      {.on_record = [&](std::size_t line,
                        const Epd& epd) { log += std::to_string(line) + ' ' + epd.text("id").value() + '\n'; },
       .on_repair = no_repair,
       .on_error =
           [&](std::size_t line, const base::Error& error) {
             log += std::to_string(line) + ' ' + error.message.substr(0, error.message.find(':', 5)) + '\n';
           }});
  EXPECT_EQ(log, "1 one\n5 five\n6 EPD: placement field 'nonsense'\n8 EPD: operation 'bm Qh5'\n9 nine\n");
}

TEST(EpdLines, MixVariantsIfNoneIsGiven) {
  const std::string text(std::string(kStart) + "\nbnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1\n");
  base::Input file = base::Input::from_memory(text);
  int records = 0;
  read_epd_lines(
      file, std::nullopt,
      {.on_record = [&](std::size_t, const Epd&) { ++records; }, .on_repair = no_repair, .on_error = no_error});
  EXPECT_EQ(records, 2);
}

TEST(EpdLines, RefuseAnEndlessLineAndContinue) {
  std::string text(3'000'000, 'x');
  text.append("\n").append(kStart).append("\n").append(2'000'000, ' ');
  base::Input file = base::Input::from_memory(text);
  std::string log;
  read_epd_lines(
      file, Variant::Standard,
      {.on_record = [&](std::size_t line, const Epd&) { log += std::to_string(line) + " read\n"; },
       .on_repair = no_repair,
       .on_error = [&](std::size_t line,
                       const base::Error& error) { log += std::to_string(line) + ' ' + error.message + '\n'; }});
  EXPECT_EQ(log,
            "1 EPD: the line is longer than 1,048,576 bytes\n2 read\n"
            "3 EPD: the line is longer than 1,048,576 bytes\n");
}

TEST(EpdLines, ReportAReadErrorOnce) {
  // A zstd file that ends inside its header.
  base::Input file = base::Input::from_memory("\x28\xB5\x2F\xFD\x04");
  int errors = 0;
  read_epd_lines(file, Variant::Standard,
                 {.on_record = [](std::size_t, const Epd&) { ADD_FAILURE(); },
                  .on_repair = no_repair,
                  .on_error = [&](std::size_t, const base::Error&) { ++errors; }});
  EXPECT_EQ(errors, 1);
}

TEST(EpdLines, ReadWinAtChessWithEveryBestMoveLegal) {
  const auto path = tests::data_file("suites/wac.epd");
  if (!path) GTEST_SKIP() << "no suites/wac.epd in " << tests::data_folder();
  auto file = base::Input::open(path->string());
  ASSERT_TRUE(file) << file.error().message;
  int records = 0;
  read_epd_lines(*file, Variant::Standard,
                 {.on_record =
                      [&](std::size_t line, const Epd& epd) {
                        ++records;
                        EXPECT_FALSE(epd.moves("bm").empty() && epd.moves("am").empty()) << line;
                        for (const Move move : epd.moves("bm")) EXPECT_TRUE(epd.position().is_legal(move)) << line;
                        EXPECT_TRUE(epd.text("id").value().starts_with("WAC.")) << line;
                        EXPECT_EQ(to_epd(parse_epd(to_epd(epd)).value()), to_epd(epd)) << line;
                      },
                  .on_repair = no_repair,
                  .on_error = no_error});
  EXPECT_EQ(records, 300);
}

// --- Properties ------------------------------------------------------------------------------------------------------

class RecordGenerator {
 public:
  explicit RecordGenerator(std::uint64_t seed) : rng_(seed) {}

  /// A position of a random game with random operations of every kind.
  Epd next() {
    Epd epd(random_position());
    const std::uint32_t count = rng_.below(8);
    for (std::uint32_t i = 0; i < count; ++i) add_operation(epd);
    return epd;
  }

 private:
  Position random_position() {
    Position position;
    for (std::uint32_t plies = rng_.below(80); plies > 0; --plies) {
      const MoveList moves = legal_moves(position);
      if (moves.empty()) break;
      position.make(moves[rng_.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    return position;
  }

  std::string random_text() {
    constexpr std::string_view kLetters = "ab;\" \\#-1,.\xC3\xA9=+";
    std::string text;
    for (std::uint32_t i = rng_.below(12); i > 0; --i)
      text += kLetters[rng_.below(static_cast<std::uint32_t>(kLetters.size()))];
    return text;
  }

  void add_operation(Epd& epd) {
    const auto set = [&](std::string opcode, Operands operands) {
      const auto done = epd.set({std::move(opcode), std::move(operands)});
      EXPECT_TRUE(done) << done.error().message;
    };
    const std::string digit = std::to_string(rng_.below(10));
    switch (rng_.below(6)) {
      case 0: {
        const MoveList moves = legal_moves(epd.position());
        if (moves.empty()) break;
        Operands operands;
        for (std::uint32_t i = 1 + rng_.below(3); i > 0; --i)
          operands.push_back(to_coordinates(moves[rng_.below(static_cast<std::uint32_t>(moves.size()))]));
        set(rng_.below(2) == 0 ? "bm" : "am", operands);
        break;
      }
      case 1: {
        Position position = epd.position();
        Operands operands;
        for (std::uint32_t i = rng_.below(6); i > 0; --i) {
          const MoveList moves = legal_moves(position);
          if (moves.empty()) break;
          const Move move = moves[rng_.below(static_cast<std::uint32_t>(moves.size()))];
          operands.push_back(to_coordinates(move));
          position.make(move);
        }
        set("pv", operands);
        break;
      }
      case 2:
        set("ce", {std::to_string(static_cast<int>(rng_.below(65'535)) - 32'767)});
        break;
      case 3:
        set("D" + std::to_string(1 + rng_.below(9)), {std::to_string(rng_.next() >> 1)});
        break;
      case 4:
        set("c" + digit, {random_text()});
        break;
      default: {
        Operands operands;
        for (std::uint32_t i = rng_.below(4); i > 0; --i) operands.push_back(random_text());
        set("x_" + digit, operands);
      }
    }
  }

  base::Rng rng_;
};

TEST(EpdProperty, GeneratedRecordsReadBackAsTheyWereWritten) {
  RecordGenerator generator(1);
  for (int i = 0; i < 2'000; ++i) {
    const Epd epd = generator.next();
    const std::string line = to_epd(epd);
    const auto again = parse_epd(line);
    ASSERT_TRUE(again) << line << "\n  says: " << again.error().message;
    ASSERT_EQ(to_fen(again->position()), to_fen(epd.position())) << line;
    ASSERT_EQ(again->operations(), epd.operations()) << line;
    ASSERT_EQ(to_epd(*again), line);
  }
}

}  // namespace
}  // namespace zugwerk::chess
