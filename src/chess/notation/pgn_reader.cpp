#include "chess/notation/pgn_reader.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "chess/notation/san.h"

namespace zugwerk::chess {

namespace {

using base::in_quotes;

constexpr std::size_t kBufferSize = std::size_t{256} * 1024;
/// What the reader sees of the input at the start of every token. Longer tokens are read in pieces.
constexpr std::size_t kLookahead = 1024;
constexpr int kLargestNag = 65535;
constexpr std::size_t kMostEarlyComments = 16;
constexpr std::string_view kEventTag = "[Event \"";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

static_assert(kLookahead > PgnReader::kLongestMove + 16 && kBufferSize > 2 * PgnReader::kLongestTag);

enum class CharacterKind : std::uint8_t { Other, Blank, LineEnd, Dot, Symbol, Digit };

/// For each byte, the kind of movetext token that starts with it. Bytes of kind Symbol or Digit also continue a symbol.
constexpr std::array<CharacterKind, 256> kKinds = [] {
  std::array<CharacterKind, 256> kinds{};
  for (int c = 'a'; c <= 'z'; ++c) kinds[static_cast<std::size_t>(c)] = CharacterKind::Symbol;
  for (int c = 'A'; c <= 'Z'; ++c) kinds[static_cast<std::size_t>(c)] = CharacterKind::Symbol;
  for (int c = '0'; c <= '9'; ++c) kinds[static_cast<std::size_t>(c)] = CharacterKind::Digit;
  for (const char c : {'+', '#', '=', '-', ':', '/', '_', '@'})
    kinds[static_cast<unsigned char>(c)] = CharacterKind::Symbol;
  for (const char c : {' ', '\t', '\r', '\v', '\f'}) kinds[static_cast<unsigned char>(c)] = CharacterKind::Blank;
  kinds[static_cast<unsigned char>('\n')] = CharacterKind::LineEnd;
  kinds[static_cast<unsigned char>('.')] = CharacterKind::Dot;
  return kinds;
}();

[[nodiscard]] CharacterKind kind_of(char c) { return kKinds[static_cast<unsigned char>(c)]; }
[[nodiscard]] bool continues_symbol(char c) { return kind_of(c) >= CharacterKind::Symbol; }
[[nodiscard]] bool is_blank(char c) { return kind_of(c) == CharacterKind::Blank; }

[[nodiscard]] const char* find_byte(const char* from, const char* end, char byte) {
  if (from == end) return nullptr;
  return static_cast<const char*>(std::memchr(from, byte, static_cast<std::size_t>(end - from)));
}

[[nodiscard]] std::string_view view(const char* from, const char* end) {
  return {from, static_cast<std::size_t>(end - from)};
}

[[nodiscard]] bool is_ascii(std::string_view text) {
  std::uint64_t high_bits = 0;
  for (; text.size() >= sizeof(high_bits); text.remove_prefix(sizeof(high_bits))) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), sizeof(word));
    high_bits |= word;
  }
  for (const char c : text) high_bits |= static_cast<unsigned char>(c);
  return (high_bits & 0x8080808080808080) == 0;
}

/// The traditional signs that annotators write instead of numeric glyphs.
[[nodiscard]] int nag_of_word(std::string_view word) {
  struct Entry {
    std::string_view word;
    int nag;
  };
  constexpr std::array kEntries{Entry{"=", 10},   Entry{"+=", 14},  Entry{"+/=", 14}, Entry{"=+", 15}, Entry{"=/+", 15},
                                Entry{"+/-", 16}, Entry{"-/+", 17}, Entry{"+-", 18},  Entry{"-+", 19}, Entry{"N", 146}};
  for (const auto& entry : kEntries)
    if (entry.word == word) return entry.nag;
  return 0;
}

}  // namespace

std::string_view to_string(PgnResult result) {
  constexpr std::array<std::string_view, 4> kTexts{"*", "1-0", "0-1", "1/2-1/2"};
  return kTexts[static_cast<std::size_t>(result)];
}

std::optional<PgnResult> pgn_result_from_text(std::string_view text) {
  for (const PgnResult result : {PgnResult::Unknown, PgnResult::WhiteWins, PgnResult::BlackWins, PgnResult::Draw})
    if (text == to_string(result)) return result;
  if (text == "1/2") return PgnResult::Draw;
  return std::nullopt;
}

