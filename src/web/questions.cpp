#include "web/questions.h"

#include <algorithm>
#include <utility>

#include "review/compare.h"
#include "review/explain.h"

namespace zugwerk::web {

class Questions::Job {
 public:
  Job(Question wanted, OnAnswer call) : question(std::move(wanted)), on_answer(std::move(call)) {}
  const Question question;
  const OnAnswer on_answer;
  // Guarded by the mutex of the questions.
  bool given_up = false;
  std::function<void()> stop;  // while it is being answered
};

std::shared_ptr<Questions::Job> Questions::ask(Question question, OnAnswer on_answer) {
  auto job = std::make_shared<Job>(std::move(question), std::move(on_answer));
  const std::scoped_lock lock(mutex_);
  if (closing_ || waiting_.size() + (running_ ? 1 : 0) >= kMost) return nullptr;
  waiting_.push_back(job);
  changed_.notify_all();
  return job;
}

void Questions::give_up(const std::shared_ptr<Job>& job) {
  {
    const std::scoped_lock lock(mutex_);
    job->given_up = true;
    if (job->stop) job->stop();
    if (std::erase(waiting_, job) == 0) return;
  }
  job->on_answer(std::nullopt);
}

void Questions::close() {
  std::deque<std::shared_ptr<Job>> left;
  {
    const std::scoped_lock lock(mutex_);
    closing_ = true;
    left.swap(waiting_);
    if (running_) {
      running_->given_up = true;
      if (running_->stop) running_->stop();
    }
    changed_.notify_all();
  }
  for (const auto& job : left) job->on_answer(std::nullopt);
  if (thread_.joinable()) thread_.join();
}

void Questions::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
    if (closing_) return;
    running_ = std::move(waiting_.front());
    waiting_.pop_front();
    const std::shared_ptr<Job> job = running_;
    lock.unlock();
    Answer answer = find_answer(*job);
    lock.lock();
    job->stop = nullptr;
    running_.reset();
    lock.unlock();
    job->on_answer(std::move(answer));
    lock.lock();
  }
}

Questions::Answer Questions::find_answer(Job& job) {
  const Question& question = job.question;
  // Lets the question be given up from now on; false if it already was.
  const auto begin = [&](auto& teacher) {
    const std::scoped_lock lock(mutex_);
    if (job.given_up) return false;
    job.stop = [&teacher] { teacher.stop(); };
    return true;
  };
  const auto end = [&] {
    const std::scoped_lock lock(mutex_);
    job.stop = nullptr;
  };
  const chess::Position& position = question.place.position;
  if (!question.move) {
    const auto explainer = review::Explainer::create(question.settings);
    if (!explainer) return tl::make_unexpected(explainer.error());
    if (!begin(**explainer)) return std::nullopt;
    const auto explanation = (*explainer)->explain(position);
    end();
    if (!explanation) return std::nullopt;
    return with_repairs(review::to_json(*explanation, position), question.place);
  }
  const auto comparer = review::Comparer::create(question.settings);
  if (!comparer) return tl::make_unexpected(comparer.error());
  if (!begin(**comparer)) return std::nullopt;
  const auto comparison = (*comparer)->compare(position, *question.move, question.other);
  end();
  if (!comparison) return std::nullopt;
  return with_repairs(review::to_json(*comparison, position), question.place);
}

}  // namespace zugwerk::web
