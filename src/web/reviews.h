// web/reviews.h
//
// Reviews of whole games for HTTP clients: one after the other, on a thread of their own, since each takes long and no
// client waits for a single move. A review that its client no longer asks about is abandoned. Independent of HTTP.

#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/json.h"
#include "chess/notation/pgn_game.h"
#include "review/reviewer.h"

namespace zugwerk::web {

class Reviews {
 public:
  using Clock = std::chrono::steady_clock;
  /// Reviews that are waiting, running, or not fetched yet.
  static constexpr std::size_t kMost = 50;
  static constexpr std::chrono::seconds kPatience{20};

  /// A review that nobody has asked about for so long is given up.
  explicit Reviews(Clock::duration patience = kPatience);
  Reviews(const Reviews&) = delete;
  Reviews& operator=(const Reviews&) = delete;
  ~Reviews() { close(); }

  /// The name of the new review; nothing if there are too many.
  [[nodiscard]] std::optional<std::string> start(chess::PgnGame game, const review::ReviewSettings& settings);

  /// {"waiting": reviews before it, "done": positions, "all": positions, "answer": null or the result}. Nothing if
  /// there is none of this name. The error is that of the review itself.
  [[nodiscard]] std::optional<base::Expected<base::Json>> state(const std::string& name);

  /// Ends it; false if there is none of this name.
  bool remove(const std::string& name);

  /// Ends everything, for good.
  void close();

 private:
  struct Job {
    Job(chess::PgnGame wanted, review::ReviewSettings by) : game(std::move(wanted)), settings(std::move(by)) {}
    const chess::PgnGame game;
    const review::ReviewSettings settings;
    // All below is guarded by the mutex.
    std::size_t done = 0;
    std::size_t all = 0;
    bool stopped = false;
    std::optional<base::Expected<base::Json>> answer;
    Clock::time_point last_asked = Clock::now();
  };

  void run();
  [[nodiscard]] base::Expected<base::Json> carry_out(Job& job);
  void stop(Job& job);
  void forget_abandoned(Clock::time_point now);

  const Clock::duration patience_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool closing_ = false;
  std::deque<std::shared_ptr<Job>> waiting_;
  std::shared_ptr<Job> running_;
  review::Reviewer* reviewer_ = nullptr;  // of the running review
  std::map<std::string, std::shared_ptr<Job>> jobs_;
  std::thread thread_;
};

}  // namespace zugwerk::web