std::optional<Variant> variant_from_tag(std::string_view value) {
  std::string letters;
  for (const char c : value)
    if (base::is_digit(c) || base::is_lower(base::to_lower(c))) letters += base::to_lower(c);
  for (const std::string_view name :
       {"", "standard", "standardchess", "normal", "chess", "classical", "orthodox", "fromposition"})
    if (letters == name) return Variant::Standard;
  for (const std::string_view name : {"chess960", "960", "fischerandom", "fischerrandom", "fischerandomchess",
                                      "fischerrandomchess", "freestyle", "freestylechess", "frc", "wildfr"})
    if (letters == name) return Variant::Chess960;
  return std::nullopt;
}

std::string PgnError::in_file(std::string_view name) const {
  return base::format("{}:{}:{}: {}", name, place.line, place.column, message);
}

PgnReader::PgnReader(base::Input& input)
    : input_(input),
      buffer_(std::make_unique_for_overwrite<char[]>(kBufferSize + 1)),
      at_(buffer_.get()),
      end_(buffer_.get()) {}

// --- The window on the input -----------------------------------------------------------------------------------------

void PgnReader::refill(std::size_t count) {
  char* const start = buffer_.get();
  const auto kept = static_cast<std::size_t>(end_ - at_);
  buffer_offset_ = offset_of(at_);
  std::memmove(start, at_, kept);
  at_ = start;
  char* end = start + kept;
  while (static_cast<std::size_t>(end - start) < count && !input_ended_) {
    const auto got = input_.read({end, static_cast<std::size_t>(start + kBufferSize - end)});
    if (!got) input_error_ = got.error();
    if (!got || *got == 0)
      input_ended_ = true;
    else
      end += *got;
  }
  *end = '\0';
  end_ = end;
}

/// Whether a game starts here, as far as one line can tell.
bool PgnReader::is_at_event_tag(const char* at) const { return view(at, end_).starts_with(kEventTag); }

/// Whether a bracket among the moves starts the tags of the next game: at the start of a line almost any does,
/// elsewhere it has to look like a whole one.
bool PgnReader::is_at_tag() const {
  if (at_line_start()) return at_[1] != '%';
  const char* at = at_ + 1;
  while (kind_of(*at) >= CharacterKind::Symbol) ++at;
  if (at == at_ + 1 || !is_blank(*at)) return false;
  while (is_blank(*at)) ++at;
  return *at == '"';
}

/// Whether the rest of this line is blank and no moves follow: an empty line, a tag or nothing.
bool PgnReader::is_at_end_of_game() const {
  const char* at = at_;
  while (is_blank(*at)) ++at;
  if (at == end_) return true;
  if (*at != '\n') return false;
  for (++at; is_blank(*at);) ++at;
  return at == end_ || *at == '\n' || *at == '[';
}

// --- Texts -----------------------------------------------------------------------------------------------------------

void PgnReader::add_piece(const char* end, bool& too_long) {
  const std::string_view piece = view(at_, end);
  too_long = too_long || scratch_.size() + piece.size() > kLongestComment;
  if (!too_long) scratch_ += piece;
  at_ = end;
}

std::string_view PgnReader::last_piece(const char* end, bool& too_long) {
  if (scratch_.empty()) {  // the usual case: all of it lies in the buffer
    const std::string_view text = view(at_, end);
    at_ = end;
    return text;
  }
  add_piece(end, too_long);
  return scratch_;
}

/// Up to the line's end, which is left to be read.
std::string_view PgnReader::take_rest_of_line(bool& too_long) {
  scratch_.clear();
  too_long = false;
  for (;;) {
    ensure(kLookahead);
    if (const char* const end = find_byte(at_, end_, '\n')) return last_piece(end, too_long);
    if (input_ended_) return last_piece(end_, too_long);
    add_piece(end_, too_long);
  }
}

/// The text between braces. An unclosed comment ends where the next game starts.
std::string_view PgnReader::take_braces(CommentEnd& end, bool& too_long) {
  assert(*at_ == '{');
  scratch_.clear();
  too_long = false;
  ++at_;
  for (;;) {
    ensure(kLookahead);
    const char* const brace = find_byte(at_, end_, '}');
    // If there is no brace in the buffer, keep its last bytes until more input shows what follows them.
    const char* const stop = brace != nullptr ? brace : input_ended_ ? end_ : end_ - kEventTag.size();
    for (const char* line = find_byte(at_, stop, '\n'); line != nullptr; line = find_byte(line, stop, '\n')) {
      ++line;
      begin_line(line);
      if (!is_at_event_tag(line)) continue;
      at_ = line;
      end = CommentEnd::NewGame;
      return {};
    }
    if (brace != nullptr) {
      const std::string_view text = last_piece(brace, too_long);
      ++at_;
      end = CommentEnd::Brace;
      return text;
    }
    if (input_ended_) {
      at_ = end_;
      end = CommentEnd::Input;
      return {};
    }
    add_piece(stop, too_long);
  }
}

