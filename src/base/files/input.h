// base/files/input.h
//
// Bytes from a file, from memory or from a stream, in constant memory. Data that starts like zstd is decompressed on
// the fly, so readers never notice; so is data that starts like a zip archive, of which the first file is read. An
// archive that does not come from a file is held in memory, compressed and within a limit. What the bytes mean is up to
// the reader.

#pragma once

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"

namespace zugwerk::base {

class ByteSource;

class Input {
 public:
  /// A file, or standard input for "-". Fails if the file cannot be opened; read() fails if it cannot be read.
  [[nodiscard]] static Expected<Input> open(const std::string& path);

  /// Bytes that the caller keeps alive.
  [[nodiscard]] static Input from_memory(std::string_view bytes, std::string name = "(memory)");

  /// A stream that the caller keeps alive.
  [[nodiscard]] static Input from_stream(std::istream& stream, std::string name = "(stream)");

  Input(Input&&) noexcept;
  Input& operator=(Input&&) noexcept;
  ~Input();

  /// Fills the start of `room` and returns the number of bytes: at least one, or zero at the end. An error names the
  /// input; after one, nothing more can be read.
  [[nodiscard]] Expected<std::size_t> read(std::span<char> room);

  /// All that is left, decompressed. More than `limit` bytes are an error: a small file may decompress to any size.
  [[nodiscard]] Expected<std::string> read_rest(std::size_t limit);

  /// The path, or what the caller called it.
  [[nodiscard]] const std::string& name() const;

 private:
  struct State;

  explicit Input(std::unique_ptr<ByteSource> source, std::string name);

  std::unique_ptr<State> state_;
};

}  // namespace zugwerk::base
