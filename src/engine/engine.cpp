#include "engine/engine.h"

#include <algorithm>
#include <utility>

#include "nnue/embedded.h"

namespace zugwerk::engine {

Engine::Engine(search::Events events) : threads_(std::move(events)), loaded_(nnue::embedded_network()) {
  settings_.network = loaded_;
}

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

void Engine::set_network(std::shared_ptr<const nnue::Network> network) {
  loaded_ = std::move(network);
  choose_evaluation();
}

base::Expected<void> Engine::load_network(const std::string& path) {
  if (path.empty()) {
    set_network(nnue::embedded_network());
    return {};
  }
  auto network = nnue::Network::load(path);
  if (!network) return tl::unexpected(network.error());
  set_network(*std::move(network));
  return {};
}

void Engine::use_network(bool use) {
  use_network_ = use;
  choose_evaluation();
}

void Engine::choose_evaluation() {
  stop_and_wait();
  auto wanted = use_network_ ? loaded_ : nullptr;
  if (wanted == settings_.network) return;
  settings_.network = std::move(wanted);
  threads_.clear();  // scores of one evaluation mean nothing to another
}

void Engine::set_position(chess::Position position) {
  stop_and_wait();
  position_ = std::move(position);
}

}  // namespace zugwerk::engine