std::string_view PgnReader::as_utf8(std::string_view raw) {
  if (is_ascii(raw)) return raw;
  converted_ = base::to_utf8(raw);
  return converted_;
}

/// A comment on one line: a line break and the blanks around it become one space.
std::string_view PgnReader::tidy(std::string_view raw) {
  raw = base::trim(raw);
  if (raw.find('\n') != std::string_view::npos || raw.find('\r') != std::string_view::npos) {
    folded_.clear();
    for (std::size_t i = 0; i < raw.size();) {
      if (raw[i] != '\n' && raw[i] != '\r') {
        folded_ += raw[i++];
        continue;
      }
      while (base::is_space(folded_.back())) folded_.pop_back();
      while (base::is_space(raw[i])) ++i;
      folded_ += ' ';
    }
    raw = folded_;
  }
  return as_utf8(raw);
}

// --- A game ----------------------------------------------------------------------------------------------------------

base::Expected<bool> PgnReader::read_game(PgnVisitor& visitor) {
  if (!skip_to_game()) {
    if (input_error_) return tl::unexpected(*input_error_);
    return false;
  }
  ++counts_.games;
  mode_ = Mode::Reading;
  depth_ = 0;
  open_.clear();
  for (OwnTag* const tag : {&event_, &date_, &fen_, &variant_}) tag->given = false;

  visitor.begin_game(place_of(at_));
  if (*at_ == '[') early_comments_.clear();  // they belonged to the previous game, or to none
  read_tags(visitor);
  if (mode_ != Mode::Broken && set_up(visitor)) {
    if (visitor.begin_moves(position_) == PgnWish::Skip) mode_ = Mode::SkippingMoves;
    if (mode_ == Mode::Reading)
      for (const std::string& comment : early_comments_) visitor.comment(comment);
  }
  early_comments_.clear();
  read_moves(visitor);
  end_moves(visitor);
  return true;
}

base::Expected<PgnReader::Counts> PgnReader::read_all(PgnVisitor& visitor) {
  for (;;) {
    const auto game = read_game(visitor);
    if (!game) return tl::unexpected(game.error());
    if (!*game) return counts_;
  }
}

/// Skips what may stand between games. False at the end of the input.
bool PgnReader::skip_to_game() {
  for (;;) {
    ensure(kLookahead);
    bool too_long = false;
    const char c = *at_;
    const std::uint64_t line = line_;
    if (is_blank(c)) {
      ++at_;
    } else if (c == '\n') {
      begin_line(++at_);
    } else if (c == '%' && at_line_start()) {
      take_rest_of_line(too_long);
    } else if (c == ';') {
      ++at_;
      const std::string_view text = take_rest_of_line(too_long);
      if (!too_long) keep_early_comment(text, line);
    } else if (c == '{') {
      CommentEnd end{};
      const std::string_view text = take_braces(end, too_long);
      if (end == CommentEnd::Brace && !too_long) keep_early_comment(text, line);
    } else if (view(at_, end_).starts_with(kByteOrderMark)) {
      at_ += kByteOrderMark.size();
      if (line_offset_ == offset_of(at_) - kByteOrderMark.size()) line_offset_ = offset_of(at_);
    } else {
      return at_ != end_;
    }
  }
}

void PgnReader::keep_early_comment(std::string_view raw, std::uint64_t line) {
  if (line == result_line_ || early_comments_.size() == kMostEarlyComments) return;
  if (const std::string_view text = tidy(raw); !text.empty()) early_comments_.emplace_back(text);
}

void PgnReader::fail(PgnVisitor& visitor, const PgnPlace& place, std::string_view what, std::string_view reason) {
  if (mode_ == Mode::Broken) return;
  mode_ = Mode::Broken;
  std::string fault(what);
  if (!reason.empty()) fault.append(": ").append(reason);
  visitor.game_error({place, in_this_game(what, reason) + "; game skipped", std::move(fault)});
}

