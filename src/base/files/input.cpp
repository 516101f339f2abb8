#include "base/files/input.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <istream>
#include <optional>
#include <utility>
#include <vector>

#include <sys/stat.h>
#include <zip.h>
#include <zstd.h>

#include "base/format.h"
#include "base/text.h"

namespace zugwerk::base {

namespace {

constexpr std::size_t kMagicSize = 4;

/// Limits as text: "64 MB"; below a megabyte in bytes.
[[nodiscard]] std::string size_text(std::size_t bytes) {
  constexpr std::size_t kMegabyte = std::size_t{1} << 20;
  return bytes < kMegabyte ? with_thousands(bytes) + " bytes" : with_thousands(bytes / kMegabyte) + " MB";
}

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

}  // namespace

/// Where bytes come from. An error is a clause without the name of the input.
class Input::Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;
  [[nodiscard]] virtual Expected<std::size_t> read(std::span<char> room) = 0;
  /// A second handle to the underlying file if it is seekable, which the caller closes; otherwise nullptr.
  [[nodiscard]] virtual std::FILE* open_again() const { return nullptr; }
};

class Input::FileSource : public Input::Source {
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
    struct stat status {};
    // Standard input may have been read from before.
    if (file_ == stdin || ::fstat(::fileno(file_), &status) != 0 || !S_ISREG(status.st_mode)) return nullptr;
    // Not a duplicate of the descriptor: that would share its place in the file.
    return std::fopen(format("/proc/self/fd/{}", ::fileno(file_)).c_str(), "rbe");
  }

 private:
  std::FILE* file_;
};

class Input::MemorySource : public Input::Source {
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

class Input::StreamSource : public Input::Source {
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

/// Frames of zstd, one after the other.
class Input::Unpacker {
 public:
  explicit Unpacker(std::string_view first_bytes) : context_(ZSTD_createDCtx()), packed_(ZSTD_DStreamInSize()) {
    assert(first_bytes.size() <= packed_.size());
    std::copy(first_bytes.begin(), first_bytes.end(), packed_.begin());
    in_ = {packed_.data(), first_bytes.size(), 0};
  }

  [[nodiscard]] Expected<std::size_t> read(Source& source, std::span<char> room) {
    ZSTD_outBuffer out{room.data(), room.size(), 0};
    while (out.pos == 0) {
      if (in_.pos == in_.size && !may_hold_more_) {
        auto count = source.read(packed_);
        if (!count) return count;
        if (*count == 0) {
          if (inside_frame_) return failure(format("the zstd data is cut short after {} bytes", taken_));
          return std::size_t{0};
        }
        in_ = {packed_.data(), *count, 0};
      }
      const std::size_t before = in_.pos;
      const std::size_t hint = ZSTD_decompressStream(context_.get(), &out, &in_);
      if (ZSTD_isError(hint) != 0)
        return failure(format("the zstd data is corrupt near byte {}: {}", taken_, ZSTD_getErrorName(hint)));
      taken_ += in_.pos - before;
      inside_frame_ = hint != 0;
      // If the output is full, the decoder may still hold bytes although it has consumed all input.
      may_hold_more_ = inside_frame_ && out.pos == out.size;
    }
    return out.pos;
  }

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };

  std::unique_ptr<ZSTD_DCtx, Free> context_;
  std::vector<char> packed_;
  ZSTD_inBuffer in_{};
  std::uint64_t taken_ = 0;  // compressed bytes, for messages
  bool inside_frame_ = true;
  bool may_hold_more_ = false;
};

/// The first file of a zip archive. The directory of an archive is at its end, so the whole archive must be available:
/// in its file, or else in memory, still compressed.
class Input::ZipReader {
 public:
  [[nodiscard]] static Expected<ZipReader> open(Source& source, std::string_view first_bytes) {
    ZipReader reader;
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* bytes = nullptr;
    if (std::FILE* const file = source.open_again(); file != nullptr) {
      bytes = zip_source_filep_create(file, 0, -1, &error);
      if (bytes == nullptr) std::fclose(file);
    } else {
      if (auto held = reader.hold(source, first_bytes); !held) return tl::unexpected(held.error());
      bytes = zip_source_buffer_create(reader.packed_->data(), reader.packed_->size(), 0, &error);
    }
    const auto failed = [&] {
      std::string text = "the zip archive is corrupt: " + std::string(zip_error_strerror(&error));
      zip_error_fini(&error);
      return failure(std::move(text));
    };
    if (bytes == nullptr) return failed();
    reader.archive_.reset(zip_open_from_source(bytes, ZIP_RDONLY, &error));
    if (reader.archive_ == nullptr) {
      zip_source_free(bytes);
      return failed();
    }
    zip_error_fini(&error);
    const auto index = reader.first_file();
    if (!index) return failure("the zip archive holds no file");
    reader.file_.reset(zip_fopen_index(reader.archive_.get(), *index, 0));
    if (reader.file_ == nullptr)
      return failure("the zip archive cannot be unpacked: " + std::string(zip_strerror(reader.archive_.get())));
    return reader;
  }

