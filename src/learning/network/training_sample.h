// learning/network/training_sample.h
//
// A training position in 32 bytes: from the side to move's point of view, with score and result, and without anything
// the network does not use. Millions of them are kept and shuffled. For reading games see training_set.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "chess/position.h"
#include "eval/score.h"
#include "games/archive/game_record.h"
#include "nnue/architecture.h"
#include "nnue/network.h"

namespace zugwerk::learning {

/// The side to move plays White here: with Black to move, the board is flipped and the colours are exchanged.
struct TrainingSample {
  std::uint64_t occupied = 0;
  std::array<std::uint8_t, 16> pieces{};        // in the order of the squares, four bits each, the lower half first
  std::int16_t score = eval::kNoScore.value();  // centipawns of the side to move
  std::uint8_t half_points = 1;                 // of the side to move: 0, 1 or 2
  std::uint8_t unused = 0;                      // padding, so that every byte has a value
  std::uint32_t game = 0;                       // positions of one game are not independent of each other

  [[nodiscard]] bool has_score() const { return score != eval::kNoScore.value(); }
  /// 0, 0.5 or 1.
  [[nodiscard]] double result() const { return half_points / 2.0; }

  bool operator==(const TrainingSample&) const = default;
};
static_assert(sizeof(TrainingSample) == 32 && std::has_unique_object_representations_v<TrainingSample>);

/// `score` and `result` from White's point of view, as in files of games.
[[nodiscard]] TrainingSample make_sample(const chess::Position& position, eval::Score score, games::GameResult result,
                                         std::uint32_t game);

/// The pieces, White to move.
[[nodiscard]] nnue::Network::Board board_of(const TrainingSample& sample);

/// The features of both sides, one per piece.
using FeatureNumber = std::uint16_t;
static_assert(nnue::kFeatureCount <= UINT16_MAX);

/// Writes the features of the side to move to `us` and the opponent's to `them`, each with room for nnue::kMostPieces,
/// and returns how many there are.
std::size_t write_features(const TrainingSample& sample, FeatureNumber* us, FeatureNumber* them);

}  // namespace zugwerk::learning
