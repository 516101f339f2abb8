#include "arena/uci/uci_client.h"

#include <algorithm>
#include <cassert>
#include <optional>

#include "arena/game/time_control.h"
#include "base/process/command_words.h"
#include "base/text.h"
#include "chess/notation/coordinate.h"

namespace zugwerk::arena {

namespace {

constexpr std::string_view kChess960Option = "UCI_Chess960";
/// An engine that says more per search loses the first half of it.
constexpr std::size_t kMostInfos = 10'000;

}  // namespace

const UciInfo* SearchAnswer::last_score() const {
  const auto last = std::find_if(infos.rbegin(), infos.rend(), [](const UciInfo& info) {
    return info.score.has_value() && info.line.value_or(1) == 1;
  });
  return last == infos.rend() ? nullptr : &*last;
}

base::Expected<UciClient> UciClient::start(const EngineSettings& settings, const UciClientSettings& client_settings) {
  auto arguments = base::split_command(settings.command);
  const std::string called = settings.name.empty() ? (arguments ? arguments->front() : "(unnamed)") : settings.name;
  const auto named = [&](const base::Error& error) {
    return base::failure("engine " + base::in_quotes(called) + ": " + error.message);
  };
  if (!arguments) return named(arguments.error());
  auto process = Process::start({*std::move(arguments), settings.folder, client_settings.cores});
  if (!process) return named(process.error());
  UciClient client(*std::move(process), called, client_settings);
  if (auto greeted = client.greet(!settings.name.empty()); !greeted) return tl::unexpected(greeted.error());
  if (auto set = client.set_up(settings); !set) return tl::unexpected(set.error());
  return client;
}

base::Error UciClient::broken(WaitEnd why, std::string_view waiting_for) {
  const std::string engine = "engine " + base::in_quotes(name_) + ": ";
  switch (why) {
    case WaitEnd::TimedOut:
      return {engine + "no " + std::string(waiting_for) + " within " + seconds_text(settings_.patience) + " s"};
    case WaitEnd::Interrupted:
      return {engine + "interrupted while waiting for " + std::string(waiting_for)};
    case WaitEnd::Ended:
    case WaitEnd::Answered:
      break;
  }
  return {engine + "ended before " + std::string(waiting_for) + ": " + kill()};
}

base::Expected<void> UciClient::greet(bool named) {
  process_.write_line("uci");
  const TimePoint deadline = Clock::now() + settings_.patience;
  ProcessLine line;
  for (;;) {
    if (const WaitEnd end = process_.read_line(line, deadline, settings_.stop); end != WaitEnd::Answered)
      return tl::unexpected(broken(end, "uciok"));
    std::string_view rest = line.text;
    const std::string_view word = base::take_word(rest);
    if (word == "uciok") break;
    if (word == "option") {
      if (auto option = parse_announced_option(rest)) options_.push_back(*std::move(option));
    } else if (word == "id" && base::take_word(rest) == "name") {
      announced_name_ = base::trim(rest);
    }
  }
  if (!named && !announced_name_.empty()) name_ = announced_name_;
  return {};
}

base::Expected<void> UciClient::set_up(const EngineSettings& settings) {
  for (const auto& [option, value] : settings.options)
    if (auto set = set_option(option, value); !set) return set;
  if (settings_.variant == chess::Variant::Chess960) {
    if (find_option(kChess960Option) == nullptr)
      return base::failure("engine " + base::in_quotes(name_) + ": it does not play Chess960 (it has no option " +
                           std::string(kChess960Option) + ")");
    if (auto set = set_option(kChess960Option, "true"); !set) return set;
  }
  return wait_until_ready();
}

const UciOption* UciClient::find_option(std::string_view option_name) const {
  const std::string wanted = base::lower_case(option_name);
  const auto found = std::find_if(options_.begin(), options_.end(),
                                  [&](const UciOption& o) { return base::lower_case(o.name) == wanted; });
  return found == options_.end() ? nullptr : &*found;
}

base::Expected<void> UciClient::set_option(std::string_view option_name, std::string_view value) {
  const UciOption* const option = find_option(option_name);
  const std::string engine = "engine " + base::in_quotes(name_) + ": ";
  if (option == nullptr) return base::failure(engine + "it has no option " + base::in_quotes(option_name));
  if (auto checked = check_option_value(*option, value); !checked)
    return base::failure(engine + checked.error().message);
  if (value.find_first_of("\r\n") != std::string_view::npos)
    return base::failure(engine + "option " + option->name + ": " + base::in_quotes(value) + " has a line break");
  std::string command = "setoption name " + option->name;
  if (option->type != UciOption::Type::Button) command.append(" value ").append(value);
  process_.write_line(command);
  return {};
}

void UciClient::ask_whether_ready() {
  process_.write_line("isready");
  ++open_questions_;
}

WaitEnd UciClient::await_readyok() {
  const TimePoint deadline = Clock::now() + settings_.patience;
  ProcessLine line;
  while (open_questions_ > 0) {
    if (const WaitEnd end = process_.read_line(line, deadline, settings_.stop); end != WaitEnd::Answered) return end;
    if (base::trim(line.text) == "readyok")
      --open_questions_;
    else
      note_out_of_turn(line.text);
  }
  settled_ = true;
  return WaitEnd::Answered;
}

void UciClient::note_out_of_turn(std::string_view line) {
  std::string_view rest = line;
  const std::string_view word = base::take_word(rest);
  if (word == "bestmove") {
    if (out_of_turn_.best_moves++ == 0) out_of_turn_.first_best_move = line;
  } else if (word == "info") {
    const UciInfo info = parse_info(rest);
    if ((info.score || !info.moves.empty()) && out_of_turn_.infos++ == 0) out_of_turn_.first_info = line;
  }
}

void UciClient::begin_settling() {
  if (!settled_ && open_questions_ == 0) ask_whether_ready();
}

WaitEnd UciClient::settle() {
  begin_settling();
  if (const WaitEnd end = await_readyok(); end != WaitEnd::Answered) return end;
  // An engine with several threads may have said more since. Whatever is here by now is too old to be an answer.
  ProcessLine line;
  for (std::size_t i = 0; i < kMostInfos; ++i) {
    const WaitEnd end = process_.read_line(line, Clock::now(), settings_.stop);
    if (end == WaitEnd::TimedOut) break;
    if (end != WaitEnd::Answered) return end;
    note_out_of_turn(line.text);
  }
  return WaitEnd::Answered;
}

base::Expected<void> UciClient::wait_until_ready() {
  ask_whether_ready();
  if (const WaitEnd end = await_readyok(); end != WaitEnd::Answered) return tl::unexpected(broken(end, "readyok"));
  return {};
}

base::Expected<void> UciClient::new_game() {
  process_.write_line("ucinewgame");
  return wait_until_ready();
}

void UciClient::set_position(const chess::Position& start, const std::vector<chess::Move>& moves) {
  // Engines that play Chess960 expect files of rooks where KQkq may be ambiguous to them.
  const bool chess960 = settings_.variant == chess::Variant::Chess960;
  const std::string fen = chess::to_fen(start, chess960 ? chess::CastlingStyle::Shredder : chess::CastlingStyle::XFen);
  std::string command = fen == chess::kStartFen ? "position startpos" : "position fen " + fen;
  if (!moves.empty()) command += " moves";
  for (const chess::Move move : moves) command.append(" ").append(chess::to_coordinates(move, settings_.variant));
  const chess::Move last_own = moves.size() < 2 ? chess::Move() : moves[moves.size() - 2];
  last_own_move_ = !last_own || last_own.is_castling() ? "" : chess::to_coordinates(last_own, settings_.variant);
  process_.write_line(command);
}

void UciClient::begin_search(const GoRequest& request) {
  assert(settled_);
  settled_ = false;
  infos_.clear();
  const std::string command = to_command(request);
  search_start_ = Clock::now();
  process_.write_line(command);
}

void UciClient::ponder_hit() {
  search_start_ = Clock::now();
  process_.write_line("ponderhit");
}

void UciClient::stop_search() { process_.write_line("stop"); }

SearchAnswer UciClient::wait_for_answer(TimePoint deadline, UciClient* companion) {
  SearchAnswer answer;
  ProcessLine line;
  WaitEnd end = WaitEnd::Answered;
  for (;;) {
    end = process_.read_line(line, deadline, settings_.stop, companion != nullptr ? &companion->process_ : nullptr);
    if (end != WaitEnd::Answered) break;
    std::string_view rest = line.text;
    const std::string_view word = base::take_word(rest);
    if (word == "bestmove") {
      answer.best_move = base::take_word(rest);
      if (!last_own_move_.empty() && answer.best_move == last_own_move_) {
        // A repetition of the previous answer, already on its way when go was sent.
        note_out_of_turn(line.text);
        answer.best_move.clear();
        continue;
      }
      if (base::take_word(rest) == "ponder") answer.ponder_move = base::take_word(rest);
      break;
    }
    if (word != "info") continue;
    UciInfo info = parse_info(rest);
    if (!info.score && info.moves.empty()) continue;
    info.arrived = std::chrono::duration_cast<Milliseconds>(line.arrived - search_start_);
    if (infos_.size() >= kMostInfos) infos_.erase(infos_.begin(), infos_.begin() + kMostInfos / 2);
    infos_.push_back(std::move(info));
  }
  const TimePoint until = end == WaitEnd::Answered ? line.arrived : Clock::now();
  answer.elapsed = std::chrono::duration_cast<std::chrono::microseconds>(until - search_start_);
  answer.end = end;
  if (end == WaitEnd::TimedOut)
    answer.infos = infos_;
  else
    answer.infos = std::exchange(infos_, {});
  return answer;
}

SearchAnswer UciClient::search(const GoRequest& request, Milliseconds limit) {
  if (const WaitEnd end = settle(); end != WaitEnd::Answered) {
    SearchAnswer none;
    none.end = end;
    return none;
  }
  begin_search(request);
  SearchAnswer answer = wait_for_answer(search_start_ + limit);
  if (answer.end != WaitEnd::TimedOut) return answer;
  stop_search();
  answer = wait_for_answer(Clock::now() + settings_.farewell);
  if (answer.end == WaitEnd::Answered) answer.end = WaitEnd::TimedOut;
  return answer;
}

std::string UciClient::end_process(Milliseconds grace) {
  std::string how = process_.end(grace);
  const std::string& words = process_.last_error_line();
  if (how != "exit code 0" && how != "killed" && !words.empty()) how += ", saying " + base::in_quotes(words);
  return how;
}

std::string UciClient::quit() {
  process_.write_line("quit");
  return end_process(settings_.farewell);
}

std::string UciClient::kill() {
  // A crashed engine may have closed its pipe a moment before it is a process that has ended.
  constexpr Milliseconds kMomentToEnd{100};
  return end_process(kMomentToEnd);
}

}  // namespace zugwerk::arena
