// base/line_editor.h
//
// Line input at a terminal, with editing and a history: arrow keys, Home and End, Backspace and Delete, and the usual
// control keys. The terminal is in raw mode only while a line is being read.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zugwerk::base {

/// The line being edited and the history of earlier ones. Handles keys; knows nothing of the terminal.
class EditedLine {
 public:
  enum class Key { Left, Right, Home, End, Up, Down, Backspace, Delete, DeleteWord, DeleteBefore, DeleteAfter };

  /// Starts an empty line.
  void begin();
  void press(Key key);
  /// Inserts before the cursor.
  void insert(std::string_view text);
  /// Returns the line and adds it to the history, unless it is empty or repeats the newest entry.
  std::string finish();

  [[nodiscard]] const std::string& text() const { return text_; }
  /// In bytes; never inside a UTF-8 sequence.
  [[nodiscard]] std::size_t cursor() const { return cursor_; }

 private:
  [[nodiscard]] std::size_t previous_boundary(std::size_t at) const;
  [[nodiscard]] std::size_t next_boundary(std::size_t at) const;
  void recall(std::size_t entry);

  std::string text_;
  std::size_t cursor_ = 0;
  std::vector<std::string> history_;
  std::size_t entry_ = 0;  // history entry shown; history_.size() is the line being typed
  std::string draft_;      // the line being typed, while an entry is shown
};

class LineEditor {
 public:
  /// Whether standard input and output are a terminal that supports cursor movement.
  [[nodiscard]] static bool is_usable();

  /// Prints the prompt and reads a line; nothing at end of input. Ctrl-C raises SIGINT as usual.
  [[nodiscard]] std::optional<std::string> read_line(std::string_view prompt);

 private:
  EditedLine line_;
};

}  // namespace zugwerk::base
