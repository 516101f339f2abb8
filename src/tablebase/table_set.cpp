#include "tablebase/table_set.h"

#include <algorithm>
#include <set>
#include <span>
#include <system_error>
#include <tuple>
#include <utility>

#include "base/clock.h"
#include "base/files/link_folder.h"
#include "base/format.h"
#include "base/priority.h"
#include "base/thread.h"
#include "tablebase/fathom.h"
#include "tablebase/verify.h"

namespace zugwerk::tablebase {

std::string to_string(const TableCounts& counts) {
  std::string text = counts.unverified + counts.waiting > 0 ? "no tables are in use yet" : "no tables are in use";
  if (counts.wdl > 0)
    text = base::format("{} WDL and {} DTZ tables of up to {} pieces", counts.wdl, counts.dtz, counts.largest);
  const char* const more = counts.wdl > 0 ? " more" : "";
  if (counts.unverified > 0) base::append_format(text, "; {}{} once verified", counts.unverified, more);
  if (counts.waiting > 0) base::append_format(text, "; {}{} after the running searches", counts.waiting, more);
  return text;
}

TableSet& TableSet::instance() {
  static TableSet set;
  return set;
}

TableSet::~TableSet() {
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
    stop_background_.request_stop();
  }
  if (background_.joinable()) background_.join();
}

// --- Clients ---------------------------------------------------------------------------------------------------------

TableSet::Client* TableSet::add(std::vector<TableFile> files, std::uint64_t verified_at_once) {
  Client* client = nullptr;
  {
    const std::scoped_lock lock(mutex_);
    client = &clients_.emplace_back();
    client->files = std::move(files);
    for (const TableFile& wanted : client->files) {
      File& file = files_[wanted.path];
      ++file.clients;
      file.table = wanted.table;
      const auto identity = base::identity_of(wanted.path);
      file.size = identity ? identity->size : 0;
      if (identity != file.identity) file.state = State::Unverified;
      if (file.state == State::Refused) tell_clients(wanted.path, file.fault);
    }
  }
  verify_small_files(client->files, verified_at_once);
  const std::scoped_lock lock(mutex_);
  start_background();
  is_outdated_ = true;
  if (leases_ == 0) apply_changes();
  client->told = count(*client);
  client->largest = client->told.largest;
  return client;
}

void TableSet::remove(Client* client) {
  const std::scoped_lock lock(mutex_);
  for (const TableFile& file : client->files) --files_[file.path].clients;
  if (!in_background_.empty() && files_[in_background_].clients == 0) stop_background_.request_stop();
  clients_.remove_if([client](const Client& other) { return &other == client; });
  is_outdated_ = true;
  if (leases_ == 0) apply_changes();
}

void TableSet::refresh() {
  const std::scoped_lock lock(mutex_);
  if (leases_ > 0) return;
  drop_changed_files();
  if (!is_outdated_) return;
  const Paths wanted = wanted_files();
  const bool has_lost_some = !std::includes(wanted.begin(), wanted.end(), in_use_.begin(), in_use_.end());
  // Every change reopens all tables. While many are being verified, it waits until their number has doubled.
  if (has_lost_some || next_unverified() == files_.end() || wanted.size() >= 2 * in_use_.size()) apply_changes();
}

std::vector<std::string> TableSet::take_faults(Client* client) {
  const std::scoped_lock lock(mutex_);
  return std::exchange(client->faults, {});
}

TableCounts TableSet::counts(const Client* client) {
  const std::scoped_lock lock(mutex_);
  return count(*client);
}

std::optional<TableCounts> TableSet::take_new_counts(Client* client) {
  const std::scoped_lock lock(mutex_);
  const TableCounts now = count(*client);
  const auto in_use = [](const TableCounts& counts) { return std::tuple(counts.wdl, counts.dtz, counts.largest); };
  if (in_use(now) == in_use(client->told)) return std::nullopt;
  return client->told = now;
}

