// base/files/standard_streams.h
//
// Makes standard input, output and error safe to rely on.

#pragma once

namespace zugwerk::base {

/// Called first in main. Closed standard streams are replaced by descriptors that cannot be used, so that no file
/// opened later takes their number and receives what is printed. Exceeding the file size limit becomes a write error
/// instead of killing the process.
void prepare_standard_streams();

}  // namespace zugwerk::base
