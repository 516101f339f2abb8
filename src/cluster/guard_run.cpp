#include "cluster/guard_run.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "base/process/process.h"
#include "base/text.h"
#include "base/thread.h"
#include "cluster/guard.h"
#include "cluster/line_stream.h"
#include "protocol/uci.h"

namespace zugwerk::cluster {

namespace {

/// Lines on their way from one thread to another.
template <class Item>
class Mailbox {
 public:
  void put(Item item) {
    const std::scoped_lock lock(mutex_);
    items_.push_back(std::move(item));
    changed_.notify_one();
  }
  /// Waits at most this long.
  [[nodiscard]] std::optional<Item> take(Milliseconds patience) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, patience, [this] { return !items_.empty(); });
    if (items_.empty()) return std::nullopt;
    Item item = std::move(items_.front());
    items_.pop_front();
    return item;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Item> items_;
};

enum class From { Client, EndOfClient, Cluster, EndOfCluster, Local };

struct Heard {
  From from;
  std::string text;
  int launch = 0;  // of the cluster, counted from 1: what an earlier one says no longer counts
};

/// A launched cluster and the thread that reads what it says.
class Launched {
 public:
  Launched(base::Process process, int number, Mailbox<Heard>& mailbox)
      : process_(std::move(process)), reader_([this, number, &mailbox](const base::StopToken&) {
          base::ProcessLine line;
          while (true) {
            const auto end = process_.read_line(line, base::Clock::now() + Milliseconds{1000}, &stopped_);
            if (end == base::WaitEnd::Answered) mailbox.put({From::Cluster, line.text, number});
            if (end == base::WaitEnd::Ended || end == base::WaitEnd::Interrupted) break;
          }
          const std::string& error = process_.first_error();
          mailbox.put({From::EndOfCluster, error.empty() ? "without a message" : error, number});
        }) {}
  Launched(const Launched&) = delete;
  Launched& operator=(const Launched&) = delete;
  ~Launched() {
    stopped_ = true;
    reader_.join();
  }

  void write_line(const std::string& line) { process_.write_line(line); }
  /// Lets the ranks end by themselves, for a moment.
  void end() {
    process_.write_line("quit");
    static_cast<void>(process_.wait_for_end(Milliseconds{1000}));
  }

 private:
  base::Process process_;  // killed with everything that it has started when this ends
  std::atomic<bool> stopped_{false};
  base::Thread reader_;
};

}  // namespace

void guard_cluster(const std::vector<std::string>& command, const protocol::LineSource& client_lines, std::ostream& out,
                   const std::string& version) {
  Mailbox<Heard> heard;
  Mailbox<std::string> for_local;
  std::unique_ptr<Launched> cluster;
  base::Thread undertaker;  // ending a process may take longer than a move
  int launches = 0;

  base::Thread local([&] {
    LineStream local_output([&](const std::string& line) { heard.put({From::Local, line}); });
    const auto next_line = [&]() -> std::optional<base::Expected<std::string>> {
      while (true)
        if (auto line = for_local.take(Milliseconds{1000})) return *std::move(line);
    };
    protocol::run_uci(next_line, local_output, version);
  });
  base::Thread client([&] {
    while (const auto line = client_lines()) {
      if (!*line) {
        heard.put({From::Local, "info string error: " + line->error().message + "; it is ignored"});
        continue;
      }
      heard.put({From::Client, **line});
      std::string_view rest = **line;
      if (base::take_word(rest) == "quit") return;
    }
    heard.put({From::EndOfClient, {}});
  });

  const auto end_cluster = [&] { undertaker = base::Thread([old = std::move(cluster)]() mutable { old.reset(); }); };
  const auto start_cluster = [&]() -> std::optional<std::string> {
    auto process = base::Process::start({.arguments = command, .folder = {}, .cores = {}});
    if (!process) return process.error().message;
    cluster = std::make_unique<Launched>(*std::move(process), ++launches, heard);
    return std::nullopt;
  };
  const auto to_cluster = [&](const std::string& line) {
    if (cluster) cluster->write_line(line);
  };
  Guard guard({.to_client = [&](const std::string& line) { out << line << std::endl; },
               .to_cluster = to_cluster,
               .to_local = [&](const std::string& line) { for_local.put(line); },
               .start_cluster = start_cluster,
               .end_cluster = end_cluster},
              base::Clock::now());
  constexpr Milliseconds kBetweenLooks{5};
  bool running = true;
  while (running) {
    const auto message = heard.take(kBetweenLooks);
    const auto now = base::Clock::now();
    if (message) {
      switch (message->from) {
        case From::Client:
          running = guard.from_client(message->text, now);
          break;
        case From::EndOfClient:
          running = false;
          break;
        case From::Cluster:
          if (cluster && message->launch == launches) guard.from_cluster(message->text, now);
          break;
        case From::EndOfCluster:
          if (cluster && message->launch == launches) guard.cluster_ended(message->text, now);
          break;
        case From::Local:
          guard.from_local(message->text);
          break;
      }
    }
    guard.look(now);
  }
  for_local.put("quit");
  if (cluster) cluster->end();
}

}  // namespace zugwerk::cluster
