// `zugwerk perft`: counts moves, and checks the counts of a suite.

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <thread>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/live_text.h"
#include "app/position_argument.h"
#include "app/report_error.h"
#include "base/clock.h"
#include "base/files/input.h"
#include "base/format.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/epd.h"
#include "chess/notation/fen.h"
#include "chess/perft.h"

namespace zugwerk::app {

namespace {

using namespace chess;

struct PerftArguments {
  int depth = 0;
  PositionArgument position;
  bool divide = false;
  bool details = false;
  int threads = 1;
  std::size_t hash_megabytes = 0;
  std::string suite;

  [[nodiscard]] Variant variant() const { return position.variant(); }
  [[nodiscard]] PerftOptions options(int wanted_depth) const {
    return {.depth = wanted_depth, .threads = threads, .hash_megabytes = hash_megabytes, .details = details};
  }
};

[[nodiscard]] std::string progress_text(double share, std::uint64_t nodes, double seconds) {
  return base::format("{:.1f} %, {} nodes, {}, about {} left", 100 * share, base::with_thousands(nodes),
                      base::duration_text(seconds), base::duration_text(seconds * (1 - share) / share));
}

base::Expected<PerftResult> run_with_progress(const Position& position, const PerftOptions& options,
                                              const std::atomic<bool>& stop) {
  constexpr double kSecondsBetween = 0.2;
  LiveText live(base::OutputStream::Error);
  const base::Stopwatch watch;
  return run_perft(position, options, stop, [&](double share, std::uint64_t nodes) {
    if (live.is_due(kSecondsBetween)) live.show({progress_text(share, nodes, watch.seconds())});
  });
}

void print_details(const PerftDetails& counts) {
  const auto row = [](std::string_view name, std::uint64_t count) {
    std::cout << base::format("  {:<20}{:>20}\n", name, base::with_thousands(count));
  };
  row("captures", counts.captures);
  row("en passant", counts.en_passant);
  row("castles", counts.castles);
  row("promotions", counts.promotions);
  row("checks", counts.checks);
  row("discovered checks", counts.discovered_checks);
  row("double checks", counts.double_checks);
  row("mates", counts.mates);
}

void print_speed(std::uint64_t nodes, double seconds) {
  std::cout << base::format("{:.3f} s", seconds);
  if (seconds > 0) std::cout << base::format(", {:.1f} million nodes/s", static_cast<double>(nodes) / seconds / 1e6);
  std::cout << '\n';
}

int count_one(const PerftArguments& arguments) {
  const auto position = read_position(arguments.position);
  if (!position) return report_error(position.error());
  const base::InterruptGuard interrupt;
  const auto result = run_with_progress(*position, arguments.options(arguments.depth), interrupt.flag());
  if (!result) {
    std::cerr << result.error().message << '\n';
    return kExitBadInput;
  }
  if (arguments.divide) {
    for (const auto& [move, counts] : result->root_moves)
      std::cout << to_coordinates(move, arguments.variant()) << ": " << counts.nodes << '\n';
    std::cout << '\n';
  }
  std::cout << "perft " << arguments.depth << ": " << base::with_thousands(result->total.nodes) << " nodes"
            << (result->complete ? "" : " counted before the interruption") << '\n';
  if (arguments.details) print_details(result->total);
  print_speed(result->total.nodes, result->seconds);
  return result->complete ? kExitOk : kExitInterrupted;
}

/// Checks the D1..D9 counts of every position of an EPD file, none deeper than --depth if that was given.
class SuiteRun {
 public:
  explicit SuiteRun(const PerftArguments& arguments) : arguments_(arguments) {}

