#include "protocol/xboard.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>
#include <vector>

#include "base/format.h"
#include "base/text.h"
#include "base/thread.h"
#include "chess/movegen.h"
#include "chess/notation/san.h"
#include "engine/engine.h"
#include "engine/etiquette.h"
#include "eval/wdl.h"
#include "protocol/output.h"
#include "protocol/xboard_clock.h"
#include "protocol/xboard_options.h"
#include "protocol/xboard_text.h"

namespace zugwerk::protocol {

namespace {

using namespace chess;
using search::Milliseconds;
using Clock = std::chrono::steady_clock;

/// Why a search runs.
enum class Purpose : std::uint8_t { None, Play, Ponder, Analyse, Hint };

/// A conversation. Commands and best moves change the state one at a time, under one lock. Best moves are handled by a
/// separate thread, since the search thread that reports one must end before the next search can start.
class XboardSession {
 public:
  XboardSession(std::ostream& out, std::string version)
      : output_(out, "telluser "),
        version_(std::move(version)),
        engine_(rendered_events(), [this](const std::string& note) { output_.say("# " + note); }),
        options_(engine_, output_) {
    listener_ = base::Thread([this](const base::StopToken& done) { listen(done); });
  }
  XboardSession(const XboardSession&) = delete;
  XboardSession& operator=(const XboardSession&) = delete;
  ~XboardSession() {
    {
      const std::scoped_lock lock(mutex_);
      end_search();
    }
    {
      const std::scoped_lock lock(queue_mutex_);
      listener_.request_stop();
      queue_changed_.notify_one();
    }
    listener_.join();
  }

  /// A line that could not be read.
  void refuse_line(const base::Error& error) { refuse(error.message, "the line is ignored"); }

  /// Carries out one line; false to end.
  bool obey(std::string_view line) {
    output_.heard(line);
    line = base::trim(line);
    std::string_view rest = line;
    const std::string_view command = base::take_word(rest);
    rest = base::trim(rest);
    const std::scoped_lock lock(mutex_);
    if (command == "quit") return false;
    if (command.empty()) return true;
    if (!obey_game(command, rest) && !obey_clock(command, rest) && !obey_engine(command, rest)) obey_other(line);
    return true;
  }

 private:
  // --- Commands, by what they are about; false: another kind of command ----------------------------------------------

  bool obey_game(std::string_view command, std::string_view rest) {
    if (command == "new") {
      new_game();
    } else if (command == "setboard") {
      set_board(rest);
    } else if (command == "variant") {
      set_variant(rest);
    } else if (command == "usermove") {
      user_move(rest);
    } else if (command == "undo" || command == "remove") {
      take_back(command);
    } else if (command == "force") {
      end_search();
      engine_color_.reset();
    } else if (command == "go") {
      analysing_ = false;
      engine_color_ = game_.position().side_to_move();
      think();
    } else if (command == "playother") {
      end_search();
      analysing_ = false;
      engine_color_ = ~game_.position().side_to_move();
      start_pondering();
    } else if (command == "white") {
      set_side(Color::White);
    } else if (command == "black") {
      set_side(Color::Black);
    } else if (command == "result") {
      end_search();
      over_ = true;
    } else if (command == "draw") {
      consider_draw();
    } else if (command == "?") {
      if (purpose_ == Purpose::Play) engine_.stop();
    } else {
      return false;
    }
    return true;
  }

  bool obey_clock(std::string_view command, std::string_view rest) {
    const auto obeyed = clock_.obey(command, rest);
    if (!obeyed) refuse(obeyed.error().message, std::string(command) + ' ' + std::string(rest));
    return obeyed.value_or(true);
  }

