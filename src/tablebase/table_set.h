// tablebase/table_set.h
//
// The tables of the whole process. libfathom has one set of them, without locks, and trusts what is in a file. So this
// class decides which files it sees and when the set may change:
//
// - A file is verified first: small ones when their folder is opened, large ones in a background thread, and again only
//   if they change. libfathom scans folders by itself and would find damaged files there; so it is given a private
//   folder with links to the sound files, which is removed as soon as all of them are open.
// - Probing needs a lease and no lock. The set changes only while no lease is out. Nothing blocks on that: the change
// is made at the next opportunity, when tables are opened or closed, or refreshed before a search. Until then probes
// see
//   the set as it was when the oldest lease was taken.
// - libfathom opens every table under the lock before the first lease on it is granted, so that several threads only
//   read.

#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/files/random_access_file.h"
#include "base/thread.h"
#include "tablebase/material.h"

namespace zugwerk::tablebase {

struct TableFile {
  std::string path;
  TableName table;
};

/// How many tables a client has in use, and how many are still to come.
struct TableCounts {
  int wdl = 0;
  int dtz = 0;
  int largest = 0;  // pieces, of WDL tables
  int waiting = 0;  // for the end of searches that use other tables
  int unverified = 0;
  std::uint64_t unverified_bytes = 0;
};

/// "35 WDL and 35 DTZ tables of up to 4 pieces; 2 more once verified".
[[nodiscard]] std::string to_string(const TableCounts& counts);

class TableSet {
 public:
  /// The files that one object wants, and messages about them.
  struct Client;

  static TableSet& instance();

  TableSet() = default;
  TableSet(const TableSet&) = delete;
  TableSet& operator=(const TableSet&) = delete;
  ~TableSet();

  /// Verifies the smallest files, up to so many bytes of all, and begins with the others in the background. They belong
  /// to the client until remove().
  [[nodiscard]] Client* add(std::vector<TableFile> files, std::uint64_t verified_at_once);
  void remove(Client* client);

  /// Applies what was verified or has changed since, if no lease is out.
  void refresh();
  /// What has become wrong with the files of a client since the last call.
  [[nodiscard]] std::vector<std::string> take_faults(Client* client);
  [[nodiscard]] TableCounts counts(const Client* client);
  /// The same, if other tables are in use than at the last call or when the client was added.
  [[nodiscard]] std::optional<TableCounts> take_new_counts(Client* client);
  /// Whether all files of a client are verified, now or within some time.
  [[nodiscard]] bool wait_until_verified(const Client* client, base::Milliseconds patience);

  /// Until it is returned, the set stays as it is. The pieces up to which the client has tables in it.
  [[nodiscard]] int take_lease(const Client* client);
  void return_lease();
  /// Locked during root probes, which are not thread-safe in libfathom.
  [[nodiscard]] std::mutex& root_mutex() { return root_; }

 private:
  enum class State { Unverified, Sound, Refused };
  /// What is known about a file that some client wants or has wanted.
  struct File {
    TableName table;
    int clients = 0;
    std::uint64_t size = 0;
    State state = State::Unverified;
    base::FileIdentity identity;  // of what was verified
    std::string fault;            // why it is refused
  };
  using Files = std::map<std::string, File>;         // by path
  using Paths = std::map<std::string, std::string>;  // by the names that libfathom looks for

  /// All but these two are called with the lock held.
  void verify_small_files(const std::vector<TableFile>& wanted, std::uint64_t budget);
  void verify(const std::string& path, const TableName& table, const base::StopToken& stop);

  void start_background();
  void verify_in_background();
  [[nodiscard]] Files::iterator next_unverified();

  void refuse(const std::string& path, const std::string& fault);
  void tell_clients(const std::string& path, const std::string& fault);
  [[nodiscard]] TableCounts count(const Client& client) const;

  /// Files that were replaced, truncated or removed are not used any more. What is there now is verified.
  void drop_changed_files();
  /// Sound files; of several with one name the first client's.
  [[nodiscard]] Paths wanted_files() const;
  /// Makes libfathom use what is wanted. No lease is out.
  void apply_changes();
  /// False if files had to be refused, so that something else is wanted now.
  [[nodiscard]] bool load(const Paths& wanted);
  [[nodiscard]] bool can_be_mapped(const Paths& wanted);
  [[nodiscard]] bool is_unchanged(const std::string& path) const;

  std::mutex mutex_;                  // guards all that follows
  std::condition_variable verified_;  // a file was verified
  std::list<Client> clients_;
  Files files_;
  Paths in_use_;
  bool is_outdated_ = false;  // something else may be wanted than is in use
  int leases_ = 0;
  bool ending_ = false;
  bool is_verifying_ = false;  // the background thread runs
  std::string in_background_;  // the file that it reads
  base::StopSource stop_background_;
  std::thread background_;
  std::mutex root_;
};

struct TableSet::Client {
  std::vector<TableFile> files;
  std::vector<std::string> faults;  // not yet told
  TableCounts told;
  int largest = 0;  // pieces, of its tables that are in use
};

}  // namespace zugwerk::tablebase
