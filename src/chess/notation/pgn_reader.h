// chess/notation/pgn_reader.h
//
// Games in Portable Game Notation, read from a stream of any length in constant memory and passed move by move to a
// visitor. Every move is resolved and checked to be legal. A game with a fault is reported with its place and skipped;
// the games after it are read. For whole games as values see pgn_game.h, for the notation of single moves san.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/files/input.h"
#include "chess/notation/fen.h"
#include "chess/position.h"

namespace zugwerk::chess {

enum class PgnResult : std::uint8_t { Unknown, WhiteWins, BlackWins, Draw };

/// "*", "1-0", "0-1" or "1/2-1/2".
[[nodiscard]] std::string_view to_string(PgnResult result);
[[nodiscard]] std::optional<PgnResult> pgn_result_from_text(std::string_view text);

/// What the value of a Variant tag means: one of the many spellings of standard chess and Chess960, or a game that is
/// not played here.
[[nodiscard]] std::optional<Variant> variant_from_tag(std::string_view value);

/// Lines, columns (in bytes) and games count from 1.
struct PgnPlace {
  std::uint64_t line = 1;
  std::uint64_t column = 1;
  std::uint64_t game = 0;

  bool operator==(const PgnPlace&) const = default;
};

/// What is or was wrong with a game, and where.
struct PgnError {
  PgnPlace place;
  /// illegal move 'Nxe5' for White in game 37 ('Casual', 2024.05.01): no knight reaches e5; game skipped
  std::string message;
  /// The fault alone: illegal move 'Nxe5': no knight reaches e5
  std::string fault = {};

  /// With the name of the file in front, as compilers do: games.pgn:1042:17: illegal move ...
  [[nodiscard]] std::string in_file(std::string_view name) const;
};

/// Whether the visitor wants the contents of what just began.
enum class PgnWish : std::uint8_t { Read, Skip };

/// Receives what the reader finds: for every game begin_game, its tags, repairs of its starting position, begin_moves,
/// the movetext, then end_game; or game_error at any point instead of the rest. Texts are valid UTF-8 and live until
/// the call returns.
class PgnVisitor {
 public:
  PgnVisitor() = default;
  PgnVisitor(const PgnVisitor&) = default;
  PgnVisitor& operator=(const PgnVisitor&) = default;
  virtual ~PgnVisitor() = default;

  virtual void begin_game(const PgnPlace&) {}
  virtual void tag(std::string_view /*name*/, std::string_view /*value*/) {}
  /// Something was dropped from the FEN of the starting position, as parse_fen does; the game goes on.
  virtual void repair(const PgnError&) {}
  /// All tags have been reported. A visitor that skips the game receives only its result and end, with the starting
  /// position.
  virtual PgnWish begin_moves(const Position& /*start*/) { return PgnWish::Read; }
  /// A move of the main line or of the innermost open variation.
  virtual void move(const Position& /*before*/, Move) {}
  /// A comment on what was reported last. Line breaks in it are spaces.
  virtual void comment(std::string_view) {}
  /// A numeric annotation glyph on the last move: $1, or ! and its like.
  virtual void nag(int) {}
  /// What follows replaces the last move. A visitor that skips receives neither the variation nor its end.
  virtual PgnWish begin_variation() { return PgnWish::Read; }
  virtual void end_variation() {}
  /// The result at the end of the moves; not called where it is missing.
  virtual void result(PgnResult) {}
  virtual void end_game(const Position& /*last of the main line*/) {}
  virtual void game_error(const PgnError&) {}
};

class PgnReader {
 public:
  // Beyond these limits a game is broken or malicious.
  static constexpr std::size_t kLongestTag = std::size_t{16} * 1024;
  static constexpr std::size_t kLongestMove = 255;
  static constexpr std::size_t kLongestComment = std::size_t{1024} * 1024;
  static constexpr std::size_t kDeepestVariation = 100'000;
  static constexpr std::size_t kMostPlies = 200'000;

  /// Reads from an input that the caller keeps alive.
  explicit PgnReader(base::Input& input);

  /// Reads one game, whole or broken; false if there is none left. An error says that the input itself is broken.
  [[nodiscard]] base::Expected<bool> read_game(PgnVisitor& visitor);

  struct Counts {
    std::uint64_t games = 0;  // broken ones included
    std::uint64_t broken = 0;
  };
  /// Reads every game that is left.
  [[nodiscard]] base::Expected<Counts> read_all(PgnVisitor& visitor);

  /// What has been read so far.
  [[nodiscard]] const Counts& counts() const { return counts_; }

