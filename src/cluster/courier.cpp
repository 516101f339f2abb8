#include "cluster/courier.h"

#include <chrono>
#include <utility>

namespace zugwerk::cluster {

namespace {

using namespace std::chrono_literals;

/// Between two rounds. A sleep of this length costs nothing that can be measured; MPI itself would spin.
constexpr auto kNapWhileBusy = 1ms;
constexpr auto kNapWhileIdle = 4ms;
/// How long to wait at the end for messages that have not left.
constexpr auto kPatienceAtTheEnd = 200ms;

}  // namespace

Courier::Courier(std::unique_ptr<Transport> transport) : transport_(std::move(transport)) {}

Courier::~Courier() = default;

void Courier::start() {
  thread_ = base::Thread([this](const base::StopToken& stop) { carry(stop); });
}

void Courier::finish() {
  if (!thread_.joinable()) return;
  const auto deadline = base::Clock::now() + kPatienceAtTheEnd;
  const auto all_sent = [this] {
    const Lock lock(mutex_);
    if (!posted_.empty()) return false;
    for (int to = 0; to < size(); ++to)
      if (transport_->unsent(to) > 0) return false;
    return true;
  };
  while (!all_sent() && base::Clock::now() < deadline) std::this_thread::sleep_for(kNapWhileBusy);
  thread_.request_stop();
  thread_.join();
}

void Courier::post(int to, Tag tag, Bytes bytes) { posted_.push_back({to, tag, std::move(bytes)}); }

void Courier::post_to_all(Tag tag, const Bytes& bytes) {
  for (int to = 1; to < size(); ++to) post(to, tag, bytes);
}

void Courier::carry(const base::StopToken& stop) {
  while (!stop.stop_requested()) {
    const bool busy = turn();
    std::this_thread::sleep_for(busy ? kNapWhileBusy : kNapWhileIdle);
  }
}

bool Courier::turn() {
  const Lock lock(mutex_);
  const auto now = base::Clock::now();
  while (const auto message = transport_->receive()) handle(*message, now);
  look(now);
  for (Posted& message : std::exchange(posted_, {}))
    transport_->send(message.to, static_cast<int>(message.tag), std::move(message.bytes));
  sent();
  return is_busy();
}

}  // namespace zugwerk::cluster
