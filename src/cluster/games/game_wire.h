// cluster/games/game_wire.h
//
// Games that are wanted and games that were played, as messages between ranks. What ranks must agree on besides is in
// the command line that all of them were started with.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arena/slots/game_place.h"
#include "base/error.h"
#include "base/json.h"
#include "cluster/transport.h"

namespace zugwerk::cluster {

/// What a rank offers to rank 0, or why it cannot.
struct Offer {
  int slots = 0;      // games at a time
  base::Json run;     // its command line as settings, to be compared
  std::string error;  // why it offers nothing; empty if it does
};

/// A game for another rank.
struct NumberedTask {
  std::uint64_t number = 0;  // counted by rank 0; the answer has the same
  arena::GameTask task;
};

struct NumberedAnswer {
  std::uint64_t number = 0;
  arena::PlaceAnswer answer;  // Played or EngineFailed
  // What happened around the game.
  struct Fault {
    chess::Color player;
    arena::EngineFault kind;
    std::string text;
  };
  std::vector<Fault> faults;
  std::vector<std::string> restarts;
};

[[nodiscard]] Bytes encode(const Offer& offer);
[[nodiscard]] Bytes encode(const NumberedTask& task);
[[nodiscard]] Bytes encode(const NumberedAnswer& answer);

// Errors are clauses.
[[nodiscard]] base::Expected<Offer> decode_offer(std::string_view bytes);
/// The engines of the task must be among the first `engines`.
[[nodiscard]] base::Expected<NumberedTask> decode_task(std::string_view bytes, std::size_t engines);
/// The number of an answer, to find its task.
[[nodiscard]] base::Expected<std::uint64_t> decode_answer_number(std::string_view bytes);
/// The answer to a task with this opening; only games whose moves are legal are accepted.
[[nodiscard]] base::Expected<NumberedAnswer> decode_answer(std::string_view bytes, const arena::Opening& opening);

}  // namespace zugwerk::cluster
