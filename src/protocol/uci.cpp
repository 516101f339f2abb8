#include "protocol/uci.h"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <functional>
#include <mutex>
#include <optional>
#include <ostream>
#include <string_view>
#include <thread>
#include <utility>

#include "base/text.h"
#include "chess/coordinate.h"
#include "chess/fen.h"
#include "chess/perft.h"
#include "engine/bench.h"
#include "engine/engine.h"
#include "eval/classical/evaluate.h"
#include "nnue/explain.h"
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
      explain_evaluation();
    } else if (command == "flip") {
      stop_everything();
      engine_.set_position(engine_.position().color_flipped());
    } else if (command == "bench") {
      stop_everything();
      bench(rest);
    } else if (command == "debug") {
      set_debug(rest);
    } else if (command == "register") {
      // Nobody has to.
    } else if (command == "help") {
      output_.say(
          "info string commands: uci isready ucinewgame setoption position go stop ponderhit d eval bench flip debug "
          "register help quit; "
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
      output_.say(to_info(report, variant_, engine_.position(), show_wdl_));
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
    std::string text = "id name Zugwerk " + version_ + "\nid author the Zugwerk developers";
    const auto offer = [&](const std::string& option) { text += "\noption name " + option; };
    const auto spin = [](std::int64_t value, std::int64_t least, std::int64_t most) {
      return " type spin default " + std::to_string(value) + " min " + std::to_string(least) + " max " +
             std::to_string(most);
    };
    offer("Hash" + spin(Engine::kDefaultHash, 1, int{search::TranspositionTable::kMostMegabytes}));
    offer("Clear Hash type button");
    offer("Threads" + spin(1, 1, search::Threads::kMostThreads));
    offer("MultiPV" + spin(1, 1, Engine::kMostLines));
    offer("Ponder type check default false");
    offer("Move Overhead" + spin(search::Settings::kDefaultOverhead.count(), 0, Engine::kMostOverhead));
    offer("Evaluation type combo default network var network var classical");
    offer("EvalFile type string default <empty>");
    offer("UCI_Chess960 type check default false");
    offer("UCI_ShowWDL type check default false");
    offer("UCI_AnalyseMode type check default false");
    offer("UCI_Opponent type string default <empty>");
    offer("UCI_EngineAbout type string default " + about());
    offer("Debug Log File type string default <empty>");
    output_.say(text + tunable_options() + "\nuciok");
  }

  [[nodiscard]] std::string about() const {
    return "Zugwerk " + version_ + " by the Zugwerk developers, free software under GPL-3.0-or-later";
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
      const bool valid = value == "true" || value == "false";
      if (valid)
        target = value == "true";
      else
        bad_value("true or false");
      return valid;
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
      bool ponders = false;
      if (flag(ponders)) engine_.set_ponders(ponders);
    } else if (key == "move overhead") {
      if (const auto overhead = number(0, engine::Engine::kMostOverhead))
        engine_.set_move_overhead(Milliseconds(*overhead));
    } else if (key == "evaluation") {
      const std::string kind = base::lower_case(value);
      if (kind != "network" && kind != "classical") return bad_value("network or classical");
      engine_.use_network(kind == "network");
    } else if (key == "evalfile") {
      if (const auto loaded = engine_.load_network(value == "<empty>" ? "" : value); !loaded)
        return refuse("option EvalFile: " + loaded.error().message + "; the old evaluation stays");
      announce_evaluation();
    } else if (key == "uci_chess960") {
      bool chess960 = variant_ == Variant::Chess960;
      flag(chess960);
      variant_ = chess960 ? Variant::Chess960 : Variant::Standard;
    } else if (key == "uci_showwdl") {
      flag(show_wdl_);
    } else if (key == "uci_analysemode") {
      bool analyses = false;
      if (flag(analyses)) engine_.set_analyses(analyses);
    } else if (key == "uci_opponent") {
      const auto opponent = parse_opponent(value);
      if (!opponent) return refuse("option " + name + ": " + opponent.error().message + "; the old value stays");
      if (!opponent->name.empty()) output_.say("info string playing " + describe(*opponent));
    } else if (key == "uci_engineabout") {
      refuse("option UCI_EngineAbout says who made this engine and cannot be set");
    } else if (key == "debug log file") {
      if (!output_.log_to(value == "<empty>" ? "" : value)) bad_value("a file that can be written");
    } else if (!set_tunable(name, value)) {
      return refuse("unknown option " + base::in_quotes(name));
    }
    confirm("option " + name + " was set to " + base::in_quotes(value));
  }

  void announce_evaluation() {
    const auto& network = engine_.network();
    output_.say("info string evaluation: " +
                (network ? "network " + network->name() + ", " + std::to_string(network->width()) + " neurons, " +
                               std::string(network->kernels().name)
                         : "classical"));
  }

  void set_position(std::string_view text) {
    auto position = parse_position(text, variant_);
    if (!position) return refuse(position.error().message + "; the position is unchanged");
    engine_.set_position(*std::move(position));
    confirm("position " + to_fen(engine_.position()) + " after " + std::to_string(engine_.position().history_length()) +
            " plies");
  }

  void go(std::string_view text) {
    const auto request = parse_go(text, engine_.position());
    if (!request) return refuse(request.error().message);
    if (request->perft_depth) {
      run_in_background([this, depth = *request->perft_depth] { count(engine_.position(), depth); });
      return;
    }
    engine_.go(request->limits);
  }

  void count(const Position& position, int depth) {
    const auto result = run_perft(position, {.depth = depth}, stop_background_);
    if (!result) return refuse(result.error().message);
    std::string text;
    for (const auto& [move, counts] : result->root_moves)
      text += to_coordinates(move, variant_) + ": " + std::to_string(counts.nodes) + '\n';
    output_.say(text + "\nNodes searched: " + std::to_string(result->total.nodes) +
                (result->complete ? "" : " (stopped)") + '\n');
  }

  /// `bench [depth [threads [hash]]]`, in the background as every search.
  void bench(std::string_view text) {
    engine::BenchOptions options;
    const auto words = base::split_words(text);
    const auto number = [&](std::size_t at, int least, int most, int otherwise) -> std::optional<int> {
      if (at >= words.size()) return otherwise;
      const auto parsed = base::parse_integer<int>(words[at]);
      if (!parsed || *parsed < least || *parsed > most) {
        refuse("bench: " + base::in_quotes(words[at]) + " is not a number from " + std::to_string(least) + " to " +
               std::to_string(most));
        return std::nullopt;
      }
      return parsed;
    };
    const auto depth = number(0, 1, eval::kMaxPly - 1, options.depth);
    if (!depth) return;
    const auto threads = number(1, 1, search::Threads::kMostThreads, options.threads);
    if (!threads) return;
    const auto hash =
        number(2, 1, int{search::TranspositionTable::kMostMegabytes}, static_cast<int>(options.hash_megabytes));
    if (!hash) return;
    options = {.depth = *depth,
               .threads = *threads,
               .hash_megabytes = static_cast<std::size_t>(*hash),
               .network = engine_.network()};
    run_in_background([this, options] {
      const auto result = engine::run_bench(options, {}, &stop_background_);
      if (!result) return refuse(result.error().message);
      output_.say(engine::to_text(*result));
    });
  }

  void explain_evaluation() {
    const auto& network = engine_.network();
    output_.say(network ? nnue::explain(*network, engine_.position()) : eval::explain(engine_.position()));
  }

  void set_debug(std::string_view text) {
    if (text != "on" && text != "off") return refuse("debug " + base::in_quotes(text) + ": expected on or off");
    debug_ = text == "on";
  }
  void confirm(const std::string& what) {
    if (debug_) output_.say("info string " + what);
  }

  void show_position() {
    const CastlingStyle style = variant_ == Variant::Chess960 ? CastlingStyle::Shredder : CastlingStyle::XFen;
    output_.say(diagram(engine_.position()) + "\nFen: " + to_fen(engine_.position(), style));
  }

  /// What takes long besides a search: counts and the bench.
  void run_in_background(std::function<void()> work) {
    stop_background_ = false;
    background_ = std::jthread(std::move(work));
  }

  /// A search or a count that runs is ended, and has said its last word when this returns.
  void stop_everything() {
    stop_background_ = true;
    if (background_.joinable()) background_.join();
    engine_.stop_and_wait();
  }

  Output output_;
  const std::string version_;
  Variant variant_ = Variant::Standard;
  bool show_wdl_ = false;
  bool debug_ = false;  // confirm what was understood
  std::atomic<bool> stop_background_{false};
  std::jthread background_;
  engine::Engine engine_;
};

}  // namespace

void run_uci(const std::function<std::optional<std::string>()>& next_line, std::ostream& out,
             const std::string& version) {
  UciSession session(out, version);
  while (const auto line = next_line())
    if (!session.obey(*line)) return;
}

}  // namespace zugwerk::protocol
