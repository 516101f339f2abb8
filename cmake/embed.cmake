# Embeds files into the program (src/base/embedded.h).

# zugwerk_embed(book/embedded.cpp ZUGWERK_EMBEDDED_BOOK path/to/file): the source gets the path as a macro of that name,
# if the file exists.
function(zugwerk_embed SOURCE MACRO FILE)
  if(EXISTS ${FILE})
    # Link-time optimisation does not see the assembler's symbols.
    set_source_files_properties(${SOURCE} PROPERTIES COMPILE_DEFINITIONS ${MACRO}="${FILE}" COMPILE_OPTIONS -fno-lto
                                                     OBJECT_DEPENDS ${FILE})
  endif()
endfunction()
