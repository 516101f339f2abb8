#include "nnue/embedded.h"

#if defined(ZUGWERK_EMBEDDED_NETWORK)
#include <stdexcept>
#include <utility>

#include "base/embedded.h"

ZUGWERK_EMBED(zugwerk_embedded_network, ZUGWERK_EMBEDDED_NETWORK);
#endif

namespace zugwerk::nnue {

std::shared_ptr<const Network> embedded_network() {
#if defined(ZUGWERK_EMBEDDED_NETWORK)
  static const std::shared_ptr<const Network> network = [] {
    auto input = base::Input::from_memory(ZUGWERK_EMBEDDED(zugwerk_embedded_network), "the embedded network");
    auto weights = read_network(input);
    if (!weights) throw std::runtime_error(weights.error().message);
    return std::make_shared<const Network>(*std::move(weights));
  }();
  return network;
#else
  return nullptr;
#endif
}

}  // namespace zugwerk::nnue
