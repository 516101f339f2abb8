// protocol/uci_options.h
//
// What a UCI client can set: the options of the engine, and a few that only the conversation knows.

#pragma once

#include <atomic>
#include <string>

#include "chess/notation/fen.h"
#include "engine/engine.h"
#include "engine/options.h"
#include "protocol/output.h"

namespace zugwerk::protocol {

/// How a UCI conversation is held.
struct UciSettings {
  chess::Variant variant = chess::Variant::Standard;  // how positions and moves are spelled
  std::atomic<bool> shows_wdl{false};
};

/// The caller keeps engine, settings and output alive; `about` says who made the engine.
[[nodiscard]] engine::Options uci_options(engine::Engine& engine, UciSettings& settings, Output& output,
                                          const std::string& about);

}  // namespace zugwerk::protocol
