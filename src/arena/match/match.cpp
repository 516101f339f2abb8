#include "arena/match/match.h"

#include <array>
#include <ctime>
#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <unistd.h>

#include "arena/match/match_log.h"
#include "arena/match/match_report.h"
#include "arena/slots/game_slots.h"
#include "arena/slots/slot_engines.h"
#include "base/clock.h"
#include "base/format.h"
#include "base/text.h"

namespace zugwerk::arena {

namespace {

using chess::Color;

/// How often a fault of one kind by one engine is reported before it is only counted.
constexpr std::uint64_t kFaultsReported = 3;
constexpr std::size_t kToldOpenings = 5;
constexpr int kStartAttempts = 3;
constexpr int kPollsPerTick = 10;

[[nodiscard]] std::string host_name() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0 || name[0] == '\0') return "?";
  return name.data();
}

[[nodiscard]] std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  std::array<char, 32> text{};
  if (localtime_r(&now, &parts) == nullptr || std::strftime(text.data(), text.size(), "%Y.%m.%d", &parts) == 0)
    return "????.??.??";
  return text.data();
}

/// Numbers engines that have the same name.
void make_names_unique(std::vector<MatchEngine>& engines) {
  std::set<std::string> taken;
  for (MatchEngine& engine : engines) {
    std::string name = engine.engine.name;
    for (int number = 2; !taken.insert(name).second; ++number)
      name = base::format("{} #{}", engine.engine.name, number);
    engine.engine.name = name;
  }
}

class MatchRun {
 public:
  MatchRun(MatchSettings settings, const MatchEvents& events, OpeningList openings)
      : settings_(std::move(settings)),
        events_(events),
        openings_(std::move(openings)),
        order_(settings_.random_openings ? OpeningOrder(openings_.openings.size(), settings_.seed)
                                         : OpeningOrder(openings_.openings.size())),
        schedule_(make_pairings(settings_.engines.size(), settings_.gauntlet), settings_.games, settings_.shard) {}

  /// Everything that can fail before the first game: engines that do not start, files that exist already.
  base::Expected<void> prepare(const std::atomic<bool>& stop) {
    for (std::size_t i = 0; i < openings_.warnings.size() && i < kToldOpenings; ++i) warn(openings_.warnings[i]);
    if (openings_.warning_count > kToldOpenings)
      warn(base::format("... and {} more openings left out or repaired", openings_.warning_count - kToldOpenings));
    for (MatchEngine& engine : settings_.engines) {
      auto client = UciClient::start(engine.engine, client_settings({}, stop));
      if (!client) return tl::unexpected(client.error());
      engine.engine.name = client->name();
      announced_.push_back(client->announced_name());
      client->quit();
    }
    make_names_unique(settings_.engines);
    description_ = to_json(settings_, openings_);
    for (std::size_t i = 0; i < announced_.size(); ++i)
      description_["engines"][i]["announced"] = base::to_utf8(announced_[i]);
    auto log = MatchLog::open(settings_, description_, schedule_, events_.on_warning);
    if (!log) return tl::unexpected(log.error());
    log_.emplace(*std::move(log));
    std::vector<std::string> names;
    for (const MatchEngine& engine : settings_.engines) names.push_back(engine.engine.name);
    results_ = MatchResults(names, schedule_.pairings(), schedule_.game_count(), settings_.sprt);
    for (const FinishedGame& game : log_->earlier_games()) {
      results_.add(game);
      played_.insert(game.game.number);
    }
    results_.games_from_journal = results_.games().size();
    told_.resize(names.size());
    return log_->write_summary(summary_to_json(results_, description_));
  }

