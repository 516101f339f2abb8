# Read by cpack before it makes each kind of package.

# A commit that is no release sorts before the release it leads to.
file(STRINGS ${CPACK_ZUGWERK_VERSION_FILE} CPACK_PACKAGE_VERSION LIMIT_COUNT 1)
if(CPACK_GENERATOR STREQUAL DEB)
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
elseif(CPACK_GENERATOR STREQUAL TGZ)
  # MPI belongs to the machines of a cluster, so the archive has no part of it.
  set(CPACK_MONOLITHIC_INSTALL ON)
  set(CPACK_INSTALL_CMAKE_PROJECTS "${CPACK_ZUGWERK_BINARY};zugwerk;zugwerk;/")
  string(REPLACE "~" "-" VERSION ${CPACK_PACKAGE_VERSION})
  string(TOLOWER "${CPACK_SYSTEM_NAME}" SYSTEM)
  set(CPACK_PACKAGE_FILE_NAME zugwerk-${VERSION}-${SYSTEM}-${CPACK_ZUGWERK_MACHINE})
endif()
