#include "base/line_editor.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/interrupt.h"
#include "base/terminal.h"
#include "base/text.h"

namespace zugwerk::base {

namespace {

[[nodiscard]] std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues_character(c); }));
}

/// Lines of earlier runs that are kept.
constexpr std::size_t kMostKept = 500;

[[nodiscard]] std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  if (lines.size() > kMostKept) lines.erase(lines.begin(), lines.end() - kMostKept);
  return lines;
}

[[nodiscard]] char control(char letter) { return static_cast<char>(letter - '@'); }

constexpr char kRubout = 127;

/// Redraws the line; of a long one, the part around the cursor.
void draw(std::string_view prompt, const EditedLine& line) {
  const std::size_t width = terminal_columns(OutputStream::Output);
  const std::size_t used = count_characters(prompt) + 1;
  const std::size_t room = width > used + 8 ? width - used : 8;
  std::string_view text = line.text();
  std::size_t cursor = line.cursor();
  const auto drop_first = [&] {
    std::size_t end = 1;
    while (end < text.size() && continues_character(text[end])) ++end;
    text.remove_prefix(end);
    cursor -= end;
  };
  while (count_characters(text.substr(0, cursor)) > room) drop_first();
  while (count_characters(text) > room) {
    std::size_t end = text.size() - 1;
    while (end > 0 && continues_character(text[end])) --end;
    text = text.substr(0, end);
  }
  std::string drawn = base::format("\r{}{}\x1b[K", prompt, text);
  if (const std::size_t left = count_characters(text.substr(cursor)); left > 0) drawn += base::format("\x1b[{}D", left);
  print_to_terminal(drawn);
}

/// The key of an escape sequence whose first byte has been read; nothing if it is not supported.
[[nodiscard]] std::optional<EditedLine::Key> read_escape() {
  using Key = EditedLine::Key;
  const char kind = read_key_byte().value_or('\0');
  // Alt with a letter.
  if (kind == 'b') return Key::WordLeft;
  if (kind == 'f') return Key::WordRight;
  if (kind == 'd') return Key::DeleteNextWord;
  if (kind == kRubout || kind == control('H')) return Key::DeleteWord;
  if (kind != '[' && kind != 'O') return std::nullopt;
  std::string number;
  for (auto c = read_key_byte(); c; c = read_key_byte()) {
    if (base::is_digit(*c) || *c == ';') {
      number += *c;
      continue;
    }
    switch (*c) {
      case 'A':
        return Key::Up;
      case 'B':
        return Key::Down;
      // With Ctrl or Alt: "1;5C".
      case 'C':
        return number.empty() ? Key::Right : Key::WordRight;
      case 'D':
        return number.empty() ? Key::Left : Key::WordLeft;
      case 'H':
        return Key::Home;
      case 'F':
        return Key::End;
      case '~':
        if (number == "1" || number == "7") return Key::Home;
        if (number == "4" || number == "8") return Key::End;
        if (number == "3") return Key::Delete;
        return std::nullopt;
      default:
        return std::nullopt;
    }
  }
  return std::nullopt;
}

[[nodiscard]] std::optional<EditedLine::Key> key_of(char c) {
  using Key = EditedLine::Key;
  if (c == kRubout || c == control('H')) return Key::Backspace;
  if (c == control('A')) return Key::Home;
  if (c == control('E')) return Key::End;
  if (c == control('B')) return Key::Left;
  if (c == control('F')) return Key::Right;
  if (c == control('P')) return Key::Up;
  if (c == control('N')) return Key::Down;
  if (c == control('D')) return Key::Delete;
  if (c == control('W')) return Key::DeleteWord;
  if (c == control('U')) return Key::DeleteBefore;
  if (c == control('K')) return Key::DeleteAfter;
  if (c == control('Y')) return Key::Paste;
  if (c == control('R')) return Key::Search;
  if (c == control('G')) return Key::Cancel;
  return std::nullopt;
}

}  // namespace

void EditedLine::begin() {
  text_.clear();
  draft_.clear();
  cursor_ = 0;
  entry_ = history_.size();
  wanted_.reset();
}

std::size_t EditedLine::previous_boundary(std::size_t at) const {
  if (at == 0) return 0;
  --at;
  while (at > 0 && continues_character(text_[at])) --at;
  return at;
}

std::size_t EditedLine::next_boundary(std::size_t at) const {
  if (at >= text_.size()) return text_.size();
  ++at;
  while (at < text_.size() && continues_character(text_[at])) ++at;
  return at;
}

void EditedLine::recall(std::size_t entry) {
  if (entry_ == history_.size()) draft_ = text_;
  entry_ = entry;
  text_ = entry == history_.size() ? draft_ : history_[entry];
  cursor_ = text_.size();
}

std::size_t EditedLine::word_before() const {
  std::size_t at = cursor_;
  while (at > 0 && text_[at - 1] == ' ') --at;
  while (at > 0 && text_[at - 1] != ' ') --at;
  return at;
}

std::size_t EditedLine::word_after() const {
  std::size_t at = cursor_;
  while (at < text_.size() && text_[at] == ' ') ++at;
  while (at < text_.size() && text_[at] != ' ') ++at;
  return at;
}

void EditedLine::cut(std::size_t from, std::size_t to) {
  if (from < to) cut_ = text_.substr(from, to - from);
  text_.erase(from, to - from);
  cursor_ = from;
}

void EditedLine::search_before(std::size_t end) {
  for (std::size_t entry = end; entry-- > 0;) {
    if (history_[entry].find(*wanted_) == std::string::npos) continue;
    recall(entry);
    cursor_ = text_.find(*wanted_);
    search_fails_ = false;
    return;
  }
  search_fails_ = true;
}

