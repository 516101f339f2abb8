// base/cpu.h
//
// What the processor can do beyond what this build was compiled for.

#pragma once

#include <cstdint>

#include "base/bits.h"

namespace zugwerk::base {

/// True if the processor executes PEXT in hardware. AMD before Zen 3 has the instruction but takes some hundred cycles
/// for it, which is slower than a multiplication.
[[nodiscard]] inline bool has_fast_extract_bits() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("amdfam17h") && !__builtin_cpu_is("bdver4");
#else
  return false;
#endif
}

/// True if extract_bits() may be called at all.
[[nodiscard]] inline bool has_extract_bits() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("bmi2");
#else
  return false;
#endif
}

// What the kernels of the network and of its trainer need. The builtins also check that the operating system saves the
// wide registers.

[[nodiscard]] inline bool has_sse41() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("sse4.1") != 0;
#else
  return false;
#endif
}

[[nodiscard]] inline bool has_avx2() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") != 0;
#else
  return false;
#endif
}

/// AVX2 with fused multiply-add (FMA).
[[nodiscard]] inline bool has_avx2_and_fma() {
#if defined(__x86_64__)
  return has_avx2() && __builtin_cpu_supports("fma") != 0;
#else
  return false;
#endif
}

/// AVX-512 with operations on bytes and words (AVX-512BW).
[[nodiscard]] inline bool has_avx512bw() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0;
#else
  return false;
#endif
}

/// AVX-512 with the dot products of VNNI.
[[nodiscard]] inline bool has_avx512vnni() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return has_avx512bw() && __builtin_cpu_supports("avx512vnni") != 0;
#else
  return false;
#endif
}

/// PEXT by the processor's own instruction; only where has_extract_bits().
[[nodiscard]] inline std::uint64_t extract_bits(std::uint64_t source, std::uint64_t mask) {
#if defined(__BMI2__)
  return _pext_u64(source, mask);
#elif defined(__x86_64__)
  // Written as assembly so that a build for older processors can inline it behind a run-time check.
  std::uint64_t result;
  __asm__("pext %2, %1, %0" : "=r"(result) : "r"(source), "r"(mask));
  return result;
#else
  return portable_extract_bits(source, mask);
#endif
}

}  // namespace zugwerk::base
