// arena/uci/uci_client.h
//
// A conversation with any UCI engine in a process of its own: greeting, options, positions, searches, farewell, each
// with a limit on our patience. Reports what the engine says and when; whether a move is legal or a clock has run out
// is for the caller to judge.

#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/uci/uci_text.h"
#include "base/error.h"
#include "base/process/process.h"
#include "chess/notation/fen.h"
#include "chess/position.h"

namespace zugwerk::arena {

using base::Process;
using base::ProcessLine;
using base::WaitEnd;

/// How an engine is started.
struct EngineSettings {
  std::string name;     // in reports; empty: what the engine calls itself
  std::string command;  // the program with its arguments
  std::string folder;   // where it runs; empty: where we do
  std::vector<std::pair<std::string, std::string>> options;
  bool operator==(const EngineSettings&) const = default;
};

struct UciClientSettings {
  /// How long the engine may take for its greeting and for each readyok.
  Milliseconds patience{10'000};
  /// How long it may take to quit before it is killed.
  Milliseconds farewell{1'000};
  chess::Variant variant = chess::Variant::Standard;
  std::vector<int> cores;                   // the processors it may use; empty: all
  const std::atomic<bool>* stop = nullptr;  // calls off every wait
};

/// What a search came to.
struct SearchAnswer {
  WaitEnd end = WaitEnd::Ended;  // TimedOut: it may still be searching
  std::string best_move;         // as the engine spelled it; empty unless it answered
  std::string ponder_move;
  /// Since the command was written until the answer arrived, or the wait ended.
  std::chrono::microseconds elapsed{0};
  /// Lines with a score or moves, in order; of very many, the last ones.
  std::vector<UciInfo> infos;

  /// The last line that has a score, of the best move where there are several; nullptr if there is none.
  [[nodiscard]] const UciInfo* last_score() const;
};

/// What an engine said without having been asked: all of it is ignored.
struct OutOfTurn {
  std::uint64_t best_moves = 0;
  std::uint64_t infos = 0;      // with a score or moves
  std::string first_best_move;  // the line
  std::string first_info;
};

/// A started engine that has said uciok and readyok.
class UciClient {
 public:
  /// Starts the engine, waits for its greeting and sets its options. Errors name the engine: a program that cannot be
  /// run, one that ends or keeps silent, an option that it did not announce or a value that the option does not allow.
  [[nodiscard]] static base::Expected<UciClient> start(const EngineSettings& settings,
                                                       const UciClientSettings& client_settings);

  /// The name from the settings, or else what the engine calls itself, or else its program.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// What the engine calls itself.
  [[nodiscard]] const std::string& announced_name() const { return announced_name_; }
  [[nodiscard]] const std::vector<UciOption>& options() const { return options_; }
  /// By name, in any case of letters; nullptr if it was not announced.
  [[nodiscard]] const UciOption* find_option(std::string_view option_name) const;
  [[nodiscard]] std::int64_t process_id() const { return process_.id(); }

  /// Sets an announced option to an allowed value; a button is pressed, whatever the value.
  base::Expected<void> set_option(std::string_view option_name, std::string_view value);

  /// isready, and a wait for readyok.
  base::Expected<void> wait_until_ready();

  /// ucinewgame, and a wait until the engine is ready.
  base::Expected<void> new_game();

  /// The position, as where it began and which moves were made since.
  void set_position(const chess::Position& start, const std::vector<chess::Move>& moves);

  /// Asks for a readyok after which nothing of an earlier search can follow, and returns: an engine that is asked right
  /// after its move answers while the opponent thinks.
  void begin_settling();
  /// Waits for that readyok, asking for it if nobody has, and drops what the engine has said since its last answer.
  /// Answered: it is ready for the next search. TimedOut: not within our patience.
  [[nodiscard]] WaitEnd settle();
  /// What was said out of turn since this was last asked.
  [[nodiscard]] OutOfTurn take_out_of_turn() { return std::exchange(out_of_turn_, {}); }

  /// Asks for a search and returns. The clock of the answer starts now. The engine has settled before.
  void begin_search(const GoRequest& request);
  /// The opponent played the move that the engine ponders on. The clock of the answer starts anew.
  void ponder_hit();
  /// Asks the running search to answer at once.
  void stop_search();
  /// Waits for the answer of the running search until `deadline`; the output of `companion` is taken in meanwhile.
  /// After a TimedOut it may be called again, and gives the infos of both waits.
  [[nodiscard]] SearchAnswer wait_for_answer(TimePoint deadline, UciClient* companion = nullptr);
  /// When the clock of the running search started.
  [[nodiscard]] TimePoint search_start() const { return search_start_; }

  /// All of the above for one search: asks, waits for at most `limit`, and stops an engine that goes on beyond it,
  /// which gets its farewell time for a late answer; the end is TimedOut then, with the move if there came one.
  [[nodiscard]] SearchAnswer search(const GoRequest& request, Milliseconds limit);

  /// quit, a wait, and if need be a kill. How the engine ended: "exit code 0", "killed". With the last line of its
  /// standard error, if it ended badly and had one.
  std::string quit();
  /// The same at once and without a word.
  std::string kill();

 private:
  UciClient(Process process, std::string name, UciClientSettings settings)
      : process_(std::move(process)), name_(std::move(name)), settings_(std::move(settings)) {}

  base::Expected<void> greet(bool named);
  base::Expected<void> set_up(const EngineSettings& settings);
  /// "engine Name: ..." with how it ended, if it did.
  [[nodiscard]] base::Error broken(WaitEnd why, std::string_view waiting_for);
  [[nodiscard]] std::string end_process(Milliseconds grace);
  void ask_whether_ready();
  /// Waits until every isready is answered.
  [[nodiscard]] WaitEnd await_readyok();
  void note_out_of_turn(std::string_view line);

  Process process_;
  std::string name_;
  std::string announced_name_;
  UciClientSettings settings_;
  std::vector<UciOption> options_;
  int open_questions_ = 0;  // how often isready was said without a readyok so far
  bool settled_ = true;     // since the last search
  OutOfTurn out_of_turn_;
  /// The player's last move, which cannot be played twice in a row: its piece has left that square. Empty after
  /// castling, which may leave the king where it was in Chess960.
  std::string last_own_move_;
  TimePoint search_start_{};
  std::vector<UciInfo> infos_;  // of the running search
};

}  // namespace zugwerk::arena
