// cluster/rank.h
//
// A rank of a search over many processes: passes what its search finds to the other ranks and what they find to its
// search. What rank 0 does besides is root_rank.h's, what the others do is helper_rank.h's.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "cluster/courier.h"
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

class Rank : public search::Exchange, public Courier {
 public:
  /// Messages to one rank that may be under way before entries for it are dropped, in bytes.
  static constexpr std::size_t kMostUnsent = std::size_t{256} << 10;

  using Courier::Courier;

  void search_started(const search::LocalSearch& search) override;
  void search_ended() override;
  void offer(chess::Key key, std::uint64_t word) override { queue_.offer({key, word}); }

  [[nodiscard]] Traffic traffic() const;

 protected:
  // Called from the thread that carries messages, with the mutex held.

  /// All messages but entries.
  virtual void obey(const Message& message, base::TimePoint now) = 0;
  /// Whether to send entries to this rank and to accept its own.
  [[nodiscard]] virtual bool exchanges_with(int rank) const = 0;

  SearchId search_;                           // the running search, or the last one
  std::optional<search::LocalSearch> local_;  // while it is running

 private:
  void handle(const Message& message, base::TimePoint now) final;
  void sent() final { send_entries(); }
  [[nodiscard]] bool is_busy() const final { return local_.has_value(); }
  void store(const Message& message);
  void send_entries();

  Traffic traffic_;
  EntryQueue queue_;  // has its own locks
};

}  // namespace zugwerk::cluster
