// web/api.h
//
// Every request that the server understands, and its answer. No sockets here: the HTTP server hands requests in, tests
// do the same. docs/web-api.md and docs/openapi.yaml describe it from outside.

#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "web/engine_pool.h"
#include "web/guard.h"
#include "web/known_moves.h"
#include "web/lab_files.h"
#include "web/message.h"
#include "web/page_files.h"
#include "web/reviews.h"
#include "web/session.h"

namespace zugwerk::web {

struct ApiSettings {
  std::string version;
  bool loopback_only = true;
  std::span<const PageFile> page;
  std::string lab_folder = {};  // empty: no lab
  KnownMoves known = {};
};

/// A stream that a client listens to. Whoever holds it is the connection: when it goes, so does the client's search.
class EventStream {
 public:
  explicit EventStream(std::shared_ptr<Session> session)
      : session_(std::move(session)), stream_(session_->open_stream()) {}
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;
  ~EventStream() { session_->close_stream(stream_); }

  /// Waits about a second at most; nothing when the stream is over.
  [[nodiscard]] std::optional<std::string> next() { return session_->next_event(stream_); }

 private:
  std::shared_ptr<Session> session_;
  std::uint64_t stream_;
};

class Api {
 public:
  static constexpr std::int64_t kLongestThought = 600'000;  // milliseconds

  Api(EnginePool& pool, ApiSettings settings)
      : pool_(pool), sessions_(pool), settings_(std::move(settings)), lab_(settings_.lab_folder) {}

  /// The answer to any request but that for a stream. May take as long as a search.
  [[nodiscard]] Response handle(const Request& request);

  /// Whether this is the request for a stream; then open_stream() answers it.
  [[nodiscard]] static bool wants_stream(const Request& request);
  /// The stream, or the refusal.
  [[nodiscard]] tl::expected<std::shared_ptr<EventStream>, Response> open_stream(const Request& request);

  /// Ends every session; from now on all is refused.
  void close();

  [[nodiscard]] std::size_t session_count() const { return sessions_.count(); }

 private:
  [[nodiscard]] std::optional<Response> refuse(const Request& request);
  [[nodiscard]] Response page(const Request& request) const;
  [[nodiscard]] Response about() const;
  [[nodiscard]] Response lab(const Request& request) const;
  [[nodiscard]] Response start_session();
  [[nodiscard]] Response start_review(const base::Json& body);
  [[nodiscard]] Response in_review(const Request& request, const std::string& name);
  [[nodiscard]] Response in_session(const Request& request, const std::string& id, const std::string& what);
  [[nodiscard]] Response start_analysis(Session& session, const base::Json& body) const;
  [[nodiscard]] Response find_move(Session& session, const base::Json& body) const;
  [[nodiscard]] Response judge_draw_offer(Session& session, const base::Json& body) const;

  EnginePool& pool_;
  Sessions sessions_;
  ApiSettings settings_;
  LabFiles lab_;
  FloodGate gate_;
  Reviews reviews_;
  std::atomic<bool> closing_{false};
};

}  // namespace zugwerk::web