  bool obey_engine(std::string_view command, std::string_view rest) {
    if (command == "analyze") {
      engine_color_.reset();
      analysing_ = true;
      analyse();
    } else if (command == "exit") {
      analysing_ = false;
      end_search();
    } else if (command == ".") {
      say_progress();
    } else if (command == "exclude" || command == "include") {
      exclude(command == "exclude", rest);
    } else if (command == "hard") {
      ponder_ = true;
      if (purpose_ == Purpose::None) start_pondering();
    } else if (command == "easy") {
      ponder_ = false;
      if (purpose_ == Purpose::Ponder) end_search();
    } else if (command == "post") {
      show_lines(true);
    } else if (command == "nopost") {
      show_lines(false);
    } else if (command == "hint") {
      hint();
    } else if (command == "bk") {
      say_book();
    } else if (command == "memory" || command == "cores" || command == "egtpath" || command == "option") {
      set_up(command, rest);
    } else {
      return false;
    }
    return true;
  }

  /// Restarts the running search, unless the change does not affect it.
  void set_up(std::string_view command, std::string_view rest) {
    if (options_.may_change_during_search(command, rest)) return options_.obey(command, rest);
    const Purpose interrupted = purpose_;
    end_search();
    options_.obey(command, rest);
    if (interrupted == Purpose::Play) think();
    if (interrupted == Purpose::Analyse) analyse();
    if (interrupted == Purpose::Ponder) start_pondering();
  }

  void obey_other(std::string_view line) {
    std::string_view rest = line;
    const std::string_view command = base::take_word(rest);
    rest = base::trim(rest);
    constexpr std::array<std::string_view, 8> kNothingToDo{"xboard",   "accepted", "rejected", "random",
                                                           "computer", "name",     "rating",   "ics"};
    if (command == "protover") {
      introduce();
    } else if (command == "ping") {
      output_.say("pong " + std::string(rest));
    } else if (std::find(kNothingToDo.begin(), kNothingToDo.end(), command) != kNothingToDo.end()) {
      // Heard.
    } else if (rest.empty() && find_san_move(game_.position(), command)) {
      user_move(command);
    } else if (rest.empty() && looks_like_move(command)) {
      user_move(command);
    } else {
      refuse("unknown command", std::string(line));
    }
  }

  [[nodiscard]] static bool looks_like_move(std::string_view word) {
    return (word.size() == 4 || word.size() == 5) && square_from_text(word.substr(0, 2)) &&
           square_from_text(word.substr(2, 2));
  }

  void introduce() {
    std::string features;
    for (const engine::Option& option : options_.offered()) features += to_feature(option) + '\n';
    output_.say(
        "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1\n"
        "feature colors=0 ics=0 name=1 pause=0 nps=1 debug=1 memory=1 smp=1 exclude=1 egt=\"syzygy\"\n"
        "feature variants=\"normal,fischerandom\" myname=\"Zugwerk " +
        version_ + "\"\n" + features + "feature done=1");
  }

  void refuse(const std::string& why, const std::string& what) { output_.say(to_error_line(why, what)); }

  // --- The game ------------------------------------------------------------------------------------------------------

  void new_game() {
    end_search();
    analysing_ = false;
    variant_ = Variant::Standard;
    set_game(Game());
    engine_color_ = Color::Black;
    clock_.reset();
    engine_.new_game();
  }

  void set_game(Game game) {
    game_ = std::move(game);
    over_ = false;
    ponder_move_ = Move();
    excluded_.clear();
    forget_opinions();
  }

  /// To be done after a change of the position other than by a move.
  void go_on() {
    if (analysing_) analyse();
  }

  void set_board(std::string_view fen) {
    end_search();
    FenRepairs repairs;
    auto position = parse_fen(fen, variant_, &repairs);
    if (position) {
      // A comment: clients would show an error to the user, who can do nothing about it.
      for (const std::string& repair : repairs) output_.say("# FEN: " + repair);
      set_game(Game(*std::move(position)));
    } else {
      output_.say("tellusererror Illegal position: " + position.error().message);
    }
    go_on();
  }

  void set_variant(std::string_view name) {
    if (name != "normal" && name != "fischerandom")
      return refuse("unsupported variant", "variant " + std::string(name));
    variant_ = name == "normal" ? Variant::Standard : Variant::Chess960;
  }

