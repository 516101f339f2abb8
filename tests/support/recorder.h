// tests/support/recorder.h
//
// An engine that records its events.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "engine/engine.h"

namespace zugwerk::test {

struct Recorder {
  std::vector<search::LineReport> lines;
  std::vector<search::BestMoveReport> best_moves;
  engine::Engine engine{search::Events{
      [this](const search::LineReport& report) { lines.push_back(report); },
      {},
      [this](const search::BestMoveReport& report) { best_moves.push_back(report); },
  }};

  void set(std::string_view fen) { engine.set_position(*chess::parse_fen(fen)); }
  void search(const search::Limits& limits) {
    lines.clear();
    engine.go(limits);
    engine.wait();
  }
  [[nodiscard]] std::string best() const { return chess::to_coordinates(best_moves.back().best); }
};

}  // namespace zugwerk::test
