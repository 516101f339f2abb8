#include "base/memory.h"

#include <cerrno>
#include <string>

#include "base/format.h"
#include "base/os/pages.h"

namespace zugwerk::base {

namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

[[nodiscard]] std::string megabytes(std::size_t bytes) { return format("{} MB", bytes >> 20); }

}  // namespace

Expected<LargeBlock> LargeBlock::allocate(std::size_t bytes) {
  // The system would overcommit and kill the process later, when the pages are used.
  if (bytes > os::physical_memory())
    return failure(megabytes(bytes) + " of memory are more than the " + megabytes(os::physical_memory()) +
                   " of this machine");
  const std::size_t size = (bytes + kHugePage - 1) / kHugePage * kHugePage;
  void* const data = os::allocate_pages(size);
  if (data == nullptr) return failure("no " + megabytes(bytes) + " of memory: " + system_error_text(errno));
  LargeBlock block;
  block.data_ = data;
  block.size_ = size;
  return block;
}

LargeBlock::~LargeBlock() {
  if (data_ != nullptr) os::free_pages(data_, size_);
}

}  // namespace zugwerk::base
