// cluster/transport.h
//
// Messages between the ranks of a cluster, as an interface: real ones are carried by MPI (mpi.h), those of unit tests
// by a fake. Only non-blocking messages from one rank to another: a collective operation would wait for a rank that has
// died.

#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace zugwerk::cluster {

using Bytes = std::string;

/// A message that has arrived.
struct Message {
  int from = 0;
  int tag = 0;
  Bytes bytes;
};

/// Calls may come from any thread, but only from one at a time. Messages from one rank to another arrive in the order
/// in which they were sent.
class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  /// Leaves the job. Messages that have not left yet are lost.
  virtual ~Transport() = default;

  /// This process, from 0.
  [[nodiscard]] virtual int rank() const = 0;
  /// The number of processes when the job was started; it never changes.
  [[nodiscard]] virtual int size() const = 0;

  /// Returns at once. There is no answer whether the message has arrived: a rank that is dead receives nothing, and
  /// nobody is told.
  virtual void send(int to, int tag, Bytes bytes) = 0;
  /// Bytes that were sent to this rank and have not left yet. A sender that may outpace the receiver asks first.
  [[nodiscard]] virtual std::size_t unsent(int to) const = 0;
  /// The next message that has arrived, if any. Also moves what was sent: call it often.
  [[nodiscard]] virtual std::optional<Message> receive() = 0;

  /// If a rank that is dead makes leaving the job impossible, the process ends there, with this exit code (else 0).
  virtual void end_with(int exit_code) = 0;
  /// This rank is lost: what it sends from now on is dropped, and so is what is sent to it.
  virtual void forget(int rank) = 0;
};

}  // namespace zugwerk::cluster
