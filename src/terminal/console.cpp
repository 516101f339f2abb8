#include "terminal/console.h"

#include <array>
#include <chrono>
#include <istream>
#include <memory>
#include <ostream>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/decimal.h"
#include "base/format.h"
#include "base/interrupt.h"
#include "base/rng.h"
#include "base/text.h"
#include "chess/chess960.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "chess/notation/pgn_game.h"
#include "chess/notation/san.h"
#include "chess/perft.h"
#include "engine/etiquette.h"
#include "engine/level.h"
#include "review/explain.h"
#include "review/judge.h"
#include "review/notation.h"
#include "review/review_pgn.h"
#include "review/reviewer.h"
#include "terminal/board_text.h"
#include "terminal/chess_clock.h"
#include "terminal/game_files.h"
#include "terminal/help.h"
#include "terminal/opponent.h"
#include "terminal/trainer.h"

namespace zugwerk::terminal {

namespace {

using namespace chess;
using base::Milliseconds;
using Stopwatch = std::chrono::steady_clock;

/// For hints, and for every position of a review after the game: an answer without a wait.
constexpr Milliseconds kHintTime{500};
constexpr std::uint64_t kReviewNodes = 20'000;
constexpr std::uint64_t kExplainNodes = 100'000;

class Console {
 public:
  Console(std::ostream& out, const ConsoleOptions& options)
      : out_(out), options_(options), think_time_(options.think_time), elo_(options.elo) {
    style_.color = options.color;
    style_.black_below = options.plays_white && !options.plays_black;
    plays_[index(Color::White)] = options.plays_white;
    plays_[index(Color::Black)] = options.plays_black;
  }

  base::Expected<void> start() {
    if (!options_.fen.empty()) {
      auto position = read_position(options_.fen);
      if (!position) return tl::unexpected(position.error());
      game_ = Game(*std::move(position));
    }
    restart_clock();
    return {};
  }

  void greet() {
    if (options_.prompt) {
      out_ << "Zugwerk. Type a move such as e4 or Nf3, or help.\n\n";
      draw();
    }
    answer();
  }

  /// What stands before the line that comes next.
  [[nodiscard]] std::string begin_line() {
    turn_began_ = Stopwatch::now();
    if (!options_.prompt) return {};
    if (trainer_) return base::format("{}, {}> ", trainer_->name(), name_of(trainer_->position().side_to_move()));
    return base::format("{}{}> ", clock_ ? base::format("[{}] ", clock_->text()) : "",
                        name_of(game_.position().side_to_move()));
  }

  /// Carries out one line; false to leave.
  bool obey(std::string_view line) {
    std::string_view rest = line;
    const std::string_view word = base::take_word(rest);
    rest = base::trim(rest);
    if (word.empty()) return true;
    if (word == "quit" || word == "exit" || word == "q") return false;
    if (trainer_ && obey_in_training(word)) return true;
    if (!obey_game_command(word, rest) && !obey_board_command(word, rest)) {
      for (auto move = word; !move.empty(); move = base::take_word(rest))
        if (!play_typed(move)) break;
    }
    return true;
  }

 private:
  bool obey_game_command(std::string_view word, std::string_view rest) {
    if (word == "play") {
      choose_sides(rest);
    } else if (word == "go") {
      go();
    } else if (word == "hint") {
      hint();
    } else if (word == "explain") {
      explain_position();
    } else if (word == "undo" || word == "back") {
      take_back();
    } else if (word == "clock") {
      set_clock(rest);
    } else if (word == "think") {
      set_think_time(rest);
    } else if (word == "level") {
      set_level(rest);
    } else if (word == "resign") {
      resign();
    } else if (word == "draw") {
      offer_draw();
    } else if (word == "review") {
      review_game();
    } else if (word == "train") {
      train(rest);
    } else if (word == "save") {
      save(rest);
    } else if (word == "load") {
      load(rest);
    } else {
      return false;
    }
    return true;
  }

  bool obey_board_command(std::string_view word, std::string_view rest) {
    if (word == "help" || word == "?") {
      out_ << help_text();
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
      return false;
    }
    return true;
  }