bool EditedLine::press_in_search(Key key) {
  if (key == Key::Search) {
    search_before(entry_);
    return true;
  }
  if (key == Key::Backspace) {
    if (wanted_->empty()) return true;
    const auto text = std::string_view(*wanted_);
    std::size_t size = text.size() - 1;
    while (size > 0 && continues_character(text[size])) --size;
    wanted_->resize(size);
    search_before(history_.size());
    return true;
  }
  wanted_.reset();
  if (key != Key::Cancel) return false;
  if (entry_ != history_.size()) recall(history_.size());
  return true;
}

void EditedLine::press(Key key) {
  if (wanted_ && press_in_search(key)) return;
  switch (key) {
    case Key::WordLeft:
      cursor_ = word_before();
      break;
    case Key::WordRight:
      cursor_ = word_after();
      break;
    case Key::DeleteNextWord: {
      const std::size_t at = cursor_;
      cut(at, word_after());
      break;
    }
    case Key::Paste:
      insert(cut_);
      break;
    case Key::Search:
      wanted_.emplace();
      search_fails_ = false;
      break;
    case Key::Cancel:
      break;
    case Key::Left:
      cursor_ = previous_boundary(cursor_);
      break;
    case Key::Right:
      cursor_ = next_boundary(cursor_);
      break;
    case Key::Home:
      cursor_ = 0;
      break;
    case Key::End:
      cursor_ = text_.size();
      break;
    case Key::Up:
      if (entry_ > 0) recall(entry_ - 1);
      break;
    case Key::Down:
      if (entry_ < history_.size()) recall(entry_ + 1);
      break;
    case Key::Backspace: {
      const std::size_t from = previous_boundary(cursor_);
      text_.erase(from, cursor_ - from);
      cursor_ = from;
      break;
    }
    case Key::Delete:
      text_.erase(cursor_, next_boundary(cursor_) - cursor_);
      break;
    case Key::DeleteWord:
      cut(word_before(), cursor_);
      break;
    case Key::DeleteBefore:
      cut(0, cursor_);
      break;
    case Key::DeleteAfter:
      cut(cursor_, text_.size());
      break;
  }
}

void EditedLine::insert(std::string_view text) {
  if (wanted_) {
    *wanted_ += text;
    // The line that is shown may still be the one.
    search_before(std::min(entry_ + 1, history_.size()));
    return;
  }
  text_.insert(cursor_, text);
  cursor_ += text.size();
}

std::string EditedLine::finish() {
  std::string line = std::exchange(text_, {});
  if (!line.empty() && (history_.empty() || history_.back() != line)) history_.push_back(line);
  begin();
  return line;
}

void EditedLine::recall_earlier(std::vector<std::string> lines) {
  lines.insert(lines.end(), history_.begin(), history_.end());
  history_ = std::move(lines);
  begin();
}

LineEditor::LineEditor(std::string history_file) : history_file_(std::move(history_file)) {
  if (history_file_.empty()) return;
  if (const auto text = read_whole_file(history_file_)) line_.recall_earlier(lines_of(*text));
}

void LineEditor::keep(const std::string& line) {
  if (history_file_.empty() || line.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(history_file_).parent_path(), error);
  // Another program may have kept lines since.
  std::vector<std::string> lines;
  if (const auto text = read_whole_file(history_file_)) lines = lines_of(*text);
  if (!lines.empty() && lines.back() == line) return;
  lines.push_back(line);
  if (lines.size() > kMostKept) lines.erase(lines.begin());
  std::string text;
  for (const std::string& kept : lines) text += kept + '\n';
  static_cast<void>(write_whole_file(history_file_, text));
}

std::string history_path(std::string_view name) {
  const auto folder = [](const char* variable) -> std::string {
    const char* const value = std::getenv(variable);
    // By the rules of these folders a path that is not absolute does not count.
    return value != nullptr && *value == '/' ? value : "";
  };
  std::string state = folder("XDG_STATE_HOME");
  if (state.empty()) {
    const std::string home = folder("HOME");
    if (home.empty()) return {};
    state = home + "/.local/state";
  }
  return base::format("{}/zugwerk/{}", state, name);
}

bool LineEditor::is_usable() { return terminal_moves_cursor(); }

std::optional<std::string> LineEditor::read_line(std::string_view prompt) {
  constexpr char kEscape = 27;
  RawTerminal terminal;
  line_.begin();
  const auto redraw = [&] {
    const auto& wanted = line_.wanted();
    draw(wanted ? base::format("(search{}) {}: ", line_.search_fails() ? ", not found" : "", *wanted)
                : std::string(prompt),
         line_);
  };
  redraw();
  for (auto c = read_key_byte(); c; c = read_key_byte()) {
    if (*c == '\r' || *c == '\n') {
      print_to_terminal("\r\n");
      return line_.finish();
    }
    if (*c == control('C')) {
      terminal.restore();
      print_to_terminal("\n");
      InterruptGuard::raise();
      return std::nullopt;
    }
    if (*c == control('D') && line_.text().empty()) break;
    if (*c == control('L')) print_to_terminal("\x1b[H\x1b[2J");
    if (const auto key = *c == kEscape ? read_escape() : key_of(*c))
      line_.press(*key);
    else if (static_cast<unsigned char>(*c) >= ' ')
      line_.insert({&*c, 1});
    redraw();
  }
  print_to_terminal("\r\n");
  return std::nullopt;
}

}  // namespace zugwerk::base
