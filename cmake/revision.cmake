# The commit that is built: as source code (src/app/revision.h), and as the version of packages. A clone asks git, each
# time something is built; a source archive carries it in revision.txt, which `git archive` fills in. The version itself
# is that of project() in CMakeLists.txt.

if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(REVISION_SOURCE ${CMAKE_BINARY_DIR}/revision/revision.cpp)
  find_program(ZUGWERK_GIT git)
  add_custom_target(
    revision
    COMMAND ${CMAKE_COMMAND} -DGIT=${ZUGWERK_GIT} -DSOURCE=${CMAKE_SOURCE_DIR} -DVERSION=${PROJECT_VERSION}
            -DOUTPUT=${CMAKE_BINARY_DIR}/revision -P ${CMAKE_CURRENT_LIST_DIR}/revision.cmake
    BYPRODUCTS ${REVISION_SOURCE}
    VERBATIM)
  set_source_files_properties(${REVISION_SOURCE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON GENERATED ON)
  return()
endif()

cmake_policy(VERSION 3.25)
if(EXISTS ${SOURCE}/.git AND GIT)
  foreach(ASKED "REVISION;describe;--always;--exclude=*;--abbrev=10;--dirty=-modified" "DATE;log;-1;--format=%cs"
                "TAG;describe;--tags;--exact-match;--match=v*")
    list(POP_FRONT ASKED ANSWER)
    execute_process(COMMAND ${GIT} ${ASKED} WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE ${ANSWER}
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endforeach()
else()
  file(READ ${SOURCE}/cmake/revision.txt LINE)
  if(LINE MATCHES "^([0-9a-f]+) ([0-9-]+) ?([^ \n]*)")
    set(DATE ${CMAKE_MATCH_2})
    set(TAG ${CMAKE_MATCH_3})
    string(SUBSTRING ${CMAKE_MATCH_1} 0 10 REVISION)
  endif()
endif()

# What is no release precedes the one that it leads to.
set(PACKAGE_VERSION ${VERSION})
if(NOT TAG STREQUAL "v${VERSION}" OR REVISION MATCHES modified)
  string(REPLACE "-" "" DAY "${DATE}")
  string(REPLACE "-" "." COMMIT "${REVISION}")
  set(PACKAGE_VERSION "${VERSION}~git${DAY}.${COMMIT}")
endif()

# Files are only written if they changed, so that nothing is compiled without need.
file(CONFIGURE OUTPUT ${OUTPUT}/package_version CONTENT "@PACKAGE_VERSION@\n" @ONLY)
file(CONFIGURE OUTPUT ${OUTPUT}/revision.cpp @ONLY CONTENT [[
#include "app/revision.h"

namespace zugwerk::app {

std::string_view revision() { return "@REVISION@"; }
std::string_view revision_date() { return "@DATE@"; }

}  // namespace zugwerk::app
]])
