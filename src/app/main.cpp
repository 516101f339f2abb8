// app/main.cpp
//
// Reads the command line and runs a subcommand.

#include <algorithm>
#include <iostream>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/guarded_main.h"
#include "app/old_spellings.h"
#include "base/text.h"
#include "terminal/slips.h"

namespace zugwerk::app {

namespace {

/// "there is no command 'paly' (did you mean play?)" if the first word names no command, or the second none of a
/// command that has commands of its own, as in "queue ad"; empty otherwise.
std::string command_hint(const CLI::App& app, std::span<const std::string> reversed_words,
                         const std::string& before = "") {
  constexpr std::size_t kMost = 3;
  if (reversed_words.empty() || reversed_words.back().starts_with('-')) return {};
  const std::string& word = reversed_words.back();
  std::vector<std::string> known;
  for (const CLI::App* const command : app.get_subcommands({})) {
    known.push_back(command->get_name());
    if (word == known.back())
      return command->get_require_subcommand_min() == 0
                 ? std::string()
                 : command_hint(*command, reversed_words.first(reversed_words.size() - 1), word + " ");
  }
  std::sort(known.begin(), known.end());
  const auto near = terminal::nearest_words(word, known, kMost);
  std::string text = "there is no command " + base::in_quotes(before + word);
  for (std::size_t i = 0; i < near.size(); ++i)
    text += (i == 0 ? " (did you mean " : i + 1 == near.size() ? " or " : ", ") + near[i];
  return text + (near.empty() ? "; zugwerk " + before + "--help lists them\n" : "?)\n");
}

int run(int argc, char** argv) {
  CLI::App app{
      "Zugwerk, a chess engine and the workshop that makes it stronger.\n"
      "Without a subcommand it speaks UCI on standard input, as chess programs expect."};
  app.name("zugwerk");
  app.set_version_flag("--version", version_text("zugwerk"));
  app.require_subcommand(0, 1);
  app.get_formatter()->column_width(34);
  app.footer(
      "Exit codes: 0 success; 1 something checked was wrong; 2 the input could not be understood;\n"
      "3 a file or standard output could not be written; 130 interrupted.\n"
      "Help on a subcommand: zugwerk SUBCOMMAND --help");

  Commands commands;
  add_play_command(app, commands);
  add_serve_command(app, commands);
  add_uci_command(app, commands);
  add_go_command(app, commands);
  add_analyse_command(app, commands);
  add_explain_command(app, commands);
  add_library_command(app, commands);
  add_bench_command(app, commands);
  add_match_command(app, commands);
  add_perft_command(app, commands);
  add_eval_command(app, commands);
  add_book_command(app, commands);
  add_tb_command(app, commands);
  add_net_command(app, commands);
  add_selfplay_command(app, commands);
  add_data_command(app, commands);
  add_suite_command(app, commands);
  add_ladder_command(app, commands);
  add_tune_command(app, commands);
  add_spsa_command(app, commands);
  add_train_command(app, commands);
  add_merge_command(app, commands);
  add_queue_command(app, commands);
  add_completion_command(app, commands);
  add_manual_command(app, commands);

  try {
    std::vector<std::string> words = with_new_spellings({argv + 1, argv + argc}, std::cerr);
    std::reverse(words.begin(), words.end());  // as CLI11 wants them
    if (const std::string hint = command_hint(app, words); !hint.empty()) {
      std::cerr << hint;
      return kExitBadInput;
    }
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    return app.exit(error, std::cout, std::cerr) == 0 ? kExitOk : kExitBadInput;
  }
  for (const auto& [subcommand, command] : commands)
    if (subcommand->parsed()) return command();
  return serve_standard_input();
}

}  // namespace

}  // namespace zugwerk::app

int main(int argc, char** argv) { return zugwerk::app::guarded_main(argc, argv, zugwerk::app::run); }
