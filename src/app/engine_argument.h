// app/engine_argument.h
//
// The words after --engine, in the same grammar for every command: `--engine cmd=PROGRAM option.Hash=16`. All words in
// one quoted argument mean the same.

#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/process/command_words.h"

namespace zugwerk::app {

[[nodiscard]] inline bool is_engine_word(std::string_view word) {
  constexpr std::array<std::string_view, 7> kKeys{"cmd", "name", "dir", "tc", "movetime", "nodes", "depth"};
  const std::string_view key = word.substr(0, word.find('='));
  return key.size() < word.size() &&
         (key.starts_with("option.") || std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end());
}

/// The words one by one. An argument is a list if each of its words has its own key; otherwise it is one word, such as
/// "cmd=program --argument".
[[nodiscard]] inline std::vector<std::string> engine_words(const std::vector<std::string>& arguments) {
  std::vector<std::string> words;
  for (const std::string& argument : arguments) {
    const auto parts = base::split_command(argument);
    if (parts && (parts->size() > 1 || !is_engine_word(argument)) &&
        std::all_of(parts->begin(), parts->end(), is_engine_word))
      words.insert(words.end(), parts->begin(), parts->end());
    else
      words.push_back(argument);
  }
  return words;
}

}  // namespace zugwerk::app
