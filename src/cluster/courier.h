// cluster/courier.h
//
// Carries the messages of one rank, in one thread that sleeps most of the time and never waits for another rank. What
// the messages are is for derived classes to know.

#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "base/clock.h"
#include "base/thread.h"
#include "cluster/transport.h"
#include "cluster/wire.h"

namespace zugwerk::cluster {

class Courier {
 public:
  explicit Courier(std::unique_ptr<Transport> transport);
  Courier(const Courier&) = delete;
  Courier& operator=(const Courier&) = delete;
  /// Derived classes call finish() in their own destructors.
  virtual ~Courier();

 protected:
  using Lock = std::scoped_lock<std::mutex>;

  /// How often a rank gives signs of life.
  static constexpr base::Milliseconds kBeat{100};

  /// Starts the thread that carries messages; once, when the derived class is complete.
  void start();
  /// Sends what is still to be sent, waiting a moment for it, and ends the thread.
  void finish();

  /// To be sent soon, in order. From any thread, with the mutex held.
  void post(int to, Tag tag, Bytes bytes);
  /// To every rank but 0.
  void post_to_all(Tag tag, const Bytes& bytes);

  // Called from the thread that carries messages, with the mutex held.

  virtual void handle(const Message& message, base::TimePoint now) = 0;
  /// Time has passed: called after every nap.
  virtual void look(base::TimePoint now) = 0;
  /// What was posted has been sent.
  virtual void sent() {}
  /// Whether naps should be as short as they can be.
  [[nodiscard]] virtual bool is_busy() const { return false; }

  [[nodiscard]] int rank() const { return transport_->rank(); }
  [[nodiscard]] int size() const { return transport_->size(); }

  mutable std::mutex mutex_;  // guards all members, those of derived classes too
  std::unique_ptr<Transport> transport_;

 private:
  struct Posted {
    int to;
    Tag tag;
    Bytes bytes;
  };

  void carry(const base::StopToken& stop);
  /// One round of receiving and sending; whether the next nap should be short.
  bool turn();

  std::vector<Posted> posted_;
  base::Thread thread_;
};

}  // namespace zugwerk::cluster
