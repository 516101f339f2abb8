#include "search/solo.h"

#include <algorithm>
#include <utility>

namespace zugwerk::search {

base::Expected<std::unique_ptr<Solo>> Solo::create(std::size_t table_megabytes) {
  std::unique_ptr<Solo> solo(new Solo);
  if (auto sized = solo->shared_.table.resize(table_megabytes, 1); !sized) return tl::unexpected(sized.error());
  return solo;
}

void Solo::set_network(std::shared_ptr<const nnue::Network> network) {
  shared_.settings.network = std::move(network);
  clear();
}

SoloResult Solo::search(const chess::Position& position, const Limits& limits, int line_count) {
  shared_.limits = limits;
  shared_.settings.line_count = line_count;
  shared_.settings.overhead = Milliseconds{0};
  shared_.stop = false;
  shared_.table.age();
  shared_.time.start(limits, position.side_to_move(), shared_.settings);
  worker_.prepare(position);
  worker_.search(
      Events{}, [this] { return worker_.nodes(); }, [this] { return worker_.tb_hits(); });

  SoloResult result;
  result.depth = worker_.completed_depth();
  result.nodes = worker_.nodes();
  const auto& roots = worker_.root_moves();
  const std::size_t lines = std::min(static_cast<std::size_t>(line_count), roots.size());
  for (std::size_t i = 0; i < lines; ++i) {
    // A search that was ended inside an iteration may not have come to this move again.
    const RootMove& root = roots[i];
    // One that was ended while a window failed has only the first moves of its line; the one before is longer.
    const bool cut_short = root.bound != Bound::Exact && root.exact_line.size() > root.line.size();
    result.lines.push_back(
        {root.score != -eval::kInfinite ? root.score : root.previous_score, cut_short ? root.exact_line : root.line});
  }
  return result;
}

void Solo::clear() {
  shared_.table.clear(1);
  worker_.clear();
}

}  // namespace zugwerk::search
