#include <windows.h>

#include "base/interrupt.h"
#include "base/os/file_calls.h"

namespace zugwerk::base {

namespace {

// The system calls the handler on a thread of its own, which can only reach globals.
std::atomic<bool> interrupted{false};  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<HANDLE> event{nullptr};    // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<HANDLE> reader{nullptr};   // NOLINT: the thread that reads, while it does

BOOL WINAPI on_control(DWORD /*kind*/) {
  if (interrupted.exchange(true)) return FALSE;  // the second one ends the process
  if (const HANDLE raised = event) SetEvent(raised);
  if (const HANDLE thread = reader) CancelSynchronousIo(thread);
  return TRUE;
}

}  // namespace

InterruptGuard::InterruptGuard() {
  interrupted = false;
  event = CreateEventW(nullptr, TRUE, FALSE, nullptr);
  SetConsoleCtrlHandler(on_control, TRUE);
}

InterruptGuard::~InterruptGuard() {
  SetConsoleCtrlHandler(on_control, FALSE);
  CloseHandle(event.exchange(nullptr));
}

const std::atomic<bool>& InterruptGuard::flag() const { return interrupted; }

void InterruptGuard::wait() const {
  while (!interrupted) WaitForSingleObject(event, INFINITE);
}

std::optional<std::size_t> InterruptGuard::read(int descriptor, std::span<char> room) const {
  HANDLE thread = nullptr;
  DuplicateHandle(GetCurrentProcess(), GetCurrentThread(), GetCurrentProcess(), &thread, THREAD_TERMINATE, FALSE, 0);
  reader = thread;
  const std::ptrdiff_t count = interrupted ? 0 : os::read_some(descriptor, room);
  reader = nullptr;
  CloseHandle(thread);
  if (interrupted) return std::nullopt;
  return count > 0 ? static_cast<std::size_t>(count) : 0;
}

void InterruptGuard::raise() { GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0); }

}  // namespace zugwerk::base
