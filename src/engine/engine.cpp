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
  lines_ = std::clamp(count, 1, kMostLines);
}

void Engine::set_move_overhead(search::Milliseconds overhead) {
  stop_and_wait();
  overhead_ = overhead;
}

void Engine::set_position(chess::Position position) {
  stop_and_wait();
  position_ = std::move(position);
}

}  // namespace zugwerk::engine
