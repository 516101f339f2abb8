#include "search/solo.h"

#include <utility>

namespace zugwerk::search {

base::Expected<std::unique_ptr<Solo>> Solo::create(std::size_t hash_megabytes) {
  std::unique_ptr<Solo> solo(new Solo);
  if (auto sized = solo->shared_.tt.resize(hash_megabytes, 1); !sized) return tl::unexpected(sized.error());
  return solo;
}

void Solo::set_network(std::shared_ptr<const nnue::Network> network) {
  shared_.settings.network = std::move(network);
  clear();
}

SoloResult Solo::search(const chess::Position& position, const Limits& limits, int line_count) {
  Settings settings = shared_.settings;
  settings.line_count = line_count;
  settings.overhead = Milliseconds{0};
  shared_.start(position, limits, settings);
  worker_.prepare(position);
  worker_.search(Events{});

  SoloResult result;
  result.depth = worker_.completed_depth();
  result.nodes = worker_.nodes();
  for (const KnownLine& line : worker_.root_moves().best_known(static_cast<std::size_t>(line_count)))
    result.lines.push_back({line.score, line.result->line});
  return result;
}

void Solo::clear() {
  shared_.tt.clear(1);
  worker_.clear();
}

}  // namespace zugwerk::search
