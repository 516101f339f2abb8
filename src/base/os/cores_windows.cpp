#include <cstddef>

#include <windows.h>

#include "base/process/cores.h"

namespace zugwerk::base {

std::vector<int> allowed_cores() {
  DWORD_PTR ours = 0;
  DWORD_PTR all = 0;
  std::vector<int> cores;
  if (!GetProcessAffinityMask(GetCurrentProcess(), &ours, &all)) return cores;
  constexpr int kMost = sizeof(DWORD_PTR) * 8;
  for (int core = 0; core < kMost; ++core)
    if ((ours >> core & 1) != 0) cores.push_back(core);
  return cores;
}

}  // namespace zugwerk::base
