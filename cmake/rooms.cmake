# A room is one static library built from the sources in one folder of src/, linking only the rooms below it
# (docs/architecture.md). The linker then refuses an upward call, and tests/architecture reads the includes.

# zugwerk_room(NAME ROOMS base chess LIBRARIES zstd)
function(zugwerk_room NAME)
  cmake_parse_arguments(ROOM "" "" "ROOMS;LIBRARIES" ${ARGN})
  file(GLOB_RECURSE SOURCES CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${NAME}/*.cpp)
  add_library(zugwerk_${NAME} STATIC ${SOURCES})
  target_link_libraries(zugwerk_${NAME} PUBLIC zugwerk_options ${ROOM_LIBRARIES})
  foreach(LOWER IN LISTS ROOM_ROOMS)
    target_link_libraries(zugwerk_${NAME} PUBLIC zugwerk_${LOWER})
  endforeach()
endfunction()