  // --- The board

  void draw() {
    out_ << (options_.words ? board_in_words(game_.position()) : board_text(game_.position(), style_)) << std::flush;
  }
  void redraw() {
    if (options_.prompt && !options_.words) draw();
  }

  [[nodiscard]] const Position& position() const { return game_.position(); }
  [[nodiscard]] bool plays(Color color) const { return plays_[index(color)]; }
  [[nodiscard]] bool plays_one_side() const { return plays_[0] != plays_[1]; }

  /// How the game ended: on the board, by agreement or resignation, or on the clock.
  [[nodiscard]] std::string end_text() const {
    if (const auto end = game_.end()) return to_string(*end);
    return ended_by_;
  }
  [[nodiscard]] bool is_over() const { return game_.end() || !ended_by_.empty(); }
  [[nodiscard]] PgnResult result() const {
    const auto end = game_.end();
    // A loaded game that somebody resigned has no end on the board; once it goes on, that result is no longer its own.
    const bool as_loaded = game_.moves().size() == loaded_moves_;
    if (!end) return !ended_by_.empty() ? result_ : as_loaded ? loaded_result_ : PgnResult::Unknown;
    if (!end->winner) return PgnResult::Draw;
    return *end->winner == Color::White ? PgnResult::WhiteWins : PgnResult::BlackWins;
  }

  void finish(PgnResult result, std::string how) {
    result_ = result;
    ended_by_ = std::move(how);
    announce_end();
  }
  void win_for(Color winner, const std::string& how) {
    finish(winner == Color::White ? PgnResult::WhiteWins : PgnResult::BlackWins, how);
  }

  void announce_end() {
    out_ << to_string(result()) << " {" << end_text() << "}\n";
    // A game against Zugwerk is reviewed afterwards.
    if (plays_one_side()) review_game();
  }

  /// True, with a message, if the game is over.
  bool refuse_when_over() {
    if (!is_over()) return false;
    out_ << "The game is over: " << end_text() << ". (undo takes back, new starts again)\n";
    return true;
  }

  // --- Moves

  bool play_typed(std::string_view text) {
    if (refuse_when_over()) return false;
    const auto move = parse_san(position(), text);
    if (!move) {
      out_ << move.error().message << "; the position is unchanged" << suggestion(position(), text) << '\n';
      return false;
    }
    if (!spend_time(Stopwatch::now() - turn_began_)) return false;
    make(*move);
    answer();
    turn_began_ = Stopwatch::now();
    return true;
  }

  /// Plays a move; of Zugwerk's own, which claims the draw that its move makes possible if it wants one.
  void make(Move move, const engine::Player* zugwerk = nullptr) {
    const std::string text = numbered(position(), to_san(position(), move));
    out_ << text << (options_.words ? ": " + move_in_words(position(), move) : "") << '\n';
    static_cast<void>(game_.play(move));  // only legal moves come here
    // If a reply follows at once, its board is enough.
    if (is_over() || !plays(position().side_to_move())) redraw();
    if (is_over()) {
      announce_end();
    } else if (const auto claim = zugwerk == nullptr ? std::nullopt : engine::claimed_draw(position(), *zugwerk)) {
      finish(PgnResult::Draw, to_string(*claim));
    } else if (const auto draw_claim = game_.claimable_draw(); draw_claim && !plays(position().side_to_move())) {
      out_ << "A " << to_string(*draw_claim) << " can be claimed (draw).\n";
    }
  }

  /// Zugwerk's moves, as long as it is its turn.
  void answer() {
    while (!is_over() && plays(position().side_to_move())) {
      if (!let_zugwerk_move()) return;
      // Playing both sides, it makes one move at a time: go continues.
      if (!plays_one_side()) return;
    }
  }

  bool let_zugwerk_move() {
    const auto began = Stopwatch::now();
    const Answer answer = opponent().think(position(), limits(), elo_);
    if (!answer.move || !spend_time(Stopwatch::now() - began)) return false;
    // A move that a player asked Zugwerk to make still counts as the player's.
    if (!plays(position().side_to_move())) {
      make(answer.move);
      return true;
    }
    const engine::Player zugwerk{.color = position().side_to_move(), .score = answer.score, .elo = elo_};
    if (const auto claim = engine::claimed_draw(position(), zugwerk))
      finish(PgnResult::Draw, to_string(*claim));
    else
      make(answer.move, &zugwerk);
    return true;
  }

