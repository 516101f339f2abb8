// search/solo.h
//
// One search after the other in the calling thread, with its own transposition table and no clock: for work that
// searches very many positions for a short while each, where starting a thread per search would cost more than the
// search. Games against a clock, several threads and reports while searching are threads.h's.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/error.h"
#include "chess/position.h"
#include "search/limits.h"
#include "search/worker.h"

namespace zugwerk::search {

struct SoloLine {
  eval::Score score;  // the side to move's
  std::vector<chess::Move> moves;
};

struct SoloResult {
  /// The best first, as many as asked for and there are moves; empty in a finished position.
  std::vector<SoloLine> lines;
  int depth = 0;  // of the last iteration that was finished
  std::uint64_t nodes = 0;

  [[nodiscard]] bool has_move() const { return !lines.empty(); }
  /// No move in a finished position.
  [[nodiscard]] chess::Move best() const { return has_move() ? lines.front().moves.front() : chess::Move(); }
  [[nodiscard]] eval::Score score() const { return has_move() ? lines.front().score : eval::kNoScore; }
};

class Solo {
 public:
  /// Fails if the system does not provide that much memory.
  [[nodiscard]] static base::Expected<std::unique_ptr<Solo>> create(std::size_t hash_megabytes);

  /// Evaluates with this network from now on, or with the classical evaluation for nullptr, which is the default.
  /// Clears everything.
  void set_network(std::shared_ptr<const nnue::Network> network);

  /// Searches until a limit ends it; depth, nodes, soft nodes or a mate must be limited, or stop() called. What earlier
  /// searches left in the transposition table and the histories helps, until clear().
  [[nodiscard]] SoloResult search(const chess::Position& position, const Limits& limits, int line_count = 1);

  /// Forgets everything, so that the next searches do not depend on the earlier ones.
  void clear();

  /// Ends the search that is running, from another thread.
  void stop() { shared_.stop = true; }

 private:
  Solo() : worker_(shared_, 0) {
    shared_.all_nodes = [this] { return worker_.nodes(); };
    shared_.all_tb_hits = [this] { return worker_.tb_hits(); };
  }

  Shared shared_;
  Worker worker_;
};

}  // namespace zugwerk::search
