// support/fake_ranks.h
//
// A job of several ranks in one process: transports that hand messages from queue to queue, and whose ranks can be
// killed and cut off.

#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "cluster/transport.h"

namespace zugwerk::cluster {

class FakeRanks {
 public:
  explicit FakeRanks(int size) : queues_(static_cast<std::size_t>(size)) {}

  /// The transport of a rank; this must outlive it.
  [[nodiscard]] std::unique_ptr<Transport> transport(int rank) { return std::make_unique<FakeTransport>(*this, rank); }

  /// From now on nothing that this rank sends arrives anywhere, and nothing reaches it.
  void cut_off(int rank) {
    const std::scoped_lock lock(mutex_);
    cut_off_.insert(rank);
  }
  void reconnect(int rank) {
    const std::scoped_lock lock(mutex_);
    cut_off_.erase(rank);
  }
  /// Pretends that a rank has sent this.
  void send(int from, int to, int tag, Bytes bytes) {
    const std::scoped_lock lock(mutex_);
    if (!cut_off_.contains(from) && !cut_off_.contains(to)) queue(to).push_back({from, tag, std::move(bytes)});
  }
  /// What has arrived at a rank that nobody else reads for.
  [[nodiscard]] std::optional<Message> receive(int rank) {
    const std::scoped_lock lock(mutex_);
    if (queue(rank).empty()) return std::nullopt;
    Message message = std::move(queue(rank).front());
    queue(rank).pop_front();
    return message;
  }

 private:
  class FakeTransport : public Transport {
   public:
    FakeTransport(FakeRanks& ranks, int rank) : ranks_(ranks), rank_(rank) {}

    [[nodiscard]] int rank() const override { return rank_; }
    [[nodiscard]] int size() const override { return static_cast<int>(ranks_.queues_.size()); }
    void send(int to, int tag, Bytes bytes) override { ranks_.send(rank_, to, tag, std::move(bytes)); }
    [[nodiscard]] std::size_t unsent(int /*to*/) const override { return 0; }
    [[nodiscard]] std::optional<Message> receive() override { return ranks_.receive(rank_); }
    void end_with(int /*exit_code*/) override {}
    void forget(int /*rank*/) override {}

   private:
    FakeRanks& ranks_;
    const int rank_;
  };

  [[nodiscard]] std::deque<Message>& queue(int rank) { return queues_[static_cast<std::size_t>(rank)]; }

  std::mutex mutex_;
  std::vector<std::deque<Message>> queues_;  // of what has not been received yet, by rank
  std::set<int> cut_off_;
};

}  // namespace zugwerk::cluster
