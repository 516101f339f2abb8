// protocol/log_option.h
//
// The option that names the log of a conversation, which every protocol offers.

#pragma once

#include "base/text.h"
#include "engine/options.h"
#include "protocol/output.h"

namespace zugwerk::protocol {

/// The caller keeps `output` alive.
inline void add_log_option(engine::Options& options, Output& output) {
  options.add(engine::Option::file("Debug Log File", "a file that records the whole conversation").at_any_time(),
              [&output](const engine::OptionValue& value) {
                if (output.log_to(value.text)) return engine::OptionOutcome{};
                return engine::OptionOutcome::error(base::in_quotes(value.text) +
                                                    " is not a file that can be written; the old value stays");
              });
}

}  // namespace zugwerk::protocol
