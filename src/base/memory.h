// base/memory.h
//
// Large zeroed blocks of memory, aligned to cache lines and in huge pages where the system grants them.

#pragma once

#include <cstddef>
#include <utility>

#include "base/error.h"

namespace zugwerk::base {

/// Owns a block of bytes that starts out zero. Movable, not copyable.
class LargeBlock {
 public:
  LargeBlock() = default;
  LargeBlock(const LargeBlock&) = delete;
  LargeBlock& operator=(const LargeBlock&) = delete;
  LargeBlock(LargeBlock&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  LargeBlock& operator=(LargeBlock&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~LargeBlock();

  /// A block of at least `bytes`, or why the system gives none. Pages are touched, and so paid for, when first used.
  [[nodiscard]] static Expected<LargeBlock> allocate(std::size_t bytes);

  [[nodiscard]] void* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace zugwerk::base