  [[nodiscard]] search::Limits limits() const {
    search::Limits limits;
    if (!clock_) {
      limits.move_time = think_time_;
      return limits;
    }
    for (const Color color : kColors) limits.clocks[index(color)] = {clock_->left(color), clock_->increment()};
    return limits;
  }

  /// False if the side to move has lost on time.
  bool spend_time(Stopwatch::duration time) {
    if (!clock_) return true;
    const Color color = position().side_to_move();
    if (clock_->spend(color, std::chrono::duration_cast<Milliseconds>(time))) return true;
    engine::FlagFall fall = engine::flag_fall(position(), color);
    if (fall.winner)
      win_for(*fall.winner, fall.reason);
    else
      finish(PgnResult::Draw, std::move(fall.reason));
    return false;
  }

  void go() {
    if (refuse_when_over()) return;
    // `go` on the player's own turn plays one move for them; they keep their side.
    if (let_zugwerk_move()) answer();
  }

  Opponent& opponent() {
    if (!opponent_) opponent_ = std::make_unique<Opponent>();
    return *opponent_;
  }

  [[nodiscard]] static std::string numbered(const Position& position, const std::string& san) {
    const bool white = position.side_to_move() == Color::White;
    return base::format("{}{} {}", position.fullmove_number(), white ? "." : "...", san);
  }

  void take_back() {
    if (!ended_by_.empty()) {
      ended_by_.clear();
      out_ << "The game goes on.\n";
      return;
    }
    if (!game_.take_back()) {
      out_ << "There is no move to take back.\n";
      return;
    }
    // Against Zugwerk, back to the player's own turn.
    if (plays_one_side() && plays(position().side_to_move())) static_cast<void>(game_.take_back());
    redraw();
  }

  void choose_sides(std::string_view side) {
    const bool both = side == "both";
    if (!both && side != "white" && side != "black" && side != "none") {
      out_ << "play " << base::in_quotes(side)
           << ": expected white, black, both or none, for the side that Zugwerk plays\n";
      return;
    }
    plays_[index(Color::White)] = both || side == "white";
    plays_[index(Color::Black)] = both || side == "black";
    answer();
  }

  // --- Help from Zugwerk

  void hint() {
    if (refuse_when_over()) return;
    search::Limits limits;
    limits.move_time = kHintTime;
    const Answer answer = opponent().think(position(), limits);
    const std::string idea = review::idea_of(position(), answer.line, answer.score).text;
    out_ << to_san(position(), answer.move) << " (" << review::score_text(answer.score, position()) << ")"
         << (idea.empty() ? "" : ": " + idea) << "\n  " << review::line_text(position(), answer.line, kLongestHint)
         << '\n';
  }

  void explain_position() {
    review::ReviewSettings settings;
    settings.limits.nodes = kExplainNodes;
    if (const auto explanation = review::explain(position(), settings))
      out_ << review::to_text(*explanation);
    else
      out_ << explanation.error().message << '\n';
  }

  /// Nothing, with a message, if there is no review to be had.
  [[nodiscard]] std::optional<review::GameReview> reviewed_game() {
    if (game_.moves().empty()) {
      out_ << "There are no moves to review.\n";
      return std::nullopt;
    }
    review::ReviewSettings settings;
    settings.limits.nodes = kReviewNodes;
    const auto reviewer = review::Reviewer::create(settings);
    if (!reviewer) {
      out_ << reviewer.error().message << '\n';
      return std::nullopt;
    }
    return (*reviewer)->review(as_pgn());
  }

  void review_game() {
    const auto review = reviewed_game();
    if (!review) return;
    out_ << review::summary_text(*review);
    if (options_.prompt && !Trainer(*review, trained_side()).is_empty())
      out_ << "(train sets the mistakes as puzzles)\n";
  }

