// base/line_editor.h
//
// Line input at a terminal, with editing and a history: arrow keys, also by word, Home and End, Backspace and Delete,
// and the usual control keys, with Ctrl-R to search the history. The terminal is in raw mode only while a line is being
// read. Our own rather than libedit: a prompt of one line needs none of a library's configuration files and bindings,
// and this one cuts long lines to the screen, never splits a character and can be tested without a terminal.

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
  enum class Key {
    Left,
    Right,
    WordLeft,
    WordRight,
    Home,
    End,
    Up,
    Down,
    Backspace,
    Delete,
    DeleteWord,
    DeleteNextWord,
    DeleteBefore,
    DeleteAfter,
    Paste,   // what was deleted last by more than a character
    Search,  // back through the history for what is typed next; again: further back
    Cancel,  // ends a search and restores the line
  };

  /// Starts an empty line.
  void begin();
  void press(Key key);
  /// Inserts before the cursor.
  void insert(std::string_view text);
  /// Returns the line and adds it to the history, unless it is empty or repeats the newest entry.
  std::string finish();

  /// Adds lines of earlier runs, the oldest first.
  void recall_earlier(std::vector<std::string> lines);
  /// What a search looks for; nothing while there is none. The line is the newest one that contains it.
  [[nodiscard]] const std::optional<std::string>& wanted() const { return wanted_; }
  /// Whether no line contains what is wanted; the last line found is kept.
  [[nodiscard]] bool search_fails() const { return search_fails_; }

  [[nodiscard]] const std::string& text() const { return text_; }
  /// In bytes; never inside a UTF-8 sequence.
  [[nodiscard]] std::size_t cursor() const { return cursor_; }

 private:
  [[nodiscard]] std::size_t previous_boundary(std::size_t at) const;
  [[nodiscard]] std::size_t next_boundary(std::size_t at) const;
  [[nodiscard]] std::size_t word_before() const;
  [[nodiscard]] std::size_t word_after() const;
  void recall(std::size_t entry);
  void cut(std::size_t from, std::size_t to);
  /// Goes to the newest entry before `end` that contains what is wanted.
  void search_before(std::size_t end);
  /// A key during a search; false if it ends the search and then does what it always does.
  bool press_in_search(Key key);

  std::string text_;
  std::size_t cursor_ = 0;
  std::vector<std::string> history_;
  std::size_t entry_ = 0;  // history entry shown; history_.size() is the line being typed
  std::string draft_;      // the line being typed, while an entry is shown
  std::string cut_;        // what was deleted last
  std::optional<std::string> wanted_;
  bool search_fails_ = false;
};

class LineEditor {
 public:
  /// Whether standard input and output are a terminal that supports cursor movement.
  [[nodiscard]] static bool is_usable();

  LineEditor() = default;
  /// With the lines of earlier runs in a file, which need not exist.
  explicit LineEditor(std::string history_file);

  /// Prints the prompt and reads a line; nothing at end of input. Ctrl-C raises SIGINT as usual.
  [[nodiscard]] std::optional<std::string> read_line(std::string_view prompt);

  /// Keeps a line for later runs. That it could not be kept is no reason to stop, so it is not told.
  void keep(const std::string& line);

 private:
  EditedLine line_;
  std::string history_file_;
};

/// Where programs keep such a history: `name` in $XDG_STATE_HOME/zugwerk or else ~/.local/state/zugwerk. Empty if there
/// is no such place.
[[nodiscard]] std::string history_path(std::string_view name);

}  // namespace zugwerk::base
