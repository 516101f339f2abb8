#include "base/memory.h"

#include <cerrno>
#include <cstring>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

#include "base/format.h"

namespace zugwerk::base {

namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

[[nodiscard]] std::size_t physical_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page_size = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page_size <= 0) return static_cast<std::size_t>(-1);
  return static_cast<std::size_t>(pages) * static_cast<std::size_t>(page_size);
}

[[nodiscard]] std::string megabytes(std::size_t bytes) { return format("{} MB", bytes >> 20); }

}  // namespace

Expected<LargeBlock> LargeBlock::allocate(std::size_t bytes) {
  // The system would overcommit and kill the process later, when the pages are used.
  if (bytes > physical_memory())
    return failure(megabytes(bytes) + " of memory are more than the " + megabytes(physical_memory()) +
                   " of this machine");
  const std::size_t size = (bytes + kHugePage - 1) / kHugePage * kHugePage;
  void* const data = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) return failure("no " + megabytes(bytes) + " of memory: " + std::strerror(errno));
#if defined(MADV_HUGEPAGE)
  madvise(data, size, MADV_HUGEPAGE);  // only a hint: everything works without it, but slower
#endif
  LargeBlock block;
  block.data_ = data;
  block.size_ = size;
  return block;
}

LargeBlock::~LargeBlock() {
  if (data_ != nullptr) munmap(data_, size_);
}

}  // namespace zugwerk::base
