// app/shard_option.h
//
// `--shard K/N`, the option of every command whose work can be split over machines and merged again.

#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "base/shard.h"

namespace zugwerk::app {

/// `piece` is what every Nth one of which is done: "game".
inline CLI::Option* add_shard_option(CLI::App& command, base::Shard& shard, const std::string& piece) {
  return command
      .add_option_function<std::string>(
          "--shard",
          [&shard](const std::string& text) {
            const auto parsed = base::Shard::parse(text);
            if (!parsed) throw CLI::ValidationError("--shard", parsed.error().message);
            shard = *parsed;
          },
          "Do only part K of N, every Nth " + piece + "; `zugwerk merge` joins the parts")
      ->type_name("K/N");
}

}  // namespace zugwerk::app
