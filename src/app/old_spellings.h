// app/old_spellings.h
//
// Commands and options that have a new name. For one version the old one still works, is not in --help, and prints the
// new one on standard error.

#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace zugwerk::app {

/// The words of the command line, without the program's name, in today's spelling. Each replacement is reported to
/// `hints`.
[[nodiscard]] std::vector<std::string> with_new_spellings(std::vector<std::string> words, std::ostream& hints);

}  // namespace zugwerk::app