 private:
  /// What the reader is doing with the moves.
  enum class Mode : std::uint8_t { Reading, SkippingVariation, SkippingMoves, Broken };
  enum class CommentEnd : std::uint8_t { Brace, NewGame, Input };
  struct OpenVariation {
    Move replaced;
    std::size_t base = 0;  // length of the history before its first move
    PgnPlace place;
  };
  /// A tag that the reader itself needs: its first value and where it stood.
  struct OwnTag {
    std::string value;
    PgnPlace place;
    bool given = false;
  };

  // The window on the input.
  void refill(std::size_t count);
  void ensure(std::size_t count) {
    if (static_cast<std::size_t>(end_ - at_) < count && !input_ended_) [[unlikely]]
      refill(count);
  }
  [[nodiscard]] std::uint64_t offset_of(const char* at) const {
    return buffer_offset_ + static_cast<std::uint64_t>(at - buffer_.get());
  }
  [[nodiscard]] PgnPlace place_of(const char* at) const {
    return {line_, offset_of(at) - line_offset_ + 1, counts_.games};
  }
  [[nodiscard]] bool at_line_start() const { return offset_of(at_) == line_offset_; }
  void begin_line(const char* first) {
    ++line_;
    line_offset_ = offset_of(first);
  }
  [[nodiscard]] bool is_at_event_tag(const char* at) const;
  [[nodiscard]] bool is_at_tag() const;
  [[nodiscard]] bool is_at_end_of_game() const;

  // Texts of any length. They lie in the buffer or in scratch_, until the next ensure().
  std::string_view take_rest_of_line(bool& too_long);
  std::string_view take_braces(CommentEnd& end, bool& too_long);
  void add_piece(const char* end, bool& too_long);
  std::string_view last_piece(const char* end, bool& too_long);
  [[nodiscard]] std::string_view tidy(std::string_view raw);
  [[nodiscard]] std::string_view as_utf8(std::string_view raw);

  // The parts of a game.
  bool skip_to_game();
  void keep_early_comment(std::string_view raw, std::uint64_t line);
  void read_tags(PgnVisitor& visitor);
  void read_tag(PgnVisitor& visitor);
  [[nodiscard]] OwnTag* own_tag(std::string_view name);
  [[nodiscard]] bool set_up(PgnVisitor& visitor);
  void rewind();
  void read_moves(PgnVisitor& visitor);
  void read_symbol(PgnVisitor& visitor);
  [[nodiscard]] bool read_number(PgnVisitor& visitor);
  [[nodiscard]] bool read_result(PgnVisitor& visitor, PgnResult result, std::size_t length);
  void play(PgnVisitor& visitor, std::string_view text);
  void read_glyphs(PgnVisitor& visitor);
  void read_dollar(PgnVisitor& visitor);
  void read_comment(PgnVisitor& visitor);
  void read_unexpected(PgnVisitor& visitor);
  void open_variation(PgnVisitor& visitor);
  void close_variation(PgnVisitor& visitor);
  void end_moves(PgnVisitor& visitor);
  void fail(PgnVisitor& visitor, const PgnPlace& place, std::string_view what, std::string_view reason = {});
  [[nodiscard]] std::string in_this_game(std::string_view what, std::string_view reason) const;

  base::Input& input_;
  std::unique_ptr<char[]> buffer_;
  const char* at_;                   // the next byte to read
  const char* end_;                  // of what is in the buffer; a zero byte stands there
  std::uint64_t buffer_offset_ = 0;  // of the buffer's first byte in the input
  std::uint64_t line_ = 1;
  std::uint64_t line_offset_ = 0;  // of the line's first byte in the input
  bool input_ended_ = false;
  std::optional<base::Error> input_error_;

  Counts counts_;
  Mode mode_ = Mode::Reading;
  Position position_;
  bool from_standard_start_ = true;  // how position_ came about
  std::size_t depth_ = 0;            // open brackets, read or skipped
  std::size_t skipped_depth_ = 0;    // that of the variation which the visitor skips
  std::vector<OpenVariation> open_;
  PgnPlace skipped_at_;  // and its place

  OwnTag event_;
  OwnTag date_;
  OwnTag fen_;
  OwnTag variant_;

  std::uint64_t result_line_ = 0;            // where the last game ended
  std::vector<std::string> early_comments_;  // found where it was not known yet whether a game follows
  std::string scratch_;                      // texts that do not lie in the buffer in one piece
  std::string folded_;
  std::string converted_;
};

}  // namespace zugwerk::chess
