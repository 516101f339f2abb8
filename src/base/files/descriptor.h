// base/files/descriptor.h
//
// Owns a file descriptor.

#pragma once

#include <utility>

namespace zugwerk::base {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    if (this != &other) {
      close();
      number_ = other.release();
    }
    return *this;
  }
  ~Descriptor() { close(); }

  /// Negative if it is none.
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  void close();
  /// Left to the caller to close.
  [[nodiscard]] int release() { return std::exchange(number_, -1); }

 private:
  int number_ = -1;
};

}  // namespace zugwerk::base
