// base/embedded.h
//
// Files embedded into the program. A source that embeds one is compiled without link-time optimisation, since the
// optimiser does not see the assembler's symbols, and depends on the file (zugwerk_embed() in cmake/embed.cmake).

#pragma once

#include <cstddef>
#include <string_view>

#include "base/os/data_section.h"

/// Embeds the bytes of the file PATH, a string literal, under a symbol of this name; to be used outside of any
/// namespace. The assembler does that faster than the compiler could read an array.
// NOLINTBEGIN(cppcoreguidelines-macro-usage,bugprone-macro-parentheses): names of symbols, which take no parentheses
#define ZUGWERK_EMBED(NAME, PATH)         \
  __asm__(ZUGWERK_DATA_SECTION            \
          ".balign 64\n"                  \
          ".global " #NAME "\n" #NAME     \
          ":\n"                           \
          ".incbin \"" PATH               \
          "\"\n"                          \
          ".global " #NAME "_end\n" #NAME \
          "_end:\n"                       \
          ".byte 0\n"                     \
          ".text\n");                     \
  extern "C" {                            \
  extern const char NAME[];               \
  extern const char NAME##_end[];         \
  }                                       \
  static_assert(sizeof(PATH) > 1, "a file must be named")

/// The bytes that ZUGWERK_EMBED embedded under this name.
#define ZUGWERK_EMBEDDED(NAME) (std::string_view(NAME, static_cast<std::size_t>(NAME##_end - NAME)))
// NOLINTEND(cppcoreguidelines-macro-usage,bugprone-macro-parentheses)
