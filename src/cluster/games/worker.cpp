#include "cluster/games/worker.h"

#include <utility>

#include "cluster/rank.h"

namespace zugwerk::cluster {

Worker::Worker(std::unique_ptr<Transport> transport, const std::string& version)
    : Courier(std::move(transport)), heard_(base::Clock::now()) {
  Hello hello = introduction(version);
  hello.network.clear();  // a matter of the engines that play
  post(0, Tag::Hello, encode(hello));
  start();
}

void Worker::decline(const std::string& error) {
  const Lock lock(mutex_);
  post(0, Tag::Offer, encode(Offer{.slots = 0, .run = base::Json::object(), .error = error}));
}

void Worker::work(const arena::PlaceSettings& settings, const arena::GameSlotSettings& slots, const base::Json& run,
                  const std::atomic<bool>& stop) {
  {
    const Lock lock(mutex_);
    post(0, Tag::Offer, encode(Offer{.slots = slots.concurrency, .run = run, .error = {}}));
  }
  arena::GameSlots playing;
  playing.run(
      slots, stop,
      [&](const std::vector<int>& cores) {
        arena::LocalPlace place(settings, cores, playing.halted_flag());
        while (!playing.halted())
          if (const auto task = next_task(settings.engines.size())) play(*task, place);
      },
      [&] {
        if (leaving_) playing.halt();
      });
  if (const auto failure = playing.failure()) decline(failure->message);
}

std::optional<NumberedTask> Worker::next_task(std::size_t engines) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, arena::GameSlots::kPollInterval, [this] { return !tasks_.empty(); });
  if (tasks_.empty()) return std::nullopt;
  const Bytes bytes = std::move(tasks_.front());
  tasks_.pop_front();
  auto task = decode_task(bytes, engines);
  if (task) return *std::move(task);
  post(0, Tag::Offer, encode(Offer{.slots = 0, .run = {}, .error = "it cannot read a task: " + task.error().message}));
  return std::nullopt;
}

void Worker::play(const NumberedTask& task, arena::LocalPlace& place) {
  NumberedAnswer answer{.number = task.number, .answer = {}, .faults = {}, .restarts = {}};
  const arena::PlaceEvents events{.on_fault =
                                      [&](chess::Color player, arena::EngineFault kind, const std::string& text) {
                                        answer.faults.push_back({player, kind, text});
                                      },
                                  .on_restart = [&](const std::string& error) { answer.restarts.push_back(error); }};
  answer.answer = place.play(task.task, events);
  if (answer.answer.end == arena::PlaceEnd::Interrupted) return;
  const Lock lock(mutex_);
  post(0, Tag::Answer, encode(answer));
}

void Worker::handle(const Message& message, base::TimePoint now) {
  if (message.from != 0) return;
  heard_ = now;
  if (static_cast<Tag>(message.tag) == Tag::Leave) leaving_ = true;
  if (static_cast<Tag>(message.tag) == Tag::Task) {
    tasks_.push_back(message.bytes);
    changed_.notify_one();
  }
}

void Worker::look(base::TimePoint now) {
  if (now - heard_ >= kAbandoned) leaving_ = true;
  if (now < next_beat_) return;
  next_beat_ = now + kBeat;
  post(0, Tag::Status, {});
}

}  // namespace zugwerk::cluster
