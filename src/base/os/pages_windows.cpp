#include <cerrno>

#include <windows.h>

#include "base/os/pages.h"
#include "base/os/windows_text.h"

namespace zugwerk::base::os {

std::size_t physical_memory() {
  MEMORYSTATUSEX status{};
  status.dwLength = sizeof(status);
  return GlobalMemoryStatusEx(&status) ? static_cast<std::size_t>(status.ullTotalPhys) : static_cast<std::size_t>(-1);
}

// Huge pages need a privilege that users do not have.
void* allocate_pages(std::size_t bytes) {
  void* const start = VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  if (start == nullptr) errno = errno_of_last_error();
  return start;
}

void free_pages(void* start, std::size_t /*bytes*/) { VirtualFree(start, 0, MEM_RELEASE); }

}  // namespace zugwerk::base::os
