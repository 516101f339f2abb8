#include "engine/engine.h"

#include <algorithm>
#include <utility>

namespace zugwerk::engine {

void Engine::stop_and_wait() {
  threads_.stop();
  threads_.wait();
}

void Engine::set_lines(int count) {
  stop_and_wait();
  settings_.line_count = std::clamp(count, 1, kMostLines);
}

void Engine::set_move_overhead(search::Milliseconds overhead) {
  stop_and_wait();
  settings_.overhead = overhead;
}

void Engine::set_ponders(bool ponders) {
  stop_and_wait();
  settings_.ponders = ponders;
}

void Engine::set_analyses(bool analyses) {
  stop_and_wait();
  settings_.analyses = analyses;
}

void Engine::set_position(chess::Position position) {
  stop_and_wait();
  position_ = std::move(position);
}

}  // namespace zugwerk::engine
