#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files/descriptor.h"
#include "base/format.h"
#include "base/os/process_guard_posix.h"
#include "base/process/process.h"
#include "base/process/process_output.h"
#include "base/text.h"

namespace zugwerk::base {

namespace {

constexpr Milliseconds kLongestWrite{1000};
/// How often a wait checks its stop flag.
constexpr Milliseconds kSlice{50};
constexpr std::size_t kReadSize = std::size_t{16} * 1024;
/// If a companion has more unread output than this, no more is taken in.
constexpr std::size_t kMostWaitingLines = 20'000;

void set_nonblocking(const Descriptor& descriptor) {
  fcntl(descriptor.number(), F_SETFL, fcntl(descriptor.number(), F_GETFL) | O_NONBLOCK);
}

struct Pipe {
  Descriptor reading;
  Descriptor writing;
};

/// Its ends are closed in every child, unless the child duplicates them.
[[nodiscard]] Expected<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return failure("no pipe can be made: " + system_error_text(errno));
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

/// Writing to a pipe whose reader is gone raises SIGPIPE, which would end this program. Blocks the signal in this
/// thread and discards one that came meanwhile, without changing its disposition for the rest of the program.
class PipeSignalBlocker {
 public:
  PipeSignalBlocker() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  PipeSignalBlocker(const PipeSignalBlocker&) = delete;
  PipeSignalBlocker& operator=(const PipeSignalBlocker&) = delete;
  ~PipeSignalBlocker() {
    if (!was_pending_) {
      const timespec no_time{};
      while (sigtimedwait(&pipe_, nullptr, &no_time) == -1 && errno == EINTR) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t pipe_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

/// Reads a number that a guard sent. False if there is none: the other end is closed.
[[nodiscard]] bool read_number(const Descriptor& from, int& number) {
  ssize_t count = 0;
  do count = read(from.number(), &number, sizeof(number));
  while (count < 0 && errno == EINTR);
  return count == static_cast<ssize_t>(sizeof(number));
}

/// From the status that wait returns.
[[nodiscard]] ProcessEnd end_of(int status) {
  if (WIFSIGNALED(status)) return {.exit_code = 0, .signal = WTERMSIG(status)};
  return {.exit_code = WEXITSTATUS(status), .signal = 0};
}

}  // namespace

struct Process::State {
  pid_t id = -1;
  pid_t guard = -1;
  Descriptor leash;   // closed: the guard kills what is left
  Descriptor status;  // from the guard: how the process ended
  Descriptor input;
  Descriptor output;
  Descriptor errors;
  ProcessLines said;
  ProcessErrors complained;
  std::optional<ProcessEnd> exit;  // how it ended, once read

  /// Reads available output without waiting.
  void pump_output() {
    std::array<char, kReadSize> room{};
    const ssize_t count = read(output.number(), room.data(), room.size());
    const TimePoint now = Clock::now();
    if (count < 0) {
      if (errno != EAGAIN && errno != EINTR) output.close();
      return;
    }
    if (count == 0) {
      output.close();
      said.finish(now);
      return;
    }
    said.take({room.data(), static_cast<std::size_t>(count)}, now);
  }

  void pump_errors() {
    std::array<char, kReadSize> room{};
    const ssize_t count = read(errors.number(), room.data(), room.size());
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count > 0) return complained.take({room.data(), static_cast<std::size_t>(count)});
    complained.finish();
    errors.close();
  }
};

Process::Process(std::unique_ptr<State> state) : state_(std::move(state)) {}
Process::Process(Process&&) noexcept = default;

Process& Process::operator=(Process&& other) noexcept {
  if (this != &other) {
    if (state_ != nullptr) end(Milliseconds(0));
    state_ = std::move(other.state_);
  }
  return *this;
}

Process::~Process() {
  if (state_ != nullptr) end(Milliseconds(0));
}

Expected<Process> Process::start(const ProcessSettings& settings) {
  const std::string program = settings.arguments.empty() ? "" : settings.arguments.front();
  const auto refused = [&](const std::string& why) {
    return failure(format("cannot run {}: {}", in_quotes(program), why));
  };
  if (program.empty()) return refused("no program is named");
  auto input = make_pipe();
  auto output = make_pipe();
  auto errors = make_pipe();
  Descriptor log;
  if (!settings.log.empty()) {
    constexpr mode_t kPermissions = 0666;
    log = Descriptor(open(settings.log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, kPermissions));
    if (!log.is_open())
      return write_failure(format("{}: cannot be opened for writing: {}", settings.log, system_error_text(errno)));
    if (flock(log.number(), LOCK_EX | LOCK_NB) != 0)
      return write_failure(settings.log + ": another process is writing to it");
  }
  auto failure = make_pipe();
  auto status = make_pipe();
  auto leash = make_pipe();
  for (const auto* pipe : {&input, &output, &errors, &failure, &status, &leash})
    if (!*pipe) return refused(pipe->error().message);

  // Everything that needs memory comes before the fork.
  std::vector<std::string> words = settings.arguments;
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  cpu_set_t cores;
  CPU_ZERO(&cores);
  for (const int core : settings.cores) CPU_SET(static_cast<std::size_t>(core), &cores);
  GuardOrders orders;
  orders.arguments = arguments.data();
  orders.folder = settings.folder.c_str();
  orders.cores = settings.cores.empty() ? nullptr : &cores;
  orders.niceness = settings.niceness;
  orders.input = input->reading.number();
  orders.output = log.is_open() ? log.number() : output->writing.number();
  orders.errors = log.is_open() ? log.number() : errors->writing.number();
  orders.failure = failure->writing.number();
  orders.status = status->writing.number();
  orders.leash = leash->reading.number();
  const pid_t guard = fork();
  if (guard < 0) return refused(system_error_text(errno));
  if (guard == 0) run_guard(orders);
  setpgid(guard, guard);  // in both processes, since either may run first

  auto state = std::make_unique<State>();
  state->guard = guard;
  state->input = std::move(input->writing);
  state->output = std::move(output->reading);
  state->errors = std::move(errors->reading);
  state->status = std::move(status->reading);
  state->leash = std::move(leash->writing);
  set_nonblocking(state->input);
  set_nonblocking(state->output);
  set_nonblocking(state->errors);
  status->writing.close();
  failure->writing.close();
  State& started = *state;
  Process process(std::move(state));
  const bool has_id = read_number(started.status, started.id);
  // Closed by a successful exec, so this waits no longer than that takes.
  int number = 0;
  if (read_number(failure->reading, number)) {
    const bool folder_missing = !settings.folder.empty() && access(settings.folder.c_str(), X_OK) != 0;
    return refused(folder_missing ? format("folder {}: {}", in_quotes(settings.folder), system_error_text(number))
                                  : system_error_text(number));
  }
  if (!has_id) return refused("it was killed at its start");
  return process;
}

std::int64_t Process::id() const { return state_->id; }
const std::string& Process::last_error_line() const { return state_->complained.last(); }
const std::string& Process::first_error() const { return state_->complained.first(); }

bool Process::write_line(std::string_view line) {
  if (!state_->input.is_open()) return false;
  const PipeSignalBlocker blocker;
  std::string bytes(line);
  bytes += '\n';
  std::string_view rest = bytes;
  const TimePoint deadline = Clock::now() + kLongestWrite;
  while (!rest.empty()) {
    const ssize_t count = write(state_->input.number(), rest.data(), rest.size());
    if (count > 0) {
      rest.remove_prefix(static_cast<std::size_t>(count));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN || Clock::now() >= deadline) {
      state_->input.close();
      return false;
    }
    pollfd waiting{state_->input.number(), POLLOUT, 0};
    poll(&waiting, 1, static_cast<int>(kSlice.count()));
  }
  return true;
}

WaitEnd Process::read_line(ProcessLine& line, TimePoint deadline, const std::atomic<bool>* stop, Process* companion) {
  for (;;) {
    if (auto& lines = state_->said.lines(); !lines.empty()) {
      line = std::move(lines.front());
      lines.pop_front();
      return WaitEnd::Answered;
    }
    if (!state_->output.is_open()) return WaitEnd::Ended;
    if (stop != nullptr && stop->load()) return WaitEnd::Interrupted;
    const TimePoint now = Clock::now();
    // Whatever arrived in time is in the pipe now, even if we were late to look.
    const auto left = now >= deadline ? Clock::duration::zero() : deadline - now;

    std::array<pollfd, 4> watched{};
    nfds_t count = 0;
    const auto watch = [&](const Descriptor& descriptor) {
      watched[count++] = {descriptor.is_open() ? descriptor.number() : -1, POLLIN, 0};
    };
    watch(state_->output);
    watch(state_->errors);
    State* const other = companion != nullptr ? companion->state_.get() : nullptr;
    if (other != nullptr && other->said.lines().size() < kMostWaitingLines) {
      watch(other->output);
      watch(other->errors);
    }
    const auto wait = std::min<Clock::duration>(left, stop != nullptr ? kSlice : std::chrono::hours(1));
    const auto nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(wait).count();
    constexpr std::int64_t kBillion = 1'000'000'000;
    const timespec time{static_cast<time_t>(nanoseconds / kBillion), static_cast<long>(nanoseconds % kBillion)};
    const int ready = ppoll(watched.data(), count, &time, nullptr);
    if (ready < 0 && errno != EINTR) return WaitEnd::Ended;
    if (ready <= 0) {
      if (left == Clock::duration::zero()) return WaitEnd::TimedOut;
      continue;
    }
    constexpr short kSomething = POLLIN | POLLHUP | POLLERR;
    const auto has_news = [&](std::size_t i) { return i < count && (watched[i].revents & kSomething) != 0; };
    if (has_news(0)) state_->pump_output();
    if (has_news(1)) state_->pump_errors();
    if (has_news(2)) other->pump_output();
    if (has_news(3)) other->pump_errors();
  }
}

// The guard reaps the child only after the leash is closed, so until then the system cannot reuse its id.

void Process::interrupt() {
  if (state_->guard > 0 && state_->id > 0) ::kill(state_->id, SIGTERM);
}

void Process::kill() {
  if (state_->guard > 0 && state_->id > 0) ::kill(state_->id, SIGKILL);
}

std::optional<ProcessEnd> Process::wait_for_end(Milliseconds wait) {
  if (state_->exit) return state_->exit;
  pollfd waiting{state_->status.number(), POLLIN, 0};
  int status = 0;
  if (poll(&waiting, 1, static_cast<int>(wait.count())) <= 0) return std::nullopt;
  // A guard that reports nothing was killed, and its child with it.
  state_->exit = end_of(read_number(state_->status, status) ? status : SIGKILL);
  return state_->exit;
}

std::string Process::end(Milliseconds grace) {
  if (state_ == nullptr || state_->guard <= 0) return "it had ended before";
  state_->input.close();
  const TimePoint deadline = Clock::now() + grace;
  const auto has_ended = [&](Milliseconds wait) {
    pollfd waiting{state_->status.number(), POLLIN, 0};
    return poll(&waiting, 1, static_cast<int>(wait.count())) > 0;
  };
  constexpr Milliseconds kLook{2};
  bool by_itself = state_->exit || has_ended(Milliseconds(0));
  while (!by_itself && Clock::now() < deadline) {
    // Its last output is read, or a full pipe would keep it from exiting.
    if (state_->output.is_open()) state_->pump_output();
    if (state_->errors.is_open()) state_->pump_errors();
    state_->said.lines().clear();
    by_itself = has_ended(kLook);
  }
  if (state_->errors.is_open()) state_->pump_errors();
  int status = 0;
  if (!state_->exit && by_itself && read_number(state_->status, status)) state_->exit = end_of(status);
  state_->leash.close();
  while (waitpid(state_->guard, nullptr, 0) < 0 && errno == EINTR) {
  }
  state_->guard = -1;
  state_->status.close();
  state_->output.close();
  state_->errors.close();
  return state_->exit ? state_->exit->text() : "killed";
}

std::string ProcessEnd::text() const {
  if (signal == 0) return format("exit code {}", exit_code);
  const char* const name = strsignal(signal);  // NOLINT(concurrency-mt-unsafe): a table for signals that exist
  return name != nullptr ? format("signal {} ({})", signal, name) : format("signal {}", signal);
}

int ProcessEnd::shell_code() const {
  constexpr int kFirstSignal = 128;
  return signal == 0 ? exit_code : kFirstSignal + signal;
}

}  // namespace zugwerk::base
