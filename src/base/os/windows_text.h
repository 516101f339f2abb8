// base/os/windows_text.h
//
// What the Windows halves share: UTF-8 as the system's UTF-16, and its errors as errno.

#pragma once

#include <string>
#include <string_view>

namespace zugwerk::base::os {

[[nodiscard]] std::wstring wide(std::string_view text);
[[nodiscard]] std::string narrow(std::wstring_view text);

/// The errno that says what GetLastError() says; EIO if there is none.
[[nodiscard]] int errno_of_last_error();

/// The system's message for an error number of its own.
[[nodiscard]] std::string windows_error_text(unsigned long number);

}  // namespace zugwerk::base::os
