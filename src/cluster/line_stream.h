// cluster/line_stream.h
//
// An output stream that hands whole lines to a function: how the output of a session of UCI is read in the same
// process.

#pragma once

#include <functional>
#include <ostream>
#include <streambuf>
#include <string>
#include <utility>

namespace zugwerk::cluster {

/// Not for several threads at once; a session's own output is already in order.
class LineStream : public std::ostream {
 public:
  using OnLine = std::function<void(const std::string& line)>;

  explicit LineStream(OnLine on_line) : std::ostream(nullptr), buffer_(std::move(on_line)) { rdbuf(&buffer_); }

 private:
  class Buffer : public std::streambuf {
   public:
    explicit Buffer(OnLine on_line) : on_line_(std::move(on_line)) {}

   private:
    int_type overflow(int_type character) override {
      if (character == '\n')
        on_line_(std::exchange(line_, {}));
      else if (!traits_type::eq_int_type(character, traits_type::eof()))
        line_ += traits_type::to_char_type(character);
      return traits_type::not_eof(character);
    }

    const OnLine on_line_;
    std::string line_;
  };

  Buffer buffer_;
};

}  // namespace zugwerk::cluster
