// base/heap.h
//
// How the C library's heap treats what it is given back.

#pragma once

namespace zugwerk::base {

/// From now on large blocks of the heap go back to the system as soon as they are freed. By default the heap keeps ever
/// larger ones, for every thread apart, which in a server that clients fill as they like adds up.
void give_back_large_blocks();

}  // namespace zugwerk::base
