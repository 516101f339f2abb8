#include "terminal/console.h"

#include <istream>
#include <optional>
#include <ostream>
#include <string_view>

#include "base/interrupt.h"
#include "base/rng.h"
#include "base/text.h"
#include "chess/chess960.h"
#include "chess/fen.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "chess/perft.h"
#include "chess/san.h"
#include "terminal/board_text.h"

namespace zugwerk::terminal {

namespace {

using namespace chess;

constexpr std::string_view kHelp =
    "  e4, Nf3, O-O, e7e8q   make a move, in any notation\n"
    "  undo                  take the last move back\n"
    "  moves                 list the legal moves\n"
    "  game                  the moves so far\n"
    "  board                 draw the board; flip turns it around\n"
    "  new                   start again; new 960 draws a Chess960 start, new 960 518 takes that one\n"
    "  fen                   print the position as FEN; fen FEN sets one up\n"
    "  perft N               count all lines of N plies (Ctrl-C stops)\n"
    "  help, quit\n";

class Console {
 public:
  Console(std::ostream& out, const ConsoleOptions& options) : out_(out), options_(options) {
    style_.color = options.color;
  }

  base::Expected<void> start() {
    if (options_.fen.empty()) return {};
    auto position = parse_fen_of_any_variant(options_.fen);
    if (!position) return tl::unexpected(position.error());
    game_ = Game(*std::move(position));
    return {};
  }

  void greet() {
    if (!options_.prompt) return;
    out_ << "Zugwerk. Type a move such as e4 or Nf3, or help.\n\n";
    draw();
  }

  void prompt() {
    if (!options_.prompt) return;
    out_ << name_of(game_.position().side_to_move()) << "> " << std::flush;
  }

  /// Carries out one line; false to leave.
  bool obey(std::string_view line) {
    std::string_view rest = line;
    const std::string_view word = base::take_word(rest);
    rest = base::trim(rest);
    if (word.empty()) return true;
    if (word == "quit" || word == "exit" || word == "q") return false;
    if (word == "help" || word == "?") {
      out_ << kHelp;
    } else if (word == "undo" || word == "back") {
      take_back();
    } else if (word == "moves") {
      list_moves();
    } else if (word == "game") {
      print_game();
    } else if (word == "board" || word == "d") {
      draw();
    } else if (word == "flip") {
      style_.black_below = !style_.black_below;
      draw();
    } else if (word == "new") {
      start_new(rest);
    } else if (word == "fen") {
      show_or_set_fen(rest);
    } else if (word == "perft") {
      count(rest);
    } else {
      for (auto move = word; !move.empty(); move = base::take_word(rest))
        if (!play(move)) break;
    }
    return true;
  }

 private:
  void draw() { out_ << board_text(game_.position(), style_) << std::flush; }
  void redraw() {
    if (options_.prompt) draw();
  }

  bool play(std::string_view text) {
    if (const auto end = game_.end()) {
      out_ << "The game is over: " << to_string(*end) << ". (undo takes back, new starts again)\n";
      return false;
    }
    const auto move = parse_san(game_.position(), text);
    if (!move) {
      out_ << move.error().message << "; the position is unchanged (help shows what can be typed)\n";
      return false;
    }
    out_ << numbered(game_.position(), to_san(game_.position(), *move)) << '\n';
    static_cast<void>(game_.play(*move));  // parse_san returns legal moves only
    redraw();
    if (const auto end = game_.end()) {
      out_ << result_text(*end) << " {" << to_string(*end) << "}\n";
    } else if (const auto draw_claim = game_.claimable_draw()) {
      out_ << "A " << to_string(*draw_claim) << " can be claimed.\n";
    }
    return true;
  }

  [[nodiscard]] static std::string numbered(const Position& position, const std::string& san) {
    const bool white = position.side_to_move() == Color::White;
    return std::to_string(position.fullmove_number()) + (white ? ". " : "... ") + san;
  }

  void take_back() {
    if (!game_.take_back()) {
      out_ << "There is no move to take back.\n";
      return;
    }
    redraw();
  }

  void list_moves() {
    const MoveList moves = legal_moves(game_.position());
    std::string line;
    for (const Move move : moves) line += (line.empty() ? "" : " ") + to_san(game_.position(), move);
    out_ << moves.size() << (moves.size() == 1 ? " legal move" : " legal moves") << (line.empty() ? "" : ": ") << line
         << '\n';
  }

  void print_game() {
    Position position = game_.start();
    std::string line;
    for (const Move move : game_.moves()) {
      const bool needs_number = position.side_to_move() == Color::White || line.empty();
      if (!line.empty()) line += ' ';
      const std::string san = to_san(position, move);
      line += needs_number ? numbered(position, san) : san;
      position.make(move);
    }
    out_ << (line.empty() ? "No moves yet." : line) << '\n';
  }

  void start_new(std::string_view arguments) {
    const auto words = base::split_words(arguments);
    if (words.empty()) {
      game_ = Game();
    } else if (words[0] == "960" && words.size() <= 2) {
      const auto number =
          words.size() == 2 ? base::parse_integer<int>(words[1]) : std::optional(next_chess960_number());
      if (!number || *number < 0 || *number >= kChess960Starts) {
        out_ << "new 960 " << base::in_quotes(words[1]) << ": expected a number from 0 to 959\n";
        return;
      }
      out_ << "Chess960 start " << *number << '\n';
      game_ = Game(chess960_start(*number));
    } else {
      out_ << "new " << base::in_quotes(arguments) << ": expected nothing, 960, or 960 and a number\n";
      return;
    }
    redraw();
  }

  [[nodiscard]] static int next_chess960_number() {
    return static_cast<int>(base::Rng(base::entropy()).below(kChess960Starts));
  }

  void show_or_set_fen(std::string_view fen) {
    if (fen.empty()) {
      out_ << to_fen(game_.position()) << '\n';
      return;
    }
    auto position = parse_fen_of_any_variant(fen);
    if (!position) {
      out_ << position.error().message << "; the position is unchanged\n";
      return;
    }
    game_ = Game(*std::move(position));
    redraw();
  }

  void count(std::string_view depth_text) {
    const auto depth = base::parse_integer<int>(depth_text);
    if (!depth || *depth < 1 || *depth > kDeepestPerft) {
      out_ << "perft " << base::in_quotes(depth_text) << ": expected a depth from 1 to " << kDeepestPerft << '\n';
      return;
    }
    const base::InterruptGuard interrupt;
    const auto result = run_perft(game_.position(), {.depth = *depth}, interrupt.flag());
    if (!result) {
      out_ << result.error().message << '\n';
      return;
    }
    out_ << base::with_thousands(result->total.nodes)
         << (result->complete ? " lines" : " lines counted before the stop") << '\n';
  }

  std::ostream& out_;
  const ConsoleOptions& options_;
  BoardStyle style_;
  Game game_;
};

}  // namespace

base::Expected<void> run_console(std::istream& in, std::ostream& out, const ConsoleOptions& options) {
  Console console(out, options);
  if (auto started = console.start(); !started) return started;
  console.greet();
  std::string line;
  for (console.prompt(); std::getline(in, line); console.prompt())
    if (!console.obey(line)) return {};
  if (options.prompt) out << '\n';
  return {};
}

}  // namespace zugwerk::terminal
