#include "nnue/embedded.h"

#if defined(ZUGWERK_EMBEDDED_NETWORK)
#include <stdexcept>
#include <utility>

// The file's bytes, put there by the assembler: quicker than any array in C++.
__asm__(
    ".section .rodata\n"
    ".balign 64\n"
    ".global zugwerk_embedded_network\n"
    "zugwerk_embedded_network:\n"
    ".incbin \"" ZUGWERK_EMBEDDED_NETWORK
    "\"\n"
    ".global zugwerk_embedded_network_end\n"
    "zugwerk_embedded_network_end:\n"
    ".byte 0\n"
    ".text\n");

extern "C" {
extern const char zugwerk_embedded_network[];      // NOLINT(readability-identifier-naming)
extern const char zugwerk_embedded_network_end[];  // NOLINT(readability-identifier-naming)
}
#endif

namespace zugwerk::nnue {

std::shared_ptr<const Network> embedded_network() {
#if defined(ZUGWERK_EMBEDDED_NETWORK)
  static const std::shared_ptr<const Network> network = [] {
    const char* const begin = zugwerk_embedded_network;
    const auto size = static_cast<std::size_t>(zugwerk_embedded_network_end - begin);
    auto input = base::Input::from_memory({begin, size}, "the embedded network");
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
