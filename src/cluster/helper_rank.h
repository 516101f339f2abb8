// cluster/helper_rank.h
//
// A rank other than 0: obeys the lines that rank 0 passes on, searches until it is told to stop, and reports what it
// has found. It keeps no time and talks to nobody else.

#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "cluster/rank.h"

namespace zugwerk::cluster {

class HelperRank : public Rank {
 public:
  /// Without a word from rank 0 for so long a helper leaves: nobody will ever tell it to.
  static constexpr base::Milliseconds kAbandoned{10'000};

  HelperRank(std::unique_ptr<Transport> transport, const std::string& version);
  ~HelperRank() override { finish(); }

  /// Waits for the next line to obey; nothing at the end.
  [[nodiscard]] std::optional<std::string> next_line();
  /// What the engine of this rank says. Only errors are for the client.
  void hear_engine(const std::string& line);

  void search_started(const search::LocalSearch& search) override;
  void iteration_finished(const search::Ballot& best) override;
  // Rank 0 does the counting and voting.
  [[nodiscard]] std::uint64_t nodes() const override { return 0; }
  [[nodiscard]] std::uint64_t tb_hits() const override { return 0; }
  [[nodiscard]] std::vector<search::Ballot> ballots() const override { return {}; }

 protected:
  void obey(const Message& message, base::TimePoint now) override;
  void look(base::TimePoint now) override;
  [[nodiscard]] bool exchanges_with(int /*rank*/) const override { return true; }

 private:
  struct Order {
    std::string line;
    std::optional<std::uint32_t> search;  // the number of the search that it starts
  };

  void leave();

  std::condition_variable ordered_;
  std::deque<Order> orders_;
  bool leaving_ = false;
  std::uint32_t next_search_ = 0;
  base::TimePoint heard_;  // from rank 0
  base::TimePoint next_status_;
};

}  // namespace zugwerk::cluster
