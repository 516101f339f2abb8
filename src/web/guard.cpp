#include "web/guard.h"

#include <algorithm>

#include "base/text.h"

namespace zugwerk::web {

namespace {

/// "localhost:8080" and "[::1]:8080" without their ports.
[[nodiscard]] std::string_view without_port(std::string_view host) {
  if (!host.empty() && host[0] == '[') {
    const std::size_t end = host.find(']');
    return end == std::string_view::npos ? host : host.substr(1, end - 1);
  }
  return host.substr(0, host.rfind(':'));
}

}  // namespace

bool is_loopback(std::string_view host) {
  const std::string name = base::lower_case(host);
  if (name == "localhost" || name == "::1") return true;
  // 127.x.y.z, and nothing that only begins like it, such as 127.0.0.1.example.org.
  return name.starts_with("127.") && std::count(name.begin(), name.end(), '.') == 3 &&
         std::all_of(name.begin(), name.end(), [](char c) { return base::is_digit(c) || c == '.'; });
}

std::optional<Response> refuse_foreign(const Request& request, bool loopback_only) {
  if (loopback_only && !is_loopback(without_port(request.host)))
    return error_response(kForbidden, "this server answers only to localhost, not to " + base::in_quotes(request.host));
  if (!request.origin.empty() && request.origin != "http://" + request.host)
    return error_response(kForbidden, "requests from " + base::in_quotes(request.origin) + " are not answered");
  if (request.fetch_site == "cross-site" && request.path.starts_with("/api/"))
    return error_response(kForbidden, "requests from other sites are not answered");
  return std::nullopt;
}

bool FloodGate::admit(const std::string& client, Clock::time_point now) {
  const std::scoped_lock lock(mutex_);
  // Only a flood of addresses fills this; forgetting then costs nobody more than a fresh burst.
  if (buckets_.size() >= kMostClients && !buckets_.contains(client)) buckets_.clear();
  const auto [found, is_new] = buckets_.try_emplace(client);
  Bucket& bucket = found->second;
  if (!is_new) {
    const double seconds = std::chrono::duration<double>(now - bucket.filled).count();
    bucket.tokens = std::min(kBurst, bucket.tokens + std::max(seconds, 0.0) * kPerSecond);
  }
  bucket.filled = now;
  if (bucket.tokens < 1) return false;
  bucket.tokens -= 1;
  return true;
}

}  // namespace zugwerk::web
