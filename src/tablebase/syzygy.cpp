#include "tablebase/syzygy.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <mutex>
#include <string_view>
#include <utility>

#include "base/format.h"
#include "tablebase/fathom.h"

namespace zugwerk::tablebase {

using namespace chess;

namespace {

/// A damaged disk or a wrong folder causes very many messages; these are enough.
void shorten_faults(std::vector<std::string>& faults) {
  constexpr std::size_t kMost = 10;
  if (faults.size() <= kMost) return;
  const std::size_t rest = faults.size() - kMost + 1;
  faults.resize(kMost - 1);
  faults.push_back(base::format("and {} more like these", rest));
}

/// The tables of a folder by name, whatever they contain, and what is wrong with names.
[[nodiscard]] std::vector<TableFile> files_in(const std::string& folder, const OpenOptions& options,
                                              std::vector<std::string>& faults) {
  std::vector<TableFile> files;
  std::error_code error;
  std::filesystem::directory_iterator entries(folder, error);
  bool has_wdl = false;
  for (; !error && entries != std::filesystem::directory_iterator(); entries.increment(error)) {
    const std::filesystem::path& path = entries->path();
    const auto table = table_called(path);
    if (!table) continue;
    has_wdl = has_wdl || table->kind == TableKind::Wdl;
    if (options.position && !table->material.can_follow(*options.position)) continue;
    if (path.filename() == table->file_name())
      files.push_back({path.string(), *table});
    else
      faults.push_back(path.string() + ": should be called " + table->file_name() + "; it is left out");
  }
  if (error)
    faults.push_back(folder + ": " + error.message() + "; it is left out");
  else if (!has_wdl)
    faults.push_back(folder + ": no Syzygy tables (.rtbw) are in it; it is left out");
  // Folders are not sorted, messages should be.
  std::sort(files.begin(), files.end(), [](const TableFile& a, const TableFile& b) { return a.path < b.path; });
  return has_wdl ? files : std::vector<TableFile>{};
}

}  // namespace

std::string to_string(Wdl wdl) {
  constexpr std::array<std::string_view, 5> kNames{"loss", "blessed loss", "draw", "cursed win", "win"};
  return std::string(kNames[static_cast<std::size_t>(static_cast<int>(wdl) + 2)]);
}

Lease::~Lease() { TableSet::instance().return_lease(); }

bool Lease::may_know(const Position& position) const {
  return !position.castling().any() && popcount(position.occupied()) <= largest_;
}

std::optional<Wdl> Lease::probe_wdl(const Position& position) const {
  if (!may_know(position)) return std::nullopt;
  return fathom::probe_wdl(position);
}

std::optional<std::vector<RootResult>> Lease::probe_root(const Position& position) const {
  if (!may_know(position)) return std::nullopt;
  const std::scoped_lock one_at_a_time(TableSet::instance().root_mutex());
  return fathom::probe_root(position);
}

base::Expected<std::shared_ptr<const Tables>> Tables::open(const std::string& path, const OpenOptions& options) {
  if (!fathom::is_available()) return base::failure("tablebases need libfathom, without which this program was built");
  std::shared_ptr<Tables> tables(new Tables);
  std::vector<TableFile> files;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find(':', at), path.size());
    const std::string folder = path.substr(at, end - at);
    at = end + 1;
    if (folder.empty()) continue;
    const auto found = files_in(folder, options, tables->faults_);
    files.insert(files.end(), found.begin(), found.end());
  }
  auto& set = TableSet::instance();
  tables->client_ = set.add(std::move(files), options.verified_at_once);
  const auto refused = set.take_faults(tables->client_);
  tables->faults_.insert(tables->faults_.end(), refused.begin(), refused.end());
  shorten_faults(tables->faults_);
  const TableCounts counts = tables->counts();
  if (counts.wdl == 0 && counts.waiting == 0 && counts.unverified == 0) {
    std::string message;
    for (const std::string& fault : tables->faults_) message += (message.empty() ? "" : "; ") + fault;
    if (message.empty())
      message =
          path.find_first_not_of(':') == std::string::npos ? "no folder is named" : "no table is for these pieces";
    return base::failure(message);
  }
  return std::shared_ptr<const Tables>(std::move(tables));
}

Tables::~Tables() {
  if (client_ != nullptr) TableSet::instance().remove(client_);
}

std::vector<std::string> Tables::refresh() const {
  auto& set = TableSet::instance();
  set.refresh();
  std::vector<std::string> news = set.take_faults(client_);
  shorten_faults(news);
  if (const auto counts = set.take_new_counts(client_)) news.push_back(to_string(*counts));
  return news;
}

std::shared_ptr<const Lease> Tables::lease() const {
  return std::make_shared<const Lease>(TableSet::instance().take_lease(client_));
}

std::optional<Wdl> Tables::probe_wdl(const Position& position) const {
  TableSet::instance().refresh();
  return lease()->probe_wdl(position);
}

std::optional<std::vector<RootResult>> Tables::probe_root(const Position& position) const {
  TableSet::instance().refresh();
  return lease()->probe_root(position);
}

}  // namespace zugwerk::tablebase
