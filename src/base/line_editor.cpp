#include "base/line_editor.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <utility>

#include <termios.h>
#include <unistd.h>

#include "base/format.h"
#include "base/terminal.h"
#include "base/text.h"

namespace zugwerk::base {

namespace {

[[nodiscard]] std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues_character(c); }));
}

[[nodiscard]] char control(char letter) { return static_cast<char>(letter - '@'); }

/// Switches the terminal to unbuffered input without echo for the lifetime of the object.
class RawTerminal {
 public:
  RawTerminal() {
    if (tcgetattr(STDIN_FILENO, &saved_) != 0) return;
    termios raw = saved_;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | IEXTEN | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    is_raw_ = tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0;
  }
  RawTerminal(const RawTerminal&) = delete;
  RawTerminal& operator=(const RawTerminal&) = delete;
  ~RawTerminal() { restore(); }

  void restore() {
    if (is_raw_) tcsetattr(STDIN_FILENO, TCSADRAIN, &saved_);
    is_raw_ = false;
  }

 private:
  termios saved_{};
  bool is_raw_ = false;
};

void print(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

[[nodiscard]] std::optional<char> read_byte() {
  char c = 0;
  return read(STDIN_FILENO, &c, 1) == 1 ? std::optional(c) : std::nullopt;
}

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
  print(drawn);
}

/// The key of an escape sequence whose first byte has been read; nothing if it is not supported.
[[nodiscard]] std::optional<EditedLine::Key> read_escape() {
  using Key = EditedLine::Key;
  const char kind = read_byte().value_or('\0');
  if (kind != '[' && kind != 'O') return std::nullopt;
  std::string number;
  for (auto c = read_byte(); c; c = read_byte()) {
    if (base::is_digit(*c) || *c == ';') {
      number += *c;
      continue;
    }
    switch (*c) {
      case 'A':
        return Key::Up;
      case 'B':
        return Key::Down;
      case 'C':
        return Key::Right;
      case 'D':
        return Key::Left;
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
  constexpr char kDelete = 127;
  if (c == kDelete || c == control('H')) return Key::Backspace;
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
  return std::nullopt;
}

}  // namespace

void EditedLine::begin() {
  text_.clear();
  draft_.clear();
  cursor_ = 0;
  entry_ = history_.size();
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

void EditedLine::press(Key key) {
  switch (key) {
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
    case Key::DeleteWord: {
      std::size_t from = cursor_;
      while (from > 0 && text_[from - 1] == ' ') --from;
      while (from > 0 && text_[from - 1] != ' ') --from;
      text_.erase(from, cursor_ - from);
      cursor_ = from;
      break;
    }
    case Key::DeleteBefore:
      text_.erase(0, cursor_);
      cursor_ = 0;
      break;
    case Key::DeleteAfter:
      text_.erase(cursor_);
      break;
  }
}

void EditedLine::insert(std::string_view text) {
  text_.insert(cursor_, text);
  cursor_ += text.size();
}

std::string EditedLine::finish() {
  std::string line = std::exchange(text_, {});
  if (!line.empty() && (history_.empty() || history_.back() != line)) history_.push_back(line);
  begin();
  return line;
}

bool LineEditor::is_usable() {
  const char* const kind = std::getenv("TERM");
  return isatty(STDIN_FILENO) != 0 && is_terminal(OutputStream::Output) && kind != nullptr &&
         std::string_view(kind) != "dumb";
}

std::optional<std::string> LineEditor::read_line(std::string_view prompt) {
  constexpr char kEscape = 27;
  RawTerminal terminal;
  line_.begin();
  draw(prompt, line_);
  for (auto c = read_byte(); c; c = read_byte()) {
    if (*c == '\r' || *c == '\n') {
      print("\r\n");
      return line_.finish();
    }
    if (*c == control('C')) {
      terminal.restore();
      print("\n");
      static_cast<void>(std::raise(SIGINT));
      return std::nullopt;
    }
    if (*c == control('D') && line_.text().empty()) break;
    if (const auto key = *c == kEscape ? read_escape() : key_of(*c))
      line_.press(*key);
    else if (static_cast<unsigned char>(*c) >= ' ')
      line_.insert({&*c, 1});
    draw(prompt, line_);
  }
  print("\r\n");
  return std::nullopt;
}

}  // namespace zugwerk::base
