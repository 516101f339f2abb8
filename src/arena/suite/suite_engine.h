// arena/suite/suite_engine.h
//
// The engines that suites are run with: ours inside this process, and any UCI engine in a process of its own.

#pragma once

#include <atomic>
#include <cstddef>

#include "arena/suite/suite.h"
#include "arena/uci/uci_client.h"
#include "chess/notation/fen.h"

namespace zugwerk::arena {

/// What every engine of a suite gets, as far as it has such options.
struct SuiteEngineSettings {
  int threads = 1;
  std::size_t hash_megabytes = 64;
};

/// Our own engine. `name` is what reports call it.
[[nodiscard]] SuiteEngineMaker own_suite_engine(std::string name, const SuiteEngineSettings& settings);

/// A UCI engine. Threads and table size are set where it has such options and its own settings leave them open; more
/// threads than one on an engine that cannot have them is an error. `stop` calls off every wait and must outlive the
/// engines. Chess960 if a position of the suite needs it.
[[nodiscard]] SuiteEngineMaker uci_suite_engine(EngineSettings engine, const SuiteEngineSettings& settings,
                                                chess::Variant variant, const std::atomic<bool>& stop);

/// Chess960 if the castling rights of some position are not those of standard chess.
[[nodiscard]] chess::Variant variant_of(const Suite& suite);

}  // namespace zugwerk::arena
