// protocol/log_option.h
//
// The option that names the log of a conversation, which every protocol offers.

#pragma once

#include "engine/options.h"
#include "protocol/output.h"

namespace zugwerk::protocol {

/// The caller keeps `output` alive.
inline void add_log_option(engine::Options& options, Output& output) {
  options.add(engine::Option::file("Debug Log File", "a file that records the whole conversation").at_any_time(),
              [&output](const engine::OptionValue& value) {
                const auto opened = output.log_to(value.text);
                if (opened) return engine::OptionOutcome{};
                return engine::OptionOutcome::error(opened.error().message + "; the old value stays");
              });
}

}  // namespace zugwerk::protocol
