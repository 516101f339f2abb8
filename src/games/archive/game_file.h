// games/archive/game_file.h
//
// Game files, written by self-play and read by learning. They grow frame by frame; a frame is a compressed block of
// whole games with a checksum, so that after a crash all frames but the last are readable, and damage costs only the
// frames it touches.
//
// All integers are little-endian.
//   file   kGameFileMagic or kPackedFileMagic, version (u32), zero (u32); then frames
//   frame  magic "ZWF1", packed size, size, games (u32 each), checksum of these 16 bytes and the packed ones (u64);
//          then the games: compressed by zstd, or in a packed file encoded by packed_games.h
//   game   start (32 bytes, packed_position.h), result and termination (u8 each, game_record.h), plies (u16);
//          then for each ply the move (u16, chess::Move's bits) and the score (i16)
//   score centipawns from White's point of view; a mate in n plies is 32000 - n, tablebase wins are below all
//   mates; negative if Black wins; -32768 if no score is known

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.h"
#include "base/files/input.h"
#include "base/files/output_file.h"
#include "base/files/whole_file.h"
#include "games/archive/game_record.h"
#include "games/archive/packed_games.h"

namespace zugwerk::games {

/// How a file encodes games: plain is faster to write and read, packed takes 40 % of the space. Readers accept both.
enum class GameCoding : std::uint8_t { Plain, Packed };

/// The first bytes of game files.
inline constexpr std::string_view kGameFileMagic = "ZWGAMES\n";
inline constexpr std::string_view kPackedFileMagic = "ZWPACKD\n";
/// Whether the file at `path` starts with one of them; false if it cannot be read.
[[nodiscard]] bool is_game_file(const std::string& path);

/// A part of a file that cannot be read, although the rest can.
struct FileFault {
  enum class Kind : std::uint8_t {
    TornTail,  // the file ends inside a frame: writing or copying was interrupted
    Damage,    // bytes that are not a frame, or a frame with a wrong checksum
  };

  Kind kind = Kind::Damage;
  std::string file;
  std::uint64_t offset = 0;  // in bytes from the start of the file
  std::uint64_t bytes = 0;   // from there to the next good frame or the end
  std::string message;       // complete: file, offset, the fault, and how much was lost
};
using FaultHandler = std::function<void(const FileFault&)>;

/// A handler that passes the messages of faults to `diagnose`, which may be empty.
[[nodiscard]] FaultHandler faults_to(const base::DiagnosticHandler& diagnose);

/// Reads games one after the other, in memory bounded by the largest frame.
class GameReader {
 public:
  /// Fails, naming the file, if it cannot be opened, is not a file of games or has a later version. An empty file holds
  /// no games; the beginning of a header is a torn tail.
  [[nodiscard]] static base::Expected<GameReader> open(const std::string& path, FaultHandler on_fault);
  [[nodiscard]] static base::Expected<GameReader> open(base::Input input, FaultHandler on_fault);

  /// The next game; false at the end. Torn or damaged parts are reported to the handler and skipped; fails if the file
  /// cannot be read any further.
  [[nodiscard]] base::Expected<bool> next(GameRecord& game);

  /// Reads the remaining games until `on_game` returns false; returns false if it did.
  [[nodiscard]] base::Expected<bool> read_rest(const std::function<bool(const GameRecord&)>& on_game);

  [[nodiscard]] const std::string& name() const { return input_.name(); }
  [[nodiscard]] GameCoding coding() const { return coding_; }
  /// Whether the last game returned ended a frame; for a packed file, a frame of the file it was packed from.
  [[nodiscard]] bool is_at_frame_end() const { return at_frame_end_; }
  /// Games returned so far.
  [[nodiscard]] std::uint64_t games() const { return games_; }
  /// Frames read so far, good ones only.
  [[nodiscard]] std::uint64_t frames() const { return frames_; }
  /// Where the last good frame ends, in bytes from the start of the file.
  [[nodiscard]] std::uint64_t good_end() const { return good_end_; }

 private:
  enum class Look : std::uint8_t { Good, End, Cut, Bad };

  GameReader(base::Input input, FaultHandler on_fault) : input_(std::move(input)), on_fault_(std::move(on_fault)) {}

