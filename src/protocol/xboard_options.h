// protocol/xboard_options.h
//
// How an XBoard client sets up the engine: the options of the engine, a few that concern only the protocol, and the
// protocol's own commands for some of them.

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
  /// The caller keeps both alive.
  XboardOptions(engine::Engine& engine, Output& output);
  XboardOptions(const XboardOptions&) = delete;
  XboardOptions& operator=(const XboardOptions&) = delete;
  ~XboardOptions() = default;

  /// The options offered to clients: all but those that have a command of their own.
  [[nodiscard]] std::vector<engine::Option> offered() const;

  /// Whether "memory", "cores", "egtpath" or "option" can be carried out while a search runs.
  [[nodiscard]] bool may_change_during_search(std::string_view command, std::string_view rest) const;

  /// Carries out one of these; reports errors to the client.
  void obey(std::string_view command, std::string_view rest);

  /// The engine resigns this many centipawns down; 0: never.
  [[nodiscard]] int resign_below() const { return resign_below_; }

 private:
  Output& output_;
  engine::Options options_;
  int resign_below_ = 0;
};

}  // namespace zugwerk::protocol
