#include "protocol/uci.h"

#include <atomic>
#include <istream>
#include <mutex>
#include <ostream>
#include <string_view>
#include <thread>

#include "base/text.h"
#include "chess/coordinate.h"
#include "chess/fen.h"
#include "chess/perft.h"

namespace zugwerk::protocol {

namespace {

using namespace chess;

class UciSession {
 public:
  UciSession(std::ostream& out, std::string version) : out_(out), version_(std::move(version)) {}
  UciSession(const UciSession&) = delete;
  UciSession& operator=(const UciSession&) = delete;
  ~UciSession() { stop(); }

  /// Carries out one line; false to end.
  bool obey(std::string_view line) {
    std::string_view rest = line;
    const std::string_view command = base::take_word(rest);
    rest = base::trim(rest);
    if (command == "quit") return false;
    if (command == "uci") {
      say("id name Zugwerk " + version_ +
          "\nid author the Zugwerk developers\noption name UCI_Chess960 type check default false\nuciok");
    } else if (command == "isready") {
      say("readyok");
    } else if (command == "ucinewgame") {
      stop();
    } else if (command == "setoption") {
      stop();
      set_option(rest);
    } else if (command == "position") {
      stop();
      set_position(rest);
    } else if (command == "go") {
      stop();
      go(rest);
    } else if (command == "stop") {
      stop();
    } else if (command == "d") {
      say("Fen: " + to_fen(position_, castling_style()));
    } else if (command == "help") {
      say("info string commands: uci isready ucinewgame setoption position go perft N, stop d help quit");
    } else if (!command.empty()) {
      refuse("unknown command " + base::in_quotes(line));
    }
    return true;
  }

 private:
  [[nodiscard]] CastlingStyle castling_style() const {
    return variant_ == Variant::Chess960 ? CastlingStyle::Shredder : CastlingStyle::XFen;
  }

  /// The worker and the reader both speak, a line or more at a time.
  void say(const std::string& text) {
    const std::scoped_lock lock(mutex_);
    out_ << text << std::endl;
  }
  void refuse(const std::string& why) { say("info string error: " + why); }

  void set_option(std::string_view text) {
    const auto words = base::split_words(text);
    const bool well_formed = words.size() == 4 && words[0] == "name" && words[2] == "value";
    if (!well_formed || words[1] != "UCI_Chess960") return refuse("unknown option " + base::in_quotes(text));
    if (words[3] != "true" && words[3] != "false")
      return refuse("option UCI_Chess960: " + base::in_quotes(words[3]) + " is neither true nor false");
    variant_ = words[3] == "true" ? Variant::Chess960 : Variant::Standard;
  }

  void set_position(std::string_view text) {
    constexpr std::string_view kNothingChanged = "; the position is unchanged";
    const std::size_t moves_at = (' ' + std::string(text) + ' ').find(" moves ");
    std::string_view start = text.substr(0, moves_at);
    std::string_view moves = moves_at == std::string_view::npos ? std::string_view() : text.substr(moves_at);
    const std::string_view kind = base::take_word(start);
    Position position;
    if (kind == "fen") {
      auto parsed = parse_fen(start, variant_);
      if (!parsed) return refuse(parsed.error().message + std::string(kNothingChanged));
      position = *std::move(parsed);
    } else if (kind != "startpos") {
      return refuse("position " + base::in_quotes(kind) + ": expected startpos or fen" + std::string(kNothingChanged));
    }
    static_cast<void>(base::take_word(moves));  // the word "moves" itself
    for (auto word = base::take_word(moves); !word.empty(); word = base::take_word(moves)) {
      const auto move = parse_coordinate_move(position, word);
      if (!move) return refuse(move.error().message + std::string(kNothingChanged));
      position.make(*move);
    }
    position_ = std::move(position);
  }

  void go(std::string_view text) {
    const auto words = base::split_words(text);
    if (words.size() != 2 || words[0] != "perft")
      return refuse("go " + base::in_quotes(text) + ": this version has no search; go perft N counts moves");
    const auto depth = base::parse_integer<int>(words[1]);
    if (!depth || *depth < 1 || *depth > kDeepestPerft)
      return refuse("go perft " + base::in_quotes(words[1]) + ": expected a depth from 1 to " +
                    std::to_string(kDeepestPerft));
    stop_ = false;
    worker_ = std::jthread([this, position = position_, wanted = *depth] { count(position, wanted); });
  }

  void count(const Position& position, int depth) {
    const auto result = run_perft(position, {.depth = depth}, stop_);
    if (!result) return refuse(result.error().message);
    std::string text;
    for (const auto& [move, counts] : result->root_moves)
      text += to_coordinates(move, variant_) + ": " + std::to_string(counts.nodes) + '\n';
    say(text + "\nNodes searched: " + std::to_string(result->total.nodes) + (result->complete ? "" : " (stopped)") +
        '\n');
  }

  void stop() {
    stop_ = true;
    if (worker_.joinable()) worker_.join();
  }

  std::ostream& out_;
  const std::string version_;
  std::mutex mutex_;  // guards out_
  Position position_;
  Variant variant_ = Variant::Standard;
  std::atomic<bool> stop_{false};
  std::jthread worker_;
};

}  // namespace

void run_uci(std::istream& in, std::ostream& out, const std::string& version) {
  UciSession session(out, version);
  std::string line;
  while (std::getline(in, line))
    if (!session.obey(line)) return;
}

}  // namespace zugwerk::protocol
