# The same bytes from the same sources in every folder: no path of this machine in the program, and names of local
# symbols that depend on nothing but the file's name. The date is SOURCE_DATE_EPOCH, of the environment.

add_compile_options(-ffile-prefix-map=${CMAKE_BINARY_DIR}=build -ffile-prefix-map=${CMAKE_SOURCE_DIR}=.)
string(REPLACE "<FLAGS>" "<FLAGS> -frandom-seed=<OBJECT>" CMAKE_CXX_COMPILE_OBJECT "${CMAKE_CXX_COMPILE_OBJECT}")
