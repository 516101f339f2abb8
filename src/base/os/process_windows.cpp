#include <algorithm>
#include <array>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include <io.h>
#include <windows.h>

#include "base/files/descriptor.h"
#include "base/format.h"
#include "base/os/file_calls.h"
#include "base/os/windows_text.h"
#include "base/process/process.h"
#include "base/process/process_output.h"
#include "base/text.h"

namespace zugwerk::base {

namespace {

/// Room for what a process has not read yet. A write that finds none waits.
constexpr DWORD kPipeRoom = 1 << 20;
constexpr std::size_t kReadSize = std::size_t{16} * 1024;
/// How often a wait checks its stop flag.
constexpr Milliseconds kSlice{50};
constexpr UINT kKilled = 1;
/// If a process has more unread lines than this, no more are taken in.
constexpr std::size_t kMostWaitingLines = 20'000;

class Handle {
 public:
  Handle() = default;
  explicit Handle(HANDLE handle) : handle_(handle == INVALID_HANDLE_VALUE ? nullptr : handle) {}
  Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Handle() { close(); }

  [[nodiscard]] HANDLE get() const { return handle_; }
  [[nodiscard]] bool is_open() const { return handle_ != nullptr; }
  void close() {
    if (handle_ != nullptr) CloseHandle(std::exchange(handle_, nullptr));
  }

 private:
  HANDLE handle_ = nullptr;
};

struct Pipe {
  Handle reading;
  Handle writing;
};

/// Only the end that the child gets can be inherited.
[[nodiscard]] Expected<Pipe> make_pipe(bool child_reads) {
  HANDLE reading = nullptr;
  HANDLE writing = nullptr;
  if (!CreatePipe(&reading, &writing, nullptr, kPipeRoom))
    return failure("no pipe can be made: " + os::windows_error_text(GetLastError()));
  Pipe pipe{Handle(reading), Handle(writing)};
  SetHandleInformation(child_reads ? reading : writing, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
  return pipe;
}

/// One argument as programs take a command line apart: quotes and the backslashes before them are escaped.
void append_argument(std::wstring& line, const std::string& argument) {
  if (!line.empty()) line += L' ';
  line += L'"';
  std::size_t backslashes = 0;
  for (const wchar_t c : os::wide(argument)) {
    if (c == L'"') line.append(backslashes + 1, L'\\');
    backslashes = c == L'\\' ? backslashes + 1 : 0;
    line += c;
  }
  line.append(backslashes, L'\\');
  line += L'"';
}

/// The handles that a child inherits, and no others.
class InheritedHandles {
 public:
  explicit InheritedHandles(std::vector<HANDLE> handles) : handles_(std::move(handles)) {
    SIZE_T size = 0;
    InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
    room_.resize(size);
    is_ready_ = InitializeProcThreadAttributeList(get(), 1, 0, &size) != 0;
    if (is_ready_)
      UpdateProcThreadAttribute(get(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles_.data(),
                                handles_.size() * sizeof(HANDLE), nullptr, nullptr);
  }
  InheritedHandles(const InheritedHandles&) = delete;
  InheritedHandles& operator=(const InheritedHandles&) = delete;
  ~InheritedHandles() {
    if (is_ready_) DeleteProcThreadAttributeList(get());
  }

  [[nodiscard]] LPPROC_THREAD_ATTRIBUTE_LIST get() {
    return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(room_.data());
  }

 private:
  std::vector<HANDLE> handles_;
  std::vector<char> room_;
  bool is_ready_ = false;
};

/// A job kills all of its processes when its last handle is closed, also by the end of this program.
[[nodiscard]] Handle make_job() {
  Handle job(CreateJobObjectW(nullptr, nullptr));
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  if (job.is_open()) SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits, sizeof(limits));
  return job;
}

[[nodiscard]] DWORD priority_of(int niceness) {
  constexpr int kIdleFrom = 15;  // as in priority_windows.cpp
  return niceness <= 0 ? 0 : niceness >= kIdleFrom ? IDLE_PRIORITY_CLASS : BELOW_NORMAL_PRIORITY_CLASS;
}

}  // namespace

/// A thread for each of the two outputs reads what comes; waits are for their news.
struct Process::State {
  Handle job;
  Handle process;
  DWORD number = 0;
  Handle input;
  Handle output;
  Handle errors;
  Descriptor log;
  std::optional<ProcessEnd> exit;

