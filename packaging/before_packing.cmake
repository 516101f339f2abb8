# Run by cpack when the files of a package are in place: what is special to Debian, or to an archive that is unpacked
# anywhere.

file(GLOB_RECURSE PROGRAMS ${CPACK_TEMPORARY_DIRECTORY}/zugwerk*)
list(FILTER PROGRAMS INCLUDE REGEX "/bin/zugwerk[^/]*$")
if(NOT PROGRAMS)
  message(FATAL_ERROR "there is no program in ${CPACK_TEMPORARY_DIRECTORY}")
endif()

if(CPACK_GENERATOR STREQUAL DEB)
  string(TIMESTAMP DATE "%Y-%m-%dT%H:%M:%SZ" UTC)  # SOURCE_DATE_EPOCH, if it is set
  execute_process(COMMAND date -u -R -d ${DATE} OUTPUT_VARIABLE DATE OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  foreach(PROGRAM IN LISTS PROGRAMS)
    # The libraries are those of the system, and games have a folder of their own.
    file(RPATH_REMOVE FILE ${PROGRAM})
    get_filename_component(NAME ${PROGRAM} NAME)
    get_filename_component(USR ${PROGRAM}/../.. ABSOLUTE)
    file(MAKE_DIRECTORY ${USR}/games)
    file(RENAME ${PROGRAM} ${USR}/games/${NAME})
    file(REMOVE_RECURSE ${USR}/bin)
    file(RENAME ${USR}/share/zsh/site-functions ${USR}/share/zsh/vendor-completions)
    file(WRITE ${USR}/share/doc/${NAME}/changelog
         "zugwerk (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium\n\n  * Built from its sources; what has changed is in CHANGELOG.md.\n\n"
         " -- ${CPACK_PACKAGE_CONTACT}  ${DATE}\n")
    file(GLOB COMPRESSED ${USR}/share/man/man6/*.6 ${USR}/share/doc/${NAME}/changelog ${USR}/share/doc/${NAME}/CHANGELOG.md)
    execute_process(COMMAND gzip -9 -n ${COMPRESSED} COMMAND_ERROR_IS_FATAL ANY)
    file(GLOB_RECURSE MODULES ${USR}/lib/*.so)
    if(MODULES)
      file(CHMOD ${MODULES} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
    endif()
  endforeach()
elseif(CPACK_GENERATOR STREQUAL TGZ)
  foreach(PROGRAM IN LISTS PROGRAMS)
    get_filename_component(TOP ${PROGRAM}/../.. ABSOLUTE)
    execute_process(COMMAND ${CPACK_ZUGWERK_SOURCE}/packaging/bundle-libraries ${PROGRAM} ${TOP} COMMAND_ERROR_IS_FATAL ANY)
    file(COPY ${CPACK_ZUGWERK_SOURCE}/LICENSE DESTINATION ${TOP})
    file(COPY_FILE ${CPACK_ZUGWERK_SOURCE}/packaging/README.txt ${TOP}/README.txt)
  endforeach()
endif()
