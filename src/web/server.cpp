#include "web/server.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/write.hpp>

#include "base/clock.h"
#include "base/format.h"
#include "base/heap.h"
#include "base/socket.h"
#include "base/text.h"
#include "web/api.h"
#include "web/http_reader.h"
#include "web/http_writer.h"
#include "web/listener.h"
#include "web/names.h"

namespace zugwerk::web {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;
using base::Milliseconds;
using std::chrono::seconds;

// Below the usual limit of 1,024 descriptors per process.
constexpr std::size_t kMostConnections = 800;
constexpr std::size_t kMostConnectionsPerAddress = 200;  // loopback is not limited by this
// Bodies of requests and answers together, from the first byte received to the last byte sent.
constexpr std::size_t kMostBytesHeld = std::size_t{20} * 1024 * 1024;
constexpr std::size_t kSmallBody = std::size_t{16} * 1024;  // requests this small are always accepted
constexpr seconds kTimeForFirstByte{10};
constexpr seconds kIdleTime{30};
constexpr seconds kTimeForHeader{10};
constexpr seconds kTimeForRequest{30};
constexpr seconds kTimeToWrite{10};              // and one more second for each ...
constexpr std::size_t kSlowestWriting = 32'768;  // ... bytes
constexpr seconds kTimeToDrain{3};
constexpr std::size_t kMostDrained = 4 * kLargestBody;
constexpr Milliseconds kBetweenSweeps{200};
// Events of one stream are at least this far apart, whatever the search reports.
constexpr Milliseconds kBetweenEvents{40};
constexpr seconds kBetweenSignsOfLife{1};
constexpr seconds kTimeToSayGoodbye{1};
// Requests that take memory and time are answered one after the other, and few may wait.
constexpr std::size_t kLargeBody = std::size_t{64} * 1024;
constexpr int kMostLargeRequests = 6;
constexpr std::size_t kWorkers = 2;

class Connection;

/// All connections, on one thread.
class Server {
 public:
  Server(asio::io_context& io, tcp::acceptor acceptor, Api& api)
      : io_(io), acceptor_(std::move(acceptor)), api_(api), sweep_timer_(io), retry_timer_(io) {
    accept();
  }

  [[nodiscard]] asio::io_context& io() { return io_; }
  [[nodiscard]] Api& api() { return api_; }
  /// The shared read buffer: idle connections need no buffer of their own.
  [[nodiscard]] std::array<char, HttpReader::kMostHeaderBytes>& scratch() { return scratch_; }

  void forget(const std::shared_ptr<Connection>& connection);
  /// Updates the memory accounted to a connection. False if there is no room for it, even after evicting those that
  /// have waited longest.
  [[nodiscard]] bool hold(Connection& connection, std::size_t before, std::size_t now);

  /// Answers a request on another thread. False if too many are waiting.
  [[nodiscard]] bool work(bool large, std::function<void()> task);

  /// Accepts nothing more, and ends when all requests have been answered, or after a grace period.
  void shut_down();
  /// Joins the worker threads.
  void join_workers() {
    workers_.join();
    large_worker_.join();
  }
  /// To be called after the connection thread has ended.
  void drop_all();

 private:
  void accept();
  void admit(tcp::socket socket);
  /// Closes the connection that has waited longest and has no request in progress, from a given address if there is
  /// one. False if there is none.
  bool evict(const Connection* except, const std::string* address = nullptr);
  void sweep_later();
  void sweep();

  asio::io_context& io_;
  tcp::acceptor acceptor_;
  Api& api_;
  asio::steady_timer sweep_timer_;
  asio::steady_timer retry_timer_;
  bool sweeping_ = false;
  bool closing_ = false;
  Clock::time_point close_at_;
  std::set<std::shared_ptr<Connection>> connections_;
  std::map<std::string, std::size_t> per_address_;
  std::size_t held_ = 0;
  std::array<char, HttpReader::kMostHeaderBytes> scratch_{};
  std::atomic<int> large_requests_{0};
  asio::thread_pool workers_{kWorkers};
  asio::thread_pool large_worker_{1};
};

/// One client: reads a request, has it answered, writes the answer, and so on; or writes events until one side ends it.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Server& server, tcp::socket socket, std::string address)
      : server_(server), socket_(std::move(socket)), address_(std::move(address)), event_timer_(server.io()) {}

  void start() {
    deadline_ = Clock::now() + kTimeForFirstByte;
    read();
  }

