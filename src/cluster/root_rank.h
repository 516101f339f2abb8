// cluster/root_rank.h
//
// Rank 0: talks to the client, keeps the time, tells the other ranks what to search, and counts and votes with what
// they report.

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/members.h"
#include "cluster/rank.h"

namespace zugwerk::cluster {

class RootRank : public Rank {
 public:
  /// Receives sentences for the client; called from the thread that carries messages.
  using OnNote = std::function<void(const std::string& note)>;

  RootRank(std::unique_ptr<Transport> transport, const std::string& version, OnNote on_note);
  /// Tells the other ranks to leave.
  ~RootRank() override;

  /// The client has sent this line. The other ranks obey it too, if it concerns them. A `go` is passed on when its
  /// search starts, if that is a search for several ranks.
  void relay(std::string_view line);
  /// Waits a moment for ranks that have not reported yet; then who is there, in sentences. Once: then it returns
  /// nothing.
  [[nodiscard]] std::vector<std::string> assemble();

  void search_started(const search::LocalSearch& search) override;
  void search_ended() override;
  void iteration_finished(const search::Ballot& /*best*/) override {}
  [[nodiscard]] std::uint64_t nodes() const override;
  [[nodiscard]] std::uint64_t tb_hits() const override;
  [[nodiscard]] std::vector<search::Ballot> ballots() const override;

 protected:
  void obey(const Message& message, base::TimePoint now) override;
  void look(base::TimePoint now) override;
  [[nodiscard]] bool exchanges_with(int rank) const override { return members_.takes_part(rank); }

 private:
  /// What another rank has reported about the search.
  struct Report {
    std::uint64_t nodes = 0;
    std::uint64_t tb_hits = 0;
    std::optional<search::Ballot> ballot;
  };

  const OnNote on_note_;
  Members members_;
  std::vector<Report> reports_;  // by rank
  std::string go_;               // what the others will be told when the next search starts
  bool assembled_ = false;
  base::TimePoint next_beat_;
};

/// What the other ranks are told for a `go` of the client: to search the same moves without end.
[[nodiscard]] std::string endless_go(std::string_view arguments);

}  // namespace zugwerk::cluster
