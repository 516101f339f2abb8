#include "base/files/descriptor.h"

#include "base/os/file_calls.h"

namespace zugwerk::base {

void Descriptor::close() {
  if (is_open()) os::close_file(release());
}

}  // namespace zugwerk::base
