# The outside libraries that other CMake files refer to.

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
set(ZUGWERK_BASE_LIBRARIES fmt::fmt nlohmann_json::nlohmann_json)
set(ZUGWERK_CLI CLI11::CLI11)
if(ZUGWERK_SERVER)
  find_package(Boost 1.74 REQUIRED)  # headers only
  set(ZUGWERK_BOOST Boost::headers)
endif()
