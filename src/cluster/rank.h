// cluster/rank.h
//
// A rank of a search over many processes: passes what its search finds to the other ranks and what they find to its
// search, from one thread that sleeps most of the time. What rank 0 does besides is root_rank.h's, what the others do
// is helper_rank.h's.

#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "cluster/entry_queue.h"
#include "cluster/transport.h"
#include "cluster/wire.h"
#include "search/exchange.h"

namespace zugwerk::cluster {

/// The name of the network of a search, or what stands for none.
[[nodiscard]] std::string network_name(const search::Settings& settings);
/// What this process reports of itself.
[[nodiscard]] Hello introduction(std::string version);

/// What was exchanged since the start, in entries.
struct Traffic {
  std::uint64_t sent = 0;      // each counts once for every rank that it went to
  std::uint64_t dropped = 0;   // for ranks that had not taken earlier ones yet
  std::uint64_t received = 0;  // and stored
  std::uint64_t batches = 0;   // sent
};

class Rank : public search::Exchange {
 public:
  /// Messages to one rank that may be under way before entries for it are dropped, in bytes.
  static constexpr std::size_t kMostUnsent = std::size_t{256} << 10;

  explicit Rank(std::unique_ptr<Transport> transport);
  /// Derived classes call finish() in their own destructors.
  ~Rank() override;

  void search_started(const search::LocalSearch& search) override;
  void search_ended() override;
  void offer(chess::Key key, std::uint64_t word) override { queue_.offer({key, word}); }

  [[nodiscard]] Traffic traffic() const;

 protected:
  using Lock = std::scoped_lock<std::mutex>;

  /// Starts the thread that carries messages; once, when the derived class is complete.
  void start();
  /// Sends what is still to be sent, waiting a moment for it, and ends the thread.
  void finish();

  /// To be sent soon, in order. From any thread, with the mutex held.
  void post(int to, Tag tag, Bytes bytes);

  // Called from the thread that carries messages, with the mutex held.

  virtual void handle(const Message& message, base::TimePoint now) = 0;
  /// Time has passed; called about once in a millisecond.
  virtual void look(base::TimePoint now) = 0;
  /// Whether to send entries to this rank and to accept its own.
  [[nodiscard]] virtual bool exchanges_with(int rank) const = 0;

  [[nodiscard]] int rank() const { return transport_->rank(); }
  [[nodiscard]] int size() const { return transport_->size(); }

  mutable std::mutex mutex_;  // guards all below but the queue
  std::unique_ptr<Transport> transport_;
  SearchId search_;                           // the running search, or the last one
  std::optional<search::LocalSearch> local_;  // while it is running

 private:
  struct Posted {
    int to;
    Tag tag;
    Bytes bytes;
  };

  void carry(const std::stop_token& stop);
  /// One round of receiving and sending; whether a search is running.
  bool turn();
  void store(const Message& message);
  void send_entries();

  std::vector<Posted> posted_;
  Traffic traffic_;
  EntryQueue queue_;
  std::jthread thread_;
};

}  // namespace zugwerk::cluster
