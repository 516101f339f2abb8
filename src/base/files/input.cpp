#include "base/files/input.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <istream>
#include <utility>

#include "base/files/unpacker.h"
#include "base/os/file_calls.h"
#include "base/text.h"

namespace zugwerk::base {

namespace {

constexpr std::size_t kMagicSize = 4;

/// Whether the bytes start a zstd frame, or a skippable frame, with which some tools begin their files.
[[nodiscard]] bool starts_like_zstd(std::string_view bytes) {
  if (bytes.size() < kMagicSize) return false;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  if (byte(0) == 0x28) return byte(1) == 0xB5 && byte(2) == 0x2F && byte(3) == 0xFD;
  return (byte(0) & 0xF0) == 0x50 && byte(1) == 0x2A && byte(2) == 0x4D && byte(3) == 0x18;
}

/// Whether the bytes start the first file of a zip archive, or the end of one that has none.
[[nodiscard]] bool starts_like_zip(std::string_view bytes) {
  return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06");
}

class FileSource : public ByteSource {
 public:
  explicit FileSource(std::FILE* file) : file_(file) {}
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;
  ~FileSource() override {
    if (file_ != stdin) std::fclose(file_);
  }

  [[nodiscard]] Expected<std::size_t> read(std::span<char> room) override {
    errno = 0;
    const std::size_t count = std::fread(room.data(), 1, room.size(), file_);
    if (count == 0 && std::ferror(file_) != 0) return failure("cannot be read: " + system_error_text(errno));
    return count;
  }

  [[nodiscard]] std::FILE* open_again() const override {
    // Standard input may have been read from before.
    return file_ == stdin ? nullptr : os::open_again(file_);
  }

 private:
  std::FILE* file_;
};

class MemorySource : public ByteSource {
 public:
  explicit MemorySource(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] Expected<std::size_t> read(std::span<char> room) override {
    const std::size_t count = std::min(room.size(), bytes_.size());
    if (count != 0) std::memcpy(room.data(), bytes_.data(), count);
    bytes_.remove_prefix(count);
    return count;
  }

 private:
  std::string_view bytes_;
};

class StreamSource : public ByteSource {
 public:
  explicit StreamSource(std::istream& stream) : stream_(stream) {}

  [[nodiscard]] Expected<std::size_t> read(std::span<char> room) override {
    // What the stream already holds comes first: a stream that breaks in the middle of a large read loses it.
    const auto size = static_cast<std::streamsize>(room.size());
    if (stream_.peek() != std::istream::traits_type::eof()) {
      if (const std::streamsize held = stream_.readsome(room.data(), size); held > 0)
        return static_cast<std::size_t>(held);
      stream_.read(room.data(), size);
      if (stream_.gcount() > 0) return static_cast<std::size_t>(stream_.gcount());
    }
    if (stream_.bad()) return failure("cannot be read: the stream is broken");
    return std::size_t{0};
  }

 private:
  std::istream& stream_;
};

}  // namespace

struct Input::State {
  State(std::unique_ptr<ByteSource> from, std::string called) : source(std::move(from)), name(std::move(called)) {}

  [[nodiscard]] Expected<std::size_t> read(std::span<char> room) {
    if (!started) {
      started = true;
      while (head_size < head.size()) {
        auto count = source->read(std::span(head).subspan(head_size));
        if (!count) return count;
        if (*count == 0) break;
        head_size += *count;
      }
      const std::string_view first(head.data(), head_size);
      if (starts_like_zstd(first) || starts_like_zip(first)) {
        auto opened = starts_like_zstd(first) ? unpack_zstd(*source, first) : unpack_zip(*source, first);
        if (!opened) return tl::unexpected(opened.error());
        unpacker = *std::move(opened);
        head_size = 0;
      }
    }
    if (unpacker) return unpacker->read(room);
    if (head_given < head_size) {
      const std::size_t count = std::min(room.size(), head_size - head_given);
      std::copy_n(head.begin() + static_cast<std::ptrdiff_t>(head_given), count, room.begin());
      head_given += count;
      return count;
    }
    return source->read(room);
  }

  [[nodiscard]] bool is_packed() const { return unpacker != nullptr; }

  std::unique_ptr<ByteSource> source;
  std::string name;
  std::array<char, kMagicSize> head{};  // the first bytes, read to detect the format
  std::size_t head_size = 0;
  std::size_t head_given = 0;
  bool started = false;
  bool failed = false;
  std::unique_ptr<Unpacker> unpacker;
};

Input::Input(std::unique_ptr<ByteSource> source, std::string name)
    : state_(std::make_unique<State>(std::move(source), std::move(name))) {}
Input::Input(Input&&) noexcept = default;
Input& Input::operator=(Input&&) noexcept = default;
Input::~Input() = default;

Expected<Input> Input::open(const std::string& path) {
  if (path == "-") return Input(std::make_unique<FileSource>(stdin), "(standard input)");
  errno = 0;
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return failure(path + ": cannot be opened: " + system_error_text(errno));
  return Input(std::make_unique<FileSource>(file), path);
}

Input Input::from_memory(std::string_view bytes, std::string name) {
  return Input(std::make_unique<MemorySource>(bytes), std::move(name));
}

Input Input::from_stream(std::istream& stream, std::string name) {
  return Input(std::make_unique<StreamSource>(stream), std::move(name));
}

Expected<std::size_t> Input::read(std::span<char> room) {
  assert(!room.empty());
  if (state_->failed) return std::size_t{0};
  auto count = state_->read(room);
  if (count) return count;
  state_->failed = true;
  return failure(state_->name + ": " + count.error().message);
}

Expected<std::string> Input::read_rest(std::size_t limit) {
  constexpr std::size_t kStep = std::size_t{64} * 1024;
  std::string text;
  while (text.size() < limit) {
    const std::size_t size = text.size();
    const std::size_t wanted = std::min(size + kStep, limit);
    // The buffer doubles, but not beyond the limit.
    if (wanted > text.capacity()) text.reserve(std::max(wanted, std::min(2 * text.capacity(), limit)));
    text.resize(wanted);
    const auto count = read(std::span(text).subspan(size));
    if (!count) return tl::unexpected(count.error());
    text.resize(size + *count);
    if (*count == 0) return text;
  }
  std::array<char, 1> more{};
  const auto count = read(more);
  if (!count) return tl::unexpected(count.error());
  if (*count == 0) return text;
  return failure(name() + ": larger than " + size_text(limit) + (state_->is_packed() ? " when unpacked" : "") +
                 ", which is the limit for such a file");
}

const std::string& Input::name() const { return state_->name; }

}  // namespace zugwerk::base
