// The unpacker of zip archives for input.h: the door to libzip.

#include <cstdio>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <zip.h>

#include "base/files/unpacker.h"

namespace zugwerk::base {

namespace {

/// The first file of a zip archive. The directory of an archive is at its end, so the whole archive must be available:
/// in its file, or else in memory, still compressed.
class ZipUnpacker : public Unpacker {
 public:
  [[nodiscard]] static Expected<std::unique_ptr<Unpacker>> open(ByteSource& source, std::string_view first_bytes) {
    std::unique_ptr<ZipUnpacker> reader(new ZipUnpacker);
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* bytes = nullptr;
    if (std::FILE* const file = source.open_again(); file != nullptr) {
      bytes = zip_source_filep_create(file, 0, -1, &error);
      if (bytes == nullptr) std::fclose(file);
    } else {
      if (auto held = reader->hold(source, first_bytes); !held) return tl::unexpected(held.error());
      bytes = zip_source_buffer_create(reader->packed_.data(), reader->packed_.size(), 0, &error);
    }
    const auto failed = [&] {
      std::string text = "the zip archive is corrupt: " + std::string(zip_error_strerror(&error));
      zip_error_fini(&error);
      return failure(std::move(text));
    };
    if (bytes == nullptr) return failed();
    reader->archive_.reset(zip_open_from_source(bytes, ZIP_RDONLY, &error));
    if (reader->archive_ == nullptr) {
      zip_source_free(bytes);
      return failed();
    }
    zip_error_fini(&error);
    const auto index = reader->first_file();
    if (!index) return failure("the zip archive holds no file");
    reader->file_.reset(zip_fopen_index(reader->archive_.get(), *index, 0));
    if (reader->file_ == nullptr)
      return failure("the zip archive cannot be unpacked: " + std::string(zip_strerror(reader->archive_.get())));
    return std::unique_ptr<Unpacker>(std::move(reader));
  }

  [[nodiscard]] Expected<std::size_t> read(std::span<char> room) override {
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

  ZipUnpacker() = default;

  [[nodiscard]] Expected<void> hold(ByteSource& source, std::string_view first_bytes) {
    packed_.assign(first_bytes.begin(), first_bytes.end());
    while (true) {
      const std::size_t size = packed_.size();
      if (size > kMostHeld)
        return failure("the zip archive is larger than " + size_text(kMostHeld) +
                       ", too much to hold in memory; pass it as a file instead of through a pipe");
      packed_.resize(size + kStep);
      const auto count = source.read(std::span(packed_).subspan(size));
      if (!count) return tl::unexpected(count.error());
      packed_.resize(size + *count);
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

  std::vector<char> packed_;
  std::unique_ptr<zip_t, Discard> archive_;
  std::unique_ptr<zip_file_t, Discard> file_;
};

}  // namespace

Expected<std::unique_ptr<Unpacker>> unpack_zip(ByteSource& source, std::string_view first_bytes) {
  return ZipUnpacker::open(source, first_bytes);
}

}  // namespace zugwerk::base