  [[nodiscard]] const std::string& address() const { return address_; }
  [[nodiscard]] Clock::time_point waits_since() const { return waits_since_; }
  [[nodiscard]] std::size_t held() const { return held_; }
  /// Whether closing it affects only its own slow client.
  [[nodiscard]] bool may_be_evicted() const {
    return state_ == State::Reading || state_ == State::Writing || state_ == State::Draining;
  }
  [[nodiscard]] bool is_idle() const { return state_ == State::Draining || (state_ == State::Reading && !has_begun_); }

  /// Called from time to time: drops clients that are too slow or gone.
  void check(Clock::time_point now);
  void close();

 private:
  enum class State { Reading, Working, Writing, Streaming, Draining, Closed };

  void enter(State state) {
    state_ = state;
    waits_since_ = Clock::now();
  }
  [[nodiscard]] bool hold(std::size_t bytes) {
    const std::size_t before = std::exchange(held_, bytes);
    return server_.hold(*this, before, bytes);
  }

  void read();
  void receive();
  /// Goes on with what has been received.
  void consume();
  /// False if the header is enough to refuse the request.
  [[nodiscard]] bool check_header();
  void begin_work();
  void answer_page(const Request& request);
  void refuse(Response response);
  void respond(Response response);
  void drain();

  void stream(const Request& request);
  void send_events(const std::string& text);
  void next_event();

  Server& server_;
  tcp::socket socket_;
  const std::string address_;
  State state_ = State::Reading;
  Clock::time_point waits_since_ = Clock::now();
  Clock::time_point deadline_ = Clock::time_point::max();
  Clock::time_point begun_at_;
  std::unique_ptr<HttpReader> reader_ = std::make_unique<HttpReader>();
  std::string pending_;     // received and not read yet
  bool has_begun_ = false;  // part of the request has arrived, if only an empty line
  bool header_checked_ = false;
  std::size_t held_ = 0;
  std::size_t drained_ = 0;

  // Of the request being answered.
  std::uint64_t request_number_ = 0;
  bool keep_alive_ = false;
  bool head_only_ = false;
  Api::GiveUp give_up_;
  std::shared_ptr<std::atomic<bool>> gone_ = std::make_shared<std::atomic<bool>>(false);
  std::string out_head_;
  std::string out_body_;

  // Of a stream.
  asio::steady_timer event_timer_;
  std::shared_ptr<EventStream> events_;
  std::shared_ptr<std::atomic<bool>> news_told_;
  bool chunked_ = false;
  bool writing_event_ = false;
  bool stream_over_ = false;
  Clock::time_point last_event_;
};

void Connection::check(Clock::time_point now) {
  if (state_ == State::Working || state_ == State::Streaming) {
    const auto peer = base::peer_of_socket(static_cast<std::intptr_t>(socket_.native_handle()));
    if (peer != base::PeerState::Connected) {
      if (state_ == State::Streaming || peer == base::PeerState::Gone) return close();
      // The client has closed its sending side. It may still read an answer, but it will not wait for a search.
      if (give_up_) std::exchange(give_up_, nullptr)();
    }
  }
  if (now < deadline_) return;
  if (state_ == State::Reading && has_begun_)
    refuse(error_response(kTooSlow, "the request took too long"));
  else
    close();
}

void Connection::close() {
  if (state_ == State::Closed) return;
  enter(State::Closed);
  gone_->store(true);
  if (give_up_) std::exchange(give_up_, nullptr)();
  events_.reset();
  event_timer_.cancel();
  error_code ignored;
  socket_.close(ignored);
  static_cast<void>(hold(0));
  server_.forget(shared_from_this());
}

void Connection::read() {
  socket_.async_wait(tcp::socket::wait_read, [self = shared_from_this()](const error_code& error) {
    if (self->state_ != State::Reading && self->state_ != State::Draining) return;
    if (error)
      self->close();
    else
      self->receive();
  });
}

void Connection::receive() {
  auto& scratch = server_.scratch();
  error_code error;
  const std::size_t count = socket_.read_some(asio::buffer(scratch), error);
  if (error == asio::error::would_block || error == asio::error::try_again) return read();
  if (error) return close();
  if (state_ == State::Draining) {
    drained_ += count;
    return drained_ > kMostDrained ? close() : read();
  }
  if (!std::exchange(has_begun_, true)) {
    begun_at_ = Clock::now();
    deadline_ = begun_at_ + kTimeForHeader;
  }
  pending_.append(scratch.data(), count);
  consume();
}

