// app/commands.h
//
// The subcommands of the program. Each adds itself to the command line and, if it was chosen, runs; the work is done in
// the rooms below.

#pragma once

#include <functional>
#include <map>
#include <memory>

#include <CLI/CLI.hpp>

#include "base/error.h"
#include "cluster/transport.h"

namespace zugwerk::app {

/// What to run for a chosen subcommand; returns the exit code.
using Commands = std::map<const CLI::App*, std::function<int()>>;

/// Joins an MPI job. Empty in the plain program.
using OpenRanks = std::function<base::Expected<std::unique_ptr<cluster::Transport>>()>;

/// Speaks UCI or, if greeted with it, XBoard's protocol on standard input until "quit", the end of input, or a signal
/// to terminate.
[[nodiscard]] int serve_standard_input();

void add_analyse_command(CLI::App& app, Commands& commands);
void add_bench_command(CLI::App& app, Commands& commands);
void add_book_command(CLI::App& app, Commands& commands);
void add_completion_command(CLI::App& app, Commands& commands);
void add_data_command(CLI::App& app, Commands& commands);
void add_eval_command(CLI::App& app, Commands& commands);
void add_explain_command(CLI::App& app, Commands& commands);
void add_go_command(CLI::App& app, Commands& commands);
void add_ladder_command(CLI::App& app, Commands& commands);
void add_library_command(CLI::App& app, Commands& commands);
void add_manual_command(CLI::App& app, Commands& commands);
/// With `ranks` the games are played by all of an MPI job.
void add_match_command(CLI::App& app, Commands& commands, const OpenRanks& ranks = {});
void add_merge_command(CLI::App& app, Commands& commands);
void add_net_command(CLI::App& app, Commands& commands);
void add_perft_command(CLI::App& app, Commands& commands);
void add_play_command(CLI::App& app, Commands& commands);
void add_queue_command(CLI::App& app, Commands& commands);
void add_selfplay_command(CLI::App& app, Commands& commands);
void add_serve_command(CLI::App& app, Commands& commands);
void add_spsa_command(CLI::App& app, Commands& commands, const OpenRanks& ranks = {});
void add_suite_command(CLI::App& app, Commands& commands);
void add_tb_command(CLI::App& app, Commands& commands);
void add_train_command(CLI::App& app, Commands& commands);
void add_tune_command(CLI::App& app, Commands& commands);
void add_uci_command(CLI::App& app, Commands& commands);

}  // namespace zugwerk::app