  // --- Mistakes as puzzles

  /// The player's own, if there is one player.
  [[nodiscard]] std::optional<Color> trained_side() const {
    if (!plays_one_side()) return std::nullopt;
    return plays(Color::White) ? Color::Black : Color::White;
  }

  void train(std::string_view side) {
    std::optional<Color> trained = trained_side();
    if (side == "white" || side == "black") {
      trained = side == "white" ? Color::White : Color::Black;
    } else if (side == "both") {
      trained.reset();
    } else if (!side.empty()) {
      out_ << "train " << base::in_quotes(side)
           << ": expected white, black or both, for the side whose mistakes count\n";
      return;
    }
    const auto review = reviewed_game();
    if (!review) return;
    Trainer trainer(*review, trained);
    if (trainer.is_empty()) {
      out_ << "No mistakes to learn from: well played.\n";
      return;
    }
    trainer_.emplace(std::move(trainer));
    out_ << "A move tries, show tells the answer, skip goes on, stop ends.\n";
    show_puzzle();
  }

  void show_puzzle() {
    if (trainer_->is_done()) {
      out_ << trainer_->summary();
      trainer_.reset();
      return;
    }
    const Position& position = trainer_->position();
    BoardStyle style = style_;
    style.black_below = position.side_to_move() == Color::Black;
    if (options_.words)
      out_ << board_in_words(position);
    else if (options_.prompt)
      out_ << board_text(position, style);
    out_ << trainer_->task() << '\n';
  }

  /// False if the word means what it means outside, which does not change the game.
  bool obey_in_training(std::string_view word) {
    if (word == "help" || word == "?") return false;
    if (word == "stop") {
      out_ << trainer_->summary();
      trainer_.reset();
      return true;
    }
    const std::size_t before = trainer_->number();
    if (word == "show") {
      out_ << trainer_->reveal();
    } else if (word == "skip") {
      trainer_->skip();
    } else if (word == "board" || word == "d") {
      show_puzzle();
      return true;
    } else if (const auto move = parse_san(trainer_->position(), word)) {
      out_ << trainer_->judge(*move, opponent());
    } else {
      out_ << move.error().message << " (a move tries, show tells the answer, skip goes on, stop ends)\n";
    }
    if (trainer_->number() != before) show_puzzle();
    return true;
  }

  // --- The end by word

  void resign() {
    if (refuse_when_over()) return;
    const Color color = position().side_to_move();
    win_for(~color, std::string(name_of(color)) + " resigns");
  }

  void offer_draw() {
    if (refuse_when_over()) return;
    if (const auto claim = game_.claimable_draw()) {
      finish(PgnResult::Draw, to_string(*claim));
      return;
    }
    if (!plays_one_side()) {
      finish(PgnResult::Draw, "draw by agreement");
      return;
    }
    search::Limits limits;
    limits.move_time = kHintTime;
    const eval::Score score = opponent().think(position(), limits).score;
    const bool own_turn = plays(position().side_to_move());
    const Color color = own_turn ? position().side_to_move() : ~position().side_to_move();
    if (engine::accepts_draw(position(), {.color = color, .score = own_turn ? score : -score, .elo = elo_}))
      finish(PgnResult::Draw, "draw by agreement");
    else
      out_ << "Zugwerk plays on.\n";
  }

  // --- Clock

  void restart_clock() {
    clock_.reset();
    if (clock_setting_) clock_.emplace(*clock_setting_);
  }

  void set_clock(std::string_view text) {
    if (text.empty()) {
      out_ << (clock_ ? "White / Black: " + clock_->text() : "There is no clock.") << '\n';
      return;
    }
    if (text == "off") {
      clock_setting_.reset();
    } else {
      const auto setting = parse_clock_setting(text);
      if (!setting) {
        out_ << setting.error().message << '\n';
        return;
      }
      clock_setting_ = *setting;
    }
    restart_clock();
  }

