// web/guard.h
//
// Access control and rate limits. The server is meant for pages it served itself: other sites open in the same browser
// must not reach it, neither directly nor by a name that they point at this machine. If other machines can connect,
// requests also need a token, which only the printed address contains.

#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "web/message.h"

namespace zugwerk::web {

/// Largest body that is read, in bytes: a PGN of some thousand games.
inline constexpr std::size_t kLargestBody = std::size_t{4} * 1024 * 1024;

/// Whether this address or name means the machine itself.
[[nodiscard]] bool is_loopback(std::string_view host);

/// Whether this is a numeric address, which, unlike a name, cannot be pointed elsewhere.
[[nodiscard]] bool is_address(std::string_view host);

/// What a request must have to be accepted.
struct Access {
  bool loopback = true;                 // Host may be a loopback name
  bool any_address = false;             // Host may be any numeric address: the server listens on all of them
  std::vector<std::string> hosts = {};  // further names and addresses, in lower case
  std::string token = {};               // empty: none is needed
  std::string cookie = {};              // name of the cookie that holds the token
};

/// The refusal of a request from elsewhere: Host must be allowed, an Origin must be the server's own, and the token, if
/// one is needed, must be in the query, in a cookie or in an Authorization field.
[[nodiscard]] std::optional<Response> refuse_foreign(const Request& request, const Access& access);

/// Whether the query of this request holds the right token.
[[nodiscard]] bool has_token_in_query(const Request& request, const Access& access);

/// Limits every client to a steady rate, with bursts; requests beyond it get a 429. Thread-safe.
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
