// base/files/standard_streams.h
//
// Makes standard input, output and error safe to rely on.

#pragma once

namespace zugwerk::base {

/// Called first in main. Closed standard streams are replaced by descriptors that cannot be used, so that no file
/// opened later takes their number and receives what is printed. Exceeding the file size limit becomes a write error
/// instead of killing the process. What is printed is what arrives: line ends are not translated.
void prepare_standard_streams();

/// Silences the standard error of the process while it lives, for libraries that print there.
class SilentErrors {
 public:
  SilentErrors();
  SilentErrors(const SilentErrors&) = delete;
  SilentErrors& operator=(const SilentErrors&) = delete;
  ~SilentErrors();

 private:
  int kept_;  // a second descriptor of it
};

}  // namespace zugwerk::base
