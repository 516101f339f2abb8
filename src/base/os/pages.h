// base/os/pages.h
//
// Whole pages of memory from the operating system.

#pragma once

#include <cstddef>

namespace zugwerk::base::os {

/// All memory of this machine in bytes; the largest number if the system does not say.
[[nodiscard]] std::size_t physical_memory();

/// Zeroed pages, huge ones if the system grants them; nullptr if there are none, with the reason in errno.
[[nodiscard]] void* allocate_pages(std::size_t bytes);
void free_pages(void* start, std::size_t bytes);

}  // namespace zugwerk::base::os