  [[nodiscard]] std::string_view rest() const { return std::string_view(buffer_).substr(at_); }
  [[nodiscard]] std::uint64_t offset() const { return buffer_offset_ + at_; }
  /// Reads until `count` bytes are in the buffer or the file has ended.
  [[nodiscard]] base::Expected<void> ensure(std::size_t count);
  [[nodiscard]] base::Expected<bool> read_header();
  [[nodiscard]] base::Expected<Look> look();
  [[nodiscard]] base::Expected<bool> next_frame();
  [[nodiscard]] base::Expected<void> open_frame(std::string_view packed, std::size_t size, std::uint32_t games);
  [[nodiscard]] base::Expected<bool> skip_to_good_frame(Look first);
  void report(FileFault::Kind kind, std::uint64_t offset, std::uint64_t bytes, const std::string& what) const;

  base::Input input_;
  FaultHandler on_fault_;
  std::string buffer_;
  std::size_t at_ = 0;               // in the buffer
  std::uint64_t buffer_offset_ = 0;  // of the buffer in the file
  bool input_ended_ = false;
  GameCoding coding_ = GameCoding::Plain;
  std::string frame_;                     // the games of the current frame of a plain file
  std::size_t frame_at_ = 0;              // where the next of them starts
  std::vector<PackedGame> packed_games_;  // the same for a packed file
  bool at_frame_end_ = false;
  std::uint32_t frame_games_ = 0;  // games left in the frame
  std::uint64_t frame_offset_ = 0;
  std::uint64_t games_ = 0;
  std::uint64_t frames_ = 0;
  std::uint64_t good_end_ = 0;
};

/// What a file already holds.
struct HeldGames {
  std::uint64_t games = 0;
  std::uint64_t plies = 0;
};

/// Collects games and adds them to a file in frames.
class GameWriter {
 public:
  /// Creates a file, which appears under its name only after finish(). Fails if the file exists.
  [[nodiscard]] static base::Expected<GameWriter> create(const std::string& path,
                                                         GameCoding coding = GameCoding::Plain);

  /// Appends to a game file, keeping its coding, or creates a plain one. A torn tail is reported to the handler and
  /// truncated; damage is reported and left as it is. `held` receives the number of games already in the file.
  [[nodiscard]] static base::Expected<GameWriter> append(const std::string& path, const FaultHandler& on_fault,
                                                         HeldGames& held);

  GameWriter(GameWriter&&) = default;
  GameWriter& operator=(GameWriter&&) = default;
  /// When appending, tries to write the buffered games; call finish() first to learn of errors. A new file that was not
  /// finished is discarded.
  ~GameWriter();

  /// Buffers the game for the next frame, which is written when it is large enough. After an error everything written
  /// before is intact. `ends_frame` closes the frame after this game; in a packed file, whose frames are larger, it
  /// is only recorded, for unpacking.
  [[nodiscard]] base::Expected<void> add(const GameRecord& game, bool ends_frame = false);
  /// Writes the buffered games as a frame, if there are any.
  [[nodiscard]] base::Expected<void> flush();
  /// Flushes after the last game; a new file then appears under its name.
  [[nodiscard]] base::Expected<void> finish();

 private:
  using File = std::variant<base::OutputFile, base::WholeFile>;
  GameWriter(File file, GameCoding coding) : file_(std::move(file)), coding_(coding) {}
  [[nodiscard]] const std::string& path() const;
  [[nodiscard]] base::Expected<std::string> packed_frame() const;

  File file_;
  GameCoding coding_;
  // The games of the next frame.
  std::string frame_;                     // for a plain file
  std::vector<PackedGame> packed_games_;  // for a packed file
  std::size_t frame_size_ = 0;            // in bytes of the plain format
  std::uint32_t frame_games_ = 0;
};

/// Called with each game, the name of its file, and its number in that file, counted from 1. Return false to stop.
using GameHandler = std::function<bool(const GameRecord& game, const std::string& file, std::uint64_t number)>;

/// "games.zwg: game 12: message".
[[nodiscard]] std::string in_game(const std::string& file, std::uint64_t number, std::string_view message);

/// Reads the files one after another; fails at the first one that cannot be read at all.
[[nodiscard]] base::Expected<void> for_each_game(const std::vector<std::string>& paths, const GameHandler& on_game,
                                                 const FaultHandler& on_fault);

/// The same, with a writer for a new file, which appears once all games have been read. An error from `on_game` aborts.
using RewriteHandler = std::function<base::Expected<void>(const GameRecord& game, const std::string& file,
                                                          std::uint64_t number, GameWriter& writer)>;
[[nodiscard]] base::Expected<void> rewrite_games(const std::vector<std::string>& paths, const std::string& output,
                                                 const RewriteHandler& on_game, const FaultHandler& on_fault);

}  // namespace zugwerk::games
