// app/verified_tables.h
//
// Tablebases for commands that need all of them before they begin.

#pragma once

#include <chrono>
#include <iostream>
#include <memory>
#include <string>

#include "base/error.h"
#include "tablebase/syzygy.h"

namespace zugwerk::app {

/// Verified tables, including large ones, which may take a while. Files left out are named on standard error, after the
/// name of the option.
[[nodiscard]] inline base::Expected<std::shared_ptr<const tablebase::Tables>> open_verified_tables(
    const std::string& option, const std::string& path, const tablebase::OpenOptions& options = {}) {
  auto tables = tablebase::Tables::open(path, options);
  if (!tables) return base::failure(option + ": " + tables.error().message);
  for (const std::string& fault : (*tables)->faults()) std::cerr << option << ": " << fault << '\n';
  const auto counts = (*tables)->counts();
  if (counts.unverified == 0) return tables;
  constexpr std::uint64_t kMegabyte = 1'000'000;
  std::cerr << option << ": verifying " << counts.unverified << " tables (" << counts.unverified_bytes / kMegabyte
            << " MB)\n";
  while (!(*tables)->wait_until_verified(std::chrono::seconds(1))) {
  }
  for (const std::string& news : (*tables)->refresh()) std::cerr << option << ": " << news << '\n';
  return tables;
}

}  // namespace zugwerk::app