  int run() {
    auto input = base::Input::open(arguments_.suite);
    if (!input) {
      std::cerr << input.error().message << '\n';
      return kExitBadInput;
    }
    const base::Stopwatch stopwatch;
    read_epd_lines(*input, arguments_.variant(),
                   {.on_record = [&](std::size_t line, const Epd& epd) { check(epd, line); },
                    .on_repair = [&](std::size_t line, const std::string& repair) { say(line, repair); },
                    .on_error = [&](std::size_t line, const base::Error& error) { report_bad_line(line, error); }});
    std::cout << positions_ << " positions, " << counts_ << " counts, " << wrong_ << " wrong, " << bad_lines_
              << " unreadable lines, " << base::with_thousands(nodes_) << " nodes\n";
    print_speed(nodes_, stopwatch.seconds());
    if (interrupt_.flag()) return kExitInterrupted;
    if (bad_lines_ > 0) return kExitBadInput;
    return wrong_ == 0 ? kExitOk : kExitFailed;
  }

 private:
  void check(const Epd& epd, std::size_t line) {
    ++positions_;
    for (const auto& [depth, expected] : epd.perft_counts()) {
      if (interrupt_.flag() || (arguments_.depth > 0 && depth > arguments_.depth)) return;
      const auto result = run_with_progress(epd.position(), arguments_.options(depth), interrupt_.flag());
      if (!result) return report_bad_line(line, result.error());
      if (!result->complete) return;
      nodes_ += result->total.nodes;
      ++counts_;
      if (result->total.nodes == expected) continue;
      ++wrong_;
      std::cout << arguments_.suite << ':' << line << ": D" << depth << " is " << result->total.nodes << ", expected "
                << expected << ": " << to_fen(epd.position()) << '\n';
    }
  }

  void report_bad_line(std::size_t line, const base::Error& error) {
    ++bad_lines_;
    say(line, error.message);
  }
  void say(std::size_t line, const std::string& message) const {
    std::cerr << arguments_.suite << ':' << line << ": " << message << '\n';
  }

  const PerftArguments& arguments_;
  const base::InterruptGuard interrupt_;
  std::size_t positions_ = 0;
  std::size_t counts_ = 0;
  std::size_t wrong_ = 0;
  std::size_t bad_lines_ = 0;
  std::uint64_t nodes_ = 0;
};

}  // namespace

void add_perft_command(CLI::App& app, Commands& commands) {
  auto arguments = std::make_shared<PerftArguments>();
  CLI::App* const perft = app.add_subcommand("perft", "Count all lines of legal moves to a depth");
  perft->footer(
      "Examples:\n"
      "  zugwerk perft 6\n"
      "  zugwerk perft 5 --divide 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'\n"
      "  zugwerk perft 7 --threads 2 --hash 1024\n"
      "  zugwerk perft --suite positions.epd       checks the counts of D1 to D9 in an EPD file\n"
      "Ctrl-C ends it and prints the counts so far.");
  CLI::Option* const depth =
      perft->add_option("depth", arguments->depth, "Depth in plies; with --suite the deepest count to check")
          ->check(CLI::Range(1, kDeepestPerft));
  add_position_options(*perft, arguments->position, "Position to count from");
  perft->add_flag("--divide", arguments->divide, "Show the count of every root move");
  perft->add_flag("--details", arguments->details, "Split the leaves into captures, castles, checks, mates and so on");
  const int most_threads = 1024;
  perft->add_option("--threads", arguments->threads, "Threads to count with")
      ->check(CLI::Range(1, most_threads))
      ->capture_default_str();
  const int most_megabytes = 1 << 24;
  perft->add_option("--hash", arguments->hash_megabytes, "Size in MB of a table of counted positions (default: none)")
      ->check(CLI::Range(0, most_megabytes));
  CLI::Option* const suite =
      perft->add_option("--suite", arguments->suite, "EPD file with expected counts (D1 .. D9), also .zst");
  commands[perft] = [arguments, depth, suite] {
    if (suite->count() > 0) return SuiteRun(*arguments).run();
    if (depth->count() == 0) {
      std::cerr << "perft: a depth is needed, as in: zugwerk perft 5\n";
      return kExitBadInput;
    }
    return count_one(*arguments);
  };
}

}  // namespace zugwerk::app
