// base/os/data_section.h
//
// What the assembler calls the section for constant data, which depends on the format of the system's programs.

#pragma once

// NOLINTBEGIN(cppcoreguidelines-macro-usage): part of a string literal
#if defined(_WIN32)
#define ZUGWERK_DATA_SECTION ".section .rdata,\"dr\"\n"
#else
#define ZUGWERK_DATA_SECTION ".section .rodata\n"
#endif
// NOLINTEND(cppcoreguidelines-macro-usage)
