// base/memory.h
//
// Large zeroed blocks of memory, aligned to cache lines and in huge pages where the system grants them; and vectors
// that start at a cache line.

#pragma once

#include <cstddef>
#include <new>
#include <utility>
#include <vector>

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

  /// A block of at least `bytes`, or why there is none. Pages are allocated when first used.
  [[nodiscard]] static Expected<LargeBlock> allocate(std::size_t bytes);

  [[nodiscard]] void* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

inline constexpr std::size_t kCacheLine = 64;

/// Memory from the heap that starts at a cache line.
template <class T>
struct CacheAlignedAllocator {
  using value_type = T;  // NOLINT(readability-identifier-naming): the standard's name

  CacheAlignedAllocator() = default;
  template <class Other>
  explicit CacheAlignedAllocator(const CacheAlignedAllocator<Other>& /*other*/) {}

  [[nodiscard]] T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{kCacheLine}));
  }
  void deallocate(T* block, std::size_t /*count*/) { ::operator delete (block, std::align_val_t{kCacheLine}); }
  constexpr bool operator==(const CacheAlignedAllocator&) const = default;
};

template <class T>
using CacheAlignedVector = std::vector<T, CacheAlignedAllocator<T>>;

}  // namespace zugwerk::base
