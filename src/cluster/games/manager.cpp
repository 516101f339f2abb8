#include "cluster/games/manager.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "cluster/rank.h"

namespace zugwerk::cluster {

namespace {

/// How often a place looks whether its game is still wanted.
constexpr Milliseconds kBetweenChecks{50};

/// Networks are a matter of the engines that play.
[[nodiscard]] Hello without_network(Hello hello) {
  hello.network.clear();
  return hello;
}

}  // namespace

/// Where one game at a time is played by another rank.
class Manager::Place : public arena::GamePlace {
 public:
  Place(Manager& manager, int rank, const std::atomic<bool>& stop) : manager_(manager), rank_(rank), stop_(stop) {}

  [[nodiscard]] arena::PlaceAnswer play(const arena::GameTask& task, const arena::PlaceEvents& events) override {
    return manager_.play(rank_, task, events, stop_);
  }

 private:
  Manager& manager_;
  const int rank_;
  const std::atomic<bool>& stop_;
};

Manager::Manager(std::unique_ptr<Transport> transport, const std::string& version, Milliseconds lost)
    : Courier(std::move(transport)),
      members_(size(), without_network(introduction(version)), base::Clock::now(),
               {.verb = "play", .silence = std::min(kSilence, lost), .lost = lost}),
      offers_(static_cast<std::size_t>(size())) {
  start();
}

Manager::~Manager() {
  {
    const Lock lock(mutex_);
    post_to_all(Tag::Leave, {});
  }
  finish();
}

void Manager::expect(base::Json run) {
  const Lock lock(mutex_);
  run_ = std::move(run);
}

void Manager::end_with(int exit_code) {
  const Lock lock(mutex_);
  transport_->end_with(exit_code);
}

bool Manager::has_all_offers() const {
  for (int rank = 1; rank < size(); ++rank)
    if (!offers_[static_cast<std::size_t>(rank)] && !members_.is_gone(rank)) return false;
  return true;
}

std::vector<std::unique_ptr<arena::GamePlace>> Manager::open(const std::atomic<bool>& stop, const Note& on_note) {
  {
    const std::scoped_lock lock(telling_);
    on_note_ = on_note;
  }
  std::vector<std::unique_ptr<arena::GamePlace>> places;
  std::vector<std::string> sentences;
  {
    std::unique_lock lock(mutex_);
    const auto deadline = base::Clock::now() + kPatienceAtTheStart;
    while (!has_all_offers() && !stop && base::Clock::now() < deadline) changed_.wait_for(lock, kBetweenChecks);
    opened_ = true;
    for (int rank = 1; rank < size(); ++rank) {
      if (!offers_[static_cast<std::size_t>(rank)]) continue;
      const int slots = judge_offer(rank);
      for (int slot = 0; slot < slots; ++slot) places.push_back(std::make_unique<Place>(*this, rank, stop));
    }
    sentences = members_.summary();
  }
  tell_notes();
  if (on_note) {
    const std::scoped_lock lock(telling_);
    for (const std::string& sentence : sentences) on_note("cluster: " + sentence);
  }
  return places;
}

void Manager::tell_notes() {
  std::vector<std::string> notes;
  {
    const Lock lock(mutex_);
    notes = members_.take_notes();
  }
  const std::scoped_lock lock(telling_);
  if (on_note_)
    for (const std::string& note : notes) on_note_("cluster: " + note);
}

void Manager::dismiss(int rank, const std::string& reason) {
  members_.refuse(rank, reason);
  post(rank, Tag::Leave, {});
  changed_.notify_all();
}

arena::PlaceAnswer Manager::play(int rank, const arena::GameTask& task, const arena::PlaceEvents& events,
                                 const std::atomic<bool>& stop) {
  arena::PlaceAnswer lost;
  lost.end = arena::PlaceEnd::PlaceLost;
  std::optional<Bytes> bytes;
  {
    std::unique_lock lock(mutex_);
    if (members_.is_gone(rank)) return lost;
    const std::uint64_t number = ++tasks_;
    Job& job = jobs_[number];
    job.rank = rank;
    post(rank, Tag::Task, encode(NumberedTask{.number = number, .task = task}));
    while (!job.answer && !members_.is_gone(rank) && !stop) changed_.wait_for(lock, kBetweenChecks);
    bytes = std::move(job.answer);
    jobs_.erase(number);
  }
  tell_notes();
  if (!bytes) {
    if (stop) lost.end = arena::PlaceEnd::Interrupted;
    return lost;
  }
  auto answer = decode_answer(*bytes, task.opening);
  if (answer && answer->answer.end == arena::PlaceEnd::Played) {
    for (const std::string& restart : answer->restarts)
      if (events.on_restart) events.on_restart(restart);
    for (const NumberedAnswer::Fault& fault : answer->faults)
      if (events.on_fault) events.on_fault(fault.player, fault.kind, fault.text);
    return std::move(answer->answer);
  }
  {
    // The engines play at rank 0, so it is a matter of that machine.
    const Lock lock(mutex_);
    dismiss(rank, answer ? answer->answer.error.message : "its answer cannot be read: " + answer.error().message);
  }
  tell_notes();
  return lost;
}

int Manager::judge_offer(int rank) {
  const auto offer = decode_offer(*offers_[static_cast<std::size_t>(rank)]);
  std::string reason;
  if (!offer)
    reason = "its offer cannot be read: " + offer.error().message;
  else if (!offer->error.empty())
    reason = offer->error;
  else if (const auto differences = base::differences(run_, offer->run, "at rank 0", "there"); !differences.empty())
    reason = "it was started with another command line: " + differences.front();
  if (reason.empty()) return members_.is_gone(rank) ? 0 : offer->slots;
  dismiss(rank, reason);
  return 0;
}

void Manager::handle(const Message& message, TimePoint now) {
  members_.hear(message.from, now);
  switch (static_cast<Tag>(message.tag)) {
    case Tag::Hello:
      if (const auto hello = decode_hello(message.bytes); hello && !members_.report(message.from, *hello, now))
        dismiss(message.from, "another version");
      break;
    case Tag::Offer:
      // After the start it can only be a reason to leave.
      offers_[static_cast<std::size_t>(message.from)] = message.bytes;
      if (opened_) static_cast<void>(judge_offer(message.from));
      changed_.notify_all();
      break;
    case Tag::Answer:
      if (const auto number = decode_answer_number(message.bytes)) {
        const auto job = jobs_.find(*number);
        if (job == jobs_.end() || job->second.rank != message.from) break;  // it was given to somebody else meanwhile
        job->second.answer = message.bytes;
        changed_.notify_all();
      }
      break;
    default:
      break;  // a sign of life
  }
}

void Manager::look(TimePoint now) {
  const auto lost = members_.look(now);
  for (const int rank : lost) transport_->forget(rank);
  if (!lost.empty()) changed_.notify_all();
  if (now < next_beat_) return;
  next_beat_ = now + kBeat;
  post_to_all(Tag::Status, {});
}

}  // namespace zugwerk::cluster
