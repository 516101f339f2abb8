// cluster/delayed_transport.h
//
// A transport whose messages arrive later than they do, to try out slow networks on one machine.

#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <utility>

#include "base/clock.h"
#include "cluster/transport.h"

namespace zugwerk::cluster {

class DelayedTransport : public Transport {
 public:
  DelayedTransport(std::unique_ptr<Transport> real, base::Milliseconds delay) : real_(std::move(real)), delay_(delay) {}

  [[nodiscard]] int rank() const override { return real_->rank(); }
  [[nodiscard]] int size() const override { return real_->size(); }
  void send(int to, int tag, Bytes bytes) override { real_->send(to, tag, std::move(bytes)); }
  [[nodiscard]] std::size_t unsent(int to) const override { return real_->unsent(to); }
  void end_with(int exit_code) override { real_->end_with(exit_code); }
  void forget(int rank) override { real_->forget(rank); }

  [[nodiscard]] std::optional<Message> receive() override {
    const auto now = base::Clock::now();
    while (auto message = real_->receive()) waiting_.push_back({now + delay_, *std::move(message)});
    if (waiting_.empty() || waiting_.front().due > now) return std::nullopt;
    Message message = std::move(waiting_.front().message);
    waiting_.pop_front();
    return message;
  }

 private:
  struct Waiting {
    base::TimePoint due;
    Message message;
  };

  const std::unique_ptr<Transport> real_;
  const base::Milliseconds delay_;
  std::deque<Waiting> waiting_;
};

}  // namespace zugwerk::cluster
