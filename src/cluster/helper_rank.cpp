#include "cluster/helper_rank.h"

#include <string_view>
#include <utility>

namespace zugwerk::cluster {

namespace {

/// Also the age that counts of nodes may have.
constexpr base::Milliseconds kStatusEvery{50};

constexpr std::string_view kErrorPrefix = "info string error: ";

}  // namespace

HelperRank::HelperRank(std::unique_ptr<Transport> transport, const std::string& version)
    : Rank(std::move(transport)), heard_(base::Clock::now()) {
  const Hello hello = introduction(version);
  search_.network = hello.network;
  post(0, Tag::Hello, encode(hello));
  start();
}

std::optional<std::string> HelperRank::next_line() {
  std::unique_lock lock(mutex_);
  ordered_.wait(lock, [this] { return leaving_ || !orders_.empty(); });
  if (leaving_) return std::nullopt;
  Order order = std::move(orders_.front());
  orders_.pop_front();
  if (order.search) next_search_ = *order.search;
  return std::move(order.line);
}

void HelperRank::hear_engine(const std::string& line) {
  if (!line.starts_with(kErrorPrefix)) return;
  const Lock lock(mutex_);
  post(0, Tag::Complaint, line.substr(std::string_view("info string ").size()));
}

void HelperRank::search_started(const search::LocalSearch& search) {
  {
    const Lock lock(mutex_);
    search_.number = next_search_;
  }
  Rank::search_started(search);
}

void HelperRank::iteration_finished(const search::Ballot& best) {
  const Lock lock(mutex_);
  post(0, Tag::Result, encode(Result{.search = search_, .ballot = best}));
}

void HelperRank::leave() {
  leaving_ = true;
  ordered_.notify_all();
}

void HelperRank::obey(const Message& message, base::TimePoint now) {
  if (message.from != 0) return;
  heard_ = now;
  switch (static_cast<Tag>(message.tag)) {
    case Tag::Line:
      orders_.push_back({message.bytes, std::nullopt});
      ordered_.notify_all();
      break;
    case Tag::Go:
      if (auto go = decode_go(message.bytes)) {
        orders_.push_back({std::move(go->line), go->search});
        ordered_.notify_all();
      }
      break;
    case Tag::Leave:
      leave();
      break;
    default:
      break;  // a sign of life
  }
}

void HelperRank::look(base::TimePoint now) {
  if (now - heard_ >= kAbandoned) leave();
  if (now < next_status_) return;
  next_status_ = now + kStatusEvery;
  Status status{.search = search_};
  if (local_) {
    status.nodes = local_->nodes();
    status.tb_hits = local_->tb_hits();
  }
  post(0, Tag::Status, encode(status));
}

}  // namespace zugwerk::cluster
