// `zugwerk explain`: a position in words.

#include <iostream>
#include <memory>
#include <string>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/position_argument.h"
#include "app/report_error.h"
#include "app/review_options.h"
#include "base/files/input.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/text.h"
#include "review/explain.h"
#include "review/material.h"
#include "review/reason_check.h"

namespace zugwerk::app {

namespace {

struct ExplainArguments {
  PositionArgument position;
  bool json = false;
  std::string suite;
  ReviewLimitArguments limits;
};

int check_reasons(const ExplainArguments& arguments, const review::ReviewSettings& settings) {
  auto input = base::Input::open(arguments.suite);
  if (!input) return report_error(input.error());
  const base::InterruptGuard interrupt;
  const auto totals = review::check_suite(*input, settings, interrupt.flag(), [](const review::CheckedReason& checked) {
    std::cout << checked.id
              << (checked.reason.empty() ? "  no reason: " + checked.line
                                         : (checked.held ? "  holds  " : "  FAILS  ") + checked.reason)
              << (checked.unnamed.empty() ? "" : "  [not named: " + review::and_list(checked.unnamed) + "]")
              << std::endl;
  });
  if (!totals) return report_error(totals.error());
  for (const std::string& repair : totals->repairs) std::cerr << repair << '\n';
  for (std::size_t motif = 0; motif < review::kMotifCount; ++motif)
    if (totals->given_by_motif[motif] > 0)
      std::cout << review::name_of(static_cast<review::Motif>(motif)) << ": " << totals->held_by_motif[motif] << " of "
                << totals->given_by_motif[motif] << " hold\n";
  std::cout << "a reason for " << totals->given << " of " << totals->positions << " positions";
  if (totals->given > 0)
    std::cout << ", of which "
              << base::fixed(100.0 * static_cast<double>(totals->held) / static_cast<double>(totals->given), 1)
              << " % hold";
  std::cout << '\n';
  if (totals->tagged > 0)
    std::cout << totals->named << " of " << totals->tagged << " motifs of the suite are named ("
              << base::fixed(100.0 * static_cast<double>(totals->named) / static_cast<double>(totals->tagged), 1)
              << " %)\n";
  return interrupt.flag() ? kExitInterrupted : kExitOk;
}

int run_explain(const ExplainArguments& arguments) {
  const auto settings = settings_of(arguments.limits);
  if (!settings) return report_error(settings.error());
  if (!arguments.suite.empty()) return check_reasons(arguments, *settings);
  const auto position = read_position(arguments.position);
  if (!position) return report_error(position.error());
  const auto explanation = review::explain(*position, *settings);
  if (!explanation) return report_error(explanation.error());
  if (arguments.json)
    std::cout << base::to_text(review::to_json(*explanation, *position));
  else
    std::cout << review::to_text(*explanation);
  return kExitOk;
}

}  // namespace

void add_explain_command(CLI::App& app, Commands& commands) {
  auto arguments = std::make_shared<ExplainArguments>();
  CLI::App* const command = app.add_subcommand("explain", "Explain a position in words");
  command->footer(
      "Examples:\n"
      "  zugwerk explain 'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4'\n"
      "  zugwerk explain --suite wac.epd --nodes 100000     how many reasons hold when played out by other searches");
  add_position_options(*command, arguments->position, "Position to explain");
  command->add_flag("--json", arguments->json, "As JSON");
  command->add_option("--suite", arguments->suite, "Find and check the reasons of all positions of an EPD file");
  add_review_options(*command, arguments->limits);
  commands[command] = [arguments] { return run_explain(*arguments); };
}

}  // namespace zugwerk::app