  /// The old commands for the side to move; the engine plays the other side.
  void set_side(Color color) {
    end_search();
    if (game_.position().side_to_move() != color) {
      PositionSetup setup = game_.position().setup();
      setup.side_to_move = color;
      setup.en_passant = Square::None;
      auto position = Position::from_setup(setup);
      if (!position) return refuse(position.error().message, color == Color::White ? "white" : "black");
      set_game(Game(*std::move(position)));
    }
    engine_color_ = ~color;
  }

  void user_move(std::string_view text) {
    const auto illegal = [&](const std::string& why) {
      output_.say("Illegal move (" + why + "): " + base::printable(text));
    };
    if (over_) return illegal("the game is over");
    if (purpose_ == Purpose::Play) return illegal("it is not your turn");
    const auto move = parse_san(game_.position(), text);
    if (!move) return illegal(explain_no_san_move(game_.position(), text));
    const bool expected = purpose_ == Purpose::Ponder && *move == ponder_move_;
    if (!expected) end_search();
    static_cast<void>(game_.play(*move));
    excluded_.clear();
    if (analysing_) return analyse();
    if (!engine_color_) return;
    if (expected && !announce_end()) {
      purpose_ = Purpose::Play;
      turn_started_ = Clock::now();
      engine_.ponder_hit();
    } else if (!expected && game_.position().side_to_move() == *engine_color_) {
      think();
    } else if (!expected) {
      static_cast<void>(announce_end());
    } else {
      end_search();
    }
  }

  void take_back(std::string_view command) {
    end_search();
    const std::size_t count = command == "undo" ? 1 : 2;
    if (game_.moves().size() < count) {
      refuse("no move to take back", std::string(command));
    } else {
      for (std::size_t i = 0; i < count; ++i) static_cast<void>(game_.take_back());
      over_ = false;
      ponder_move_ = Move();
      excluded_.clear();
      forget_opinions();
    }
    go_on();
  }

  /// True if the game has ended, which is reported once.
  bool announce_end() { return over_ || announce(game_.end()); }

  /// The same, including a draw that we claim, judged by the score after a search.
  bool announce_end_or_claim() {
    return announce_end() || announce(engine::claimed_draw(game_.position(), myself(own_score_.value_or(eval::kDraw))));
  }

  bool announce(const std::optional<GameEnd>& end) {
    if (!end) return false;
    over_ = true;
    output_.say(to_result_line(*end));
    return true;
  }

  [[nodiscard]] engine::Player myself(eval::Score score) const {
    return {.color = *engine_color_, .score = score, .elo = engine_.level()};
  }

  void consider_draw() {
    if (!engine_color_ || over_) return;
    // The running search knows best. Without any score we play on.
    eval::Score score = eval::kInfinite;
    if (own_score_ && thinker_ == engine_color_) score = *own_score_;
    if (purpose_ == Purpose::Play || purpose_ == Purpose::Ponder) score = searched_score().value_or(score);
    if (engine::accepts_draw(game_.position(), myself(score))) output_.say("offer draw");
  }

  void forget_opinions() {
    own_score_.reset();
    opinions_.clear();
  }

  // --- Searches ------------------------------------------------------------------------------------------------------

  [[nodiscard]] search::Events rendered_events() {
    search::Events events;
    events.on_line = [this](const search::LineReport& report) {
      {
        const std::scoped_lock lock(progress_mutex_);
        progress_.depth = report.depth;
        progress_.nodes = report.nodes;
        if (report.line_number == 1 && report.bound == search::Bound::Exact) progress_.score = report.score;
      }
      if (shows_lines_) output_.say(to_thinking_line(report, root_));
    };
    events.on_current_move = [this](const search::CurrentMoveReport& report) {
      const std::scoped_lock lock(progress_mutex_);
      progress_.current = report;
    };
    events.on_best_move = [this](const search::BestMoveReport& report) {
      const std::scoped_lock lock(queue_mutex_);
      best_moves_.emplace_back(running_, report);
      queue_changed_.notify_one();
    };
    return events;
  }

  /// The result of the running search is no longer wanted.
  void end_search() {
    purpose_ = Purpose::None;
    ++search_number_;
    engine_.stop_and_wait();
  }

  /// Including a running search.
  void show_lines(bool show) {
    post_ = show;
    if (purpose_ == Purpose::Play || purpose_ == Purpose::Ponder) shows_lines_ = show;
  }

