// cluster/members.h
//
// Which ranks take part, as rank 0 sees it: who has reported, who has fallen silent, who must not take part. Knows
// no messages; the time is an argument, so tests have their own clock.

#pragma once

#include <string>
#include <vector>

#include "base/clock.h"
#include "cluster/wire.h"

namespace zugwerk::cluster {

using base::Milliseconds;
using base::TimePoint;

/// What is expected of ranks; by default, of those that search one position together.
struct MembersRules {
  std::string verb = "search";  // what ranks do, as in "2 of 3 ranks search"
  /// A rank that was silent for so long no longer takes part, until it is heard again.
  Milliseconds silence{500};
  /// A rank that was silent for so long is lost for good.
  Milliseconds lost{30'000};
};

class Members {
 public:
  /// `own` is what rank 0 itself would report; all others must be of its version.
  Members(int size, Hello own, TimePoint now, MembersRules rules = {});

  /// A rank has reported. False if it must leave, being of another version.
  [[nodiscard]] bool report(int rank, const Hello& hello, TimePoint now);
  /// A sign of life.
  void hear(int rank, TimePoint now);
  /// A rank searches with this network; rank 0 with `own`.
  void compare_networks(int rank, const std::string& network, const std::string& own);
  /// A rank must not take part, for this reason; it will be told to leave.
  void refuse(int rank, const std::string& reason);
  /// Time passes. Returns the ranks that are now lost for good.
  [[nodiscard]] std::vector<int> look(TimePoint now);

  /// Its results and entries count.
  [[nodiscard]] bool takes_part(int rank) const;
  /// It will never take part again.
  [[nodiscard]] bool is_gone(int rank) const {
    return of(rank).state == State::Lost || of(rank).state == State::Refused;
  }
  /// The ranks that take part, rank 0 included.
  [[nodiscard]] int count() const;
  /// No rank is still expected to report.
  [[nodiscard]] bool complete() const;

  /// What a person should know since the last call, in sentences.
  [[nodiscard]] std::vector<std::string> take_notes();
  /// "2 of 3 ranks search, on 2 hosts", and what is wrong with how they were started.
  [[nodiscard]] std::vector<std::string> summary() const;

 private:
  enum class State { Expected, Here, Silent, Refused, Lost };

  struct Member {
    State state = State::Expected;
    Hello hello;
    bool other_network = false;
    TimePoint heard;
  };

  [[nodiscard]] Member& of(int rank) { return members_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] const Member& of(int rank) const { return members_[static_cast<std::size_t>(rank)]; }
  /// "rank 3 (node7)".
  [[nodiscard]] std::string name(int rank) const;
  /// "2 of 3 ranks search".
  [[nodiscard]] std::string count_text() const;

  const MembersRules rules_;
  std::vector<Member> members_;
  std::vector<std::string> notes_;
};

}  // namespace zugwerk::cluster
