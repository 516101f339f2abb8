# A room is one static library built from the sources in one folder of src/, linking only the rooms below it
# (docs/architecture.md). The linker then refuses an upward call, and tests/architecture reads the includes.

# zugwerk_room(NAME ROOMS base chess LIBRARIES zstd)
function(zugwerk_room NAME)
  cmake_parse_arguments(ROOM "" "" "ROOMS;LIBRARIES" ${ARGN})
  file(GLOB_RECURSE SOURCES CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${NAME}/*.cpp)
  # Of what each system does in its own way, there is a source for each (src/base/os).
  if(WIN32)
    list(FILTER SOURCES EXCLUDE REGEX "_posix\\.cpp$")
  else()
    list(FILTER SOURCES EXCLUDE REGEX "_windows\\.cpp$")
  endif()
  # Where an outside library is switched off, a source says so at run time.
  list(FILTER SOURCES EXCLUDE REGEX "_missing\\.cpp$")
  add_library(zugwerk_${NAME} STATIC ${SOURCES})
  target_link_libraries(zugwerk_${NAME} PUBLIC zugwerk_options ${ROOM_LIBRARIES})
  foreach(LOWER IN LISTS ROOM_ROOMS)
    target_link_libraries(zugwerk_${NAME} PUBLIC zugwerk_${LOWER})
  endforeach()
endfunction()

# zugwerk_library(ROOM SWITCH LIBRARY SOURCE [more sources]): the sources need an outside library. Without it
# (ZUGWERK_<SWITCH>) the first of them is replaced by SOURCE_missing.cpp, and the others are left out.
function(zugwerk_library ROOM SWITCH LIBRARY SOURCE)
  if(ZUGWERK_${SWITCH})
    target_link_libraries(zugwerk_${ROOM} PRIVATE ${LIBRARY})
    return()
  endif()
  get_target_property(SOURCES zugwerk_${ROOM} SOURCES)
  foreach(LEFT_OUT IN LISTS SOURCE ARGN)
    list(REMOVE_ITEM SOURCES ${CMAKE_CURRENT_SOURCE_DIR}/${LEFT_OUT}.cpp)
  endforeach()
  set_target_properties(zugwerk_${ROOM} PROPERTIES SOURCES "${SOURCES};${CMAKE_CURRENT_SOURCE_DIR}/${SOURCE}_missing.cpp")
endfunction()
