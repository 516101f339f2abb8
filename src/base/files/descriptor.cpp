#include "base/files/descriptor.h"

#include <unistd.h>

namespace zugwerk::base {

void Descriptor::close() {
  if (is_open()) ::close(release());
}

}  // namespace zugwerk::base
