// base/files/standard_streams.h
//
// Standard input, output and error as a program may rely on them.

#pragma once

namespace zugwerk::base {

/// Called first in main. Whichever of the three is closed gets something that cannot be used, so that no file of ours
/// takes its place and gets what is printed. A file that reaches the limit of its size is an error of the write, not
/// the end of the process.
void prepare_standard_streams();

}  // namespace zugwerk::base
