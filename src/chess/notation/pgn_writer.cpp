#include "chess/notation/pgn_writer.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "chess/notation/fen.h"
#include "chess/notation/san.h"

namespace zugwerk::chess {

namespace {

constexpr std::size_t kMostColumns = 80;

/// The roster tags, with their values for "unknown".
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kRoster{{{"Event", "?"},
                                                                                {"Site", "?"},
                                                                                {"Date", "????.??.??"},
                                                                                {"Round", "?"},
                                                                                {"White", "?"},
                                                                                {"Black", "?"},
                                                                                {"Result", "*"}}};

[[nodiscard]] std::string safe_tag_name(std::string_view name) {
  std::string safe(name.empty() ? "_" : name);
  for (char& c : safe)
    if (base::is_space(c) || c == '"' || c == '[' || c == ']') c = '_';
  return safe;
}

[[nodiscard]] std::string safe_tag_value(std::string_view value) {
  std::string safe(value);
  for (char& c : safe)
    if (c == '\n' || c == '\r') c = ' ';
  return safe;
}

void append_tag(std::string& text, const PgnTag& tag) {
  text.append("[").append(tag.name).append(" \"");
  for (const char c : tag.value) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  text += "\"]\n";
}

/// Puts words on lines.
class Wrapper {
 public:
  explicit Wrapper(std::string& text) : text_(text), line_start_(text.size()) {}

  /// A word after a space, on a new line if this one is full.
  void word(std::string_view word) {
    if (glued_) {
      glued_ = false;
    } else if (text_.size() != line_start_) {
      const bool fits = text_.size() - line_start_ + 1 + word.size() + kRoomForBracket <= kMostColumns;
      if (fits)
        text_ += ' ';
      else
        new_line();
    }
    text_ += word;
  }

  /// An opening bracket, to which the next word sticks.
  void open(std::string_view bracket) {
    word(bracket);
    glued_ = true;
  }

  /// A closing bracket, which sticks to the last word.
  void close(char bracket) {
    text_ += bracket;
    glued_ = false;
  }

  void comment(std::string_view raw) {
    const std::string safe = safe_comment(raw);
    std::string_view rest = safe;
    if (rest.empty()) return;
    std::string first = "{";
    first += take_unbroken(rest);
    if (rest.empty()) first += '}';
    word(first);
    while (!rest.empty()) {
      rest.remove_prefix(1);
      std::string next(take_unbroken(rest));
      if (rest.empty()) next += '}';
      word(next);
    }
  }

 private:
  // Leaves room for a closing bracket after the word.
  static constexpr std::size_t kRoomForBracket = 1;

  /// Cuts off the text up to the next space where a line may break. A line does not break at several spaces, which
  /// would not survive, nor where the next line of the comment would look like the start of a game or an escaped line.
  [[nodiscard]] static std::string_view take_unbroken(std::string_view& rest) {
    std::size_t end = 0;
    for (;;) {
      end = rest.find(' ', end);
      if (end == std::string_view::npos) break;
      const std::string_view behind = rest.substr(end + 1);
      const bool single = end > 0 && !base::is_space(rest[end - 1]) && !behind.empty() && !base::is_space(behind[0]);
      if (single && !behind.starts_with("[Event") && !behind.starts_with('%')) break;
      ++end;
    }
    const std::string_view taken = rest.substr(0, end);
    rest.remove_prefix(taken.size());
    return taken;
  }

  void new_line() {
    text_ += '\n';
    line_start_ = text_.size();
  }

  std::string& text_;
  std::size_t line_start_;
  bool glued_ = false;
};

class MoveWriter {
 public:
  MoveWriter(const PgnGame& game, std::string& text) : game_(game), out_(text), position_(game.start()) {
    position_.forget_history();
  }

