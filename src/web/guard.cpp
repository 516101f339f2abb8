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

/// Compares in constant time.
[[nodiscard]] bool same_secret(std::string_view given, std::string_view right) {
  if (given.size() != right.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < right.size(); ++i)
    difference |= static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(right[i]);
  return difference == 0;
}

/// Whether "name=value" is in a list such as a query or cookies are.
[[nodiscard]] bool field_is(std::string_view list, char separator, std::string_view name, std::string_view value) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(separator), list.size());
    const std::string_view field = base::trim(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
    const std::size_t equals = field.find('=');
    if (equals != std::string_view::npos && field.substr(0, equals) == name &&
        same_secret(field.substr(equals + 1), value))
      return true;
  }
  return false;
}

}  // namespace

bool is_loopback(std::string_view host) {
  const std::string name = base::lower_case(host);
  if (name == "localhost" || name == "::1") return true;
  // 127.x.y.z, and nothing that merely starts like it, such as 127.0.0.1.example.org.
  return name.starts_with("127.") && std::count(name.begin(), name.end(), '.') == 3 &&
         std::all_of(name.begin(), name.end(), [](char c) { return base::is_digit(c) || c == '.'; });
}

bool is_address(std::string_view host) {
  if (host.find(':') != std::string_view::npos)
    return std::all_of(host.begin(), host.end(), [](char c) {
      return base::is_digit(c) || (base::to_lower(c) >= 'a' && base::to_lower(c) <= 'f') || c == ':' || c == '.';
    });
  return std::count(host.begin(), host.end(), '.') == 3 &&
         std::all_of(host.begin(), host.end(), [](char c) { return base::is_digit(c) || c == '.'; });
}

bool has_token_in_query(const Request& request, const Access& access) {
  return field_is(request.query, '&', "token", access.token);
}

std::optional<Response> refuse_foreign(const Request& request, const Access& access) {
  const std::string host = base::lower_case(without_port(request.host));
  const bool listed = std::find(access.hosts.begin(), access.hosts.end(), host) != access.hosts.end();
  if (!listed && !(access.loopback && is_loopback(host)) && !(access.any_address && is_address(host)))
    return error_response(kForbidden, "this server does not answer to " + base::in_quotes(request.host) +
                                          "; start it with --allow-host to allow that name");
  // There may be a TLS proxy in front of this server.
  const bool own_origin =
      request.origin == "http://" + request.host || (listed && request.origin == "https://" + request.host);
  if (!request.origin.empty() && !own_origin)
    return error_response(kForbidden, "requests from " + base::in_quotes(request.origin) + " are not answered");
  if (request.fetch_site == "cross-site" && request.path.starts_with("/api/"))
    return error_response(kForbidden, "requests from other sites are not answered");
  if (access.token.empty() || has_token_in_query(request, access) ||
      field_is(request.cookie, ';', access.cookie, access.token) ||
      same_secret(request.authorization, "Bearer " + access.token))
    return std::nullopt;
  return error_response(kForbidden, "open the whole address that the server printed: it ends with a token");
}

bool FloodGate::admit(const std::string& client, Clock::time_point now) {
  const std::scoped_lock lock(mutex_);
  // Only a flood of addresses fills this; forgetting them then allows each no more than a fresh burst.
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
