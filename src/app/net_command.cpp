// `zugwerk net`: what a network is, whether its file is sound, and what it thinks of a position.

#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <utility>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "base/input.h"
#include "base/text.h"
#include "chess/fen.h"
#include "nnue/explain.h"

namespace zugwerk::app {

namespace {

struct NetArguments {
  std::string file;
  std::string fen = std::string(chess::kStartFen);
  bool chess960 = false;
};

/// Runs `work` on the network of the file. One that is not there is bad input, one that is broken a finding.
template <class Work>
int with_network(const std::string& path, Work work) {
  auto input = base::Input::open(path);
  if (!input) {
    std::cerr << input.error().message << '\n';
    return kExitBadInput;
  }
  auto weights = nnue::read_network(*input);
  if (!weights) {
    std::cerr << weights.error().message << '\n';
    return kExitFailed;
  }
  return work(*std::move(weights));
}

int run_info(const NetArguments& arguments) {
  return with_network(arguments.file, [](const nnue::Weights& weights) {
    std::cout << nnue::describe(weights);
    return kExitOk;
  });
}

int run_verify(const NetArguments& arguments) {
  return with_network(arguments.file, [&](const nnue::Weights& weights) {
    const std::string name = nnue::name_of(nnue::hash_of(weights));
    const std::string stem = std::filesystem::path(arguments.file).stem().string();
    // Files may be called anything, but not by the name of another network.
    if (stem.size() == name.size() && stem.starts_with("zug-") && stem != name) {
      std::cerr << arguments.file << ": holds the network " << name << ", not the one it is named after\n";
      return kExitFailed;
    }
    std::cout << arguments.file << ": sound, " << name << '\n';
    return kExitOk;
  });
}

int run_eval(const NetArguments& arguments) {
  const auto variant = arguments.chess960 ? chess::Variant::Chess960 : chess::Variant::Standard;
  const auto position = chess::parse_fen(arguments.fen, variant);
  if (!position) {
    std::cerr << position.error().message << '\n';
    return kExitBadInput;
  }
  return with_network(arguments.file, [&](nnue::Weights weights) {
    std::cout << nnue::explain(nnue::Network(std::move(weights)), *position);
    return kExitOk;
  });
}

}  // namespace

void add_net_command(CLI::App& app, Commands& commands) {
  auto arguments = std::make_shared<NetArguments>();
  CLI::App* const net = app.add_subcommand("net", "Look at the file of a network");
  net->require_subcommand(1);
  net->footer("Help on one of them: zugwerk net info --help");

  CLI::App* const info = net->add_subcommand("info", "What it is: shape, hash, ranges of weights");
  CLI::App* const verify =
      net->add_subcommand("verify", "Whether the file is whole and its numbers can be computed with");
  CLI::App* const eval = net->add_subcommand("eval", "What it thinks of a position, piece by piece");
  for (CLI::App* const command : {info, verify, eval})
    command->add_option("file", arguments->file, "The network, - for standard input")->required();
  eval->add_option("fen", arguments->fen, "Position to evaluate (default: the start)");
  eval->add_flag("--chess960", arguments->chess960, "Castling as in Chess960 (X-FEN and Shredder-FEN are read)");
  eval->footer("Each piece is worth to its owner what the evaluation loses when it is taken off the board, in pawns.");

  commands[net] = [arguments, info, verify] {
    if (info->parsed()) return run_info(*arguments);
    if (verify->parsed()) return run_verify(*arguments);
    return run_eval(*arguments);
  };
}

}  // namespace zugwerk::app
