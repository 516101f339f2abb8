// tests/support/guarded_mmap.h
//
// Maps files so that they end at an inaccessible page, which catches reading beyond their end even in libraries that
// are not instrumented. Include it in one source of a program, whose mmap() it then replaces.

#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <utility>

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace zugwerk::test {

/// While one of these lives, files that are mapped for reading are guarded. For one thread.
class GuardedMappings {
 public:
  GuardedMappings() { is_on() = true; }
  GuardedMappings(const GuardedMappings&) = delete;
  GuardedMappings& operator=(const GuardedMappings&) = delete;
  ~GuardedMappings() { is_on() = false; }

  [[nodiscard]] static bool& is_on() {
    static bool on = false;
    return on;
  }

  [[nodiscard]] static void* map(int file, std::size_t size) {
    // Tables must stay aligned to 64 bytes.
    constexpr std::size_t kAlignment = 64;
    constexpr std::size_t kPage = 4096;
    const std::size_t aligned = (size + kAlignment - 1) / kAlignment * kAlignment;
    const std::size_t pages = (aligned + kPage - 1) / kPage * kPage;
    const std::size_t total = pages + 2 * kPage;
    char* const start = static_cast<char*>(raw_map(total));
    if (start == MAP_FAILED) return MAP_FAILED;
    char* const content = start + kPage + pages - aligned;
    std::memset(content, 0xA5, aligned);
    for (std::size_t done = 0; done < size;) {
      const ssize_t count = ::pread(file, content + done, size - done, static_cast<off_t>(done));
      if (count <= 0) break;
      done += static_cast<std::size_t>(count);
    }
    ::mprotect(start, kPage, PROT_NONE);
    ::mprotect(start + kPage, pages, PROT_READ);
    ::mprotect(start + kPage + pages, kPage, PROT_NONE);
    mappings()[content] = {start, total};
    return content;
  }

  /// False if it is not one of ours.
  [[nodiscard]] static bool unmap(void* content) {
    const auto found = mappings().find(content);
    if (found == mappings().end()) return false;
    ::syscall(SYS_munmap, found->second.first, found->second.second);
    mappings().erase(found);
    return true;
  }

  [[nodiscard]] static void* raw_map(std::size_t size) {
    return reinterpret_cast<void*>(
        ::syscall(SYS_mmap, nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  }

 private:
  [[nodiscard]] static std::map<void*, std::pair<char*, std::size_t>>& mappings() {
    static std::map<void*, std::pair<char*, std::size_t>> all;
    return all;
  }
};

}  // namespace zugwerk::test

extern "C" void* mmap(void* address, std::size_t size, int protection, int flags, int file, off_t offset) noexcept {
  if (file >= 0 && protection == PROT_READ && zugwerk::test::GuardedMappings::is_on())
    return zugwerk::test::GuardedMappings::map(file, size);
  return reinterpret_cast<void*>(::syscall(SYS_mmap, address, size, protection, flags, file, offset));
}

extern "C" int munmap(void* address, std::size_t size) noexcept {
  if (zugwerk::test::GuardedMappings::is_on() && zugwerk::test::GuardedMappings::unmap(address)) return 0;
  return static_cast<int>(::syscall(SYS_munmap, address, size));
}
