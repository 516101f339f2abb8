#include "web/reviews.h"

#include <algorithm>
#include <utility>

#include "chess/notation/pgn_writer.h"
#include "review/review_json.h"
#include "review/review_pgn.h"
#include "web/games.h"
#include "web/names.h"

namespace zugwerk::web {

using base::Expected;
using base::Json;

Reviews::Reviews(Clock::duration patience) : patience_(patience), thread_([this] { run(); }) {}

std::optional<std::string> Reviews::start(chess::PgnGame game, const review::ReviewSettings& settings) {
  const std::scoped_lock lock(mutex_);
  forget_abandoned(Clock::now());
  if (closing_ || jobs_.size() >= kMost) return std::nullopt;
  auto job = std::make_shared<Job>(std::move(game), settings);
  std::string name = random_name();
  jobs_.emplace(name, job);
  waiting_.push_back(std::move(job));
  changed_.notify_all();
  return name;
}

std::optional<Expected<Json>> Reviews::state(const std::string& name) {
  const std::scoped_lock lock(mutex_);
  const auto found = jobs_.find(name);
  if (found == jobs_.end()) return std::nullopt;
  Job& job = *found->second;
  job.last_asked = Clock::now();
  if (job.answer && !*job.answer) return *job.answer;
  const auto place = std::find(waiting_.begin(), waiting_.end(), found->second);
  const auto before = place == waiting_.end() ? 0 : (place - waiting_.begin()) + (running_ ? 1 : 0);
  return Expected<Json>(Json{{"waiting", before},
                             {"done", job.done},
                             {"all", job.all},
                             {"answer", job.answer ? **job.answer : Json(nullptr)}});
}

bool Reviews::remove(const std::string& name) {
  const std::scoped_lock lock(mutex_);
  const auto found = jobs_.find(name);
  if (found == jobs_.end()) return false;
  stop(*found->second);
  std::erase(waiting_, found->second);
  jobs_.erase(found);
  return true;
}

void Reviews::close() {
  {
    const std::scoped_lock lock(mutex_);
    closing_ = true;
    if (running_) stop(*running_);
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

void Reviews::stop(Job& job) {
  job.stopped = true;
  if (running_.get() == &job && reviewer_ != nullptr) reviewer_->stop();
}

void Reviews::forget_abandoned(Clock::time_point now) {
  std::erase_if(jobs_, [&](const auto& entry) {
    Job& job = *entry.second;
    if (now - job.last_asked <= patience_) return false;
    stop(job);
    std::erase(waiting_, entry.second);
    return true;
  });
}

void Reviews::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
    if (closing_) return;
    running_ = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    auto answer = carry_out(*running_);
    lock.lock();
    running_->answer = std::move(answer);
    running_.reset();
  }
}

Expected<Json> Reviews::carry_out(Job& job) {
  auto reviewer = review::Reviewer::create(job.settings);
  if (!reviewer) return tl::make_unexpected(reviewer.error());
  {
    const std::scoped_lock lock(mutex_);
    if (job.stopped) return base::failure("the review was stopped");
    reviewer_ = reviewer->get();
  }
  const auto review = (*reviewer)->review(job.game, [&](std::size_t done, std::size_t all) {
    const std::scoped_lock lock(mutex_);
    job.done = done;
    job.all = all;
    if (closing_ || job.stopped || Clock::now() - job.last_asked > patience_) (*reviewer)->stop();
  });
  {
    const std::scoped_lock lock(mutex_);
    reviewer_ = nullptr;
  }
  if (!review) return base::failure("the review was stopped");
  const chess::PgnGame annotated = review::annotated(job.game, *review);
  return Json{{"review", review::to_json(*review)}, {"game", game_json(annotated)}, {"pgn", chess::to_pgn(annotated)}};
}

}  // namespace zugwerk::web