void Connection::consume() {
  const std::size_t used = reader_->take(pending_);
  pending_.erase(0, used);
  switch (reader_->stage()) {
    case HttpReader::Stage::Header:
      return read();
    case HttpReader::Stage::Refused:
      return refuse(reader_->refusal());
    case HttpReader::Stage::Body:
      if (!header_checked_ && !check_header()) return;
      if (!hold(reader_->body_size()))
        return refuse(error_response(kBusy, "too much data is being received; try again"));
      return read();
    case HttpReader::Stage::Complete:
      if (!header_checked_ && !check_header()) return;
      return begin_work();
  }
}

bool Connection::check_header() {
  header_checked_ = true;
  deadline_ = begun_at_ + kTimeForRequest;
  reader_->request().client = address_;
  if (auto refusal = server_.api().refuse(reader_->request())) {
    // What follows a refused header may be its body, which is unwanted.
    const bool complete = reader_->stage() == HttpReader::Stage::Complete;
    keep_alive_ = complete && reader_->keep_alive();
    if (complete)
      respond(*std::move(refusal));
    else
      refuse(*std::move(refusal));
    return false;
  }
  if (reader_->expects_continue() && reader_->stage() == HttpReader::Stage::Body && reader_->body_size() == 0) {
    // A few bytes on a connection that is not writing anything else: they fit, or the client waits in vain.
    constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    error_code ignored;
    socket_.write_some(asio::buffer(kContinue), ignored);
  }
  return true;
}

void Connection::begin_work() {
  Request request = std::move(reader_->request());
  keep_alive_ = reader_->keep_alive();
  head_only_ = request.method == "HEAD";
  chunked_ = reader_->knows_chunks();
  enter(State::Working);
  deadline_ = Clock::time_point::max();  // searches have limits of their own
  const std::uint64_t number = ++request_number_;
  if (Api::wants_stream(request)) return stream(request);
  if (Api::wants_page(request)) return answer_page(request);

  const bool large = request.body.size() > kLargeBody || request.path.starts_with("/api/lab") ||
                     request.path.starts_with("/api/queue");
  const std::weak_ptr<Connection> weak = weak_from_this();
  asio::io_context& io = server_.io();
  auto task = [weak, number, &io, &api = server_.api(), gone = gone_, request = std::move(request)] {
    if (gone->load()) return;
    const auto done = [weak, &io](Response response) {
      asio::post(io, [weak, response = std::move(response)]() mutable {
        const auto self = weak.lock();
        if (self && self->state_ == State::Working) self->respond(std::move(response));
      });
    };
    Api::GiveUp give_up;
    try {
      give_up = api.answer(request, done);
    } catch (const std::exception&) {
      done(error_response(kInternalError, "internal error; please report it"));
    }
    if (!give_up) return;
    asio::post(io, [weak, number, give_up = std::move(give_up)] {
      const auto self = weak.lock();
      if (!self || self->state_ == State::Closed)
        give_up();
      else if (self->state_ == State::Working && self->request_number_ == number)
        self->give_up_ = give_up;
    });
  };
  if (!server_.work(large, std::move(task))) respond(error_response(kBusy, "too many large requests are waiting"));
}

void Connection::answer_page(const Request& request) {
  // Only a table look-up, which needs no other thread.
  static_cast<void>(server_.api().answer(request, [this](Response response) { respond(std::move(response)); }));
}

void Connection::refuse(Response response) {
  keep_alive_ = false;
  head_only_ = false;
  respond(std::move(response));
}

void Connection::respond(Response response) {
  give_up_ = nullptr;
  const std::size_t length = response.file.empty() ? response.body.size() : response.file.size();
  // A string that grew by doubling is counted with its full capacity.
  if (response.body.capacity() > response.body.size() + kSmallBody) response.body.shrink_to_fit();
  if (!hold(response.body.size())) {
    keep_alive_ = false;
    response = error_response(kBusy, "too many large answers are being read; try again");
    return respond(std::move(response));
  }
  out_head_ = answer_head(response, length, keep_alive_);
  out_body_ = std::move(response.body);
  const std::string_view bytes = response.file.empty() ? std::string_view(out_body_) : response.file;
  asio::const_buffer body(bytes.data(), bytes.size());
  if (head_only_ || response.status == kNoContent || response.status == kNotModified) body = {};
  enter(State::Writing);
  deadline_ = Clock::now() + kTimeToWrite + seconds(length / kSlowestWriting);
  const std::array<asio::const_buffer, 2> buffers{asio::buffer(out_head_), body};
  asio::async_write(socket_, buffers, [self = shared_from_this()](const error_code& error, std::size_t) {
    if (self->state_ != State::Writing) return;
    if (error) return self->close();
    self->out_body_ = {};
    static_cast<void>(self->hold(0));
    if (!self->keep_alive_) return self->drain();
    self->reader_ = std::make_unique<HttpReader>();
    self->has_begun_ = !self->pending_.empty();
    self->header_checked_ = false;
    self->enter(State::Reading);
    self->begun_at_ = Clock::now();
    self->deadline_ = self->begun_at_ + (self->pending_.empty() ? kIdleTime : kTimeForHeader);
    if (self->pending_.empty())
      self->read();
    else
      self->consume();
  });
}