TableCounts TableSet::count(const Client& client) const {
  TableCounts counts;
  const Paths wanted = wanted_files();
  std::set<std::string> seen;  // in another folder
  for (const TableFile& client_file : client.files) {
    const File& file = files_.at(client_file.path);
    if (file.state == State::Unverified) {
      ++counts.unverified;
      counts.unverified_bytes += file.size;
    }
    const std::string name = file.table.file_name();
    if (file.state != State::Sound || !seen.insert(name).second) continue;
    const bool is_wdl = file.table.kind == TableKind::Wdl;
    // DTZ is not probed in draws, so libfathom does not need such a table.
    if (in_use_.contains(name) || (!is_wdl && file.table.material.is_always_drawn())) {
      ++(is_wdl ? counts.wdl : counts.dtz);
      if (is_wdl) counts.largest = std::max(counts.largest, file.table.material.count());
    } else if (wanted.contains(name)) {
      ++counts.waiting;
    }
  }
  return counts;
}

bool TableSet::wait_until_verified(const Client* client, base::Milliseconds patience) {
  std::unique_lock lock(mutex_);
  return verified_.wait_for(lock, patience, [&] { return count(*client).unverified == 0; });
}

int TableSet::take_lease(const Client* client) {
  const std::scoped_lock lock(mutex_);
  ++leases_;
  return client->largest;
}

void TableSet::return_lease() {
  const std::scoped_lock lock(mutex_);
  --leases_;
}

// --- Verification ----------------------------------------------------------------------------------------------------

void TableSet::verify_small_files(const std::vector<TableFile>& wanted, std::uint64_t budget) {
  std::vector<std::pair<std::uint64_t, const TableFile*>> by_size;
  {
    const std::scoped_lock lock(mutex_);
    for (const TableFile& file : wanted)
      if (const File& known = files_[file.path]; known.state == State::Unverified)
        by_size.emplace_back(known.size, &file);
  }
  std::sort(by_size.begin(), by_size.end());
  for (const auto& [size, file] : by_size) {
    if (size > budget) return;
    budget -= size;
    verify(file->path, file->table, {});
  }
}

void TableSet::verify(const std::string& path, const TableName& table, const base::StopToken& stop) {
  const auto file = base::RandomAccessFile::open(path);
  const auto look = [&]() -> base::Expected<void> {
    if (!file) return tl::unexpected(file.error());
    const TableBytes bytes{file->identity().size,
                           [&](std::uint64_t offset, std::span<char> target) { return file->read(offset, target); }};
    if (auto sound = check_structure(bytes, table); !sound) return sound;
    if (auto sound = check_checksum(bytes, stop); !sound) return sound;
    if (base::identity_of(path) != file->identity()) return base::failure("has changed while it was verified");
    return {};
  };
  const auto sound = look();
  if (stop.stop_requested()) return;
  const std::scoped_lock lock(mutex_);
  File& known = files_[path];
  known.identity = file ? file->identity() : base::FileIdentity{};
  known.state = State::Sound;
  is_outdated_ = true;
  if (!sound) refuse(path, sound.error().message);
  verified_.notify_all();
}

void TableSet::start_background() {
  if (is_verifying_ || next_unverified() == files_.end()) return;
  if (background_.joinable()) background_.join();
  try {
    background_ = std::thread([this] { verify_in_background(); });
    is_verifying_ = true;
  } catch (const std::system_error& error) {
    for (auto& [path, file] : files_)
      if (file.state == State::Unverified && file.clients > 0)
        refuse(path, "cannot be verified: " + std::string(error.what()));
  }
}

void TableSet::verify_in_background() {
  base::give_way_to_others();
  std::unique_lock lock(mutex_);
  while (!ending_) {
    const auto next = next_unverified();
    if (next == files_.end()) break;
    stop_background_ = {};
    in_background_ = next->first;
    const std::string path = next->first;
    const TableName table = next->second.table;
    const base::StopToken stop = stop_background_.token();
    lock.unlock();
    verify(path, table, stop);
    lock.lock();
    in_background_.clear();
  }
  is_verifying_ = false;
}

TableSet::Files::iterator TableSet::next_unverified() {
  // Small tables first, since more positions need them; WDL before DTZ, since every probe needs WDL first.
  const auto urgency = [](const File& file) {
    return std::tuple(file.state == State::Unverified && file.clients > 0 ? 0 : 1, file.table.material.count(),
                      file.table.kind, file.size);
  };
  const auto next = std::min_element(files_.begin(), files_.end(), [&](const auto& a, const auto& b) {
    return urgency(a.second) < urgency(b.second);
  });
  return next != files_.end() && std::get<0>(urgency(next->second)) == 0 ? next : files_.end();
}

