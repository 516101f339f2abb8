// tablebase/syzygy.h
//
// Syzygy endgame tables: who wins with few pieces, and how far it is to the next capture or pawn move. What the search
// makes of the answers is its own business.

#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "chess/position.h"
#include "tablebase/results.h"
#include "tablebase/table_set.h"

namespace zugwerk::tablebase {

/// The right to look into tables, for a search and all its threads. As long as there is one, no table comes or goes in
/// the whole process, so whoever has it gives it back in good time.
class Lease {
 public:
  explicit Lease(int largest) : largest_(largest) {}
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;
  ~Lease();

  /// Pieces on the board, kings included, up to which there are tables; some of them may be missing.
  [[nodiscard]] int largest() const { return largest_; }

  /// The result, if the position were reached by a capture or pawn move; nothing with castling rights or without a
  /// table. For many threads at once, without a lock.
  [[nodiscard]] std::optional<Wdl> probe_wdl(const chess::Position& position) const;

  /// The results of all legal moves; nothing with castling rights or without the tables. Slower; one at a time.
  [[nodiscard]] std::optional<std::vector<RootResult>> probe_root(const chess::Position& position) const;

 private:
  [[nodiscard]] bool may_know(const chess::Position& position) const;

  int largest_;
};

struct OpenOptions {
  /// The smallest files are verified before open() returns, so many bytes of them; the others in the background.
  static constexpr std::uint64_t kVerifiedAtOnce = std::uint64_t{64} << 20;
  std::uint64_t verified_at_once = kVerifiedAtOnce;
  /// Only tables that a game from here may need.
  std::optional<chess::Position> position = std::nullopt;
};

/// The tables of some folders. libfathom knows one set of tables per process, so all living objects share the tables of
/// all of them; each asks only for what its own could contain.
class Tables {
 public:
  /// `path` names folders, separated by ':'. Folders that are missing or empty and files that are broken are left out
  /// and named in faults(); without any table left there is an error.
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

  /// Uses what was verified since, and nothing that has changed since, unless somebody has a lease: then the next call
  /// does. Called before a search; says what is new.
  [[nodiscard]] std::vector<std::string> refresh() const;
  /// Whether everything is verified, now or within some time.
  [[nodiscard]] bool wait_until_verified(std::chrono::milliseconds patience) const {
    return TableSet::instance().wait_until_verified(client_, patience);
  }

  [[nodiscard]] std::shared_ptr<const Lease> lease() const;

  /// The same as a lease's, for single questions.
  [[nodiscard]] std::optional<Wdl> probe_wdl(const chess::Position& position) const;
  [[nodiscard]] std::optional<std::vector<RootResult>> probe_root(const chess::Position& position) const;

 private:
  Tables() = default;

  TableSet::Client* client_ = nullptr;
  std::vector<std::string> faults_;
};

}  // namespace zugwerk::tablebase
