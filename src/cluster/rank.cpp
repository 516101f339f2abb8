#include "cluster/rank.h"

#include <utility>

#include "base/machine.h"
#include "nnue/embedded.h"
#include "nnue/network.h"
#include "search/transposition_table.h"

namespace zugwerk::cluster {

namespace {

[[nodiscard]] std::string network_name(const std::shared_ptr<const nnue::Network>& network) {
  return network ? network->name() : "the classical evaluation";
}

}  // namespace

std::string network_name(const search::Settings& settings) { return network_name(settings.network); }

Hello introduction(std::string version) {
  return {.version = std::move(version),
          .network = network_name(nnue::embedded_network()),
          .host = base::host_name(),
          .processors = base::processors_online()};
}

void Rank::search_started(const search::LocalSearch& search) {
  const Lock lock(mutex_);
  static_cast<void>(queue_.take());  // what the last search left
  search_.position = search.position;
  search_.network = network_name(search.settings);
  local_ = search;
}

void Rank::search_ended() {
  const Lock lock(mutex_);
  local_.reset();
}

Traffic Rank::traffic() const {
  const Lock lock(mutex_);
  return traffic_;
}

void Rank::handle(const Message& message, base::TimePoint now) {
  if (static_cast<Tag>(message.tag) == Tag::Entries)
    store(message);
  else
    obey(message, now);
}

void Rank::store(const Message& message) {
  if (!local_ || !exchanges_with(message.from)) return;
  const auto entries = decode_entries(message.bytes);
  if (!entries || entries->search != search_) return;
  for (const Entry& entry : entries->entries) local_->tt->store_word(entry.key, entry.word);
  traffic_.received += entries->entries.size();
}

void Rank::send_entries() {
  if (!local_) return;
  const Entries entries{.search = search_, .entries = queue_.take()};
  if (entries.entries.empty()) return;
  const Bytes bytes = encode(entries);
  for (int to = 0; to < size(); ++to) {
    if (to == rank() || !exchanges_with(to)) continue;
    if (transport_->unsent(to) + bytes.size() > kMostUnsent) {
      traffic_.dropped += entries.entries.size();
      continue;
    }
    transport_->send(to, static_cast<int>(Tag::Entries), bytes);
    traffic_.sent += entries.entries.size();
    ++traffic_.batches;
  }
}

}  // namespace zugwerk::cluster
