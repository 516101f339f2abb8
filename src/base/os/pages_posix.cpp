#include <sys/mman.h>
#include <unistd.h>

#include "base/os/pages.h"

namespace zugwerk::base::os {

std::size_t physical_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page_size = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page_size <= 0) return static_cast<std::size_t>(-1);
  return static_cast<std::size_t>(pages) * static_cast<std::size_t>(page_size);
}

void* allocate_pages(std::size_t bytes) {
  void* const start = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) return nullptr;
#if defined(MADV_HUGEPAGE)
  madvise(start, bytes, MADV_HUGEPAGE);  // only a hint: everything works without it, but slower
#endif
  return start;
}

void free_pages(void* start, std::size_t bytes) { munmap(start, bytes); }

}  // namespace zugwerk::base::os
