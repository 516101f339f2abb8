#include "base/os/process_guard_posix.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/priority.h"

namespace zugwerk::base {

namespace {

constexpr int kCannotRun = 127;

/// Writes are small enough to be atomic on a pipe. If one fails, there is no reader left.
void tell(int descriptor, int number) {
  ssize_t written = 0;
  do written = write(descriptor, &number, sizeof(number));
  while (written < 0 && errno == EINTR);
}

void close_from_to(unsigned first, unsigned last) {
  if (first > last || close_range(first, last, 0) == 0) return;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  // A kernel older than close_range: one by one, as far as numbers go.
  for (unsigned i = first; i <= last && i < limit.rlim_cur; ++i) close(static_cast<int>(i));
}

/// The guard is a fork of this program and would keep its descriptors open: pipes of other engines, file locks.
void close_all_but(std::array<int, 3> kept) {
  std::sort(kept.begin(), kept.end());
  unsigned next = 0;
  for (const int descriptor : kept) {
    const auto number = static_cast<unsigned>(descriptor);
    if (number > 0) close_from_to(next, number - 1);
    next = number + 1;
  }
  close_from_to(next, ~0U);
}

/// The child between fork and exec.
[[noreturn]] void become_child(const GuardOrders& orders, pid_t guard) {
  const auto give_up = [&] {
    tell(orders.failure, errno);
    _exit(kCannotRun);
  };
  setpgid(0, 0);
  // If the guard is killed, at least the child dies with it.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != guard) _exit(kCannotRun);
  signal(SIGPIPE, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (dup2(orders.input, STDIN_FILENO) < 0 || dup2(orders.output, STDOUT_FILENO) < 0 ||
      dup2(orders.errors, STDERR_FILENO) < 0)
    give_up();
  if (*orders.folder != '\0' && chdir(orders.folder) != 0) give_up();
  // A refused niceness is no reason not to run.
  if (orders.niceness != 0) static_cast<void>(set_niceness(orders.niceness));
  // A processor that is no longer available is no reason not to run.
  if (orders.cores != nullptr) sched_setaffinity(0, sizeof(*orders.cores), orders.cores);
  execvp(orders.arguments[0], orders.arguments);
  give_up();
  _exit(kCannotRun);
}

/// Calls `visit(pid)` for every child of this process, adopted ones included. False if the system does not provide
/// this.
template <class Visit>
bool for_each_child(Visit visit) {
  const int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  std::array<char, 4096> room{};
  pid_t number = 0;
  for (;;) {
    const ssize_t count = read(file, room.data(), room.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    for (ssize_t i = 0; i < count; ++i) {
      const char c = room[static_cast<std::size_t>(i)];
      if (c >= '0' && c <= '9') {
        number = number * 10 + (c - '0');
      } else {
        if (number > 0) visit(number);
        number = 0;
      }
    }
  }
  if (number > 0) visit(number);
  close(file);
  return true;
}

/// Whether the child has ended, and how. It is not reaped, so that its id, which is also its group's, stays in use.
[[nodiscard]] bool has_ended(pid_t child, int& status) {
  siginfo_t info{};
  if (waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0)
    return false;
  // In the format of wait: an exit code in the second byte, a signal in the first.
  status = info.si_code == CLD_EXITED ? (info.si_status & 0xff) << 8 : info.si_status & 0x7f;
  return true;
}

/// Kills the child's group, then descendants that left the group: as their parents die they become children of this
/// process, so that in the end none is left.
void kill_family(pid_t child) {
  kill(-child, SIGKILL);
  // Reaping a process may orphan others, which are killed in the next round.
  while (for_each_child([](pid_t pid) { kill(pid, SIGKILL); }))
    if (waitpid(-1, nullptr, 0) < 0 && errno != EINTR) return;
  // Without /proc only the group can be killed.
  while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
}

/// Reports how the child ends, and reaps its orphans, until the leash is closed.
void watch(const GuardOrders& orders, pid_t child, int signals) {
  bool told = false;
  std::array<pollfd, 2> watched{{{orders.leash, POLLIN, 0}, {signals, POLLIN, 0}}};
  for (;;) {
    int status = 0;
    if (!told && has_ended(child, status)) {
      tell(orders.status, status);
      told = true;
    }
    for_each_child([&](pid_t pid) {
      if (pid != child) waitpid(pid, nullptr, WNOHANG);
    });
    if (poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR) return;
    // Nothing is ever written to it: any event means that it was closed.
    if (watched[0].revents != 0) return;
    signalfd_siginfo news{};
    while (read(signals, &news, sizeof(news)) > 0) {
    }
  }
}

}  // namespace

void run_guard(const GuardOrders& orders) {
  // Signals sent to this program's group, by Ctrl-C or by kill, are not for the guard.
  setpgid(0, 0);
  prctl(PR_SET_NAME, "engine guard");
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGCHLD, SIG_DFL);
  sigset_t mask;
  sigfillset(&mask);
  sigprocmask(SIG_SETMASK, &mask, nullptr);
  sigset_t ended;
  sigemptyset(&ended);
  sigaddset(&ended, SIGCHLD);
  const int signals = signalfd(-1, &ended, SFD_NONBLOCK | SFD_CLOEXEC);
  const pid_t guard = getpid();
  const pid_t child = signals < 0 ? -1 : fork();
  if (child < 0) {
    tell(orders.failure, errno);
    _exit(kCannotRun);
  }
  if (child == 0) become_child(orders, guard);
  setpgid(child, child);  // in both processes, since either may run first
  tell(orders.status, child);
  close_all_but({orders.status, orders.leash, signals});
  watch(orders, child, signals);
  kill_family(child);
  _exit(0);
}

}  // namespace zugwerk::base
