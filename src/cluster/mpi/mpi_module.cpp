#include "cluster/mpi/mpi_module.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <list>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <mpi.h>

#include "base/thread.h"

namespace zugwerk::cluster {

namespace {

[[nodiscard]] std::string text_of(int code) {
  std::string text(MPI_MAX_ERROR_STRING, '\0');
  int length = 0;
  if (MPI_Error_string(code, text.data(), &length) != MPI_SUCCESS) return "error " + std::to_string(code);
  text.resize(static_cast<std::size_t>(length));
  return text;
}

/// A message that MPI has not finished sending. MPI reads the bytes until then.
struct Outgoing {
  MPI_Request request = MPI_REQUEST_NULL;
  int to = 0;
  Bytes bytes;
};

class MpiTransport : public Transport {
 public:
  MpiTransport(int rank, int size)
      : rank_(rank),
        size_(size),
        unsent_(static_cast<std::size_t>(size), 0),
        forgotten_(static_cast<std::size_t>(size), false) {}
  MpiTransport(const MpiTransport&) = delete;
  MpiTransport& operator=(const MpiTransport&) = delete;

  ~MpiTransport() override {
    // Waits for all ranks. One that is dead without anybody having noticed would make us wait for ever.
    constexpr std::chrono::seconds kPatience{2};
    std::mutex mutex;
    std::condition_variable finished;
    bool done = false;
    base::Thread impatient([&] {
      std::unique_lock lock(mutex);
      if (!finished.wait_for(lock, kPatience, [&] { return done; })) std::_Exit(exit_code_);
    });
    MPI_Finalize();
    const std::scoped_lock lock(mutex);
    done = true;
    finished.notify_all();
  }

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return size_; }

  void send(int to, int tag, Bytes bytes) override {
    if (forgotten_[index(to)]) return;
    Outgoing& message = outgoing_.emplace_back(Outgoing{.to = to, .bytes = std::move(bytes)});
    const int length = static_cast<int>(message.bytes.size());
    // An error means what silence means: heartbeats will find the rank lost.
    if (MPI_Isend(message.bytes.data(), length, MPI_BYTE, to, tag, MPI_COMM_WORLD, &message.request) != MPI_SUCCESS) {
      outgoing_.pop_back();
      return;
    }
    unsent_[index(to)] += message.bytes.size();
  }

  [[nodiscard]] std::size_t unsent(int to) const override { return unsent_[index(to)]; }

  [[nodiscard]] std::optional<Message> receive() override {
    drop_finished();
    while (true) {
      int arrived = 0;
      MPI_Status status;
      MPI_Message handle = MPI_MESSAGE_NULL;
      if (MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &arrived, &handle, &status) != MPI_SUCCESS ||
          arrived == 0)
        return std::nullopt;
      int length = 0;
      MPI_Get_count(&status, MPI_BYTE, &length);
      Message message{
          .from = status.MPI_SOURCE, .tag = status.MPI_TAG, .bytes = Bytes(static_cast<std::size_t>(length), '\0')};
      if (MPI_Mrecv(message.bytes.data(), length, MPI_BYTE, &handle, &status) != MPI_SUCCESS) return std::nullopt;
      if (!forgotten_[index(message.from)]) return message;
    }
  }

  void end_with(int exit_code) override { exit_code_ = exit_code; }
  void forget(int rank) override { forgotten_[index(rank)] = true; }

 private:
  [[nodiscard]] static std::size_t index(int rank) { return static_cast<std::size_t>(rank); }

  /// Messages to lost ranks stay until the end: MPI may still read them.
  void drop_finished() {
    for (auto message = outgoing_.begin(); message != outgoing_.end();) {
      int sent = 0;
      if (MPI_Test(&message->request, &sent, MPI_STATUS_IGNORE) == MPI_SUCCESS && sent == 0) {
        ++message;
        continue;
      }
      unsent_[index(message->to)] -= message->bytes.size();
      message = outgoing_.erase(message);
    }
  }

  const int rank_;
  const int size_;
  int exit_code_ = EXIT_SUCCESS;
  std::list<Outgoing> outgoing_;
  std::vector<std::size_t> unsent_;  // bytes, by rank
  std::vector<bool> forgotten_;
};

/// Joins the job with errors returned to us; the rank, or an error.
[[nodiscard]] int join(std::string& error) {
  int provided = MPI_THREAD_SINGLE;
  if (const int code = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided); code != MPI_SUCCESS) {
    error = text_of(code);
    return -1;
  }
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (provided < MPI_THREAD_SERIALIZED) {
    error = "this build of it does not allow calls from more than one thread";
    return -1;
  }
  int rank = -1;
  if (const int code = MPI_Comm_rank(MPI_COMM_WORLD, &rank); code != MPI_SUCCESS) error = text_of(code);
  return rank;
}

}  // namespace

}  // namespace zugwerk::cluster

zugwerk::cluster::Transport* zugwerk_open_mpi(std::string& error) {
  const int rank = zugwerk::cluster::join(error);
  if (rank < 0) return nullptr;
  int size = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return new zugwerk::cluster::MpiTransport(rank, size);
}
