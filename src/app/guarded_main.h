// app/guarded_main.h
//
// What the main function of every program does around its work: standard streams, unexpected exceptions, and whether
// what was printed has been written.

#pragma once

#include <string>

namespace zugwerk::app {

/// Version, processor and compiler of this build, after the program's name.
[[nodiscard]] std::string version_text(const std::string& program);

/// Calls `run` with the arguments of main and returns the exit code of the program.
[[nodiscard]] int guarded_main(int argc, char** argv, int (*run)(int, char**));

}  // namespace zugwerk::app