  void run() {
    const PgnNode& root = game_.node(PgnNodeId::Root);
    for (const std::string& comment : root.comments_before) out_.comment(comment);
    for (const int nag : root.nags) out_.word('$' + std::to_string(nag));
    for (const std::string& comment : root.comments) out_.comment(comment);

    std::vector<Line> lines{{PgnNodeId::Root, PgnNodeId::None, 0}};
    while (!lines.empty()) {
      Line& line = lines.back();
      if (line.next_variation != PgnNodeId::None) {
        const PgnNodeId variation = line.next_variation;
        line.next_variation = game_.node(variation).next_sibling;
        position_.undo();
        out_.open("(");
        needs_number_ = true;
        const std::size_t base = position_.history_length();
        write_move(variation);
        lines.push_back({variation, PgnNodeId::None, base});
      } else if (const PgnNodeId next = game_.node(line.last).first_child; next != PgnNodeId::None) {
        write_move(next);
        line.last = next;
        line.next_variation = game_.node(next).next_sibling;
      } else {
        const std::size_t base = line.base;
        lines.pop_back();
        if (lines.empty()) break;
        while (position_.history_length() > base) position_.undo();
        position_.make(game_.node(lines.back().last).move);
        out_.close(')');
        needs_number_ = true;
      }
    }
    out_.word(to_string(game_.result));
  }

 private:
  /// A line that is being written, and the variations of its last move that are still to come.
  struct Line {
    PgnNodeId last;
    PgnNodeId next_variation;
    std::size_t base;  // length of the history before its first move
  };

  void write_move(PgnNodeId id) {
    const PgnNode& node = game_.node(id);
    for (const std::string& comment : node.comments_before) out_.comment(comment);
    const bool white = position_.side_to_move() == Color::White;
    if (white || needs_number_ || !node.comments_before.empty())
      out_.word(std::to_string(position_.fullmove_number()) + (white ? "." : "..."));
    san_.clear();
    append_san_and_make(san_, position_, node.move);
    out_.word(san_);
    for (const int nag : node.nags) out_.word('$' + std::to_string(nag));
    for (const std::string& comment : node.comments) out_.comment(comment);
    needs_number_ = !node.comments.empty();
  }

  const PgnGame& game_;
  Wrapper out_;
  Position position_;
  bool needs_number_ = true;
  std::string san_;
};

}  // namespace

std::vector<PgnTag> tags_to_write(const PgnGame& game) {
  std::vector<PgnTag> tags;
  tags.reserve(kRoster.size() + game.tags.size());
  for (const auto& [name, unknown] : kRoster)
    tags.push_back({std::string(name), safe_tag_value(game.tag(name).value_or(unknown))});
  tags.back().value = to_string(game.result);

  const auto find = [&](std::string_view name) {
    return std::find_if(tags.begin(), tags.end(), [&](const PgnTag& tag) { return tag.name == name; });
  };
  for (const PgnTag& tag : game.tags)
    if (std::string name = safe_tag_name(tag.name); find(name) == tags.end())
      tags.push_back({std::move(name), safe_tag_value(tag.value)});
  const auto set = [&](std::string_view name, std::string_view value) {
    if (const auto found = find(name); found != tags.end())
      found->value = value;
    else
      tags.push_back({std::string(name), std::string(value)});
  };

  const auto has_variant = [&](Variant variant) {
    const auto found = find("Variant");
    return found != tags.end() && variant_from_tag(found->value) == variant;
  };
  if (game.variant() == Variant::Chess960) {
    if (!has_variant(Variant::Chess960)) set("Variant", "Chess960");
  } else if (find("Variant") != tags.end() && !has_variant(Variant::Standard)) {
    set("Variant", "Standard");
  }
  const std::string fen = to_fen(game.start());
  if (fen != kStartFen || find("FEN") != tags.end()) {
    set("SetUp", "1");
    set("FEN", fen);
  }
  return tags;
}

void append_pgn(std::string& text, const PgnGame& game) {
  for (const PgnTag& tag : tags_to_write(game)) append_tag(text, tag);
  text += '\n';
  MoveWriter(game, text).run();
  text += "\n\n";
}

std::string to_pgn(const PgnGame& game) {
  std::string text;
  append_pgn(text, game);
  return text;
}

}  // namespace zugwerk::chess