  void start(Purpose purpose, const Position& position, const search::Limits& limits) {
    end_search();
    purpose_ = purpose;
    // The searching thread reads these; none is running now.
    running_ = search_number_;
    root_ = position;
    shows_lines_ = purpose == Purpose::Analyse || (post_ && purpose != Purpose::Hint);
    {
      const std::scoped_lock lock(progress_mutex_);
      progress_ = {};
    }
    engine_.set_ponders(ponder_);
    engine_.set_analyses(purpose == Purpose::Analyse);
    engine_.set_position(position);
    turn_started_ = Clock::now();
    engine_.go(limits);
  }

  [[nodiscard]] search::Limits own_limits() const {
    return clock_.limits(*engine_color_, static_cast<int>(game_.moves().size() / 2));
  }

  void think() {
    end_search();
    if (announce_end()) return;
    start(Purpose::Play, game_.position(), own_limits());
  }

  void analyse() {
    search::Limits limits;
    limits.infinite = true;
    if (!excluded_.empty())
      for (const Move move : legal_moves(game_.position()))
        if (std::find(excluded_.begin(), excluded_.end(), move) == excluded_.end()) limits.search_moves.push_back(move);
    if (!excluded_.empty() && limits.search_moves.empty()) return end_search();
    start(Purpose::Analyse, game_.position(), limits);
  }

  /// Ponders: searches for the reply to the opponent's expected move.
  void start_pondering() {
    Position position = game_.position();
    if (!ponder_ || over_ || !engine_color_ || position.side_to_move() == *engine_color_ || !ponder_move_ ||
        !position.is_legal(ponder_move_))
      return;
    position.make(ponder_move_);
    if (find_end(position)) return;
    search::Limits limits = own_limits();
    limits.ponder = true;
    start(Purpose::Ponder, position, limits);
  }

  void hint() {
    if (purpose_ == Purpose::Ponder) return output_.say("Hint: " + to_xboard_move(ponder_move_, variant_));
    if (purpose_ != Purpose::None || !has_legal_move(game_.position())) return;
    search::Limits limits;
    constexpr std::uint64_t kHintNodes = 50'000;
    limits.nodes = kHintNodes;
    start(Purpose::Hint, game_.position(), limits);
  }

  void listen(const base::StopToken& done) {
    while (true) {
      std::pair<std::uint64_t, search::BestMoveReport> heard;
      {
        std::unique_lock lock(queue_mutex_);
        queue_changed_.wait(lock, [&] { return !best_moves_.empty() || done.stop_requested(); });
        if (done.stop_requested()) return;
        heard = best_moves_.front();
        best_moves_.pop_front();
      }
      const std::scoped_lock lock(mutex_);
      // Results of searches that were stopped meanwhile are dropped.
      if (heard.first != search_number_) continue;
      const Purpose purpose = std::exchange(purpose_, Purpose::None);
      if (purpose == Purpose::Play) make_move(heard.second);
      if (purpose == Purpose::Hint && heard.second.best)
        output_.say("Hint: " + to_xboard_move(heard.second.best, variant_));
    }
  }

  void make_move(const search::BestMoveReport& report) {
    if (!report.best) {
      static_cast<void>(announce_end());
      return;
    }
    clock_.spend(std::chrono::duration_cast<Milliseconds>(Clock::now() - turn_started_),
                 static_cast<int>(game_.moves().size() / 2) + 1);
    if (thinker_ != engine_color_) forget_opinions();
    thinker_ = engine_color_;
    own_score_ = searched_score();
    if (announce_end_or_claim()) return;
    if (should_resign()) {
      over_ = true;
      return output_.say("resign");
    }
    static_cast<void>(game_.play(report.best));
    output_.say("move " + to_xboard_move(report.best, variant_));
    if (announce_end_or_claim()) return;
    ponder_move_ = report.ponder;
    start_pondering();
  }

