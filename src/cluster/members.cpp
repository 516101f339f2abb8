#include "cluster/members.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/format.h"

namespace zugwerk::cluster {

Members::Members(int size, Hello own, TimePoint now, MembersRules rules)
    : rules_(std::move(rules)), members_(static_cast<std::size_t>(size)) {
  for (Member& member : members_) member.heard = now;
  of(0).state = State::Here;
  of(0).hello = std::move(own);
}

std::string Members::name(int rank) const {
  const std::string& host = of(rank).hello.host;
  return host.empty() ? base::format("rank {}", rank) : base::format("rank {} ({})", rank, host);
}

std::string Members::count_text() const {
  return base::format("{} of {} ranks {}", count(), members_.size(), rules_.verb);
}

bool Members::report(int rank, const Hello& hello, TimePoint now) {
  Member& member = of(rank);
  const Member& own = of(0);
  member.hello = hello;
  member.heard = now;
  if (hello.version != own.hello.version) {
    member.state = State::Refused;
    notes_.push_back(base::format("error: {} runs version {} and rank 0 runs {}; it is sent away, {}", name(rank),
                                  hello.version, own.hello.version, count_text()));
    return false;
  }
  member.state = State::Here;
  compare_networks(rank, hello.network, own.hello.network);
  return true;
}

void Members::refuse(int rank, const std::string& reason) {
  if (is_gone(rank)) return;
  of(rank).state = State::Refused;
  notes_.push_back(base::format("error: {}: {}; it is sent away, {}", name(rank), reason, count_text()));
}

void Members::hear(int rank, TimePoint now) {
  Member& member = of(rank);
  member.heard = now;
  if (member.state != State::Silent) return;
  member.state = State::Here;
  notes_.push_back(base::format("{} is back; {}", name(rank), count_text()));
}

void Members::compare_networks(int rank, const std::string& network, const std::string& own) {
  Member& member = of(rank);
  const bool differs = network != own;
  if (differs == member.other_network) return;
  member.other_network = differs;
  notes_.push_back(
      differs ? base::format("error: {} evaluates with {} and rank 0 with {}; until they agree it is left out, {}",
                             name(rank), network, own, count_text())
              : base::format("{} evaluates with {} too; {}", name(rank), network, count_text()));
}

std::vector<int> Members::look(TimePoint now) {
  std::vector<int> lost;
  for (int rank = 1; rank < static_cast<int>(members_.size()); ++rank) {
    Member& member = of(rank);
    const auto silence = now - member.heard;
    if (member.state == State::Here && silence >= rules_.silence) {
      member.state = State::Silent;
      notes_.push_back(base::format("{} has been silent for {} ms; {}", name(rank),
                                    std::chrono::duration_cast<Milliseconds>(silence).count(), count_text()));
    } else if ((member.state == State::Silent || member.state == State::Expected) && silence >= rules_.lost) {
      notes_.push_back(base::format("{} {}; {}", name(rank),
                                    member.state == State::Silent ? "is lost" : "has never reported", count_text()));
      member.state = State::Lost;
      lost.push_back(rank);
    }
  }
  return lost;
}

bool Members::takes_part(int rank) const { return of(rank).state == State::Here && !of(rank).other_network; }

int Members::count() const {
  int count = 0;
  for (int rank = 0; rank < static_cast<int>(members_.size()); ++rank) count += takes_part(rank) ? 1 : 0;
  return count;
}

bool Members::complete() const {
  return std::none_of(members_.begin(), members_.end(),
                      [](const Member& member) { return member.state == State::Expected; });
}

std::vector<std::string> Members::take_notes() { return std::exchange(notes_, {}); }

std::vector<std::string> Members::summary() const {
  struct Host {
    int ranks = 0;
    int processors = 0;
  };
  std::map<std::string, Host> hosts;
  for (const Member& member : members_) {
    if (member.state == State::Expected) continue;
    Host& host = hosts[member.hello.host];
    ++host.ranks;
    host.processors = std::max(host.processors, member.hello.processors);
  }
  std::vector<std::string> lines{
      base::format("{}, on {} {}", count_text(), hosts.size(), hosts.size() == 1 ? "host" : "hosts")};
  for (const auto& [name, host] : hosts)
    if (host.ranks > host.processors)
      lines.push_back(base::format("{} has {} ranks and only {} {} for them", name, host.ranks, host.processors,
                                   host.processors == 1 ? "processor" : "processors"));
  return lines;
}

}  // namespace zugwerk::cluster
