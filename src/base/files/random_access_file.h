// base/files/random_access_file.h
//
// A regular file that is read at any place, how to tell that it is still the same one, and whether it can be mapped.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/error.h"
#include "base/files/descriptor.h"

namespace zugwerk::base {

/// What changes when a file is written to, truncated or replaced.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t number = 0;
  std::uint64_t size = 0;
  std::int64_t modified = 0;  // nanoseconds

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// Nothing if there is no such regular file.
[[nodiscard]] std::optional<FileIdentity> identity_of(const std::string& path);

/// A whole file in the address space of the process. Callers only pass it on and never read the bytes: if the file is
/// truncated meanwhile, reading would kill the process.
class FileMapping {
 public:
  FileMapping(FileMapping&& other) noexcept;
  FileMapping& operator=(FileMapping&& other) noexcept;
  FileMapping(const FileMapping&) = delete;
  FileMapping& operator=(const FileMapping&) = delete;
  ~FileMapping();

 private:
  friend class RandomAccessFile;
  FileMapping(void* start, std::size_t size) : start_(start), size_(size) {}

  void* start_;
  std::size_t size_;
};

class RandomAccessFile {
 public:
  /// An error says why not, without the path.
  [[nodiscard]] static Expected<RandomAccessFile> open(const std::string& path);

  /// As it was when it was opened.
  [[nodiscard]] const FileIdentity& identity() const { return identity_; }
  /// Fills all of `target` from this offset; false if the file is too short or cannot be read.
  [[nodiscard]] bool read(std::uint64_t offset, std::span<char> target) const;
  /// An error says why not, without the path.
  [[nodiscard]] Expected<FileMapping> map() const;

 private:
  RandomAccessFile() = default;

  Descriptor descriptor_;
  FileIdentity identity_;
};

}  // namespace zugwerk::base
