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

class Members {
 public:
  /// A rank that was silent for so long no longer takes part, until it is heard again.
  static constexpr Milliseconds kSilence{500};
  /// A rank that was silent for so long is lost for good.
  static constexpr Milliseconds kLost{30'000};

  /// `own` is what rank 0 itself would report; all others must be of its version.
  Members(int size, Hello own, TimePoint now);

  /// A rank has reported. False if it must leave, being of another version.
  [[nodiscard]] bool report(int rank, const Hello& hello, TimePoint now);
  /// A sign of life.
  void hear(int rank, TimePoint now);
  /// A rank searches with this network; rank 0 with `own`.
  void compare_networks(int rank, const std::string& network, const std::string& own);
  /// Time passes. Returns the ranks that are now lost for good.
  [[nodiscard]] std::vector<int> look(TimePoint now);

  /// Its results and entries count.
  [[nodiscard]] bool takes_part(int rank) const;
  [[nodiscard]] bool is_lost(int rank) const { return of(rank).state == State::Lost; }
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

  std::vector<Member> members_;
  std::vector<std::string> notes_;
};

}  // namespace zugwerk::cluster
