// base/machine.h
//
// The running program and the machine that it runs on: its file, its name, the host, the time of day, the browser.

#pragma once

#include <ctime>
#include <filesystem>
#include <string>

namespace zugwerk::base {

/// The file of this program; empty if the system does not say.
[[nodiscard]] std::filesystem::path program_path();
/// The name by which it was called, without folders. Allocates no memory.
[[nodiscard]] const char* program_name() noexcept;

/// "?" if the system does not say.
[[nodiscard]] std::string host_name();
/// At least one.
[[nodiscard]] int processors_online();

/// Whether a file may be run as a program.
[[nodiscard]] bool is_program(const std::string& path);

[[nodiscard]] std::tm local_time(std::time_t time);
[[nodiscard]] std::tm universal_time(std::time_t time);

/// Opens an address in the browser if there is a desktop.
void open_in_browser(const std::string& address);

}  // namespace zugwerk::base
