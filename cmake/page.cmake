# The page: web/ built by npm and esbuild, and its files embedded in one C++ source (zugwerk_page), so that the program
# needs no other files. This runs again only if something in web/ changes. Sanitizer builds serve the API only.

if(ZUGWERK_SANITIZE OR NOT ZUGWERK_SERVER)
  set(PAGE_DEFAULT OFF)
else()
  set(PAGE_DEFAULT ON)
endif()
option(ZUGWERK_PAGE "Build the page and put it into the program (needs Node.js 18 or newer and npm)" ${PAGE_DEFAULT})

if(ZUGWERK_PAGE)
  set(PAGE_SOURCE ${CMAKE_BINARY_DIR}/page/page_files.cpp)
  find_program(ZUGWERK_NODE NAMES node nodejs)
  find_program(ZUGWERK_NPM npm)
  if(NOT ZUGWERK_NODE OR NOT ZUGWERK_NPM)
    message(FATAL_ERROR "The page needs Node.js 18 or newer and npm, and they are not installed (Debian: apt-get install "
                        "nodejs npm). Without them, -DZUGWERK_PAGE=OFF builds a program that serves the API only.")
  endif()
  set(WEB ${CMAKE_SOURCE_DIR}/web)
  # Only tests need the type checker and the browser driver. npm removes whatever it does not install, stamps included,
  # so an installation for tests serves both purposes.
  if(ZUGWERK_TESTS)
    set(PACKAGES_STAMP ${WEB}/node_modules/.for-tests)
    set(PACKAGES_OMITTED)
    set(PAGE_CHECK COMMAND ${ZUGWERK_NODE} node_modules/typescript/bin/tsc --noEmit)
  else()
    set(PACKAGES_STAMP ${WEB}/node_modules/.for-use)
    set(PACKAGES_OMITTED --omit=dev)
    set(PAGE_CHECK)
  endif()
  add_custom_command(
    OUTPUT ${PACKAGES_STAMP}
    COMMAND ${ZUGWERK_NPM} ci --no-progress --ignore-scripts ${PACKAGES_OMITTED}
    COMMAND ${CMAKE_COMMAND} -E touch ${WEB}/node_modules/.for-use ${PACKAGES_STAMP}
    DEPENDS ${WEB}/package.json ${WEB}/package-lock.json ${WEB}/.npmrc
    WORKING_DIRECTORY ${WEB}
    COMMENT "Installing the packages of the page (npm ci)"
    VERBATIM)
  file(GLOB_RECURSE PAGE_INPUTS CONFIGURE_DEPENDS ${WEB}/src/* ${WEB}/public/*)
  add_custom_command(
    OUTPUT ${PAGE_SOURCE}
    ${PAGE_CHECK}
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${CMAKE_BINARY_DIR}/page/dist
    COMMAND ${ZUGWERK_NODE} build.mjs ${CMAKE_BINARY_DIR}/page/dist
    COMMAND ${ZUGWERK_NODE} embed.mjs ${CMAKE_BINARY_DIR}/page/dist ${PAGE_SOURCE}
    DEPENDS ${PACKAGES_STAMP} ${PAGE_INPUTS} ${WEB}/index.html ${WEB}/build.mjs ${WEB}/pieces.mjs ${WEB}/tsconfig.json ${WEB}/embed.mjs
    WORKING_DIRECTORY ${WEB}
    COMMENT "Building the page"
    VERBATIM)
else()
  set(PAGE_SOURCE ${CMAKE_BINARY_DIR}/page/no_page_files.cpp)
  file(CONFIGURE OUTPUT ${PAGE_SOURCE} CONTENT [[
#include "web/page_files.h"

namespace zugwerk::web {

std::span<const PageFile> page_files() { return {}; }

}  // namespace zugwerk::web
]] @ONLY)
endif()
add_library(zugwerk_page OBJECT ${PAGE_SOURCE})
target_link_libraries(zugwerk_page PRIVATE zugwerk_options)
# Link-time optimisation does not see the assembler's symbols.
set_source_files_properties(${PAGE_SOURCE} PROPERTIES COMPILE_OPTIONS -fno-lto)
zugwerk_build_quickly(zugwerk_page)
