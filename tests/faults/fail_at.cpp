// A library for LD_PRELOAD that lets one system call on a file, or one allocation, fail: the n-th of those that a
// program makes from main() on. The programs of the tests are the real ones; nothing in them knows about it.
//
//   ZUGWERK_FAULT_KIND    "file": open, write, sync, rename, link, truncate; "memory": allocations
//   ZUGWERK_FAULT_AT      which of them fails, from 1; 0 for none
//   ZUGWERK_FAULT_ON 1: from then on all of them fail, as on a full disk; otherwise only this one ZUGWERK_FAULT_FOLDER
//   calls on files elsewhere do not count
//   ZUGWERK_FAULT_REPORT  a file that gets a line "failed CALL" when it happens, and "count N" at the end
//
// A write fails as on a disk that becomes full: half of the bytes are written, then none. Child processes are not
// affected.

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

struct Plan {
  bool files = false;
  bool memory = false;
  bool stays = false;
  long at = 0;
  const char* folder = nullptr;
  const char* report = nullptr;
};

Plan plan;
std::atomic<long> count{0};
std::atomic<int> full{-1};  // the descriptor whose disk just became full

void report_line(const char* what, const char* value) {
  if (plan.report == nullptr) return;
  const long file = syscall(SYS_openat, AT_FDCWD, plan.report, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) return;
  char line[96];
  const int size = std::snprintf(line, sizeof line, "%s %s\n", what, value);
  syscall(SYS_write, file, line, size);
  syscall(SYS_close, file);
}

/// Counts a call; true if it is to fail.
bool is_due(const char* call) {
  if (plan.at <= 0) {
    ++count;
    return false;
  }
  const long number = ++count;
  if (number == plan.at) report_line("failed", call);
  return number == plan.at || (plan.stays && number > plan.at);
}

bool is_watched(const char* path) {
  if (!plan.files || plan.folder == nullptr || path == nullptr) return false;
  return std::strncmp(path, plan.folder, std::strlen(plan.folder)) == 0;
}

bool is_watched(int descriptor) {
  if (!plan.files) return false;
  char link[40];
  char path[4096];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const long size = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  if (size <= 0) return false;
  path[size] = '\0';
  return is_watched(path);
}

int failed(int reason) {
  errno = reason;
  return -1;
}

bool memory_is_due() { return plan.memory && is_due("allocation"); }

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

int (*program)(int, char**, char**) = nullptr;

/// Before main() libraries allocate for their constants, and nobody could catch what they throw.
void begin() {
  const char* const kind = std::getenv("ZUGWERK_FAULT_KIND");
  const char* const at = std::getenv("ZUGWERK_FAULT_AT");
  if (kind == nullptr || at == nullptr) return;
  plan.at = std::atol(at);
  plan.stays = std::getenv("ZUGWERK_FAULT_ON") != nullptr;
  plan.folder = std::getenv("ZUGWERK_FAULT_FOLDER");
  plan.report = std::getenv("ZUGWERK_FAULT_REPORT");
  unsetenv("LD_PRELOAD");
  plan.files = std::strcmp(kind, "file") == 0;
  plan.memory = std::strcmp(kind, "memory") == 0;
}

int run_program(int count_of_arguments, char** arguments, char** environment) {
  begin();
  return program(count_of_arguments, arguments, environment);
}

__attribute__((destructor)) void end() {
  if (!plan.files && !plan.memory) return;
  char number[24];
  std::snprintf(number, sizeof number, "%ld", count.load());
  report_line("count", number);
}

int open_counted(int folder, const char* path, int flags, mode_t mode) {
  if (is_watched(path) && is_due("open")) return failed(EIO);
  return static_cast<int>(syscall(SYS_openat, folder, path, flags, mode));
}

}  // namespace

extern "C" {

int __libc_start_main(int (*main)(int, char**, char**), int count_of_arguments, char** arguments, void (*init)(),
                      void (*fini)(), void (*end_of_loader)(), void* stack_end) {
  program = main;
  using Start = int (*)(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(), void*);
  return next<Start>("__libc_start_main")(run_program, count_of_arguments, arguments, init, fini, end_of_loader,
                                          stack_end);
}

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const auto mode = static_cast<mode_t>((flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, int) : 0);
  va_end(rest);
  return open_counted(AT_FDCWD, path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const auto mode = static_cast<mode_t>((flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, int) : 0);
  va_end(rest);
  return open_counted(AT_FDCWD, path, flags, mode);
}

std::FILE* fopen(const char* path, const char* mode) {
  if (is_watched(path) && is_due("fopen")) {
    errno = EIO;
    return nullptr;
  }
  return next<std::FILE* (*)(const char*, const char*)>("fopen")(path, mode);
}

std::FILE* fopen64(const char* path, const char* mode) { return fopen(path, mode); }

int mkstemp(char* name) {
  if (is_watched(name) && is_due("mkstemp")) return failed(EIO);
  return next<int (*)(char*)>("mkstemp")(name);
}

ssize_t write(int descriptor, const void* bytes, std::size_t size) {
  if (is_watched(descriptor)) {
    if (int expected = descriptor; full.compare_exchange_strong(expected, -1)) return failed(ENOSPC);
    if (is_due("write")) {
      if (size < 2 || plan.stays) return failed(ENOSPC);
      full = descriptor;
      size /= 2;
    }
  }
  return syscall(SYS_write, descriptor, bytes, size);
}

std::size_t fwrite(const void* bytes, std::size_t size, std::size_t pieces, std::FILE* file) {
  if (is_watched(fileno(file)) && is_due("fwrite")) {
    errno = ENOSPC;
    return 0;
  }
  return next<std::size_t (*)(const void*, std::size_t, std::size_t, std::FILE*)>("fwrite")(bytes, size, pieces, file);
}

int fsync(int descriptor) {
  if (is_watched(descriptor) && is_due("fsync")) return failed(EIO);
  return static_cast<int>(syscall(SYS_fsync, descriptor));
}

int ftruncate(int descriptor, off_t size) {
  if (is_watched(descriptor) && is_due("ftruncate")) return failed(EIO);
  return static_cast<int>(syscall(SYS_ftruncate, descriptor, size));
}

int rename(const char* from, const char* to) {
  if (is_watched(to) && is_due("rename")) return failed(EIO);
  return static_cast<int>(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) {
  if (is_watched(to) && is_due("linkat")) return failed(EIO);
  return static_cast<int>(syscall(SYS_linkat, from_folder, from, to_folder, to, flags));
}

void* malloc(std::size_t size) {
  if (!memory_is_due()) return __libc_malloc(size);
  errno = ENOMEM;
  return nullptr;
}

void* calloc(std::size_t pieces, std::size_t size) {
  if (!memory_is_due()) return __libc_calloc(pieces, size);
  errno = ENOMEM;
  return nullptr;
}

void* realloc(void* block, std::size_t size) {
  if (!memory_is_due()) return __libc_realloc(block, size);
  errno = ENOMEM;
  return nullptr;
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  if (!memory_is_due()) return __libc_memalign(alignment, size);
  errno = ENOMEM;
  return nullptr;
}

}  // extern "C"
