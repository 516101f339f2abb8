// protocol/xboard_options.h
//
// How an engine is set up by an XBoard client: the options of the engine, a few that only the conversation knows, and
// the protocol's own commands for some of them.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/engine.h"
#include "engine/options.h"
#include "protocol/output.h"

namespace zugwerk::protocol {

class XboardOptions {
 public:
  /// Both are kept alive by the caller.
  XboardOptions(engine::Engine& engine, Output& output);
  XboardOptions(const XboardOptions&) = delete;
  XboardOptions& operator=(const XboardOptions&) = delete;
  ~XboardOptions() = default;

  /// What is offered to clients: all options but those that have a command of their own.
  [[nodiscard]] std::vector<engine::Option> offered() const;

  /// Whether "memory", "cores", "egtpath" or "option" can be carried out while a search runs.
  [[nodiscard]] bool may_change_during_search(std::string_view command, std::string_view rest) const;

  /// Carries one of these out; what is wrong is answered.
  void obey(std::string_view command, std::string_view rest);

  /// Centipawns behind which the engine resigns; 0: it never does.
  [[nodiscard]] int resign_below() const { return resign_below_; }

 private:
  Output& output_;
  engine::Options options_;
  int resign_below_ = 0;
};

}  // namespace zugwerk::protocol
