#include "base/process/command_words.h"

#include <cstddef>
#include <utility>

#include "base/text.h"

namespace zugwerk::base {

Expected<std::vector<std::string>> split_command(std::string_view command) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false;
  char quote = '\0';
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (quote != '\0') {
      const bool escaped =
          quote == '"' && c == '\\' && i + 1 < command.size() && (command[i + 1] == '"' || command[i + 1] == '\\');
      if (escaped)
        word += command[++i];
      else if (c == quote)
        quote = '\0';
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      inside = true;
    } else if (c == '\\' && i + 1 < command.size()) {
      word += command[++i];
      inside = true;
    } else if (is_space(c)) {
      if (inside) words.push_back(std::exchange(word, {}));
      inside = false;
    } else {
      word += c;
      inside = true;
    }
  }
  if (quote != '\0') return failure("command " + in_quotes(command) + ": a quote is not closed");
  if (inside) words.push_back(word);
  if (words.empty() || words.front().empty()) return failure("the command is empty");
  return words;
}

std::string command_word(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

}  // namespace zugwerk::base