  [[nodiscard]] Expected<std::size_t> read(std::span<char> room) {
    const zip_int64_t count = zip_fread(file_.get(), room.data(), room.size());
    if (count < 0) return failure("the zip archive is corrupt: " + std::string(zip_file_strerror(file_.get())));
    return static_cast<std::size_t>(count);
  }

 private:
  static constexpr std::size_t kStep = std::size_t{1} << 20;
  static constexpr std::size_t kMostHeld = std::size_t{256} << 20;
  struct Discard {
    void operator()(zip_t* archive) const { zip_discard(archive); }
    void operator()(zip_file_t* file) const { zip_fclose(file); }
  };

  ZipReader() = default;

  [[nodiscard]] Expected<void> hold(Source& source, std::string_view first_bytes) {
    packed_ = std::make_unique<std::vector<char>>(first_bytes.begin(), first_bytes.end());
    while (true) {
      const std::size_t size = packed_->size();
      if (size > kMostHeld)
        return failure("the zip archive is larger than " + size_text(kMostHeld) +
                       ", too much to hold in memory; pass it as a file instead of through a pipe");
      packed_->resize(size + kStep);
      const auto count = source.read(std::span(*packed_).subspan(size));
      if (!count) return tl::unexpected(count.error());
      packed_->resize(size + *count);
      if (*count == 0) return {};
    }
  }

  /// The first entry that is not a folder.
  [[nodiscard]] std::optional<zip_uint64_t> first_file() const {
    const zip_int64_t count = zip_get_num_entries(archive_.get(), 0);
    for (zip_int64_t i = 0; i < count; ++i) {
      const auto index = static_cast<zip_uint64_t>(i);
      const char* const name = zip_get_name(archive_.get(), index, 0);
      if (name != nullptr && !std::string_view(name).ends_with('/')) return index;
    }
    return std::nullopt;
  }

  std::unique_ptr<std::vector<char>> packed_;  // keeps its address when the reader moves
  std::unique_ptr<zip_t, Discard> archive_;
  std::unique_ptr<zip_file_t, Discard> file_;
};

struct Input::State {
  State(std::unique_ptr<Source> from, std::string called) : source(std::move(from)), name(std::move(called)) {}

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
      if (starts_like_zstd(first)) {
        unpacker.emplace(first);
        head_size = 0;
      } else if (starts_like_zip(first)) {
        auto opened = ZipReader::open(*source, first);
        if (!opened) return tl::unexpected(opened.error());
        zip.emplace(*std::move(opened));
        head_size = 0;
      }
    }
    if (zip) return zip->read(room);
    if (unpacker) return unpacker->read(*source, room);
    if (head_given < head_size) {
      const std::size_t count = std::min(room.size(), head_size - head_given);
      std::copy_n(head.begin() + static_cast<std::ptrdiff_t>(head_given), count, room.begin());
      head_given += count;
      return count;
    }
    return source->read(room);
  }

  [[nodiscard]] bool is_packed() const { return zip || unpacker; }

  std::unique_ptr<Source> source;
  std::string name;
  std::array<char, kMagicSize> head{};  // the first bytes, read to detect the format
  std::size_t head_size = 0;
  std::size_t head_given = 0;
  bool started = false;
  bool failed = false;
  std::optional<Unpacker> unpacker;
  std::optional<ZipReader> zip;
};

Input::Input(std::unique_ptr<Source> source, std::string name)
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
