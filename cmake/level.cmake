# One level of the program for every x86-64 processor (tools/build-universal): all of Zugwerk as one object with a
# single public name, zugwerk_main_LEVEL.
#
# Linking with -r gives the object its own copy of every template and inline function, those of the standard library
# included; in a usual link, one copy would serve all levels, compiled for any of them. Static initialisers get a
# section of their own, so that the system does not run them before a level is chosen (src/app/universal).

if(ZUGWERK_ARCH MATCHES "^x86-64-(v[234])$" AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set(LEVEL ${CMAKE_MATCH_1})
  set(LEVEL_OBJECT ${CMAKE_BINARY_DIR}/zugwerk_level_${LEVEL}.o)
  set(LEVEL_ARCHIVES "")
  foreach(ROOM base chess book tablebase nnue eval search engine review protocol terminal arena games learning web cluster app)
    list(APPEND LEVEL_ARCHIVES $<TARGET_FILE:zugwerk_${ROOM}>)
    list(APPEND LEVEL_ROOMS zugwerk_${ROOM})
  endforeach()
  set(LEVEL_LTO "")
  if(ZUGWERK_LTO)
    set(LEVEL_LTO -flto=auto -flinker-output=nolto-rel -Werror=odr -Werror=lto-type-mismatch)
  endif()
  if(ZUGWERK_PROFILE STREQUAL use)
    list(APPEND LEVEL_LTO -fprofile-use)
  endif()
  separate_arguments(LEVEL_FLAGS UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${CMAKE_BUILD_TYPE}} ${CMAKE_CXX_FLAGS_RELEASE}")
  add_custom_command(
    OUTPUT ${LEVEL_OBJECT}
    COMMAND ${CMAKE_CXX_COMPILER} -r -nostdlib ${LEVEL_FLAGS} ${ZUGWERK_ARCH_FLAGS_${ZUGWERK_ARCH}} ${LEVEL_LTO}
            -Wl,--force-group-allocation -o ${LEVEL_OBJECT}.new $<TARGET_OBJECTS:zugwerk_main> $<TARGET_OBJECTS:zugwerk_page>
            -Wl,--start-group ${LEVEL_ARCHIVES} -Wl,--end-group
    COMMAND ${CMAKE_OBJCOPY} --redefine-sym main=zugwerk_main_${LEVEL} --rename-section .init_array=zugwerk_init_${LEVEL} ${LEVEL_OBJECT}.new
    COMMAND ${CMAKE_OBJCOPY} --keep-global-symbol=zugwerk_main_${LEVEL} ${LEVEL_OBJECT}.new
    COMMAND ${CMAKE_COMMAND} -E rename ${LEVEL_OBJECT}.new ${LEVEL_OBJECT}
    DEPENDS ${LEVEL_ROOMS} zugwerk_main zugwerk_page $<TARGET_OBJECTS:zugwerk_main> $<TARGET_OBJECTS:zugwerk_page>
    COMMENT "Linking all of Zugwerk for ${ZUGWERK_ARCH} into one object"
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(zugwerk_level DEPENDS ${LEVEL_OBJECT})

  # What the final link needs besides.
  set(LEVEL_LIBRARIES "")
  foreach(SWITCH_AND_LIBRARY ZSTD=-lzstd ZIP=-lzip SYZYGY=-lfathom)
    string(REPLACE "=" ";" SWITCH_AND_LIBRARY ${SWITCH_AND_LIBRARY})
    list(GET SWITCH_AND_LIBRARY 0 SWITCH)
    list(GET SWITCH_AND_LIBRARY 1 LIBRARY)
    if(ZUGWERK_${SWITCH})
      list(APPEND LEVEL_LIBRARIES ${LIBRARY})
    endif()
  endforeach()
  list(JOIN LEVEL_LIBRARIES " " LEVEL_LIBRARIES)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/zugwerk_link_options CONTENT "-lfmt ${LEVEL_LIBRARIES} -pthread\n")
endif()
