// library/check.h
//
// Looks for damage in a library, and saves from a damaged one what can be read.

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "base/error.h"
#include "library/library.h"

namespace zugwerk::library {

struct CheckResult {
  std::uint64_t games = 0;   // looked at
  std::uint64_t faults = 0;  // reported
  bool interrupted = false;
};

struct CheckEvents {
  std::function<void(const std::string& message)> on_fault;
  std::function<void(std::uint64_t done, std::uint64_t all)> on_progress;
};

/// SQLite's own check, then ours: every chunk has its checksum, every game its legal moves, its tags and its digest,
/// and every index leads to the games that reach its positions.
[[nodiscard]] base::Expected<CheckResult> check(const std::string& path, const std::atomic<bool>& stop,
                                                const CheckEvents& events);

/// Passes every game that can be read, deleted ones aside, to `on_game` as PGN. Tags that are lost are left out.
/// Returns how many games could be read.
[[nodiscard]] base::Expected<std::uint64_t> save_games(
    const std::string& path, const std::atomic<bool>& stop,
    const std::function<base::Expected<void>(const std::string&)>& on_game, const CheckEvents& events);

}  // namespace zugwerk::library
