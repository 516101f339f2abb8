// cluster/games/manager.h
//
// Rank 0 of a match or of SPSA over many ranks: hands games to the others (worker.h) and takes what became of them. A
// game of a rank that is lost is played again elsewhere, and an answer that comes too late is not counted. Rank 0 plays
// games itself as well; so there is always somebody to finish the run.

#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/slots/game_place.h"
#include "base/json.h"
#include "cluster/courier.h"
#include "cluster/games/game_wire.h"
#include "cluster/members.h"

namespace zugwerk::cluster {

class Manager : public Courier, public arena::OtherPlaces {
 public:
  /// A game lasts so long that nobody is given up soon.
  static constexpr Milliseconds kSilence{2'000};
  static constexpr Milliseconds kLost{10'000};
  /// How long to wait for what the others offer; each may have to verify tablebases first.
  static constexpr Milliseconds kPatienceAtTheStart{60'000};

  /// A rank that was silent for `lost` is lost.
  Manager(std::unique_ptr<Transport> transport, const std::string& version, Milliseconds lost = kLost);
  /// Tells the other ranks to leave.
  ~Manager() override;

  /// Describes the run as this rank was asked for it: the others must have been asked for the same. Before open().
  void expect(base::Json run);
  /// See Transport::end_with.
  void end_with(int exit_code);

  [[nodiscard]] std::vector<std::unique_ptr<arena::GamePlace>> open(const std::atomic<bool>& stop,
                                                                    const Note& on_note) override;

 protected:
  void handle(const Message& message, TimePoint now) override;
  void look(TimePoint now) override;

 private:
  class Place;

  /// A game in progress elsewhere.
  struct Job {
    int rank = 0;
    std::optional<Bytes> answer;
  };

  [[nodiscard]] arena::PlaceAnswer play(int rank, const arena::GameTask& task, const arena::PlaceEvents& events,
                                        const std::atomic<bool>& stop);
  /// Never again.
  void dismiss(int rank, const std::string& reason);
  /// How many games a rank may play at a time; a rank whose offer is of no use is dismissed.
  [[nodiscard]] int judge_offer(int rank);
  [[nodiscard]] bool has_all_offers() const;
  /// Gives what is to be said to the run, without the mutex.
  void tell_notes();

  base::Json run_;
  Members members_;
  std::vector<std::optional<Bytes>> offers_;  // by rank
  bool opened_ = false;
  std::uint64_t tasks_ = 0;
  std::map<std::uint64_t, Job> jobs_;  // by number of the task
  std::condition_variable changed_;
  TimePoint next_beat_;

  std::mutex telling_;  // guards on_note_, and its calls
  Note on_note_;
};

}  // namespace zugwerk::cluster
