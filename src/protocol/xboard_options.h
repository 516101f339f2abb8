// protocol/xboard_options.h
//
// How an engine is set up by an XBoard client: memory, cores, tables, and the options that it offers by itself.

#pragma once

#include <string>
#include <string_view>

#include "engine/engine.h"
#include "protocol/output.h"

namespace zugwerk::protocol {

class XboardOptions {
 public:
  /// Both are kept alive by the caller.
  XboardOptions(engine::Engine& engine, Output& output) : engine_(engine), output_(output) {}

  /// The lines that offer the options, each with its end.
  [[nodiscard]] std::string features() const;

  /// Carries out "memory", "cores", "egtpath" or "option" while no search runs; what is wrong is answered.
  void obey(std::string_view command, std::string_view rest);

  /// Centipawns behind which the engine resigns; 0: it never does.
  [[nodiscard]] int resign_below() const { return resign_below_; }

 private:
  void set_option(std::string_view text);
  void refuse(const std::string& why, const std::string& what);

  engine::Engine& engine_;
  Output& output_;
  int resign_below_ = 0;
  bool limits_strength_ = false;
  int elo_ = engine::Level::kDefaultElo;
  int table_depth_ = 1;
  int table_pieces_ = search::Settings::kMostTablePieces;
  bool fifty_moves_ = true;
};

}  // namespace zugwerk::protocol
