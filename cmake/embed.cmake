# Files that become part of the program (src/base/embedded.h).

# zugwerk_embed(book/embedded.cpp ZUGWERK_EMBEDDED_BOOK path/to/file): the source sees the path as a macro of that name,
# if there is such a file.
function(zugwerk_embed SOURCE MACRO FILE)
  if(EXISTS ${FILE})
    # The assembler's symbols are not seen by the optimiser of the linker.
    set_source_files_properties(${SOURCE} PROPERTIES COMPILE_DEFINITIONS ${MACRO}="${FILE}" COMPILE_OPTIONS -fno-lto
                                                     OBJECT_DEPENDS ${FILE})
  endif()
endfunction()
