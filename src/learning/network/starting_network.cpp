#include "learning/network/starting_network.h"

#include <utility>

#include "base/files/input.h"
#include "base/files/whole_file.h"
#include "base/format.h"
#include "learning/network/training_checkpoint.h"
#include "nnue/net_file.h"

namespace zugwerk::learning {

namespace {

[[nodiscard]] base::Expected<FloatNetwork> read_any(const std::string& path) {
  const auto bytes = base::read_whole_file(path, kLargestTrainingState);
  if (!bytes) return tl::unexpected(bytes.error());
  if (is_training_state(*bytes)) {
    auto run = parse_training_state(*bytes, path);
    if (!run) return tl::unexpected(run.error());
    return std::move(run->best);
  }
  base::Input input = base::Input::from_memory(*bytes, path);
  const auto weights = nnue::read_network(input);
  if (!weights) return tl::unexpected(weights.error());
  return FloatNetwork::from(*weights);
}

}  // namespace

base::Expected<FloatNetwork> read_starting_network(const std::string& path, std::optional<std::size_t> width,
                                                   std::uint64_t seed) {
  auto network = read_any(path);
  if (!network || !width) return network;
  const std::size_t old_width = network->shape().width;
  if (*width < old_width)
    return base::failure(base::format("{}: a network of {} neurons cannot be narrowed to {}", path, old_width, *width));
  if (*width > old_width) return network->widened(*width, seed);
  return network;
}

}  // namespace zugwerk::learning
