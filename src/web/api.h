// web/api.h
//
// Every request that the server understands, and its answer. No sockets here: the HTTP server passes requests in, and
// so do tests. docs/web-api.md and docs/openapi.yaml describe it for clients.

#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "web/engine_pool.h"
#include "web/guard.h"
#include "web/known_moves.h"
#include "web/lab_files.h"
#include "web/message.h"
#include "web/page_files.h"
#include "web/questions.h"
#include "web/reviews.h"
#include "web/session.h"

namespace zugwerk::web {

struct ApiSettings {
  std::string version;
  Access access = {};
  std::span<const PageFile> page;
  std::string lab_folder = {};  // empty: no lab
  KnownMoves known = {};
};

/// A stream that a client listens to. It belongs to the connection: when it is destroyed, the client's search ends.
class EventStream {
 public:
  /// `on_news` is called from any thread when next() has something to say; it must not call back.
  EventStream(std::shared_ptr<Session> session, std::function<void()> on_news)
      : session_(std::move(session)), stream_(session_->open_stream(std::move(on_news))) {}
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;
  ~EventStream() { session_->close_stream(stream_); }

  /// The next event, empty if there is none now. Nothing when the stream has ended.
  [[nodiscard]] std::optional<std::string> next() { return session_->next_event(stream_); }

 private:
  std::shared_ptr<Session> session_;
  std::uint64_t stream_;
};

class Api {
 public:
  static constexpr std::int64_t kLongestThought = 600'000;  // milliseconds

  using Answer = std::function<void(Response)>;
  /// Says that the client no longer waits for the answer, which then comes soon.
  using GiveUp = std::function<void()>;

  Api(EnginePool& pool, ApiSettings settings)
      : pool_(pool), sessions_(pool), settings_(std::move(settings)), lab_(settings_.lab_folder) {}

  /// The refusal of a request, if its header is enough to decide. To be called once for each request.
  [[nodiscard]] std::optional<Response> refuse(const Request& request);

  /// Answers any request that was not refused, except the one for a stream, by calling `done` once: immediately, or
  /// from another thread when a search has ended. The result is empty if it was immediate. HEAD is answered like GET;
  /// the caller leaves out the body.
  [[nodiscard]] GiveUp answer(const Request& request, const Answer& done);

  /// Both in one call, which waits for the answer.
  [[nodiscard]] Response handle(const Request& request);

  /// Whether this is a request for a file of the page, which is cheap to answer.
  [[nodiscard]] static bool wants_page(const Request& request);
  /// Whether this is the request for a stream; then open_stream() answers it.
  [[nodiscard]] static bool wants_stream(const Request& request);
  /// The stream, or the refusal.
  [[nodiscard]] tl::expected<std::shared_ptr<EventStream>, Response> open_stream(const Request& request,
                                                                                 std::function<void()> on_news);

  /// Ends every session; from now on every request is refused.
  void close();

  [[nodiscard]] std::size_t session_count() const { return sessions_.count(); }

 private:
  /// A search that was started, or why it was not.
  using Begun = tl::expected<GiveUp, Response>;

  [[nodiscard]] Response answer_at_once(const Request& request);
  [[nodiscard]] Response page(const Request& request) const;
  [[nodiscard]] Response about() const;
  [[nodiscard]] Response lab(const Request& request) const;
  [[nodiscard]] Response queue(const Request& request) const;
  [[nodiscard]] Response start_session();
  [[nodiscard]] Response start_review(const base::Json& body);
  [[nodiscard]] Response in_review(const Request& request, const std::string& name);
  [[nodiscard]] Response in_session(const Request& request, const std::string& id, const std::string& what);
  [[nodiscard]] Response start_analysis(Session& session, const base::Json& body) const;
  [[nodiscard]] Begun search(const Request& request, const std::string& id, const std::string& what,
                             const Answer& done) const;
  [[nodiscard]] static Begun find_move(const std::shared_ptr<Session>& session, const std::string& client,
                                       const base::Json& body, const Answer& done);
  [[nodiscard]] static Begun judge_draw_offer(const std::shared_ptr<Session>& session, const std::string& client,
                                              const base::Json& body, const Answer& done);

  /// Explanations and comparisons.
  [[nodiscard]] Begun ask_teacher(const Request& request, const Answer& done);

  EnginePool& pool_;
  Sessions sessions_;
  ApiSettings settings_;
  LabFiles lab_;
  FloodGate gate_;
  Reviews reviews_;
  Questions questions_;
  std::atomic<bool> closing_{false};
};

}  // namespace zugwerk::web
