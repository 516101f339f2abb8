// app/universal/choose_level.cpp
//
// The first main function of the program for every x86-64 processor (tools/build-universal). The program contains the
// whole of Zugwerk once for each level of the architecture; this picks the highest that the processor has. It is
// compiled for the lowest level and needs nothing of the others: not even their static initialisers have run, since
// these may already use instructions that the processor lacks. They are run here, for the chosen level alone.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

using Initialiser = void (*)(int, char**, char**);

/// As main returns it for input that makes no sense (app/exit_codes.h).
constexpr int kBadInput = 2;
constexpr const char* kVariable = "ZUGWERK_CPU";

}  // namespace

// The build gives these names to the main function and to the static initialisers of each level.
extern "C" {
extern char** environ;  // NOLINT(readability-redundant-declaration)
// NOLINTBEGIN(bugprone-reserved-identifier): the linker's names for the ends of a section
#define ZUGWERK_LEVEL(NAME)                             \
  int zugwerk_main_##NAME(int argc, char** argv);       \
  extern const Initialiser __start_zugwerk_init_##NAME[]; \
  extern const Initialiser __stop_zugwerk_init_##NAME[];
ZUGWERK_LEVEL(v2)
ZUGWERK_LEVEL(v3)
ZUGWERK_LEVEL(v4)
#undef ZUGWERK_LEVEL
// NOLINTEND(bugprone-reserved-identifier)
}

namespace {

struct Level {
  const char* name;
  bool is_supported;
  int (*run)(int, char**);
  const Initialiser* first;
  const Initialiser* end;
};

int run_level(const Level& level, int argc, char** argv) {
  for (const Initialiser* initialise = level.first; initialise != level.end; ++initialise)
    (*initialise)(argc, argv, environ);
  return level.run(argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
  __builtin_cpu_init();
  // These also ask whether the system saves the wide registers.
  const std::array levels{
      Level{"x86-64-v4", __builtin_cpu_supports("x86-64-v4") != 0, zugwerk_main_v4, __start_zugwerk_init_v4,
            __stop_zugwerk_init_v4},
      Level{"x86-64-v3", __builtin_cpu_supports("x86-64-v3") != 0, zugwerk_main_v3, __start_zugwerk_init_v3,
            __stop_zugwerk_init_v3},
      Level{"x86-64-v2", __builtin_cpu_supports("x86-64-v2") != 0, zugwerk_main_v2, __start_zugwerk_init_v2,
            __stop_zugwerk_init_v2},
  };
  const char* const wanted = std::getenv(kVariable);
  const bool is_free = wanted == nullptr || *wanted == '\0';
  for (const Level& level : levels) {
    if (!is_free && std::strcmp(wanted, level.name) != 0) continue;
    if (level.is_supported) return run_level(level, argc, argv);
    if (is_free) continue;
    std::fprintf(stderr, "zugwerk: %s=%s: this processor lacks instructions of that level\n", kVariable, wanted);
    return kBadInput;
  }
  if (is_free)
    std::fprintf(stderr, "zugwerk: this processor lacks instructions of x86-64-v2 (SSE4.2 and POPCNT), which are needed\n");
  else
    std::fprintf(stderr, "zugwerk: %s=%s: expected x86-64-v2, x86-64-v3 or x86-64-v4\n", kVariable, wanted);
  return kBadInput;
}
