// fuzz/session_fuzz.cpp
//
// Any lines as a whole conversation over a pipe: a first line "xboard" or "protover ..." begins one of XBoard, any
// other one of UCI. Every line comes at once, so most interrupt the search of an earlier one. Every `go` of UCI gets
// one best move, every isready and ping one answer, and whatever was said the session ends. Lines that would write
// files, take much memory, start many threads or wait for a clock are left out.

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "chess/position.h"
#include "fuzz/property.h"
#include "protocol/uci.h"
#include "protocol/uci_go.h"
#include "protocol/xboard.h"

namespace {

using namespace zugwerk;
using fuzz::require;

constexpr std::size_t kMostLines = 40;

[[nodiscard]] bool is_left_out(std::string_view line) {
  std::string lower(line);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) { return base::to_lower(c); });
  constexpr std::array<std::string_view, 9> kWords{"file", "path",  "hash",   "memory",  "threads",
                                                   "core", "bench", "buffer", "overhead"};
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

[[nodiscard]] std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty() && lines.size() < kMostLines) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (!is_left_out(line)) lines.emplace_back(line);
  }
  return lines;
}

/// What is owed for these lines of UCI, up to "quit".
struct Owed {
  explicit Owed(const std::vector<std::string>& lines) {
    const chess::Position position;
    for (std::string_view line : lines) {
      const std::string_view command = base::take_word(line);
      if (command == "quit") return;
      if (command == "isready") ++answers;
      if (command == "go" && !protocol::parse_go(base::trim(line), position).is_perft) ++best_moves;
    }
  }
  std::size_t best_moves = 0;
  std::size_t answers = 0;
};

void check_uci(const std::vector<std::string>& lines, const std::string& heard, std::string_view text) {
  const Owed owed(lines);
  std::size_t best_moves = 0;
  std::size_t answers = 0;
  std::istringstream stream(heard);
  for (std::string line; std::getline(stream, line);) {
    best_moves += line.rfind("bestmove ", 0) == 0 ? 1 : 0;
    answers += line == "readyok" ? 1 : 0;
    require(base::is_valid_utf8(line), "what is said is UTF-8", text, line);
  }
  require(best_moves == owed.best_moves, "one best move for each go", text, heard);
  require(answers == owed.answers, "one readyok for each isready", text, heard);
}

void check_xboard(const std::vector<std::string>& lines, const std::string& heard, std::string_view text) {
  std::size_t pings = 0;
  for (std::string_view line : lines) {
    line = base::trim(line);
    const std::string_view command = base::take_word(line);
    if (command == "quit") break;
    if (command == "ping") ++pings;
  }
  std::size_t answers = 0;
  std::istringstream stream(heard);
  for (std::string line; std::getline(stream, line);) answers += line.rfind("pong", 0) == 0 ? 1 : 0;
  require(answers == pings, "one pong for each ping", text, heard);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::vector<std::string> lines = lines_of(text);
  const bool is_xboard = !lines.empty() && protocol::is_xboard_greeting(lines.front());
  std::ostringstream out;
  auto next = lines.begin();
  const protocol::LineSource source = [&]() -> std::optional<base::Expected<std::string>> {
    if (next == lines.end()) return std::nullopt;
    return *next++;
  };
  if (is_xboard) {
    protocol::run_xboard(source, out, "fuzz");
    check_xboard(lines, out.str(), text);
  } else {
    protocol::run_uci(source, out, "fuzz");
    check_uci(lines, out.str(), text);
  }
  return 0;
}
