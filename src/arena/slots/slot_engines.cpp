#include "arena/slots/slot_engines.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

#include "base/format.h"
#include "base/text.h"

namespace zugwerk::arena {

std::size_t cores_per_game(std::span<const EngineSettings> engines, bool ponder) {
  std::size_t most = 1;
  for (const EngineSettings& engine : engines)
    for (const auto& [name, value] : engine.options)
      if (base::lower_case(name) == "threads")
        most = std::max(most, base::parse_integer<std::size_t>(value).value_or(1));
  return ponder ? 2 * most : most;
}

SlotEngines::SlotEngines(UciClientSettings client, int attempts, std::function<void(const std::string&)> on_restart)
    : client_(std::move(client)), attempts_(attempts), on_restart_(std::move(on_restart)) {
  assert(client_.stop != nullptr && attempts_ > 0);
}

SlotEngines::~SlotEngines() {
  for (auto& [index, engine] : engines_) engine.quit();
}

base::Expected<UciClient*> SlotEngines::ready_for_game(std::size_t index, const EngineSettings& settings,
                                                       const Preparation& prepare) {
  base::Error error{"interrupted before the engine was started"};
  for (int attempt = 0; attempt < attempts_ && !*client_.stop; ++attempt) {
    auto ready = try_once(index, settings, prepare);
    if (ready) return ready;
    error = std::move(ready.error());
  }
  if (attempts_ > 1) base::append_format(error.message, " (tried {} times)", attempts_);
  return tl::unexpected(std::move(error));
}

base::Expected<UciClient*> SlotEngines::try_once(std::size_t index, const EngineSettings& settings,
                                                 const Preparation& prepare) {
  auto running = engines_.find(index);
  const bool just_started = running == engines_.end();
  if (just_started) {
    auto started = UciClient::start(settings, client_);
    if (!started) return tl::unexpected(started.error());
    running = engines_.emplace(index, *std::move(started)).first;
  }
  UciClient& engine = running->second;
  auto ready = prepare ? prepare(engine, just_started) : base::Expected<void>();
  if (ready) ready = engine.new_game();
  if (ready) return &engine;
  if (!*client_.stop && attempts_ > 1 && on_restart_) on_restart_(ready.error().message);
  discard(index);
  return tl::unexpected(ready.error());
}

void SlotEngines::keep_only(std::size_t first, std::size_t second) {
  for (auto it = engines_.begin(); it != engines_.end();) {
    const bool needed = it->first == first || it->first == second;
    if (!needed) it->second.quit();
    it = needed ? std::next(it) : engines_.erase(it);
  }
}

void SlotEngines::discard(std::size_t index) {
  const auto engine = engines_.find(index);
  if (engine == engines_.end()) return;
  engine->second.kill();
  engines_.erase(engine);
}

}  // namespace zugwerk::arena
