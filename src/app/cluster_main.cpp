// app/cluster_main.cpp
//
// The program zugwerk-cluster: the same engine as one of many MPI ranks.

#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/guarded_main.h"
#include "app/report_error.h"
#include "app/version.h"
#include "base/error.h"
#include "base/files/line_reader.h"
#include "base/interrupt.h"
#include "base/machine.h"
#include "base/process/command_words.h"
#include "cluster/delayed_transport.h"
#include "cluster/guard_run.h"
#include "cluster/mpi.h"
#include "cluster/search_ranks.h"

namespace zugwerk::app {

namespace {

base::Expected<std::unique_ptr<cluster::Transport>> open_ranks(int delay) {
  auto transport = cluster::open_mpi();
  if (!transport) return base::failure("zugwerk-cluster: " + transport.error().message);
  if (delay > 0)
    transport = std::make_unique<cluster::DelayedTransport>(*std::move(transport), std::chrono::milliseconds(delay));
  return transport;
}

int search_as_rank(int delay) {
  auto transport = open_ranks(delay);
  if (!transport) return report_error(transport.error(), kExitFailed);
  const base::InterruptGuard interrupt;
  base::LineReader reader(interrupt);
  cluster::search_over_ranks(
      *std::move(transport), [&] { return reader.next(); }, std::cout, std::string(kVersion));
  return kExitOk;
}

struct GuardOptions {
  int ranks = 2;
  std::string launcher = "mpirun --enable-recovery --bind-to none";
  std::string hosts;
};

/// The command that starts the cluster: the launcher's own options, then this program.
base::Expected<std::vector<std::string>> launch_command(const GuardOptions& options, int delay) {
  auto command = base::split_command(options.launcher);
  if (!command) return command;
  if (!options.hosts.empty()) command->insert(command->end(), {"--hostfile", options.hosts});
  command->insert(command->end(), {"-n", std::to_string(options.ranks), base::program_path()});
  if (delay > 0) command->insert(command->end(), {"--delay", std::to_string(delay)});
  return command;
}

int guard(const GuardOptions& options, int delay) {
  const auto command = launch_command(options, delay);
  if (!command) return report_error({"--launcher: " + command.error().message});
  const base::InterruptGuard interrupt;
  base::LineReader reader(interrupt);
  cluster::guard_cluster(
      *command, [&] { return reader.next(); }, std::cout, std::string(kVersion));
  return kExitOk;
}

int run(int argc, char** argv) {
  CLI::App app{"Zugwerk over MPI: `mpirun zugwerk-cluster` searches with all ranks and speaks UCI as zugwerk does."};
  app.name("zugwerk-cluster");
  app.set_version_flag("--version", version_text("zugwerk-cluster"));
  int delay = 0;
  app.add_option("--delay", delay,
                 "Let messages between ranks arrive so many milliseconds later, to try out slow networks")
      ->type_name("MS")
      ->check(CLI::Range(0, 10'000));
  GuardOptions guarded;
  CLI::App* const guard_command = app.add_subcommand(
      "guard", "Start the cluster, speak UCI for it, play on alone if it is lost, and start it again");
  guard_command->add_option("--ranks", guarded.ranks, "How many ranks to start")
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(1, 100'000));
  guard_command->add_option("--hosts", guarded.hosts, "A file that names the hosts (mpirun's --hostfile)")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  guard_command->add_option("--launcher", guarded.launcher, "The command that starts ranks, with its options")
      ->type_name("COMMAND")
      ->capture_default_str();
  Commands commands;
  add_match_command(app, commands, [&delay] { return open_ranks(delay); });
  add_spsa_command(app, commands, [&delay] { return open_ranks(delay); });
  add_completion_command(app, commands);
  add_manual_command(app, commands);
  app.require_subcommand(0, 1);
  app.fallthrough();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // All ranks have the same command line; one of them says what is wrong with it.
    std::ostringstream nowhere;
    const bool speaks = cluster::launched_rank().value_or(0) == 0;
    return app.exit(error, speaks ? std::cout : nowhere, speaks ? std::cerr : nowhere) == 0 ? kExitOk : kExitBadInput;
  }
  if (guard_command->parsed()) return guard(guarded, delay);
  for (const auto& [subcommand, command] : commands)
    if (subcommand->parsed()) return command();
  return search_as_rank(delay);
}

}  // namespace

}  // namespace zugwerk::app

int main(int argc, char** argv) { return zugwerk::app::guarded_main(argc, argv, zugwerk::app::run); }