/// illegal move 'Nxe5' for White in game 37 ('Casual', 2024.05.01): no knight reaches e5
std::string PgnReader::in_this_game(std::string_view what, std::string_view reason) const {
  std::string message = base::format("{} in game {}", what, counts_.games);
  std::string label;
  if (event_.given && !event_.value.empty() && event_.value != "?") label = in_quotes(event_.value);
  if (date_.given && date_.value.find_first_not_of("0123456789.") == std::string::npos && date_.value.size() == 10)
    label += (label.empty() ? "" : ", ") + date_.value;
  if (!label.empty()) message += " (" + label + ')';
  if (!reason.empty()) message.append(": ").append(reason);
  return message;
}

// --- Tags ------------------------------------------------------------------------------------------------------------

PgnReader::OwnTag* PgnReader::own_tag(std::string_view name) {
  switch (name.size()) {
    case 3:
      return name == "FEN" ? &fen_ : nullptr;
    case 4:
      return name == "Date" ? &date_ : nullptr;
    case 5:
      return name == "Event" ? &event_ : nullptr;
    case 7:
      return name == "Variant" ? &variant_ : nullptr;
    default:
      return nullptr;
  }
}

void PgnReader::read_tags(PgnVisitor& visitor) {
  for (;;) {
    ensure(kLongestTag);
    if (is_blank(*at_)) {
      ++at_;
    } else if (*at_ == '\n') {
      begin_line(++at_);
    } else if (*at_ == '%' && at_line_start()) {
      bool too_long = false;
      take_rest_of_line(too_long);
    } else if (*at_ == '[' && !(event_.given && is_at_event_tag(at_))) {
      read_tag(visitor);
    } else {
      return;
    }
  }
}

void PgnReader::read_tag(PgnVisitor& visitor) {
  const PgnPlace place = place_of(at_);
  const auto broken = [&](const char* from, std::string_view reason) {
    const char* end = from;
    while (end != end_ && *end != '\n' && *end != '\r') ++end;
    fail(visitor, place, "unreadable tag " + in_quotes(view(from, end)), reason);
    at_ = end;
    bool too_long = false;
    take_rest_of_line(too_long);
  };
  const char* const start = at_;
  const char* at = at_ + 1;
  while (is_blank(*at)) ++at;
  const char* const name_start = at;
  while (!is_blank(*at) && *at != '"' && *at != '[' && *at != ']' && *at != '\n' && at != end_) ++at;
  const std::string_view name = view(name_start, at);
  while (is_blank(*at) && *at != '\r') ++at;
  if (name.empty()) return broken(start, "its name is missing");
  if (*at != '"') return broken(start, "its value is not in quotation marks");

  // An unescaped quotation mark is literal unless a bracket follows.
  const char* const value_start = ++at;
  const char* after = nullptr;
  bool escapes = false;
  for (; after == nullptr; ++at) {
    if (at == end_ || *at == '\n' || *at == '\r') return broken(start, "its value is not closed");
    if (*at == '\\' && (at[1] == '\\' || at[1] == '"')) {
      escapes = true;
      ++at;
    } else if (*at == '"') {
      const char* bracket = at + 1;
      while (is_blank(*bracket)) ++bracket;
      if (*bracket == ']') after = bracket + 1;
    }
  }
  std::string_view value = view(value_start, at - 1);
  at_ = after;
  if (value.size() + name.size() > kLongestTag)
    return fail(visitor, place, "tag " + in_quotes(name.substr(0, kLongestMove)) + " is too long");
  if (mode_ == Mode::Broken) return;

  if (escapes) {
    scratch_.clear();
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (value[i] == '\\' && i + 1 < value.size() && (value[i + 1] == '\\' || value[i + 1] == '"')) ++i;
      scratch_ += value[i];
    }
    value = scratch_;
  }
  value = as_utf8(value);
  if (OwnTag* const own = own_tag(name); own != nullptr && !own->given) {
    own->given = true;
    own->value = value;
    own->place = place;
  }
  if (is_ascii(name))
    visitor.tag(name, value);
  else
    visitor.tag(base::to_utf8(name), value);
}

/// Resets everything to the start of a game.
void PgnReader::rewind() {
  while (position_.history_length() != 0) position_.undo();
}

