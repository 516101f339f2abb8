// learning/network/training_checkpoint.h
//
// Training runs as files, so that they can be resumed, and the model card of a network, which says how it was made.
//
// All numbers are little-endian.
//   magic "ZWTRAIN\n", version (u32), size of the header (u32); the header, JSON; then four arrays of floats, one float
//   per parameter: the network, its first moments, its second moments, the best network; checksum (u64) of everything
//   before it

#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "base/json.h"
#include "learning/network/training_run.h"

namespace zugwerk::learning {

[[nodiscard]] std::string to_bytes(const TrainingState& state);
/// `name` is the name of the bytes in errors.
[[nodiscard]] base::Expected<TrainingState> parse_training_state(std::string_view bytes, const std::string& name);
/// The same from a file.
/// In bytes: four arrays of floats for the largest network, and the header.
inline constexpr std::size_t kLargestTrainingState = std::size_t{256} << 20;
[[nodiscard]] base::Expected<TrainingState> read_training_state(const std::string& path);
/// Whether a file starts like one.
[[nodiscard]] bool is_training_state(std::string_view bytes);

/// The recipe, filters included.
[[nodiscard]] base::Json to_json(const TrainingOptions& options);
[[nodiscard]] base::Json to_json(const EpochLoss& loss);

/// The loss curves over epochs as SVG.
[[nodiscard]] std::string draw_losses(const std::vector<EpochLoss>& history);

}  // namespace zugwerk::learning
