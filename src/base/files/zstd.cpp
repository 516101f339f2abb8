// Everything that needs libzstd: the unpacker for input.h, and compress.h.

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <memory>
#include <vector>

#include <zstd.h>

#include "base/files/compress.h"
#include "base/files/unpacker.h"
#include "base/format.h"

namespace zugwerk::base {

namespace {

/// Frames of zstd, one after the other.
class ZstdUnpacker : public Unpacker {
 public:
  ZstdUnpacker(ByteSource& source, std::string_view first_bytes)
      : source_(source), context_(ZSTD_createDCtx()), packed_(ZSTD_DStreamInSize()) {
    assert(first_bytes.size() <= packed_.size());
    std::copy(first_bytes.begin(), first_bytes.end(), packed_.begin());
    in_ = {packed_.data(), first_bytes.size(), 0};
  }

  [[nodiscard]] Expected<std::size_t> read(std::span<char> room) override {
    ZSTD_outBuffer out{room.data(), room.size(), 0};
    while (out.pos == 0) {
      if (in_.pos == in_.size && !may_hold_more_) {
        auto count = source_.read(packed_);
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

  ByteSource& source_;
  std::unique_ptr<ZSTD_DCtx, Free> context_;
  std::vector<char> packed_;
  ZSTD_inBuffer in_{};
  std::uint64_t taken_ = 0;  // compressed bytes, for messages
  bool inside_frame_ = true;
  bool may_hold_more_ = false;
};

}  // namespace

Expected<std::unique_ptr<Unpacker>> unpack_zstd(ByteSource& source, std::string_view first_bytes) {
  return std::make_unique<ZstdUnpacker>(source, first_bytes);
}

bool can_compress() { return true; }

Expected<std::string> compress(std::string_view bytes, int level) {
  std::string packed(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), level);
  if (ZSTD_isError(size) != 0) return failure(std::string("cannot be compressed: ") + ZSTD_getErrorName(size));
  packed.resize(size);
  return packed;
}

Expected<std::string> decompress(std::string_view packed, std::size_t size) {
  std::string bytes(size, '\0');
  const std::size_t given = ZSTD_decompress(bytes.data(), bytes.size(), packed.data(), packed.size());
  if (ZSTD_isError(given) != 0) return failure(std::string("the zstd data is corrupt: ") + ZSTD_getErrorName(given));
  if (given != size) return failure(format("the zstd data holds {} bytes, not {}", given, size));
  return bytes;
}

}  // namespace zugwerk::base