void TableSet::refuse(const std::string& path, const std::string& fault) {
  File& file = files_[path];
  file.state = State::Refused;
  file.fault = fault;
  is_outdated_ = true;
  tell_clients(path, fault);
}

void TableSet::tell_clients(const std::string& path, const std::string& fault) {
  const std::string message = path + ": " + fault + "; it is left out";
  for (Client& client : clients_)
    if (std::any_of(client.files.begin(), client.files.end(), [&](const TableFile& file) { return file.path == path; }))
      client.faults.push_back(message);
}

// --- What libfathom sees ---------------------------------------------------------------------------------------------

bool TableSet::is_unchanged(const std::string& path) const {
  return base::identity_of(path) == files_.at(path).identity;
}

void TableSet::drop_changed_files() {
  for (const auto& [name, path] : in_use_) {
    if (is_unchanged(path)) continue;
    tell_clients(path, "has changed since it was verified");
    const auto identity = base::identity_of(path);
    files_[path].size = identity ? identity->size : 0;
    files_[path].state = State::Unverified;
    is_outdated_ = true;
  }
  start_background();
}

TableSet::Paths TableSet::wanted_files() const {
  Paths wanted;
  for (const TableKind kind : {TableKind::Wdl, TableKind::Dtz})
    for (const Client& client : clients_)
      for (const TableFile& file : client.files) {
        const TableName& table = file.table;
        if (table.kind != kind || files_.at(file.path).state != State::Sound) continue;
        // DTZ is probed only if the result is not a draw.
        const TableName results{table.material, TableKind::Wdl};
        if (kind == TableKind::Dtz && (table.material.is_always_drawn() || !wanted.contains(results.file_name())))
          continue;
        wanted.emplace(table.file_name(), file.path);
      }
  return wanted;
}

void TableSet::apply_changes() {
  for (Paths wanted = wanted_files(); wanted != in_use_; wanted = wanted_files())
    if (load(wanted)) in_use_ = wanted;
  is_outdated_ = false;
  for (Client& client : clients_) client.largest = count(client).largest;
}

bool TableSet::load(const Paths& wanted) {
  in_use_.clear();
  fathom::use_folder("");
  if (wanted.empty()) return true;
  if (!can_be_mapped(wanted)) return false;
  auto folder = base::LinkFolder::create();
  base::Expected<void> linked;
  for (const auto& [name, path] : wanted)
    if (linked) linked = folder ? folder->add(name, path) : tl::make_unexpected(folder.error());
  if (!linked) {
    for (const auto& [name, path] : wanted) refuse(path, "no links to it can be made: " + linked.error().message);
    return false;
  }
  fathom::use_folder(folder->path());
  for (const auto& [name, path] : wanted)
    if (files_[path].table.kind == TableKind::Wdl) fathom::open_wdl(files_[path].table.material);
  bool is_complete = true;
  for (const auto& [name, path] : wanted) {
    const TableName& table = files_[path].table;
    if (table.kind == TableKind::Dtz && !fathom::open_dtz(table.material)) {
      refuse(path, "does not belong to the results in " + table.material.table_name() + ".rtbw");
      is_complete = false;
    } else if (!is_unchanged(path)) {
      refuse(path, "has changed since it was verified");
      is_complete = false;
    }
  }
  if (!is_complete) fathom::use_folder("");
  return is_complete;
}

/// libfathom ends the process if it cannot map a file, so all of them are mapped once as a test.
bool TableSet::can_be_mapped(const Paths& wanted) {
  std::vector<base::FileMapping> mappings;
  bool all = true;
  for (const auto& [name, path] : wanted) {
    const auto file = base::RandomAccessFile::open(path);
    auto mapping = file ? file->map() : tl::make_unexpected(file.error());
    if (mapping) {
      mappings.push_back(*std::move(mapping));
    } else {
      refuse(path, "cannot be mapped: " + mapping.error().message);
      all = false;
    }
  }
  return all;
}

}  // namespace zugwerk::tablebase
