#include "web/server.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include <httplib.h>
#include <sys/socket.h>

#include "base/text.h"
#include "web/api.h"

namespace zugwerk::web {

namespace {

/// Every open connection holds a thread while it lasts; streams last as long as their tabs.
constexpr std::size_t kConnectionThreads = 256;
constexpr std::size_t kMostRequestsPerConnection = 10'000;
constexpr time_t kIdleSeconds = 2;
constexpr time_t kReadSeconds = 10;
constexpr time_t kWriteSeconds = 10;
constexpr int kPortsToTry = 50;

// Nothing is loaded from elsewhere, nothing is sent elsewhere, and no other page shows this one in a frame.
constexpr const char* kContentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src "
    "'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

[[nodiscard]] Request to_request(const httplib::Request& from) {
  Request request;
  request.method = from.method;
  request.path = from.path;
  request.body = from.body;
  request.content_type = from.get_header_value("Content-Type");
  request.host = from.get_header_value("Host");
  request.origin = from.get_header_value("Origin");
  request.fetch_site = from.get_header_value("Sec-Fetch-Site");
  request.client = from.remote_addr;
  return request;
}

void fill(httplib::Response& to, Response response) {
  to.status = response.status;
  if (response.status == kTooManyRequests || response.status == kBusy) to.set_header("Retry-After", "1");
  if (response.content_type.empty()) return;
  if (response.body.empty()) {
    to.set_content(response.body, response.content_type);
    return;
  }
  // Whatever is given to the library as one text it packs as small as it can, for half a second where that is the page.
  // What comes in pieces is sent as it is.
  const auto body = std::make_shared<const std::string>(std::move(response.body));
  to.set_content_provider(body->size(), response.content_type,
                          [body](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
                            return sink.write(body->data() + offset, length);
                          });
}

void stream(httplib::Response& to, std::shared_ptr<EventStream> events) {
  to.status = kOk;
  // The library calls this again and again while the connection lasts, and drops the stream when it is gone.
  const auto next = [events = std::move(events), greeted = false](std::size_t, httplib::DataSink& sink) mutable {
    std::string text = "event: hello\ndata: {}\n\n";
    if (std::exchange(greeted, true)) {
      auto event = events->next();
      if (!event) {
        sink.done();
        return true;
      }
      text = std::move(*event);
    }
    return sink.is_writable() && sink.write(text.data(), text.size());
  };
  to.set_chunked_content_provider("text/event-stream", next);
}

void set_up(httplib::Server& server, Api& api) {
  server.new_task_queue = [] { return new httplib::ThreadPool(kConnectionThreads); };
  server.set_keep_alive_max_count(kMostRequestsPerConnection);
  server.set_keep_alive_timeout(kIdleSeconds);
  server.set_read_timeout(kReadSeconds);
  server.set_write_timeout(kWriteSeconds);
  server.set_tcp_nodelay(true);
  server.set_payload_max_length(kLargestBody);
  // The library's default would let two servers share a port and each get half of the requests.
  server.set_socket_options([](socket_t descriptor) {
    const int yes = 1;
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  server.set_default_headers({{"Content-Security-Policy", kContentPolicy},
                              {"X-Content-Type-Options", "nosniff"},
                              {"Referrer-Policy", "no-referrer"},
                              {"Cache-Control", "no-cache"}});

  const auto answer = [&api](const httplib::Request& from, httplib::Response& to) {
    const Request request = to_request(from);
    if (!Api::wants_stream(request)) {
      fill(to, api.handle(request));
      return;
    }
    auto events = api.open_stream(request);
    if (events)
      stream(to, std::move(*events));
    else
      fill(to, events.error());
  };
  const char* const everything = ".*";
  server.Get(everything, answer).Post(everything, answer).Put(everything, answer).Delete(everything, answer);
  server.set_error_handler([](const httplib::Request&, httplib::Response& to) {
    // What the library refuses by itself gets a body like everything else.
    if (!to.has_header("Content-Type"))
      fill(to,
           error_response(to.status, to.status == kTooLarge ? "the body is too large" : "this request makes no sense"));
  });
  server.set_exception_handler([](const httplib::Request&, httplib::Response& to, const std::exception_ptr&) {
    fill(to, error_response(kInternalError, "something went wrong here; please report it"));
  });
}

/// The port that was bound, or 0.
[[nodiscard]] int bind(httplib::Server& server, const ServerSettings& settings) {
  const int tries = settings.may_use_another_port ? kPortsToTry : 1;
  constexpr int kLargestPort = 65535;
  for (int port = settings.port; port < settings.port + tries && port <= kLargestPort; ++port)
    if (server.bind_to_port(settings.host, port)) return port;
  return 0;
}

}  // namespace

base::Expected<void> serve(const ServerSettings& settings, const std::function<void(const std::string&)>& wait) {
  auto pool = EnginePool::create(settings.pool);
  if (!pool) return tl::make_unexpected(pool.error());
  const bool loopback = is_loopback(settings.host);
  auto known = KnownMoves::open(settings.book, settings.pool.tables);
  if (!known) return tl::make_unexpected(known.error());
  Api api(**pool, {settings.version, loopback, settings.page, settings.lab_folder, *std::move(known)});
  httplib::Server server;
  set_up(server, api);
  const int port = bind(server, settings);
  if (port == 0)
    return base::failure("cannot listen on " + base::in_quotes(settings.host) + ", port " +
                         std::to_string(settings.port) + (settings.may_use_another_port ? " or the next ones" : ""));

  std::atomic<bool> ended{false};
  std::thread listening([&server, &ended] {
    server.listen_after_bind();
    ended = true;
  });
  // A server that is told to stop before it began would not hear it.
  while (!server.is_running() && !ended) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  wait("http://" + (loopback ? std::string("localhost") : settings.host) + ":" + std::to_string(port));
  api.close();
  server.stop();
  listening.join();
  return {};
}

}  // namespace zugwerk::web