bool PgnReader::set_up(PgnVisitor& visitor) {
  Variant variant = Variant::Standard;
  if (variant_.given) {
    const auto named = variant_from_tag(variant_.value);
    if (!named) {
      fail(visitor, variant_.place, "unknown variant " + in_quotes(variant_.value));
      return false;
    }
    variant = *named;
  }
  if (fen_.given && !base::trim(fen_.value).empty()) {
    FenRepairs repairs;
    auto position = variant == Variant::Chess960 ? parse_fen(fen_.value, variant, &repairs)
                                                 : parse_fen_of_any_variant(fen_.value, &repairs);
    if (!position) {
      fail(visitor, fen_.place, "illegal starting position", position.error().message);
      return false;
    }
    for (const std::string& repair : repairs)
      visitor.repair({fen_.place, in_this_game("starting position repaired", repair)});
    position_ = *std::move(position);
    from_standard_start_ = false;
  } else if (from_standard_start_) {
    rewind();  // cheaper than a new position
  } else {
    position_ = Position();
    from_standard_start_ = true;
  }
  return true;
}

// --- Moves -----------------------------------------------------------------------------------------------------------

void PgnReader::read_moves(PgnVisitor& visitor) {
  for (;;) {
    ensure(kLookahead);
    const char c = *at_;
    switch (kind_of(c)) {
      case CharacterKind::Blank:
      case CharacterKind::Dot:
        ++at_;
        continue;
      case CharacterKind::LineEnd:
        begin_line(++at_);
        continue;
      case CharacterKind::Symbol:
        read_symbol(visitor);
        continue;
      case CharacterKind::Digit:
        if (read_number(visitor)) return;
        continue;
      case CharacterKind::Other:
        break;
    }
    switch (c) {
      case '*':
        if (read_result(visitor, PgnResult::Unknown, 1)) return;
        break;
      case '(':
        open_variation(visitor);
        break;
      case ')':
        close_variation(visitor);
        break;
      case '{':
      case ';':
        read_comment(visitor);
        break;
      case '!':
      case '?':
        read_glyphs(visitor);
        break;
      case '$':
        read_dollar(visitor);
        break;
      case '[':
        if (is_at_tag()) return;
        read_unexpected(visitor);
        break;
      case '%':
        if (at_line_start()) {
          bool too_long = false;
          take_rest_of_line(too_long);
          break;
        }
        [[fallthrough]];
      default:
        if (at_ == end_) return;
        read_unexpected(visitor);
    }
  }
}

void PgnReader::read_unexpected(PgnVisitor& visitor) {
  const char* end = at_ + 1;
  while (end - at_ < 4 && base::continues_character(*end)) ++end;
  fail(visitor, place_of(at_), "unexpected character " + in_quotes(view(at_, end)));
  at_ = end;
}

/// Finishes a game when its moves end, with or without a result.
void PgnReader::end_moves(PgnVisitor& visitor) {
  result_line_ = line_;
  if (mode_ != Mode::Broken && depth_ != 0)
    fail(visitor, open_.size() == depth_ ? open_.back().place : skipped_at_, "variation that is not closed");
  if (mode_ != Mode::Broken && at_ == end_ && input_error_)
    fail(visitor, place_of(at_), "the input breaks off", input_error_->message);
  if (mode_ == Mode::Broken)
    ++counts_.broken;
  else
    visitor.end_game(position_);
}

inline void PgnReader::play(PgnVisitor& visitor, std::string_view text) {
  const Move move = find_san_move(position_, text);
  if (move) [[likely]] {
    if (position_.history_length() >= kMostPlies) [[unlikely]]
      return fail(visitor, place_of(text.data()), "more than " + base::with_thousands(kMostPlies) + " plies");
    visitor.move(position_, move);
    position_.make(move);
    return;
  }
  if (text == "e.p." || text == "e.p" || text == "ep") return;
  if (const int nag = nag_of_word(text)) return visitor.nag(nag);
  fail(visitor, place_of(text.data()),
       "illegal move " + in_quotes(text) + " for " + std::string(name_of(position_.side_to_move())),
       explain_no_san_move(position_, text));
}

void PgnReader::read_symbol(PgnVisitor& visitor) {
  const char* end = at_;
  for (;;) {
    while (continues_symbol(*end)) ++end;
    if (*end == '(' && end[1] != '\0' && std::strchr("QRBNqrbn", end[1]) != nullptr && end[2] == ')')
      end += 3;  // e8(Q)
    else if (*end == '.' && end > at_ && end[-1] == 'e' && end[1] == 'p')
      end += end[2] == '.' ? 3 : 2;  // e.p.
    else
      break;
    if (static_cast<std::size_t>(end - at_) > kLongestMove) break;
  }
  const std::string_view text = view(at_, end);
  if (mode_ == Mode::Reading) {
    if (text.size() > kLongestMove)
      fail(visitor, place_of(at_), "unreadable move " + in_quotes(text), "it is too long");
    else
      play(visitor, text);
  }
  at_ = end;
}