  std::mutex mutex;
  std::condition_variable news;
  // Guarded by the mutex.
  ProcessLines said;
  ProcessErrors complained;
  bool output_ended = false;
  bool ending = false;
  std::string last_error;
  std::string first_error;

  std::thread output_reader;
  std::thread error_reader;

  void read_output() {
    std::array<char, kReadSize> room{};
    DWORD count = 0;
    while (ReadFile(output.get(), room.data(), room.size(), &count, nullptr) && count > 0) {
      std::unique_lock lock(mutex);
      said.take({room.data(), count}, Clock::now());
      news.notify_all();
      news.wait(lock, [&] { return ending || said.lines().size() < kMostWaitingLines; });
    }
    const std::scoped_lock lock(mutex);
    said.finish(Clock::now());
    output_ended = true;
    news.notify_all();
  }

  void read_errors() {
    std::array<char, kReadSize> room{};
    DWORD count = 0;
    while (ReadFile(errors.get(), room.data(), room.size(), &count, nullptr) && count > 0) {
      const std::scoped_lock lock(mutex);
      complained.take({room.data(), count});
    }
    const std::scoped_lock lock(mutex);
    complained.finish();
  }

  /// Waits for what the threads have read of a process that has ended, so that its errors are known.
  void finish_reading() {
    {
      const std::scoped_lock lock(mutex);
      ending = true;
      news.notify_all();
    }
    if (output_reader.joinable()) output_reader.join();
    if (error_reader.joinable()) error_reader.join();
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
  auto input = make_pipe(true);
  auto output = make_pipe(false);
  auto errors = make_pipe(false);
  for (const auto* pipe : {&input, &output, &errors})
    if (!*pipe) return refused(pipe->error().message);
  auto state = std::make_unique<State>();
  HANDLE log = nullptr;
  if (!settings.log.empty()) {
    state->log = Descriptor(os::open_file(settings.log, os::OpenMode::Append));
    if (!state->log.is_open()) return write_failure(settings.log + ": cannot be opened for writing");
    // Handles that a child inherits hold the lock too.
    if (os::lock_file(state->log.number(), os::LockKind::Exclusive) != os::LockResult::Locked)
      return write_failure(settings.log + ": another process is writing to it");
    log = reinterpret_cast<HANDLE>(_get_osfhandle(state->log.number()));
    SetHandleInformation(log, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
  }

  STARTUPINFOEXW start{};
  start.StartupInfo.cb = sizeof(start);
  start.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  start.StartupInfo.hStdInput = input->reading.get();
  start.StartupInfo.hStdOutput = log != nullptr ? log : output->writing.get();
  start.StartupInfo.hStdError = log != nullptr ? log : errors->writing.get();
  std::vector<HANDLE> inherited{input->reading.get()};
  if (log != nullptr)
    inherited.push_back(log);
  else
    inherited.insert(inherited.end(), {output->writing.get(), errors->writing.get()});
  InheritedHandles handles(std::move(inherited));
  start.lpAttributeList = handles.get();

  std::wstring line;
  for (const std::string& argument : settings.arguments) append_argument(line, argument);
  const std::wstring folder = os::wide(settings.folder);
  // A group of its own, so that Ctrl-C ends us and not it; and no window of its own.
  DWORD flags =
      CREATE_NEW_PROCESS_GROUP | CREATE_SUSPENDED | EXTENDED_STARTUPINFO_PRESENT | priority_of(settings.niceness);
  if (GetConsoleWindow() == nullptr) flags |= CREATE_NO_WINDOW;
  PROCESS_INFORMATION started{};
  state->job = make_job();
  if (!CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, flags, nullptr,
                      settings.folder.empty() ? nullptr : folder.c_str(), &start.StartupInfo, &started)) {
    const DWORD reason = GetLastError();
    if (reason == ERROR_DIRECTORY)
      return refused(format("folder {}: there is no such folder", in_quotes(settings.folder)));
    return refused(os::windows_error_text(reason));
  }
  state->process = Handle(started.hProcess);
  const Handle thread(started.hThread);
  state->number = started.dwProcessId;
  AssignProcessToJobObject(state->job.get(), state->process.get());
  if (!settings.cores.empty()) {
    DWORD_PTR mask = 0;
    for (const int core : settings.cores) mask |= DWORD_PTR{1} << core;
    SetProcessAffinityMask(state->process.get(), mask);
  }
  ResumeThread(thread.get());

  state->input = std::move(input->writing);
  state->output = std::move(output->reading);
  state->errors = std::move(errors->reading);
  // Ours are closed when they go out of scope; the pipes then end with the child.
  output->writing.close();
  errors->writing.close();
  State& reading = *state;
  reading.output_reader = std::thread([&reading] { reading.read_output(); });
  reading.error_reader = std::thread([&reading] { reading.read_errors(); });
  return Process(std::move(state));
}

std::int64_t Process::id() const { return state_->number; }

const std::string& Process::last_error_line() const {
  const std::scoped_lock lock(state_->mutex);
  return state_->last_error = state_->complained.last();
}

const std::string& Process::first_error() const {
  const std::scoped_lock lock(state_->mutex);
  return state_->first_error = state_->complained.first();
}

bool Process::write_line(std::string_view line) {
  if (!state_->input.is_open()) return false;
  const std::string bytes = std::string(line) + '\n';
  for (std::string_view rest = bytes; !rest.empty();) {
    DWORD count = 0;
    if (!WriteFile(state_->input.get(), rest.data(), static_cast<DWORD>(rest.size()), &count, nullptr)) {
      state_->input.close();
      return false;
    }
    rest.remove_prefix(count);
  }
  return true;
}

WaitEnd Process::read_line(ProcessLine& line, TimePoint deadline, const std::atomic<bool>* stop,
                           Process* /*companion: its threads read what it prints*/) {
  std::unique_lock lock(state_->mutex);
  for (;;) {
    if (auto& lines = state_->said.lines(); !lines.empty()) {
      line = std::move(lines.front());
      lines.pop_front();
      state_->news.notify_all();
      return WaitEnd::Answered;
    }
    if (state_->output_ended) return WaitEnd::Ended;
    if (stop != nullptr && stop->load()) return WaitEnd::Interrupted;
    const TimePoint now = Clock::now();
    if (now >= deadline) return WaitEnd::TimedOut;
    state_->news.wait_until(lock, stop != nullptr ? std::min(deadline, now + kSlice) : deadline);
  }
}

// Only processes that share a console can be asked.
void Process::interrupt() { GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, state_->number); }

void Process::kill() { TerminateProcess(state_->process.get(), kKilled); }

std::optional<ProcessEnd> Process::wait_for_end(Milliseconds wait) {
  if (state_->exit) return state_->exit;
  if (WaitForSingleObject(state_->process.get(), static_cast<DWORD>(wait.count())) != WAIT_OBJECT_0)
    return std::nullopt;
  DWORD code = 0;
  GetExitCodeProcess(state_->process.get(), &code);
  state_->exit = ProcessEnd{.exit_code = static_cast<int>(code), .signal = 0};
  return state_->exit;
}

std::string Process::end(Milliseconds grace) {
  if (state_ == nullptr || !state_->process.is_open()) return "it had ended before";
  state_->input.close();
  {
    // Its last output is read, or a full pipe would keep it from exiting.
    const std::scoped_lock lock(state_->mutex);
    state_->ending = true;
    state_->news.notify_all();
  }
  const auto how = wait_for_end(grace);
  state_->job.close();
  if (!how) TerminateProcess(state_->process.get(), kKilled);
  state_->finish_reading();
  state_->process.close();
  state_->output.close();
  state_->errors.close();
  state_->log.close();
  return how ? how->text() : "killed";
}

std::string ProcessEnd::text() const {
  // The system's own codes, such as that of a memory fault, are large and known in hexadecimal.
  if (exit_code < 0) return format("exit code {:#010x}", static_cast<unsigned>(exit_code));
  return format("exit code {}", exit_code);
}

int ProcessEnd::shell_code() const { return exit_code; }

}  // namespace zugwerk::base
