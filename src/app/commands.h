// app/commands.h
//
// The subcommands of the program. Each adds itself to the command line and, if it was chosen, runs; the work is done in
// the rooms below.

#pragma once

#include <functional>
#include <map>

#include <CLI/CLI.hpp>

namespace zugwerk::app {

/// What to run for a chosen subcommand; returns the exit code.
using Commands = std::map<const CLI::App*, std::function<int()>>;

/// Speaks UCI or, if greeted with it, XBoard's protocol on standard input until "quit", the end of input, or a signal
/// to terminate.
[[nodiscard]] int serve_standard_input();

void add_analyse_command(CLI::App& app, Commands& commands);
void add_bench_command(CLI::App& app, Commands& commands);
void add_book_command(CLI::App& app, Commands& commands);
void add_data_command(CLI::App& app, Commands& commands);
void add_eval_command(CLI::App& app, Commands& commands);
void add_explain_command(CLI::App& app, Commands& commands);
void add_go_command(CLI::App& app, Commands& commands);
void add_ladder_command(CLI::App& app, Commands& commands);
void add_match_command(CLI::App& app, Commands& commands);
void add_merge_command(CLI::App& app, Commands& commands);
void add_net_command(CLI::App& app, Commands& commands);
void add_perft_command(CLI::App& app, Commands& commands);
void add_play_command(CLI::App& app, Commands& commands);
void add_queue_command(CLI::App& app, Commands& commands);
void add_selfplay_command(CLI::App& app, Commands& commands);
void add_serve_command(CLI::App& app, Commands& commands);
void add_spsa_command(CLI::App& app, Commands& commands);
void add_suite_command(CLI::App& app, Commands& commands);
void add_tb_command(CLI::App& app, Commands& commands);
void add_train_command(CLI::App& app, Commands& commands);
void add_tune_command(CLI::App& app, Commands& commands);
void add_uci_command(CLI::App& app, Commands& commands);

}  // namespace zugwerk::app
