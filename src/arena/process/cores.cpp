#include "arena/process/cores.h"

#include <sched.h>

namespace zugwerk::arena {

namespace {

/// The processors that this program may use.
[[nodiscard]] std::vector<int> allowed_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cores;
  if (sched_getaffinity(0, sizeof(set), &set) != 0) return cores;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(static_cast<std::size_t>(core), &set)) cores.push_back(core);
  return cores;
}

}  // namespace

std::vector<std::vector<int>> deal_cores(std::size_t games, std::size_t each) {
  std::vector<std::vector<int>> dealt(games);
  const std::vector<int> cores = allowed_cores();
  if (games * each > cores.size()) return dealt;
  for (std::size_t game = 0; game < games; ++game)
    for (std::size_t i = 0; i < each; ++i) dealt[game].push_back(cores[game * each + i]);
  return dealt;
}

}  // namespace zugwerk::arena
