// app/exit_codes.h
//
// The exit codes of the process.

#pragma once

namespace zugwerk::app {

inline constexpr int kExitOk = 0;
inline constexpr int kExitFailed = 1;      // the work was done and found something wrong: a wrong count, a broken file
inline constexpr int kExitBadInput = 2;    // the command line, a file or a position could not be understood
inline constexpr int kExitNotWritten = 3;  // a file or standard output could not be written: a full disk, a bad path
inline constexpr int kExitInterrupted = 130;  // ended by Ctrl-C, as shells count it

}  // namespace zugwerk::app