  MatchResults run(const std::atomic<bool>& stop) {
    if (events_.on_start) events_.on_start(results_);
    clock_ = base::Stopwatch();
    if (results_.sprt_state() != SprtState::Undecided) slots_.halt();
    std::vector<EngineSettings> engines;
    for (const MatchEngine& engine : settings_.engines) engines.push_back(engine.engine);
    const GameSlotSettings slots{settings_.concurrency, settings_.pin, cores_per_game(engines, settings_.rules.ponder)};
    int polls = 0;
    slots_.run(
        slots, stop, [this](const std::vector<int>& cores) { work(cores); },
        [&] {
          const std::lock_guard lock(mutex_);
          results_.seconds = clock_.seconds();
          if (++polls % kPollsPerTick == 0 && events_.on_tick) events_.on_tick(results_);
        });
    results_.seconds = clock_.seconds();
    results_.end = end();
    if (auto written = log_->write_summary(summary_to_json(results_, description_)); !written && !slots_.failure()) {
      results_.error = written.error().message;
      results_.error_kind = written.error().kind;
      results_.end = MatchEnd::Failed;
    }
    return std::move(results_);
  }

 private:
  [[nodiscard]] UciClientSettings client_settings(const std::vector<int>& cores, const std::atomic<bool>& stop) const {
    UciClientSettings client;
    client.patience = settings_.start_patience;
    client.farewell = settings_.rules.grace;
    client.variant = settings_.variant;
    client.cores = cores;
    client.stop = &stop;
    return client;
  }

  void warn(const std::string& text) const {
    if (events_.on_warning) events_.on_warning(text);
  }

  [[nodiscard]] MatchEnd end() {
    if (const auto failure = slots_.failure()) {
      results_.error = failure->message;
      results_.error_kind = failure->kind;
      return MatchEnd::Failed;
    }
    if (results_.sprt_state() != SprtState::Undecided) return MatchEnd::Decided;
    if (results_.games().size() == schedule_.game_count()) return MatchEnd::Complete;
    return MatchEnd::Interrupted;
  }

  [[nodiscard]] std::optional<ScheduledGame> take_game() {
    const std::lock_guard lock(mutex_);
    while (!slots_.halted() && next_number_ <= schedule_.last_number()) {
      const std::uint64_t number = next_number_++;
      const auto game = schedule_.game(number);
      if (game && !played_.contains(number)) return game;
    }
    return std::nullopt;
  }

  // --- In the thread of a slot
  // ----------------------------------------------------------------------------------------

  void work(const std::vector<int>& cores) {
    SlotEngines engines(client_settings(cores, slots_.halted_flag()), kStartAttempts,
                        [this](const std::string& error) { tell(error + "; restarting it"); });
    while (const auto game = take_game())
      if (!play(*game, engines)) return;
  }

  [[nodiscard]] base::Expected<UciClient*> make_ready(std::size_t index, SlotEngines& engines) const {
    return engines.ready_for_game(
        index, settings_.engines[index].engine, [&](UciClient& engine, bool just_started) -> base::Expected<void> {
          // An engine that refuses still plays, without pondering.
          if (just_started && settings_.rules.ponder && engine.find_option("Ponder") != nullptr)
            static_cast<void>(engine.set_option("Ponder", "true"));
          return {};
        });
  }

  /// False if the slot should end.
  bool play(const ScheduledGame& game, SlotEngines& engines) {
    engines.keep_only(game.white, game.black);
    std::array<Player, chess::kColorCount> players;
    const std::array<std::size_t, chess::kColorCount> who{game.white, game.black};
    for (const Color color : {Color::White, Color::Black}) {
      const std::size_t index = who[chess::index(color)];
      const auto engine = make_ready(index, engines);
      if (!engine) {
        if (!slots_.halted()) slots_.fail(engine.error());
        return false;
      }
      players[chess::index(color)] = {*engine, settings_.engines[index].limits};
    }
    const std::size_t opening = order_.opening_of_pair(game.pair);
    const base::Stopwatch stopwatch;
    const auto on_fault = [&](Color color, EngineFault kind, const std::string& text) {
      report_fault(who[chess::index(color)], kind, game.number, text);
    };
    const auto played = play_game(players, openings_.openings[opening], settings_.rules, on_fault);
    if (!played) return false;
    for (const Color color : {Color::White, Color::Black})
      if (played->broken[chess::index(color)]) engines.discard(who[chess::index(color)]);
    FinishedGame result;
    result.game = game;
    result.opening = opening;
    result.verdict = played->verdict;
    result.plies = played->moves.size();
    result.seconds = stopwatch.seconds();
    result.faults = played->faults;
    return record(result, *played);
  }