  [[nodiscard]] bool should_resign() {
    const int material = eval::material_count(game_.position());
    opinions_.add(own_score_ ? std::optional(eval::shown_centipawns(*own_score_, material)) : std::nullopt);
    const int threshold = options_.resign_below();
    return threshold > 0 && opinions_.lost(engine::kResignMoves, threshold);
  }

  /// The score of the last search; nothing after a book move.
  [[nodiscard]] std::optional<eval::Score> searched_score() {
    const std::scoped_lock lock(progress_mutex_);
    return progress_.score;
  }

  // --- Answers -------------------------------------------------------------------------------------------------------

  void say_progress() {
    if (purpose_ != Purpose::Analyse) return;
    const std::scoped_lock lock(progress_mutex_);
    constexpr int kCentisecond = 10;
    const auto elapsed = std::chrono::duration_cast<Milliseconds>(Clock::now() - turn_started_).count() / kCentisecond;
    const int moves = count_legal_moves(root_);
    const int moves_left = progress_.current ? std::max(moves - progress_.current->number, 0) : 0;
    std::string text =
        base::format("stat01: {} {} {} {} {}", elapsed, engine_.nodes(), progress_.depth, moves_left, moves);
    if (progress_.current) text += ' ' + to_san(root_, progress_.current->move);
    output_.say(text);
  }

  void exclude(bool out, std::string_view text) {
    const std::string command = (out ? "exclude " : "include ") + std::string(text);
    const auto moves = legal_moves(game_.position());
    if (text == "all") {
      excluded_.clear();
      if (out) excluded_.assign(moves.begin(), moves.end());
    } else {
      const auto move = parse_san(game_.position(), text);
      if (!move) return refuse(explain_no_san_move(game_.position(), text), command);
      excluded_.erase(std::remove(excluded_.begin(), excluded_.end(), *move), excluded_.end());
      if (out) excluded_.push_back(*move);
    }
    go_on();
  }

  void say_book() {
    const book::Book* const book = engine_.opening().book();
    if (book == nullptr) return output_.say(" no book is loaded\n");
    const book::BookMoves found = book->find(game_.position());
    std::string text;
    if (found.moves.empty()) text = " the book does not know this position\n";
    constexpr double kPercent = 100;
    for (const book::BookMove& move : found.moves)
      base::append_format(text, " {} {:.1f} %\n", to_san(game_.position(), move.move), kPercent * found.share(move));
    output_.say(text);
  }

  Output output_;
  const std::string version_;

  std::mutex mutex_;  // guards everything down to the next blank line
  Game game_;
  Variant variant_ = Variant::Standard;
  std::optional<Color> engine_color_ = Color::Black;  // none: force mode
  bool over_ = false;
  bool analysing_ = false;
  bool ponder_ = false;
  bool post_ = false;
  XboardClock clock_;
  Clock::time_point turn_started_ = Clock::now();
  Purpose purpose_ = Purpose::None;
  std::uint64_t search_number_ = 0;
  Move ponder_move_;
  std::vector<Move> excluded_;
  // The scores of our last moves, from our point of view. We may have been on the other side then.
  std::optional<Color> thinker_;
  std::optional<eval::Score> own_score_;
  engine::Opinions opinions_;  // as shown to clients

  // Written while no search runs, read by the search.
  std::uint64_t running_ = 0;
  Position root_;
  std::atomic<bool> shows_lines_{false};

  struct Progress {
    int depth = 0;
    std::uint64_t nodes = 0;
    std::optional<eval::Score> score;
    std::optional<search::CurrentMoveReport> current;
  };
  std::mutex progress_mutex_;
  Progress progress_;

  std::mutex queue_mutex_;
  std::condition_variable queue_changed_;
  std::deque<std::pair<std::uint64_t, search::BestMoveReport>> best_moves_;

  engine::Engine engine_;
  XboardOptions options_;
  base::Thread listener_;
};

}  // namespace

bool is_xboard_greeting(std::string_view line) {
  const std::string_view word = base::take_word(line);
  return word == "xboard" || word == "protover";
}

void run_xboard(const LineSource& next_line, std::ostream& out, const std::string& version) {
  XboardSession session(out, version);
  converse(session, next_line);
}

}  // namespace zugwerk::protocol
