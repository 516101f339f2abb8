#include "base/process/cores.h"

namespace zugwerk::base {

std::vector<std::vector<int>> deal_cores(std::size_t games, std::size_t each) {
  std::vector<std::vector<int>> dealt(games);
  const std::vector<int> cores = allowed_cores();
  if (games * each > cores.size()) return dealt;
  for (std::size_t game = 0; game < games; ++game)
    for (std::size_t i = 0; i < each; ++i) dealt[game].push_back(cores[game * each + i]);
  return dealt;
}

}  // namespace zugwerk::base
