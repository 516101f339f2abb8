#include "protocol/uci_go.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/text.h"
#include "chess/notation/coordinate.h"
#include "chess/perft.h"
#include "protocol/numbers.h"

namespace zugwerk::protocol {

using namespace chess;
using search::Milliseconds;

namespace {

constexpr std::array<std::string_view, 13> kGoWords{"searchmoves", "ponder",    "wtime", "btime", "winc",
                                                    "binc",        "movestogo", "depth", "nodes", "mate",
                                                    "movetime",    "infinite",  "perft"};

[[nodiscard]] bool is_go_word(std::string_view word) {
  return std::find(kGoWords.begin(), kGoWords.end(), word) != kGoWords.end();
}

class GoParser {
 public:
  GoParser(std::string_view text, const Position& position) : rest_(text), position_(position) { advance(); }

  [[nodiscard]] GoRequest parse() {
    while (!word_.empty()) {
      if (!is_go_word(word_)) {
        skip_unknown();
        continue;
      }
      const std::string_view word = word_;
      advance();
      if (word == "infinite") {
        limits().infinite = true;
      } else if (word == "ponder") {
        limits().ponder = true;
      } else if (word == "searchmoves") {
        read_moves();
      } else if (word == "perft") {
        read_perft();
      } else if (word == "wtime" || word == "btime" || word == "winc" || word == "binc" || word == "movetime") {
        read_time(word);
      } else {
        read_count(word);
      }
    }
    set_bounds();
    if (warning_count_ > GoRequest::kMostWarnings)
      request_.warnings.push_back("go: ignored " + base::with_thousands(warning_count_ - GoRequest::kMostWarnings) +
                                  " more words or numbers");
    return std::move(request_);
  }

 private:
  void advance() { word_ = base::take_word(rest_); }

  [[nodiscard]] search::Limits& limits() { return request_.limits; }

  /// Lines may have millions of words, so only the first warnings are put into words.
  template <class MakeText>
  void warn(MakeText make_text) {
    if (++warning_count_ <= GoRequest::kMostWarnings) request_.warnings.push_back("go" + make_text() + "; ignored");
  }

  /// A run of unknown words.
  void skip_unknown() {
    const std::string_view first = word_;
    std::string_view last = word_;
    while (!word_.empty() && !is_go_word(word_)) {
      last = word_;
      advance();
    }
    const std::string_view run(first.data(), static_cast<std::size_t>(last.data() + last.size() - first.data()));
    warn([&] { return ": unknown " + base::in_quotes(run); });
  }

  void read_moves() {
    if (word_.empty() || is_go_word(word_)) warn([] { return std::string(" searchmoves: a move is missing"); });
    auto& moves = limits().search_moves;
    for (; !word_.empty() && !is_go_word(word_); advance()) {
      const auto move = parse_coordinate_move(position_, word_);
      if (!move) {
        warn([&] { return " searchmoves: " + move.error().message; });
      } else if (std::find(moves.begin(), moves.end(), *move) == moves.end()) {
        moves.push_back(*move);
      }
    }
  }

  /// The number after `word`, as read by `read`. Anything else there is dropped, unless it is a word of `go`.
  template <class Read>
  [[nodiscard]] auto number_after(std::string_view word, Read read) -> decltype(read(word)) {
    if (word_.empty() || is_go_word(word_)) {
      warn([&] { return ' ' + std::string(word) + ": a number is missing"; });
      return std::nullopt;
    }
    const auto number = read(word_);
    if (!number) warn([&] { return ' ' + std::string(word) + ": " + base::in_quotes(word_) + " is not a number"; });
    advance();
    return number;
  }

  void read_time(std::string_view word) {
    const bool of_a_clock = word != "movetime";
    clock_was_named_ = clock_was_named_ || of_a_clock;
    const auto time = number_after(word, [](std::string_view text) { return parse_time(text, Milliseconds{1}); });
    if (!time) return;
    auto& [white, black] = limits().clocks;
    if (word == "wtime") white.remaining = *time;
    if (word == "btime") black.remaining = *time;
    if (word == "winc") white.increment = std::max(*time, Milliseconds{0});
    if (word == "binc") black.increment = std::max(*time, Milliseconds{0});
    if (word == "movetime") limits().move_time = *time;
  }

  void read_count(std::string_view word) {
    clock_was_named_ = clock_was_named_ || word == "movestogo";
    const auto count = number_after(word, parse_count);
    if (!count) return;
    constexpr int kMost = 1 << 20;
    const int small = static_cast<int>(std::clamp<std::int64_t>(*count, 0, kMost));
    if (word == "movestogo" && small > 0) limits().moves_to_go = small;
    // Nothing to search, but the client still wants a move: the smallest possible search.
    if (word == "depth") limits().depth = std::max(small, 1);
    if (word == "nodes") limits().nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(*count, 1));
    if (word == "mate" && small > 0) limits().mate = small;
    if (word == "mate" && small == 0) limits().depth = 1;
  }

  void read_perft() {
    request_.is_perft = true;
    const auto depth = number_after("perft", parse_count);
    if (!depth) return;
    if (*depth >= 1 && *depth <= kDeepestPerft)
      request_.perft_depth = static_cast<int>(*depth);
    else
      warn([] { return " perft: expected a depth from 1 to " + std::to_string(kDeepestPerft); });
  }

  /// A search that was not asked to run for ever must end by itself.
  void set_bounds() {
    auto& own = limits().clocks[index(position_.side_to_move())];
    if (limits().infinite || limits().depth || limits().nodes || limits().move_time || own.remaining) return;
    if (clock_was_named_) {
      // There is a clock, but our time is unknown: assume that it has run out.
      own.remaining = Milliseconds{0};
    } else if (warning_count_ > 0) {
      limits().move_time = GoRequest::kTimeWithoutLimit;
    }
  }

  std::string_view word_;  // the next one
  std::string_view rest_;  // what follows it
  const Position& position_;
  GoRequest request_;
  std::uint64_t warning_count_ = 0;
  bool clock_was_named_ = false;  // whatever was given for it
};

}  // namespace

GoRequest parse_go(std::string_view text, const Position& position) { return GoParser(text, position).parse(); }

}  // namespace zugwerk::protocol
