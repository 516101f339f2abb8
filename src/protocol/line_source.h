// protocol/line_source.h
//
// Where a conversation gets its lines from, and who gets them.

#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/error.h"

namespace zugwerk::protocol {

/// The next line, an error in place of a line that cannot be read, or nothing at the end.
using LineSource = std::function<std::optional<base::Expected<std::string>>()>;

/// Hands line after line to a session, until the input ends or the session wants no more.
template <class Session>
void converse(Session& session, const LineSource& next_line) {
  while (const auto line = next_line()) {
    if (!*line)
      session.refuse_line(line->error());
    else if (!session.obey(**line))
      return;
  }
}

}  // namespace zugwerk::protocol