  void set_level(std::string_view text) {
    using engine::Level;
    const auto elo = base::parse_integer<int>(text);
    if (text == "full") {
      elo_.reset();
    } else if (elo && *elo >= Level::kLeastElo && *elo <= Level::kMostElo) {
      elo_ = *elo;
    } else {
      out_ << "level " << base::in_quotes(text) << ": expected a number from " << Level::kLeastElo << " to "
           << Level::kMostElo << ", or full\n";
      return;
    }
    out_ << (elo_ ? base::format("Zugwerk plays like a player rated {}", *elo_) : "Zugwerk plays as well as it can")
         << ".\n";
  }

  void set_think_time(std::string_view text) {
    constexpr double kMost = 3600;
    const auto seconds = base::parse_decimal(text);
    if (!seconds || *seconds <= 0 || *seconds > kMost) {
      out_ << "think " << base::in_quotes(text) << ": expected seconds, up to 3600\n";
      return;
    }
    constexpr double kPerSecond = 1000;
    think_time_ = Milliseconds(std::max(1, static_cast<int>(*seconds * kPerSecond)));
  }

  // --- Files

  [[nodiscard]] PgnGame as_pgn() const {
    PgnGame pgn(game_.start());
    pgn.tags = tags_;
    for (const Color color : kColors)
      if (tags_.empty() || plays(color))
        pgn.set_tag(name_of(color), plays(color) ? "Zugwerk" : plays_one_side() ? "Player" : "?");
    pgn.result = result();
    if (!ended_by_.empty()) pgn.set_tag("Termination", ended_by_);
    PgnNodeId node = PgnNodeId::Root;
    for (const Move move : game_.moves()) node = pgn.add_move(node, move);
    return pgn;
  }

  void save(std::string_view path) {
    if (path.empty()) {
      out_ << "save: expected the name of a file\n";
      return;
    }
    const auto saved = save_game(std::string(path), as_pgn());
    out_ << (saved ? "Saved." : saved.error().message) << '\n';
  }

  void load(std::string_view arguments) {
    std::string_view path = arguments;
    std::size_t wanted = 1;
    // A number after the name selects the game.
    if (const std::size_t space = arguments.rfind(' '); space != std::string_view::npos) {
      if (const auto number = base::parse_integer<std::size_t>(arguments.substr(space + 1)); number && *number > 0) {
        wanted = *number;
        path = base::trim(arguments.substr(0, space));
      }
    }
    if (path.empty()) {
      out_ << "load: expected the name of a file\n";
      return;
    }
    const auto loaded = load_game(std::string(path), wanted);
    if (!loaded) {
      out_ << loaded.error().message << '\n';
      return;
    }
    for (const std::string& repair : loaded->repairs) out_ << repair << '\n';
    const PgnGame& found = loaded->game;
    Game game(found.start());
    for (const Move move : found.main_line()) static_cast<void>(game.play(move));
    plays_ = {};
    begin(std::move(game));
    tags_ = found.tags;
    loaded_result_ = found.result;
    loaded_moves_ = game_.moves().size();
    print_game();
    const std::string how = end_text();
    if (loaded_result_ != PgnResult::Unknown)
      out_ << to_string(loaded_result_) << (how.empty() ? "" : " {" + how + "}") << '\n';
  }

  /// The position of a FEN; repairs are reported.
  base::Expected<Position> read_position(std::string_view fen) {
    FenRepairs repairs;
    auto position = parse_fen_of_any_variant(fen, &repairs);
    for (const std::string& repair : repairs) out_ << "FEN: " << repair << '\n';
    return position;
  }

  // --- Looking around

  void list_moves() {
    const MoveList moves = legal_moves(position());
    std::string line;
    for (const Move move : moves) line += (line.empty() ? "" : " ") + to_san(position(), move);
    out_ << moves.size() << (moves.size() == 1 ? " legal move" : " legal moves") << (line.empty() ? "" : ": ") << line
         << '\n';
  }

  void print_game() {
    Position at = game_.start();
    std::string line;
    for (const Move move : game_.moves()) {
      const bool needs_number = at.side_to_move() == Color::White || line.empty();
      if (!line.empty()) line += ' ';
      const std::string san = to_san(at, move);
      line += needs_number ? numbered(at, san) : san;
      at.make(move);
    }
    out_ << (line.empty() ? "No moves yet." : line) << '\n';
  }

