// tablebase/syzygy.h
//
// Syzygy tablebases: results of positions with few pieces, and distances to the next capture or pawn move. The search
// decides how to use them.

#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "chess/position.h"
#include "tablebase/results.h"
#include "tablebase/table_set.h"

namespace zugwerk::tablebase {

/// The right to probe, for a search and all its threads. While any lease is out, no table is added or removed in the
/// whole process, so a lease should not be held longer than needed.
class Lease {
 public:
  explicit Lease(int largest) : largest_(largest) {}
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;
  ~Lease();

  /// The most pieces, kings included, for which there are tables; some tables may be missing.
  [[nodiscard]] int largest() const { return largest_; }

  /// The result if the fifty-move counter were zero; nothing with castling rights or without a table. May be called
  /// from many threads at once and takes no lock.
  [[nodiscard]] std::optional<Wdl> probe_wdl(const chess::Position& position) const;

  /// The results of all legal moves; nothing with castling rights or without the tables. Slower: one call at a time.
  [[nodiscard]] std::optional<std::vector<RootResult>> probe_root(const chess::Position& position) const;

 private:
  [[nodiscard]] bool may_know(const chess::Position& position) const;

  int largest_;
};

struct OpenOptions {
  /// open() verifies the smallest files, up to this many bytes in all; the others are verified in the background.
  static constexpr std::uint64_t kVerifiedAtOnce = std::uint64_t{64} << 20;
  std::uint64_t verified_at_once = kVerifiedAtOnce;
  /// Only tables that a game from here may need.
  std::optional<chess::Position> position = std::nullopt;
};

/// The tables of some folders. libfathom has one set of tables per process, so all objects share the tables of all of
/// them; each probes only positions that its own tables may contain.
class Tables {
 public:
  /// `path` is a list of folders, separated by ':'. Missing or empty folders and damaged files are left out and listed
  /// in faults(). An error if no table is left.
  [[nodiscard]] static base::Expected<std::shared_ptr<const Tables>> open(const std::string& path,
                                                                          const OpenOptions& options = {});

  Tables(const Tables&) = delete;
  Tables& operator=(const Tables&) = delete;
  ~Tables();

  /// "35 WDL and 35 DTZ tables of up to 4 pieces", and how many are still to come.
  [[nodiscard]] std::string describe() const { return to_string(counts()); }
  [[nodiscard]] TableCounts counts() const { return TableSet::instance().counts(client_); }
  [[nodiscard]] int largest() const { return counts().largest; }
  /// What was left out by open().
  [[nodiscard]] const std::vector<std::string>& faults() const { return faults_; }

  /// Adds tables that were verified since and removes files that have changed, unless a lease is out: then the next
  /// call does. Called before a search. Returns what is new, in words.
  [[nodiscard]] std::vector<std::string> refresh() const;
  /// Whether everything is verified, now or within some time.
  [[nodiscard]] bool wait_until_verified(base::Milliseconds patience) const {
    return TableSet::instance().wait_until_verified(client_, patience);
  }

  [[nodiscard]] std::shared_ptr<const Lease> lease() const;

  /// The same as those of a lease, for single probes.
  [[nodiscard]] std::optional<Wdl> probe_wdl(const chess::Position& position) const;
  [[nodiscard]] std::optional<std::vector<RootResult>> probe_root(const chess::Position& position) const;

 private:
  Tables() = default;

  TableSet::Client* client_ = nullptr;
  std::vector<std::string> faults_;
};

}  // namespace zugwerk::tablebase
