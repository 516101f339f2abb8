#include "games/archive/game_file.h"

#include <algorithm>
#include <cassert>
#include <fstream>
#include <optional>
#include <span>
#include <utility>

#include "base/checksum.h"
#include "base/files/compress.h"
#include "base/format.h"
#include "base/little_endian.h"
#include "base/text.h"
#include "games/archive/game_bytes.h"

namespace zugwerk::games {

namespace {

using base::append_little_endian;
using base::read_little_endian;
using base::take_little_endian;

/// The version of both the plain and the packed format.
constexpr std::uint32_t kFileVersion = 1;
constexpr std::size_t kFileHeaderSize = 16;

constexpr std::string_view kFrameMagic = "ZWF1";
constexpr std::size_t kCheckedHeaderSize = 16;
constexpr std::size_t kFrameHeaderSize = 24;

/// A frame is written when it reaches this size; larger ones compress no better.
constexpr std::size_t kFrameBytes = std::size_t{256} << 10;
/// The model of a packed frame starts untrained, so packed frames are as large as the limit below allows.
constexpr std::size_t kPackedFrameBytes = std::size_t{704} << 10;
/// The upper bound of a frame: before its last game, it is smaller than the sizes above. A larger one is damaged.
constexpr std::size_t kLargestFrame = std::size_t{1} << 20;
/// Incompressible data grows a little in zstd.
constexpr std::size_t kLargestPacked = kLargestFrame + (kLargestFrame >> 4);

static_assert(kPackedFrameBytes + kGameHeaderSize + kPlySize * GameRecord::kMostPlies <= kLargestFrame);

constexpr std::size_t kReadBytes = std::size_t{128} << 10;

[[nodiscard]] std::string file_header(GameCoding coding) {
  std::string bytes(coding == GameCoding::Packed ? kPackedFileMagic : kGameFileMagic);
  append_little_endian(bytes, kFileVersion);
  append_little_endian(bytes, std::uint32_t{0});
  return bytes;
}

struct FrameHeader {
  std::uint32_t packed_size = 0;
  std::uint32_t size = 0;
  std::uint32_t games = 0;
  std::uint64_t checksum = 0;
};

/// The header at the start of `bytes`, or nothing if there is none.
[[nodiscard]] std::optional<FrameHeader> read_frame_header(std::string_view bytes) {
  if (!bytes.starts_with(kFrameMagic)) return std::nullopt;
  bytes.remove_prefix(kFrameMagic.size());
  FrameHeader header;
  header.packed_size = take_little_endian<std::uint32_t>(bytes);
  header.size = take_little_endian<std::uint32_t>(bytes);
  header.games = take_little_endian<std::uint32_t>(bytes);
  header.checksum = take_little_endian<std::uint64_t>(bytes);
  if (header.packed_size > kLargestPacked || header.size > kLargestFrame) return std::nullopt;
  return header;
}

[[nodiscard]] std::uint64_t checksum_of_frame(std::string_view checked_header, std::string_view packed) {
  return base::checksum(packed, base::checksum(checked_header));
}

/// Plain frames are compressed, so without zstd all of them would look damaged.
[[nodiscard]] base::Expected<void> check_coding(GameCoding coding, const std::string& path) {
  if (coding == GameCoding::Packed || base::can_compress()) return {};
  return base::failure(path + ": files of games need zstd, without which this program was built");
}

}  // namespace

bool is_game_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  static_assert(kGameFileMagic.size() == kPackedFileMagic.size());
  std::string start(kGameFileMagic.size(), '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  return start == kGameFileMagic || start == kPackedFileMagic;
}

base::Expected<GameReader> GameReader::open(const std::string& path, FaultHandler on_fault) {
  auto input = base::Input::open(path);
  if (!input) return tl::unexpected(input.error());
  return open(*std::move(input), std::move(on_fault));
}

base::Expected<GameReader> GameReader::open(base::Input input, FaultHandler on_fault) {
  GameReader reader(std::move(input), std::move(on_fault));
  if (auto ours = reader.read_header(); !ours) return tl::unexpected(ours.error());
  return reader;
}

base::Expected<void> GameReader::ensure(std::size_t count) {
  if (rest().size() >= count || input_ended_) return {};
  buffer_.erase(0, at_);
  buffer_offset_ += at_;
  at_ = 0;
  while (buffer_.size() < count) {
    const std::size_t filled = buffer_.size();
    buffer_.resize(filled + kReadBytes);
    auto got = input_.read(std::span(buffer_).subspan(filled));
    buffer_.resize(filled + (got ? *got : 0));
    if (!got) return tl::unexpected(got.error());
    if (*got == 0) {
      input_ended_ = true;
      break;
    }
  }
  return {};
}

base::Expected<bool> GameReader::read_header() {
  if (auto read = ensure(kFileHeaderSize); !read) return tl::unexpected(read.error());
  const std::string_view given = rest().substr(0, kFileHeaderSize);
  coding_ = given.starts_with(kPackedFileMagic) ? GameCoding::Packed : GameCoding::Plain;
  const std::string expected = file_header(coding_);
  if (given.size() < kFileHeaderSize &&
      (std::string_view(expected).starts_with(given) || kPackedFileMagic.starts_with(given))) {
    if (!given.empty()) report(FileFault::Kind::TornTail, 0, given.size(), "the file ends inside its header");
    at_ += given.size();
    return false;
  }
  if ((!given.starts_with(kGameFileMagic) && coding_ == GameCoding::Plain) || given.size() < kFileHeaderSize)
    return base::failure(base::format("{}: not a file of games: it starts with {}", name(), base::in_quotes(given)));
  if (given != expected)
    return base::failure(
        base::format("{}: a file of games of version {}, or with a damaged header; this program reads version {}",
                     name(), read_little_endian<std::uint32_t>(given.substr(kGameFileMagic.size())), kFileVersion));
  if (auto can = check_coding(coding_, name()); !can) return tl::unexpected(can.error());
  at_ += kFileHeaderSize;
  good_end_ = offset();
  return true;
}

base::Expected<GameReader::Look> GameReader::look() {
  if (auto read = ensure(kFrameHeaderSize); !read) return tl::unexpected(read.error());
  if (rest().empty()) return Look::End;
  if (rest().size() < kFrameHeaderSize) {
    const std::size_t common = std::min(rest().size(), kFrameMagic.size());
    return rest().substr(0, common) == kFrameMagic.substr(0, common) ? Look::Cut : Look::Bad;
  }
  const auto header = read_frame_header(rest());
  if (!header) return Look::Bad;
  if (auto read = ensure(kFrameHeaderSize + header->packed_size); !read) return tl::unexpected(read.error());
  if (rest().size() < kFrameHeaderSize + header->packed_size) return Look::Cut;
  const std::string_view packed = rest().substr(kFrameHeaderSize, header->packed_size);
  return checksum_of_frame(rest().substr(0, kCheckedHeaderSize), packed) == header->checksum ? Look::Good : Look::Bad;
}

base::Expected<bool> GameReader::skip_to_good_frame(Look first) {
  const std::uint64_t from = offset();
  bool found = false;
  while (!found) {
    ++at_;
    if (auto read = ensure(kFrameHeaderSize); !read) return tl::unexpected(read.error());
    const std::size_t magic = rest().find(kFrameMagic);
    if (magic != std::string_view::npos) {
      at_ += magic;
      const auto seen = look();
      if (!seen) return tl::unexpected(seen.error());
      found = *seen == Look::Good;
      continue;
    }
    // The last bytes may be the beginning of a magic that continues past the end of the buffer.
    const std::size_t kept = std::min(rest().size(), kFrameMagic.size() - 1);
    at_ += rest().size() - kept;
    if (!input_ended_) continue;
    at_ += kept;
    break;
  }
  const std::uint64_t bytes = offset() - from;
  if (!found && first == Look::Cut)
    report(FileFault::Kind::TornTail, from, bytes, "the file ends inside a frame");
  else
    report(FileFault::Kind::Damage, from, bytes,
           base::format("a frame is damaged; {}", found ? "reading resumes after it" : "none follows it"));
  return found;
}

base::Expected<bool> GameReader::next_frame() {
  const auto seen = look();
  if (!seen) return tl::unexpected(seen.error());
  if (*seen == Look::End) return false;
  if (*seen != Look::Good) {
    auto found = skip_to_good_frame(*seen);
    if (!found || !*found) return found;
  }
  const auto header = read_frame_header(rest());
  assert(header);
  frame_offset_ = offset();
  frame_at_ = 0;
  frame_games_ = 0;
  const auto opened = open_frame(rest().substr(kFrameHeaderSize, header->packed_size), header->size, header->games);
  at_ += kFrameHeaderSize + header->packed_size;
  if (!opened) {
    report(FileFault::Kind::Damage, frame_offset_, offset() - frame_offset_, opened.error().message);
    return true;
  }
  frame_games_ = header->games;
  ++frames_;
  good_end_ = offset();
  return true;
}

base::Expected<void> GameReader::open_frame(std::string_view packed, std::size_t size, std::uint32_t games) {
  if (coding_ == GameCoding::Plain) {
    auto bytes = base::decompress(packed, size);
    if (!bytes) return tl::unexpected(bytes.error());
    frame_ = *std::move(bytes);
    return {};
  }
  // Only the plies vary in size, so their total number follows from the sizes in the header.
  const std::size_t without_plies = kGameHeaderSize * games;
  if (size < without_plies || (size - without_plies) % kPlySize != 0)
    return base::failure("the header of a packed frame has inconsistent sizes");
  auto unpacked = unpack_games(packed, games, (size - without_plies) / kPlySize);
  if (!unpacked) return tl::unexpected(unpacked.error());
  packed_games_ = *std::move(unpacked);
  return {};
}

base::Expected<bool> GameReader::next(GameRecord& game) {
  while (true) {
    if (frame_games_ == 0) {
      auto more = next_frame();
      if (!more || !*more) return more;
      continue;
    }
    if (coding_ == GameCoding::Packed) {
      PackedGame& next = packed_games_[packed_games_.size() - frame_games_--];
      game = std::move(next.game);
      at_frame_end_ = next.ends_frame;
      ++games_;
      return true;
    }
    std::string_view bytes = std::string_view(frame_).substr(frame_at_);
    --frame_games_;
    at_frame_end_ = frame_games_ == 0;
    const bool whole = take_game_bytes(bytes, game);
    frame_at_ = frame_.size() - bytes.size();
    if (whole && (frame_games_ != 0 || bytes.empty())) {
      ++games_;
      return true;
    }
    // The checksum was right, so the game was written wrongly; where the next one starts is unknown.
    report(FileFault::Kind::Damage, frame_offset_, good_end_ - frame_offset_,
           base::format("game {} is invalid; it and {} after it in its frame are lost", games_ + 1, frame_games_));
    frame_games_ = 0;
  }
}

base::Expected<bool> GameReader::read_rest(const std::function<bool(const GameRecord&)>& on_game) {
  GameRecord game;
  while (true) {
    auto more = next(game);
    if (!more) return more;
    if (!*more) return true;
    if (!on_game(game)) return false;
  }
}

void GameReader::report(FileFault::Kind kind, std::uint64_t offset, std::uint64_t bytes,
                        const std::string& what) const {
  if (!on_fault_) return;
  FileFault fault;
  fault.kind = kind;
  fault.file = name();
  fault.offset = offset;
  fault.bytes = bytes;
  fault.message =
      base::format("{}: at byte {}: {}; {} {} lost", name(), offset, what, bytes, bytes == 1 ? "byte is" : "bytes are");
  on_fault_(fault);
}

base::Expected<GameWriter> GameWriter::create(const std::string& path, GameCoding coding) {
  if (auto can = check_coding(coding, path); !can) return tl::unexpected(can.error());
  auto file = base::WholeFile::open(path, base::WholeFile::Existing::Refuse);
  if (!file) return tl::unexpected(file.error());
  if (auto written = file->append(file_header(coding)); !written) return tl::unexpected(written.error());
  return GameWriter(*std::move(file), coding);
}

base::Expected<GameWriter> GameWriter::append(const std::string& path, const FaultHandler& on_fault, HeldGames& held) {
  held = {};
  auto file = base::OutputFile::open(path, base::OutputFile::Mode::Append);
  if (!file) return tl::unexpected(file.error());
  GameCoding coding = GameCoding::Plain;
  if (file->size() > 0) {
    std::optional<std::uint64_t> torn_at;
    auto reader = GameReader::open(path, [&](const FileFault& fault) {
      if (fault.kind == FileFault::Kind::TornTail) torn_at = fault.offset;
      if (on_fault) on_fault(fault);
    });
    if (!reader) return tl::unexpected(reader.error());
    coding = reader->coding();
    const auto read = reader->read_rest([&](const GameRecord& game) {
      ++held.games;
      held.plies += game.plies.size();
      return true;
    });
    if (!read) return tl::unexpected(read.error());
    if (torn_at)
      if (auto cut = file->cut_to(*torn_at); !cut) return tl::unexpected(cut.error());
  }
  if (file->size() == 0) {
    auto begun = check_coding(coding, path);
    if (begun) begun = file->append_and_sync(file_header(coding));
    if (!begun) {
      file->discard_if_new();
      return tl::unexpected(begun.error());
    }
  }
  return GameWriter(*std::move(file), coding);
}

GameWriter::~GameWriter() {
  if (std::holds_alternative<base::OutputFile>(file_)) static_cast<void>(flush());
}

const std::string& GameWriter::path() const {
  return std::visit([](const auto& file) -> const std::string& { return file.path(); }, file_);
}

base::Expected<void> GameWriter::add(const GameRecord& game, bool ends_frame) {
  assert(game.plies.size() <= GameRecord::kMostPlies);
  const bool packs = coding_ == GameCoding::Packed;
  if (packs)
    packed_games_.push_back({game, ends_frame});
  else
    append_game_bytes(frame_, game);
  ++frame_games_;
  frame_size_ += size_in_bytes(game);
  const bool is_full = frame_size_ >= (packs ? kPackedFrameBytes : kFrameBytes) || (ends_frame && !packs);
  return is_full ? flush() : base::Expected<void>();
}

base::Expected<std::string> GameWriter::packed_frame() const {
  if (coding_ == GameCoding::Packed) return pack_games(packed_games_);
  auto packed = base::compress(frame_);
  if (!packed) return base::failure(path() + ": " + packed.error().message);
  return packed;
}

base::Expected<void> GameWriter::flush() {
  if (frame_games_ == 0) return {};
  const auto packed = packed_frame();
  if (!packed) return tl::unexpected(packed.error());
  std::string bytes(kFrameMagic);
  append_little_endian(bytes, static_cast<std::uint32_t>(packed->size()));
  append_little_endian(bytes, static_cast<std::uint32_t>(frame_size_));
  append_little_endian(bytes, frame_games_);
  assert(bytes.size() == kCheckedHeaderSize);
  append_little_endian(bytes, checksum_of_frame(bytes, *packed));
  bytes += *packed;
  // A file that grows for days should lose no more than its last frame in a power failure.
  auto* const growing = std::get_if<base::OutputFile>(&file_);
  auto written = growing != nullptr ? growing->append_and_sync(bytes) : std::get<base::WholeFile>(file_).append(bytes);
  if (!written) return written;
  frame_.clear();
  packed_games_.clear();
  frame_size_ = 0;
  frame_games_ = 0;
  return {};
}

base::Expected<void> GameWriter::finish() {
  if (auto flushed = flush(); !flushed) return flushed;
  if (auto* const whole = std::get_if<base::WholeFile>(&file_)) return whole->commit();
  return {};
}

FaultHandler faults_to(const base::DiagnosticHandler& diagnose) {
  return [diagnose](const FileFault& fault) {
    if (diagnose) diagnose(fault.message);
  };
}

std::string in_game(const std::string& file, std::uint64_t number, std::string_view message) {
  return base::format("{}: game {}: {}", file, number, message);
}

base::Expected<void> for_each_game(const std::vector<std::string>& paths, const GameHandler& on_game,
                                   const FaultHandler& on_fault) {
  for (const std::string& path : paths) {
    auto reader = GameReader::open(path, on_fault);
    if (!reader) return tl::unexpected(reader.error());
    const auto wanted = reader->read_rest([&](const GameRecord& game) { return on_game(game, path, reader->games()); });
    if (!wanted) return tl::unexpected(wanted.error());
    if (!*wanted) return {};
  }
  return {};
}

base::Expected<void> rewrite_games(const std::vector<std::string>& paths, const std::string& output,
                                   const RewriteHandler& on_game, const FaultHandler& on_fault) {
  auto writer = GameWriter::create(output);
  if (!writer) return tl::unexpected(writer.error());
  base::Expected<void> done;
  auto read = for_each_game(
      paths,
      [&](const GameRecord& game, const std::string& file, std::uint64_t number) {
        done = on_game(game, file, number, *writer);
        return done.has_value();
      },
      on_fault);
  if (!done) return done;
  if (!read) return read;
  return writer->finish();
}

}  // namespace zugwerk::games