void Connection::drain() {
  // A connection that is closed while bytes wait in it is reset, and the client may lose the answer.
  enter(State::Draining);
  deadline_ = Clock::now() + kTimeToDrain;
  pending_ = {};
  error_code ignored;
  socket_.shutdown(tcp::socket::shutdown_send, ignored);
  read();
}

void Connection::stream(const Request& request) {
  news_told_ = std::make_shared<std::atomic<bool>>(false);
  const auto on_news = [weak = weak_from_this(), told = news_told_, &io = server_.io()] {
    if (told->exchange(true)) return;
    asio::post(io, [weak] {
      const auto self = weak.lock();
      if (self && self->state_ == State::Streaming && !self->writing_event_) self->next_event();
    });
  };
  auto events = server_.api().open_stream(request, on_news);
  if (!events) return respond(events.error());
  events_ = *std::move(events);
  enter(State::Streaming);
  keep_alive_ = false;
  out_head_ = stream_head(chunked_);
  send_events("event: hello\ndata: {}\n\n");
}

void Connection::send_events(const std::string& text) {
  writing_event_ = true;
  out_body_ = out_head_ + (chunked_ ? chunk(text) : text);
  if (stream_over_ && chunked_) out_body_ = kLastChunk;
  out_head_.clear();
  deadline_ = Clock::now() + kTimeToWrite;
  asio::async_write(socket_, asio::buffer(out_body_),
                    [self = shared_from_this()](const error_code& error, std::size_t) {
                      if (self->state_ != State::Streaming) return;
                      if (error) return self->close();
                      if (self->stream_over_) return self->drain();
                      self->writing_event_ = false;
                      self->deadline_ = Clock::time_point::max();
                      self->last_event_ = Clock::now();
                      self->next_event();
                    });
}

void Connection::next_event() {
  // No faster than a person can follow: the next event includes what was skipped.
  const bool news = news_told_->load();
  event_timer_.expires_at(last_event_ +
                          (news ? Clock::duration(kBetweenEvents) : Clock::duration(kBetweenSignsOfLife)));
  event_timer_.async_wait([self = shared_from_this()](const error_code& error) {
    if (error || self->state_ != State::Streaming || self->writing_event_) return;
    self->news_told_->store(false);
    auto text = self->events_->next();
    self->stream_over_ = !text;
    if (self->stream_over_) self->events_.reset();
    if (text && text->empty()) *text = ": still here\n\n";
    self->send_events(text.value_or(""));
  });
}

void Server::accept() {
  acceptor_.async_accept([this](const error_code& error, tcp::socket socket) {
    if (closing_) return;
    if (!error) {
      admit(std::move(socket));
      return accept();
    }
    // Most likely there are no descriptors left. Evict an idle connection.
    evict(nullptr);
    retry_timer_.expires_after(kBetweenSweeps);
    retry_timer_.async_wait([this](const error_code& cancelled) {
      if (!cancelled) accept();
    });
  });
}

void Server::admit(tcp::socket socket) {
  error_code error;
  const tcp::endpoint other = socket.remote_endpoint(error);
  if (error) return;
  socket.set_option(tcp::no_delay(true), error);
  socket.non_blocking(true, error);
  if (error) return;
  std::string address = other.address().to_string();
  const auto of_address = per_address_.find(address);
  if (!other.address().is_loopback() && of_address != per_address_.end() &&
      of_address->second >= kMostConnectionsPerAddress && !evict(nullptr, &address))
    return;
  if (connections_.size() >= kMostConnections && !evict(nullptr)) return;
  const auto connection = std::make_shared<Connection>(*this, std::move(socket), std::move(address));
  connections_.insert(connection);
  ++per_address_[connection->address()];
  connection->start();
  if (!std::exchange(sweeping_, true)) sweep_later();
}

void Server::forget(const std::shared_ptr<Connection>& connection) {
  if (connections_.erase(connection) == 0) return;
  const auto found = per_address_.find(connection->address());
  if (--found->second == 0) per_address_.erase(found);
  if (closing_ && connections_.empty()) io_.stop();
}

