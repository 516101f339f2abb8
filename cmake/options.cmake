# Compiler options shared by every target: warnings, the target architecture, link-time optimisation and sanitizers.
# Targets get them by linking zugwerk_options.

# Another machine is not this one.
if(CMAKE_CROSSCOMPILING AND CMAKE_SYSTEM_PROCESSOR STREQUAL aarch64)
  set(ZUGWERK_DEFAULT_ARCH armv8)
elseif(CMAKE_CROSSCOMPILING)
  set(ZUGWERK_DEFAULT_ARCH x86-64-v2)
else()
  set(ZUGWERK_DEFAULT_ARCH native)
endif()
set(ZUGWERK_ARCH ${ZUGWERK_DEFAULT_ARCH} CACHE STRING "Target CPU: native, x86-64-v2, x86-64-v3, x86-64-v4 or armv8")
set_property(CACHE ZUGWERK_ARCH PROPERTY STRINGS native x86-64-v2 x86-64-v3 x86-64-v4 armv8)
set(ZUGWERK_SANITIZE "" CACHE STRING "Sanitizers to build with, for example address,undefined or thread")
option(ZUGWERK_TUNE "Offer every number of the search as a UCI option" OFF)
option(ZUGWERK_LTO "Optimise across files when linking" OFF)
option(ZUGWERK_UNITY "Compile several sources of a room together, quicker as a whole" OFF)
option(ZUGWERK_SOON "Optimise only what thinks, so that the program is there sooner" OFF)
set(ZUGWERK_PROFILE "" CACHE STRING "record: notes while it runs which ways are taken; use: is optimised for them (g++)")
set_property(CACHE ZUGWERK_PROFILE PROPERTY STRINGS "" record use)
option(ZUGWERK_WERROR "Treat warnings as errors" ON)

# Outside libraries that the program can do without; what it then cannot do, it says when asked (docs/development.md).
option(ZUGWERK_ZSTD "Read and write what is compressed by zstd" ON)
option(ZUGWERK_ZIP "Read zip archives, with libzip" ON)
option(ZUGWERK_SYZYGY "Probe Syzygy tablebases, with libfathom" ON)
option(ZUGWERK_SERVER "Serve the page and its API, with Boost" ON)

add_library(zugwerk_options INTERFACE)
target_include_directories(zugwerk_options INTERFACE ${CMAKE_SOURCE_DIR}/src)
target_compile_options(zugwerk_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor
                                                 -Wold-style-cast -Wimplicit-fallthrough)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 warns of overlaps and overflows in std::string's own operator+ that do not exist (its bug 105329).
  target_compile_options(zugwerk_options INTERFACE -Wno-restrict -Wno-stringop-overflow)
endif()
if(ZUGWERK_WERROR)
  target_compile_options(zugwerk_options INTERFACE -Werror)
endif()
if(ZUGWERK_SOON)
  target_compile_options(zugwerk_options INTERFACE -w)
endif()

set(ZUGWERK_ARCH_FLAGS_native -march=native)
set(ZUGWERK_ARCH_FLAGS_x86-64-v2 -march=x86-64-v2)
set(ZUGWERK_ARCH_FLAGS_x86-64-v3 -march=x86-64-v3)
set(ZUGWERK_ARCH_FLAGS_x86-64-v4 -march=x86-64-v4)
set(ZUGWERK_ARCH_FLAGS_armv8 -march=armv8-a)
if(NOT DEFINED ZUGWERK_ARCH_FLAGS_${ZUGWERK_ARCH})
  message(FATAL_ERROR "ZUGWERK_ARCH=${ZUGWERK_ARCH}: expected native, x86-64-v2, x86-64-v3, x86-64-v4 or armv8")
endif()
target_compile_options(zugwerk_options INTERFACE ${ZUGWERK_ARCH_FLAGS_${ZUGWERK_ARCH}})

# Portable builds choose by the processor at startup; see src/chess/attacks.h.
if(ZUGWERK_ARCH MATCHES "^x86-64-v[23]$")
  target_compile_definitions(zugwerk_options INTERFACE ZUGWERK_SLIDERS_BY_CPU)
