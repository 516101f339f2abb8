// web/questions.h
//
// Questions to the teacher that a client waits for: what is going on in a position, which of two moves is better.
// They are answered one after the other on a thread of their own. Independent of HTTP.

#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "base/error.h"
#include "base/json.h"
#include "chess/move.h"
#include "review/reviewer.h"
#include "web/positions.h"

namespace zugwerk::web {

struct Question {
  Place place;
  review::ReviewSettings settings;
  /// Set: compare this move with `other` or, without one, with the best other one. Otherwise explain the position.
  std::optional<chess::Move> move = std::nullopt;
  std::optional<chess::Move> other = std::nullopt;
};

class Questions {
 public:
  /// Questions that are waiting or being answered.
  static constexpr std::size_t kMost = 50;

  /// Nothing if the question was given up or cannot be answered any more.
  using Answer = std::optional<base::Expected<base::Json>>;
  using OnAnswer = std::function<void(Answer)>;
  class Job;

  Questions() : thread_([this] { run(); }) {}
  Questions(const Questions&) = delete;
  Questions& operator=(const Questions&) = delete;
  ~Questions() { close(); }

  /// `on_answer` is called once, from another thread. Nothing, and no call, if there are too many questions.
  [[nodiscard]] std::shared_ptr<Job> ask(Question question, OnAnswer on_answer);

  /// The answer is no longer wanted; it comes soon.
  void give_up(const std::shared_ptr<Job>& job);

  /// Gives up all questions, for good.
  void close();

 private:
  void run();
  [[nodiscard]] Answer find_answer(Job& job);

  std::mutex mutex_;
  std::condition_variable changed_;
  bool closing_ = false;
  std::deque<std::shared_ptr<Job>> waiting_;
  std::shared_ptr<Job> running_;
  std::thread thread_;
};

}  // namespace zugwerk::web
