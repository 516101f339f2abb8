#include <cstdio>
#include <initializer_list>

#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include "base/files/standard_streams.h"

namespace zugwerk::base {

void prepare_standard_streams() {
  for (std::FILE* const stream : {stdin, stdout, stderr}) {
    // A program without a stream gets one that leads nowhere.
    if (_fileno(stream) < 0) static_cast<void>(std::freopen("NUL", stream == stdin ? "rb" : "wb", stream));
    _setmode(_fileno(stream), _O_BINARY);
  }
  SetConsoleOutputCP(CP_UTF8);
  SetConsoleCP(CP_UTF8);
}

SilentErrors::SilentErrors() : kept_(_dup(_fileno(stderr))) {
  if (const int nowhere = _open("NUL", _O_WRONLY); nowhere >= 0) {
    _dup2(nowhere, _fileno(stderr));
    _close(nowhere);
  }
}

SilentErrors::~SilentErrors() {
  if (kept_ < 0) return;
  _dup2(kept_, _fileno(stderr));
  _close(kept_);
}

}  // namespace zugwerk::base
