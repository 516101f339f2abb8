#include "app/guarded_main.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>

#include "app/exit_codes.h"
#include "app/revision.h"
#include "app/version.h"
#include "base/error.h"
#include "base/files/standard_streams.h"
#include "base/machine.h"
#include "chess/attacks.h"

namespace zugwerk::app {

namespace {

// Messages begin with the name of the program, which the C library knows: a handler of std::set_terminate has no
// arguments.

/// Reports the exception that is being handled. Allocates no memory.
void print_exception() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "%s: out of memory\n", base::program_name());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", base::program_name(), error.what());
  } catch (...) {
    std::fprintf(stderr, "%s: an unknown error\n", base::program_name());
  }
}

/// For unexpected exceptions in any thread, above all running out of memory: a message and an exit code instead of a
/// signal. Files being written are then as after a kill, which every file survives.
[[noreturn]] void end_with_message() noexcept {
  if (std::current_exception() == nullptr) std::abort();
  print_exception();
  std::_Exit(kExitFailed);
}

/// Printed output counts as much as written files. This one check serves every command.
int check_standard_output(int code) {
  errno = 0;
  std::cout.flush();
  const bool flushed = std::fflush(stdout) == 0;
  if (std::cout && flushed && std::ferror(stdout) == 0) return code;
  const std::string reason = errno != 0 ? ": " + base::system_error_text(errno) : "";
  std::fprintf(stderr, "%s: standard output cannot be written%s\n", base::program_name(), reason.c_str());
  return code == kExitOk ? kExitNotWritten : code;
}

}  // namespace

std::string version_text(const std::string& program) {
  const std::string source = revision().empty() ? std::string() : "revision " + std::string(revision()) + ", ";
  return program + ' ' + std::string(kVersion) + " (" + source + std::string(kArchitecture) + ", " +
         (chess::sliders_use_pext() ? "pext" : "magic") + ", " + std::string(kCompiler) + ", " +
         std::string(kBuildType) + (kMissingLibraries.empty() ? "" : ", without " + std::string(kMissingLibraries)) +
         ")";
}

int guarded_main(int argc, char** argv, int (*run)(int, char**)) {
  base::prepare_standard_streams();
  std::set_terminate(end_with_message);
  int code = kExitFailed;
  try {
    code = run(argc, argv);
  } catch (...) {
    print_exception();
  }
  return check_standard_output(code);
}

}  // namespace zugwerk::app
