#include "protocol/uci.h"

#include <atomic>
#include <functional>
#include <optional>
#include <ostream>
#include <string_view>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "base/thread.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "chess/perft.h"
#include "engine/bench.h"
#include "engine/engine.h"
#include "eval/classical/evaluate.h"
#include "nnue/explain.h"
#include "protocol/output.h"
#include "protocol/uci_go.h"
#include "protocol/uci_options.h"
#include "protocol/uci_text.h"

namespace zugwerk::protocol {

namespace {

using namespace chess;

constexpr std::string_view kError = "info string error: ";

class UciSession {
 public:
  UciSession(std::ostream& out, std::string version, search::Exchange* exchange)
      : output_(out, std::string(kError)),
        version_(std::move(version)),
        engine_(rendered_events(), [this](const std::string& note) { output_.say("info string " + note); }),
        options_(
            uci_options(engine_, settings_, output_,
                        "Zugwerk " + version_ + " by the Zugwerk developers, free software under GPL-3.0-or-later")) {
    engine_.set_exchange(exchange);
  }
  UciSession(const UciSession&) = delete;
  UciSession& operator=(const UciSession&) = delete;
  ~UciSession() { stop_everything(); }

  /// A line that could not be read.
  void refuse_line(const base::Error& error) { refuse(error.message + "; it is ignored"); }

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
      // Registration is never required.
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
      output_.say(to_info(report, settings_.variant, engine_.position(), settings_.shows_wdl));
    };
    events.on_current_move = [this](const search::CurrentMoveReport& report) {
      output_.say(to_info(report, settings_.variant));
    };
    events.on_best_move = [this](const search::BestMoveReport& report) {
      if (!report.best)
        output_.say(std::string("info depth 0 score ") + (engine_.position().in_check() ? "mate 0" : "cp 0"));
      output_.say(to_best_move(report, settings_.variant));
    };
    return events;
  }

  void refuse(const std::string& why) { output_.say(std::string(kError) + why); }

  void introduce() {
    std::string text = "id name Zugwerk " + version_ + "\nid author the Zugwerk developers\n";
    for (const engine::Option& option : options_.list()) text += to_uci_option(option) + '\n';
    output_.say(text + "uciok");
  }

  void set_option(std::string_view text) {
    const auto request = parse_option(text);
    const engine::Option* const option = request ? options_.find(request->first) : nullptr;
    if (option == nullptr || option->when == engine::WhenToChange::BetweenSearches) stop_everything();
    if (!request) return refuse(request.error().message + "; nothing is changed");
    const auto& [name, given] = *request;
    const bool empty = option != nullptr && option->holds_text() && given == "<empty>";
    const engine::OptionOutcome outcome = options_.set(name, empty ? "" : given);
    for (const std::string& error : outcome.errors) refuse(error);
    for (const std::string& note : outcome.notes) output_.say("info string " + note);
    if (outcome.errors.empty()) confirm("option " + option->name + " was set to " + base::in_quotes(given));
  }

  void set_position(std::string_view text) {
    FenRepairs repairs;
    auto position = parse_position(text, settings_.variant, repairs);
    if (!position) return refuse(position.error().message + "; the position is unchanged");
    for (const std::string& repair : repairs) output_.say("info string FEN: " + repair);
    engine_.set_position(*std::move(position));
    const Position& now = engine_.position();
    confirm(base::format("position {} after {} plies", to_fen(now), now.history_length()));
  }

  void go(std::string_view text) {
    const GoRequest request = parse_go(text, engine_.position());
    for (const std::string& warning : request.warnings) refuse(warning);
    if (!request.is_perft) return engine_.go(request.limits);
    // Clients that run perft wait for this line as they wait for a best move otherwise.
    if (!request.perft_depth) return output_.say("\nNodes searched: 0\n");
    run_in_background([this, depth = *request.perft_depth] { count(engine_.position(), depth); });
  }

  void count(const Position& position, int depth) {
    const auto result = run_perft(position, {.depth = depth}, stop_background_);
    if (!result) return refuse(result.error().message);
    std::string text;
    for (const auto& [move, counts] : result->root_moves)
      base::append_format(text, "{}: {}\n", to_coordinates(move, settings_.variant), counts.nodes);
    base::append_format(text, "\nNodes searched: {}{}\n", result->total.nodes, result->complete ? "" : " (stopped)");
    output_.say(text);
  }

  /// `bench [depth [threads [hash]]]`, in the background like every search.
  void bench(std::string_view text) {
    engine::BenchOptions options;
    const auto words = base::split_words(text);
    const auto number = [&](std::size_t at, int least, int most, int otherwise) -> std::optional<int> {
      if (at >= words.size()) return otherwise;
      const auto parsed = base::parse_integer<int>(words[at]);
      if (!parsed || *parsed < least || *parsed > most) {
        refuse(base::format("bench: {} is not a number from {} to {}", base::in_quotes(words[at]), least, most));
        return std::nullopt;
      }
      return parsed;
    };
    const auto depth = number(0, 1, eval::kMaxPly - 1, options.depth);
    if (!depth) return;
    const auto threads = number(1, 1, engine::Engine::kMostThreads, options.threads);
    if (!threads) return;
    const auto hash = number(2, 1, int{engine::Engine::kMostHash}, static_cast<int>(options.hash_megabytes));
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
    const CastlingStyle style = settings_.variant == Variant::Chess960 ? CastlingStyle::Shredder : CastlingStyle::XFen;
    output_.say(diagram(engine_.position()) + "\nFen: " + to_fen(engine_.position(), style));
  }

  /// Long jobs other than a search: perft and the bench.
  void run_in_background(std::function<void()> work) {
    stop_background_ = false;
    background_ = base::Thread(std::move(work));
  }

  /// Stops a running search or perft; its last output has been written when this returns.
  void stop_everything() {
    stop_background_ = true;
    if (background_.joinable()) background_.join();
    engine_.stop_and_wait();
  }

  Output output_;
  const std::string version_;
  UciSettings settings_;
  bool debug_ = false;  // confirm what was understood
  std::atomic<bool> stop_background_{false};
  base::Thread background_;
  engine::Engine engine_;
  const engine::Options options_;
};

}  // namespace

void run_uci(const LineSource& next_line, std::ostream& out, const std::string& version, search::Exchange* exchange) {
  UciSession session(out, version, exchange);
  converse(session, next_line);
}

}  // namespace zugwerk::protocol