bool Server::evict(const Connection* except, const std::string* address) {
  std::shared_ptr<Connection> longest;
  for (const auto& connection : connections_) {
    if (connection.get() == except || !connection->may_be_evicted()) continue;
    if (address != nullptr && connection->address() != *address) continue;
    if (!longest || connection->waits_since() < longest->waits_since()) longest = connection;
  }
  if (!longest) return false;
  longest->close();
  return true;
}

bool Server::hold(Connection& connection, std::size_t before, std::size_t now) {
  held_ += now;
  held_ -= before;
  if (now <= before || now <= kSmallBody) return true;
  while (held_ > kMostBytesHeld) {
    std::shared_ptr<Connection> longest;
    for (const auto& other : connections_)
      if (other.get() != &connection && other->may_be_evicted() && other->held() > 0 &&
          (!longest || other->waits_since() < longest->waits_since()))
        longest = other;
    if (!longest) return false;
    longest->close();
  }
  return true;
}

bool Server::work(bool large, std::function<void()> task) {
  if (!large) {
    asio::post(workers_, std::move(task));
    return true;
  }
  if (large_requests_.load() >= kMostLargeRequests) return false;
  ++large_requests_;
  asio::post(large_worker_, [this, task = std::move(task)] {
    task();
    --large_requests_;
  });
  return true;
}

void Server::sweep_later() {
  sweep_timer_.expires_after(kBetweenSweeps);
  sweep_timer_.async_wait([this](const error_code& error) {
    if (!error) sweep();
  });
}

void Server::sweep() {
  const auto now = Clock::now();
  for (auto next = connections_.begin(); next != connections_.end();) {
    const std::shared_ptr<Connection> connection = *next++;
    connection->check(now);
    if (closing_ && connection->is_idle()) connection->close();
  }
  if (closing_ && (connections_.empty() || now >= close_at_)) return io_.stop();
  sweeping_ = !connections_.empty() || closing_;
  if (sweeping_) sweep_later();
}

void Server::shut_down() {
  closing_ = true;
  close_at_ = Clock::now() + kTimeToSayGoodbye;
  error_code ignored;
  acceptor_.close(ignored);
  retry_timer_.cancel();
  sweep();
}

void Server::drop_all() {
  while (!connections_.empty()) (*connections_.begin())->close();
}

}  // namespace

base::Expected<void> serve(const ServerSettings& settings, const std::function<void(const std::string&)>& wait) {
  base::give_back_large_blocks();
  // Declared before the pool, whose threads report to the connections until they end.
  asio::io_context io(1);
  auto pool = EnginePool::create(settings.pool);
  if (!pool) return tl::make_unexpected(pool.error());
  auto known = KnownMoves::open(settings.book, settings.pool.tables);
  if (!known) return tl::make_unexpected(known.error());
  tcp::acceptor acceptor = listen(io, settings.host, settings.port, settings.may_use_another_port);
  if (!acceptor.is_open())
    return base::failure(base::format("cannot listen on {}, port {}{}", base::in_quotes(settings.host), settings.port,
                                      settings.may_use_another_port ? " or the next ones" : ""));
  const tcp::endpoint bound = acceptor.local_endpoint();
  const std::string port = std::to_string(bound.port());

  Access access;
  access.loopback = bound.address().is_loopback() || bound.address().is_unspecified();
  access.any_address = bound.address().is_unspecified();
  access.cookie = "zugwerk-" + port;
  for (const std::string& name : settings.allowed_hosts) access.hosts.push_back(base::lower_case(name));
  std::string name = "localhost";
  if (!bound.address().is_loopback()) {
    access.token = random_name();
    access.hosts.push_back(bound.address().to_string());
    access.hosts.push_back(base::lower_case(settings.host));
    name = access.any_address ? outward_address(io) : settings.host;
    if (name.find(':') != std::string::npos) name = "[" + name + "]";
  }
  const std::string address = "http://" + name + ":" + port + (access.token.empty() ? "" : "/?token=" + access.token);

  Api api(**pool, {settings.version, std::move(access), settings.page, settings.lab_folder, *std::move(known)});
  Server server(io, std::move(acceptor), api);
  std::thread connections([&io] { io.run(); });
  wait(address);
  api.close();
  asio::post(io, [&server] { server.shut_down(); });
  connections.join();
  server.drop_all();
  server.join_workers();
  return {};
}

}  // namespace zugwerk::web
