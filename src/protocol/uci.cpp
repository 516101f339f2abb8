#include "protocol/uci.h"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <istream>
#include <mutex>
#include <ostream>
#include <string_view>
#include <thread>
#include <utility>

#include "base/text.h"
#include "chess/coordinate.h"
#include "chess/fen.h"
#include "chess/perft.h"
#include "engine/engine.h"
#include "eval/classical/evaluate.h"
#include "protocol/uci_text.h"
#include "search/params.h"

namespace zugwerk::protocol {

namespace {

using namespace chess;
using search::Milliseconds;

/// Lines from several threads, whole and in order, to the client and to the log if there is one.
class Output {
 public:
  explicit Output(std::ostream& out) : out_(out) {}

  void say(const std::string& text) {
    const std::scoped_lock lock(mutex_);
    out_ << text << std::endl;
    if (log_.is_open()) log_ << "<< " << text << std::endl;
  }
  void heard(std::string_view line) {
    const std::scoped_lock lock(mutex_);
    if (log_.is_open()) log_ << ">> " << line << std::endl;
  }
  /// False if the file cannot be written; an empty path ends logging.
  bool log_to(const std::string& path) {
    const std::scoped_lock lock(mutex_);
    if (log_.is_open()) log_.close();
    log_.clear();
    if (path.empty()) return true;
    log_.open(path, std::ios::app);
    return log_.is_open();
  }

 private:
  std::mutex mutex_;  // guards both streams
  std::ostream& out_;
  std::ofstream log_;
};

class UciSession {
 public:
  UciSession(std::ostream& out, std::string version)
      : output_(out), version_(std::move(version)), engine_(rendered_events()) {}
  UciSession(const UciSession&) = delete;
  UciSession& operator=(const UciSession&) = delete;
  ~UciSession() { stop_everything(); }

  /// Carries out one line; false to end.
  bool obey(std::string_view line) {
    output_.heard(line);
    std::string_view rest = line;
    const std::string_view command = base::take_word(rest);
    rest = base::trim(rest);
    if (command == "quit") return false;
    if (command == "uci") {
      introduce();
    } else if (command == "isready") {
      output_.say("readyok");
    } else if (command == "ucinewgame") {
      stop_everything();
      engine_.new_game();
    } else if (command == "setoption") {
      stop_everything();
      set_option(rest);
    } else if (command == "position") {
      stop_everything();
      set_position(rest);
    } else if (command == "go") {
      stop_everything();
      go(rest);
    } else if (command == "stop") {
      stop_everything();
    } else if (command == "ponderhit") {
      engine_.ponder_hit();
    } else if (command == "d") {
      stop_everything();
      show_position();
    } else if (command == "eval") {
      stop_everything();
      output_.say(eval::explain(engine_.position()));
    } else if (command == "flip") {
      stop_everything();
      engine_.set_position(engine_.position().color_flipped());
    } else if (command == "debug" || command == "register") {
      // Nothing to do: there is no separate debugging output and nobody to register with.
    } else if (command == "help") {
      output_.say(
          "info string commands: uci isready ucinewgame setoption position go stop ponderhit d eval flip help quit; "
          "go takes searchmoves ponder wtime btime winc binc movestogo depth nodes mate movetime infinite perft");
    } else if (!command.empty()) {
      refuse("unknown command " + base::in_quotes(line));
    }
    return true;
  }

 private:
  [[nodiscard]] search::Events rendered_events() {
    search::Events events;
    events.on_line = [this](const search::LineReport& report) {
      output_.say(to_info(report, variant_, show_wdl_ ? &engine_.position() : nullptr));
    };
    events.on_current_move = [this](const search::CurrentMoveReport& report) {
      output_.say(to_info(report, variant_));
    };
    events.on_best_move = [this](const search::BestMoveReport& report) {
      if (!report.best)
        output_.say(std::string("info depth 0 score ") + (engine_.position().in_check() ? "mate 0" : "cp 0"));
      output_.say(to_best_move(report, variant_));
    };
    return events;
  }

  void refuse(const std::string& why) { output_.say("info string error: " + why); }

  void introduce() {
    using engine::Engine;
    const std::string most_hash = std::to_string(search::TranspositionTable::kMostMegabytes);
    output_.say("id name Zugwerk " + version_ +
                "\nid author the Zugwerk developers"
                "\noption name Hash type spin default " +
                std::to_string(Engine::kDefaultHash) + " min 1 max " + most_hash +
                "\noption name Clear Hash type button"
                "\noption name Threads type spin default 1 min 1 max " +
                std::to_string(search::Threads::kMostThreads) + "\noption name MultiPV type spin default 1 min 1 max " +
                std::to_string(Engine::kMostLines) +
                "\noption name Ponder type check default false"
                "\noption name Move Overhead type spin default " +
                std::to_string(Engine::kDefaultOverhead) + " min 0 max " + std::to_string(Engine::kMostOverhead) +
                "\noption name UCI_Chess960 type check default false"
                "\noption name UCI_ShowWDL type check default false"
                "\noption name Debug Log File type string default <empty>" +
                tunable_options() + "\nuciok");
  }