  void begin(Game game) {
    game_ = std::move(game);
    ended_by_.clear();
    tags_.clear();
    loaded_result_ = PgnResult::Unknown;
    restart_clock();
    if (opponent_) opponent_->new_game();
    redraw();
  }

  void start_new(std::string_view arguments) {
    const auto words = base::split_words(arguments);
    if (words.empty()) {
      begin(Game());
    } else if (words[0] == "960" && words.size() <= 2) {
      const auto number =
          words.size() == 2 ? base::parse_integer<int>(words[1]) : std::optional(next_chess960_number());
      if (!number || *number < 0 || *number >= kChess960Starts) {
        out_ << "new 960 " << base::in_quotes(words[1]) << ": expected a number from 0 to 959\n";
        return;
      }
      out_ << "Chess960 start " << *number << '\n';
      begin(Game(chess960_start(*number)));
    } else {
      out_ << "new " << base::in_quotes(arguments) << ": expected nothing, 960, or 960 and a number\n";
      return;
    }
    answer();
  }

  [[nodiscard]] static int next_chess960_number() {
    return static_cast<int>(base::Rng(base::entropy()).below(kChess960Starts));
  }

  void show_or_set_fen(std::string_view fen) {
    if (fen.empty()) {
      out_ << to_fen(position()) << '\n';
      return;
    }
    auto set_up = read_position(fen);
    if (!set_up) {
      out_ << set_up.error().message << "; the position is unchanged\n";
      return;
    }
    begin(Game(*std::move(set_up)));
    answer();
  }

  void count(std::string_view depth_text) {
    const auto depth = base::parse_integer<int>(depth_text);
    if (!depth || *depth < 1 || *depth > kDeepestPerft) {
      out_ << "perft " << base::in_quotes(depth_text) << ": expected a depth from 1 to " << kDeepestPerft << '\n';
      return;
    }
    const base::InterruptGuard interrupt;
    const auto result = run_perft(position(), {.depth = *depth}, interrupt.flag());
    if (!result) {
      out_ << result.error().message << '\n';
      return;
    }
    out_ << base::with_thousands(result->total.nodes)
         << (result->complete ? " lines" : " lines counted before the stop") << '\n';
  }

  static constexpr std::size_t kLongestHint = 6;

  std::ostream& out_;
  const ConsoleOptions& options_;
  BoardStyle style_;
  Game game_;
  std::array<bool, kColorCount> plays_{};  // which colours Zugwerk has
  std::unique_ptr<Opponent> opponent_;     // made when first needed
  Milliseconds think_time_;
  std::optional<int> elo_;          // of Zugwerk's play; none: full strength
  std::optional<Trainer> trainer_;  // while the mistakes of a game are being trained
  // An end that is not on the board; empty while the game goes on.
  std::string ended_by_;
  PgnResult result_ = PgnResult::Unknown;
  // Of a game that was loaded: names and other tags, how it ended and after how many moves.
  std::vector<PgnTag> tags_;
  PgnResult loaded_result_ = PgnResult::Unknown;
  std::size_t loaded_moves_ = 0;
  std::optional<engine::TimeControl> clock_setting_ = options_.clock;
  std::optional<ChessClock> clock_;
  Stopwatch::time_point turn_began_ = Stopwatch::now();
};

}  // namespace

base::Expected<void> run_console(std::istream& in, std::ostream& out, const ConsoleOptions& options) {
  Console console(out, options);
  if (auto started = console.start(); !started) return started;
  console.greet();
  const auto read_line = [&]() -> std::optional<std::string> {
    const std::string prompt = console.begin_line();
    out << std::flush;
    if (options.read_line) return options.read_line(prompt);
    out << prompt << std::flush;
    std::string line;
    if (std::getline(in, line)) return line;
    if (options.prompt) out << '\n';
    return std::nullopt;
  };
  for (auto line = read_line(); line; line = read_line())
    if (!console.obey(*line)) return {};
  return {};
}

}  // namespace zugwerk::terminal
