// app/review_options.h
//
// Search limits of the teacher: options shared by its commands.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <CLI/CLI.hpp>

#include "app/network_choice.h"
#include "base/error.h"
#include "engine/engine.h"
#include "eval/score.h"
#include "review/reviewer.h"

namespace zugwerk::app {

struct ReviewLimitArguments {
  std::uint64_t nodes = 0;
  int move_time = 0;  // milliseconds
  int depth = 0;
  std::size_t hash = 16;  // megabytes
  std::string network;
};

inline void add_review_options(CLI::App& command, ReviewLimitArguments& arguments) {
  CLI::Option* const nodes =
      command.add_option("--nodes", arguments.nodes, "Nodes per position")->check(CLI::PositiveNumber);
  CLI::Option* const time = command.add_option("--movetime", arguments.move_time, "Milliseconds per position")
                                ->check(CLI::PositiveNumber)
                                ->excludes(nodes);
  command.add_option("--depth", arguments.depth, "Depth in plies per position")
      ->check(CLI::Range(1, eval::kMaxPly - 1))
      ->excludes(nodes)
      ->excludes(time);
  command.add_option("--hash", arguments.hash, "Transposition table in MB")
      ->check(CLI::Range(std::size_t{1}, engine::Engine::kMostHash))
      ->capture_default_str();
  command.add_option("--network", arguments.network, kNetworkHelp);
}

/// Fails if the network cannot be read.
[[nodiscard]] inline base::Expected<review::ReviewSettings> settings_of(const ReviewLimitArguments& arguments) {
  constexpr std::uint64_t kDefaultNodes = 200'000;
  auto network = chosen_network(arguments.network);
  if (!network) return tl::unexpected(network.error());
  review::ReviewSettings settings;
  settings.network = std::move(*network);
  if (arguments.nodes > 0) settings.limits.nodes = arguments.nodes;
  if (arguments.move_time > 0) settings.limits.move_time = search::Milliseconds(arguments.move_time);
  if (arguments.depth > 0) settings.limits.depth = arguments.depth;
  if (!settings.limits.nodes && !settings.limits.move_time && !settings.limits.depth)
    settings.limits.nodes = kDefaultNodes;
  settings.hash_megabytes = arguments.hash;
  return settings;
}

}  // namespace zugwerk::app