  bool record(const FinishedGame& result, const PlayedGame& played) {
    const chess::PgnGame pgn = with_tags(result, played);
    const std::lock_guard lock(mutex_);
    // Once the SPRT has decided or a file has failed, games that end later do not count.
    if (slots_.failure() || results_.sprt_state() != SprtState::Undecided) return false;
    if (auto added = log_->add(result, pgn); !added) {
      slots_.fail(added.error());
      return false;
    }
    results_.add(result);
    results_.seconds = clock_.seconds();
    if (events_.on_game) events_.on_game(result, results_);
    if (results_.sprt_state() != SprtState::Undecided) slots_.halt();
    return true;
  }

  [[nodiscard]] chess::PgnGame with_tags(const FinishedGame& result, const PlayedGame& played) const {
    chess::PgnGame pgn = to_pgn_game(played, settings_.variant);
    const MatchEngine& white = settings_.engines[result.game.white];
    const MatchEngine& black = settings_.engines[result.game.black];
    pgn.set_tag("Event", settings_.event);
    pgn.set_tag("Site", host_name());
    pgn.set_tag("Date", today());
    pgn.set_tag("Round", std::to_string(result.game.number));
    pgn.set_tag("White", white.engine.name);
    pgn.set_tag("Black", black.engine.name);
    pgn.set_tag("PlyCount", std::to_string(result.plies));
    // The PGN tag is for both players; if they differ, each gets a tag of its own.
    const std::string control = to_string(white.limits);
    pgn.set_tag("TimeControl", control);
    if (to_string(black.limits) != control) {
      pgn.set_tag("TimeControl", "?");
      pgn.set_tag("WhiteTimeControl", control);
      pgn.set_tag("BlackTimeControl", to_string(black.limits));
    }
    pgn.set_tag("Termination", to_string(result.verdict.termination));
    if (pgn.node_count() > 1) {
      auto last = static_cast<chess::PgnNodeId>(pgn.node_count() - 1);
      std::vector<std::string>& comments = pgn.node(last).comments;
      comments.back() += ", " + result.verdict.reason;
    } else {
      pgn.node(chess::PgnNodeId::Root).comments.push_back(result.verdict.reason);
    }
    return pgn;
  }

  void report_fault(std::size_t engine, EngineFault kind, std::uint64_t game, const std::string& text) {
    const std::lock_guard lock(mutex_);
    std::uint64_t& told = told_[engine][static_cast<std::size_t>(kind)];
    if (++told > kFaultsReported) return;
    warn(base::format("game {}, {}: {}{}", game, settings_.engines[engine].engine.name, text,
                      told == kFaultsReported ? " (more of this kind are only counted)" : ""));
  }

  void tell(const std::string& text) {
    const std::lock_guard lock(mutex_);
    warn(text);
  }

  MatchSettings settings_;
  const MatchEvents& events_;
  OpeningList openings_;
  OpeningOrder order_;
  Schedule schedule_;
  std::vector<std::string> announced_;
  base::Json description_;
  std::optional<MatchLog> log_;
  std::set<std::uint64_t> played_;  // before this run
  base::Stopwatch clock_;
  GameSlots slots_;

  std::mutex mutex_;  // guards all below, which the slots share
  std::uint64_t next_number_ = 1;
  MatchResults results_;
  std::vector<FaultCounts> told_;
};

}  // namespace

base::Expected<MatchResults> run_match(const MatchSettings& settings, const std::atomic<bool>& stop,
                                       const MatchEvents& events) {
  if (auto checked = check_settings(settings); !checked) return tl::unexpected(checked.error());
  auto openings = settings.openings.empty()
                      ? base::Expected<OpeningList>(own_openings(settings.variant))
                      : read_openings(settings.openings, settings.variant, settings.opening_plies);
  if (!openings) return tl::unexpected(openings.error());
  MatchRun match(settings, events, *std::move(openings));
  if (auto prepared = match.prepare(stop); !prepared) return tl::unexpected(prepared.error());
  return match.run(stop);
}

}  // namespace zugwerk::arena
