// base/heap.h
//
// How the C library's heap treats freed memory.

#pragma once

namespace zugwerk::base {

/// From now on the heap returns large blocks to the system as soon as they are freed. By default it keeps ever larger
/// ones for each thread, which adds up in a server whose memory use is driven by its clients.
void give_back_large_blocks();

}  // namespace zugwerk::base