/// A move number, castling with zeros or a result; true if it ends the game.
bool PgnReader::read_number(PgnVisitor& visitor) {
  const char* end = at_ + 1;
  while (base::is_digit(*end)) ++end;
  if (*end == '-' || *end == '/') {
    const std::string_view rest = view(at_, end_);
    if (rest.starts_with("1-0")) return read_result(visitor, PgnResult::WhiteWins, 3);
    if (rest.starts_with("0-1")) return read_result(visitor, PgnResult::BlackWins, 3);
    if (rest.starts_with("1/2-1/2")) return read_result(visitor, PgnResult::Draw, 7);
    if (rest.starts_with("1/2")) return read_result(visitor, PgnResult::Draw, 3);
    read_symbol(visitor);
    return false;
  }
  while (*end == '.') ++end;
  at_ = end;
  return false;
}

bool PgnReader::read_result(PgnVisitor& visitor, PgnResult result, std::size_t length) {
  at_ += length;
  if (depth_ != 0) return is_at_end_of_game();  // some programs end variations like games
  if (mode_ != Mode::Broken) visitor.result(result);
  return true;
}

void PgnReader::read_glyphs(PgnVisitor& visitor) {
  const char first = *at_++;
  const char second = *at_;
  while (*at_ == '!' || *at_ == '?') ++at_;
  if (mode_ != Mode::Reading) return;
  if (second == '!')
    visitor.nag(first == '!' ? 3 : 6);
  else if (second == '?')
    visitor.nag(first == '?' ? 4 : 5);
  else
    visitor.nag(first == '!' ? 1 : 2);
}

void PgnReader::read_dollar(PgnVisitor& visitor) {
  int nag = 0;
  const char* const first = ++at_;
  for (; base::is_digit(*at_); ++at_) nag = std::min(10 * nag + (*at_ - '0'), kLargestNag + 1);
  if (mode_ == Mode::Reading && at_ != first && nag <= kLargestNag) visitor.nag(nag);
}

void PgnReader::read_comment(PgnVisitor& visitor) {
  const PgnPlace place = place_of(at_);
  CommentEnd end = CommentEnd::Brace;
  bool too_long = false;
  std::string_view text;
  if (*at_ == '{') {
    text = take_braces(end, too_long);
  } else {
    ++at_;
    text = take_rest_of_line(too_long);
  }
  if (end != CommentEnd::Brace) return fail(visitor, place, "comment that is not closed");
  if (too_long) return fail(visitor, place, "comment of more than " + base::with_thousands(kLongestComment) + " bytes");
  if (mode_ != Mode::Reading) return;
  if (const std::string_view comment = tidy(text); !comment.empty()) visitor.comment(comment);
}

void PgnReader::open_variation(PgnVisitor& visitor) {
  const PgnPlace place = place_of(at_);
  ++at_;
  ++depth_;
  if (mode_ != Mode::Reading) return;
  const std::size_t base = open_.empty() ? 0 : open_.back().base;
  const std::size_t length = position_.history_length();
  if (length == base) return fail(visitor, place, "variation before any move");
  if (open_.size() == kDeepestVariation)
    return fail(visitor, place,
                "variations nested more than " + base::with_thousands(kDeepestVariation) + " levels deep");
  if (visitor.begin_variation() == PgnWish::Skip) {
    mode_ = Mode::SkippingVariation;
    skipped_depth_ = depth_;
    skipped_at_ = place;
    return;
  }
  open_.push_back({position_.move_back(0), length - 1, place});
  position_.undo();
}

void PgnReader::close_variation(PgnVisitor& visitor) {
  if (depth_ == 0) {
    fail(visitor, place_of(at_), "')' without '('");
    ++at_;
    return;
  }
  ++at_;
  if (mode_ == Mode::SkippingVariation && depth_ == skipped_depth_) {
    mode_ = Mode::Reading;
    --depth_;
    return;
  }
  --depth_;
  if (mode_ != Mode::Reading) return;
  const OpenVariation variation = open_.back();
  open_.pop_back();
  while (position_.history_length() > variation.base) position_.undo();
  position_.make(variation.replaced);
  visitor.end_variation();
}

}  // namespace zugwerk::chess
