// protocol/uci_options.h
//
// The options of a UCI client: those of the engine, and a few that concern only the protocol.

#pragma once

#include <atomic>
#include <string>

#include "chess/notation/fen.h"
#include "engine/engine.h"
#include "engine/options.h"
#include "protocol/output.h"

namespace zugwerk::protocol {

/// The settings of a UCI conversation.
struct UciSettings {
  chess::Variant variant = chess::Variant::Standard;  // how positions and moves are spelled
  std::atomic<bool> shows_wdl{false};
};

/// The caller keeps engine, settings and output alive; `about` says who made the engine.
[[nodiscard]] engine::Options uci_options(engine::Engine& engine, UciSettings& settings, Output& output,
                                          const std::string& about);

}  // namespace zugwerk::protocol