endif()

if(ZUGWERK_TUNE)
  target_compile_definitions(zugwerk_options INTERFACE ZUGWERK_TUNE)
endif()

set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-g -O0")

# zugwerk_build_unsanitized() is for generators of test files, which sanitizers would only slow down.
set(UNLESS_UNSANITIZED $<NOT:$<BOOL:$<TARGET_PROPERTY:ZUGWERK_UNSANITIZED>>>)
if(ZUGWERK_SANITIZE)
  # -O1 keeps the sanitized suites fast enough to run at every commit; the targets of zugwerk_build_quickly(), the app
  # and the tests themselves, are not worth the compiler's time. Of debugging information, reports need only line
  # numbers.
  target_compile_options(
    zugwerk_options INTERFACE
    "$<${UNLESS_UNSANITIZED}:-fsanitize=${ZUGWERK_SANITIZE};-fno-sanitize-recover=all;-fno-omit-frame-pointer;-g1>"
    $<$<NOT:$<BOOL:$<TARGET_PROPERTY:ZUGWERK_QUICK>>>:-O1>)
  target_link_options(zugwerk_options INTERFACE -fsanitize=${ZUGWERK_SANITIZE})
endif()

if(ZUGWERK_FUZZ)
  # Coverage for libFuzzer in every room; its main function comes with the link options of the targets in fuzz/.
  target_compile_options(zugwerk_options INTERFACE "$<${UNLESS_UNSANITIZED}:-fsanitize=fuzzer-no-link>")
  target_link_options(zugwerk_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# Released programs are built with link-time optimisation. Test programs are not, since that takes longer than compiling
# them: the objects of the rooms contain both kinds of code (g++'s fat LTO objects), and zugwerk_build_quickly() links
# the plain one. The tests' own code is optimised only a little.
if(ZUGWERK_LTO)
  set(UNLESS_QUICK $<NOT:$<BOOL:$<TARGET_PROPERTY:ZUGWERK_QUICK>>>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(zugwerk_options INTERFACE "$<${UNLESS_QUICK}:-flto=auto;-ffat-lto-objects>")
    target_link_options(zugwerk_options INTERFACE
      "$<IF:${UNLESS_QUICK},-flto=auto;-Werror=odr;-Werror=lto-type-mismatch,-fno-lto>")
  else()
    target_compile_options(zugwerk_options INTERFACE -flto=thin)
    target_link_options(zugwerk_options INTERFACE -flto=thin -fuse-ld=lld)
  endif()
endif()

# Profile-guided optimisation (tools/build-profiled). The profile is stored beside the objects, so both builds share a
# folder.
if(ZUGWERK_PROFILE STREQUAL record)
  # Without profiles of values: for those of indirect calls g++ 12 now and then takes the address of a thread-local
  # offset, which ld refuses to relocate.
  target_compile_options(zugwerk_options INTERFACE -fprofile-generate -fno-profile-values)
  target_link_options(zugwerk_options INTERFACE -fprofile-generate -fno-profile-values)
elseif(ZUGWERK_PROFILE STREQUAL use)
  # Code that the training run never reached has no profile, and threads may have lost a few counts.
  target_compile_options(zugwerk_options INTERFACE -fprofile-use -fprofile-correction -fprofile-partial-training -Wno-missing-profile)
  target_link_options(zugwerk_options INTERFACE -fprofile-use)
elseif(ZUGWERK_PROFILE)
  message(FATAL_ERROR "ZUGWERK_PROFILE=${ZUGWERK_PROFILE}: expected record or use")
endif()

function(zugwerk_build_quickly TARGET)
  set_target_properties(${TARGET} PROPERTIES ZUGWERK_QUICK ON)
  target_compile_options(${TARGET} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# The target's own code is optimised and unsanitized in every build; the rooms that it links are not affected.
function(zugwerk_build_unsanitized TARGET)
  set_target_properties(${TARGET} PROPERTIES ZUGWERK_UNSANITIZED ON ZUGWERK_QUICK ON)
  target_compile_options(${TARGET} PRIVATE -O2)
endfunction()