  // In a tuning build every number of the search is an option of its own name.
#if defined(ZUGWERK_TUNE)
  [[nodiscard]] static std::string tunable_options() {
    std::string text;
    for (const auto& tunable : search::params::tunables())
      text += "\noption name " + std::string(tunable.name) + " type spin default " + std::to_string(tunable.original) +
              " min " + std::to_string(tunable.least) + " max " + std::to_string(tunable.most);
    return text;
  }
  bool set_tunable(const std::string& name, const std::string& value) {
    for (const auto& tunable : search::params::tunables()) {
      const auto number = base::parse_integer<int>(value);
      if (tunable.name != name || !number) continue;
      *tunable.value = std::clamp(*number, tunable.least, tunable.most);
      engine_.new_game();
      return true;
    }
    return false;
  }
#else
  [[nodiscard]] static std::string tunable_options() { return {}; }
  static bool set_tunable(const std::string&, const std::string&) { return false; }
#endif

  void set_option(std::string_view text) {
    const auto option = parse_option(text);
    if (!option) return refuse(option.error().message + "; nothing is changed");
    const std::string& name = option->first;
    const std::string& value = option->second;
    const auto bad_value = [&](const std::string& expected) {
      refuse("option " + name + ": " + base::in_quotes(value) + " is not " + expected + "; the old value stays");
    };
    const auto number = [&](int least, int most) -> std::optional<int> {
      const auto parsed = base::parse_integer<int>(value);
      if (!parsed || *parsed < least || *parsed > most) {
        bad_value("a number from " + std::to_string(least) + " to " + std::to_string(most));
        return std::nullopt;
      }
      return *parsed;
    };
    const auto flag = [&](bool& target) {
      if (value != "true" && value != "false") return bad_value("true or false");
      target = value == "true";
    };

    const std::string key = base::lower_case(name);
    if (key == "hash") {
      if (const auto megabytes = number(1, int{search::TranspositionTable::kMostMegabytes}))
        if (const auto set = engine_.set_hash(static_cast<std::size_t>(*megabytes)); !set)
          refuse("option Hash: " + set.error().message + "; the old value stays");
    } else if (key == "clear hash") {
      engine_.clear_hash();
    } else if (key == "threads") {
      if (const auto count = number(1, search::Threads::kMostThreads)) engine_.set_threads(*count);
    } else if (key == "multipv") {
      if (const auto count = number(1, engine::Engine::kMostLines)) engine_.set_lines(*count);
    } else if (key == "ponder") {
      flag(ponder_);
    } else if (key == "move overhead") {
      if (const auto overhead = number(0, engine::Engine::kMostOverhead))
        engine_.set_move_overhead(Milliseconds(*overhead));
    } else if (key == "uci_chess960") {
      bool chess960 = variant_ == Variant::Chess960;
      flag(chess960);
      variant_ = chess960 ? Variant::Chess960 : Variant::Standard;
    } else if (key == "uci_showwdl") {
      flag(show_wdl_);
    } else if (key == "debug log file") {
      if (!output_.log_to(value == "<empty>" ? "" : value)) bad_value("a file that can be written");
    } else if (!set_tunable(name, value)) {
      refuse("unknown option " + base::in_quotes(name));
    }
  }

  void set_position(std::string_view text) {
    auto position = parse_position(text, variant_);
    if (!position) return refuse(position.error().message + "; the position is unchanged");
    engine_.set_position(*std::move(position));
  }

  void go(std::string_view text) {
    const auto request = parse_go(text, engine_.position());
    if (!request) return refuse(request.error().message);
    if (request->perft_depth) {
      stop_counting_ = false;
      counter_ = std::jthread([this, depth = *request->perft_depth] { count(engine_.position(), depth); });
      return;
    }
    engine_.go(request->limits);
  }

  void count(const Position& position, int depth) {
    const auto result = run_perft(position, {.depth = depth}, stop_counting_);
    if (!result) return refuse(result.error().message);
    std::string text;
    for (const auto& [move, counts] : result->root_moves)
      text += to_coordinates(move, variant_) + ": " + std::to_string(counts.nodes) + '\n';
    output_.say(text + "\nNodes searched: " + std::to_string(result->total.nodes) +
                (result->complete ? "" : " (stopped)") + '\n');
  }

  void show_position() {
    const CastlingStyle style = variant_ == Variant::Chess960 ? CastlingStyle::Shredder : CastlingStyle::XFen;
    output_.say(diagram(engine_.position()) + "\nFen: " + to_fen(engine_.position(), style));
  }

  /// A search or a count that runs is ended, and has said its last word when this returns.
  void stop_everything() {
    stop_counting_ = true;
    if (counter_.joinable()) counter_.join();
    engine_.stop_and_wait();
  }

  Output output_;
  const std::string version_;
  Variant variant_ = Variant::Standard;
  bool show_wdl_ = false;
  bool ponder_ = false;  // clients announce it; the time manager has no use for it
  std::atomic<bool> stop_counting_{false};
  std::jthread counter_;
  engine::Engine engine_;
};

}  // namespace

void run_uci(std::istream& in, std::ostream& out, const std::string& version) {
  UciSession session(out, version);
  std::string line;
  while (std::getline(in, line))
    if (!session.obey(line)) return;
}

}  // namespace zugwerk::protocol
