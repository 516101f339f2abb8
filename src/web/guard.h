// web/guard.h
//
// Who may ask, and how often. The server is meant for pages it served itself: other sites that a browser has open must
// not reach it, neither directly nor by a name that they point at this machine.

#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "web/message.h"

namespace zugwerk::web {

/// Largest body that is read, in bytes: a PGN of some thousand games.
inline constexpr std::size_t kLargestBody = std::size_t{4} * 1024 * 1024;

/// Whether this address or name means the machine itself.
[[nodiscard]] bool is_loopback(std::string_view host);

/// The refusal of a request that comes from elsewhere. On a loopback server the Host header must be a loopback name;
/// everywhere an Origin must be the server's own.
[[nodiscard]] std::optional<Response> refuse_foreign(const Request& request, bool loopback_only);

/// Lets every client ask at a steady rate, with bursts; what is beyond gets a 429. Thread-safe.
class FloodGate {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr double kPerSecond = 500;
  static constexpr double kBurst = 1000;

  /// Counts a request; false if there were too many.
  [[nodiscard]] bool admit(const std::string& client, Clock::time_point now);

 private:
  static constexpr std::size_t kMostClients = 1024;
  struct Bucket {
    double tokens = kBurst;
    Clock::time_point filled;
  };

  std::mutex mutex_;
  std::map<std::string, Bucket> buckets_;
};

}  // namespace zugwerk::web
