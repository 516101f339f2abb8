#include "arena/match/match.h"

#include <array>
#include <ctime>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "arena/match/match_log.h"
#include "arena/match/match_report.h"
#include "arena/slots/game_place.h"
#include "arena/slots/game_slots.h"
#include "arena/slots/hand_out.h"
#include "base/clock.h"
#include "base/format.h"
#include "base/machine.h"
#include "base/text.h"

namespace zugwerk::arena {

namespace {

using chess::Color;

/// How often a fault of one kind by one engine is reported before it is only counted.
constexpr std::uint64_t kFaultsReported = 3;
constexpr std::size_t kToldOpenings = 5;
constexpr int kStartAttempts = 3;
constexpr int kPollsPerTick = 10;

[[nodiscard]] std::string today() {
  const std::tm parts = base::local_time(std::time(nullptr));
  std::array<char, 32> text{};
  if (std::strftime(text.data(), text.size(), "%Y.%m.%d", &parts) == 0) return "????.??.??";
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
  MatchRun(MatchSettings settings, const MatchEvents& events, OpeningList openings, OtherPlaces* others)
      : settings_(std::move(settings)),
        events_(events),
        others_(others),
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
      auto client = UciClient::start(engine.engine, client_settings(place_settings(settings_), {}, stop));
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
    const PlaceSettings for_places = place_settings(settings_);
    std::vector<std::unique_ptr<GamePlace>> places;
    if (others_ != nullptr && !slots_.halted())
      places = others_->open(slots_.halted_flag(), [this](const std::string& note) { tell(note); });
    std::vector<std::function<void()>> elsewhere;
    elsewhere.reserve(places.size());
    for (const auto& place : places) elsewhere.emplace_back([this, &place] { work(*place); });
    int polls = 0;
    slots_.run(
        slots, stop,
        [&](const std::vector<int>& cores) {
          LocalPlace place(for_places, cores, slots_.halted_flag());
          work(place);
        },
        [&] {
          const std::lock_guard lock(mutex_);
          results_.seconds = clock_.seconds();
          if (++polls % kPollsPerTick == 0 && events_.on_tick) events_.on_tick(results_);
        },
        elsewhere);
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

  /// The games of a piece of work: one; or a pair, if machines that may not be equally fast share the match.
  [[nodiscard]] std::uint64_t games_in_piece() const { return others_ == nullptr ? 1 : 2; }

  /// The next piece with a game that has not been played.
  [[nodiscard]] std::optional<std::uint64_t> next_piece() {
    const std::lock_guard lock(mutex_);
    while (next_piece_ * games_in_piece() < schedule_.last_number()) {
      const std::uint64_t piece = next_piece_++;
      if (!games_of(piece).empty()) return piece;
    }
    return std::nullopt;
  }

  /// The games of a piece that have not been played. With the mutex held.
  [[nodiscard]] std::vector<ScheduledGame> games_of(std::uint64_t piece) const {
    std::vector<ScheduledGame> games;
    for (std::uint64_t i = 1; i <= games_in_piece(); ++i) {
      const auto game = schedule_.game(piece * games_in_piece() + i);
      if (game && !played_.contains(game->number)) games.push_back(*game);
    }
    return games;
  }

  // --- In the thread of a slot
  // ----------------------------------------------------------------------------------------

  void work(GamePlace& place) {
    while (const auto piece = pieces_.take()) {
      std::unique_lock lock(mutex_);
      const std::vector<ScheduledGame> games = games_of(*piece);
      lock.unlock();
      for (const ScheduledGame& game : games) {
        const PlaceEnd end = play(game, place);
        if (end == PlaceEnd::PlaceLost) pieces_.give_back(*piece);
        if (end != PlaceEnd::Played) return;
      }
      pieces_.finish();
    }
  }

  /// Played: it is recorded, and the slot may go on.
  [[nodiscard]] PlaceEnd play(const ScheduledGame& game, GamePlace& place) {
    const std::array<std::size_t, chess::kColorCount> who{game.white, game.black};
    const std::size_t opening = order_.opening_of_pair(game.pair);
    GameTask task{.engines = who, .values = {}, .opening = openings_.openings[opening], .announced = {}};
    if (others_ != nullptr)
      for (const Color color : {Color::White, Color::Black})
        task.announced[chess::index(color)] = announced_[who[chess::index(color)]];
    PlaceEvents events;
    events.on_fault = [&](Color color, EngineFault kind, const std::string& text) {
      report_fault(who[chess::index(color)], kind, game.number, text);
    };
    events.on_restart = [this](const std::string& error) { tell(error + "; restarting it"); };
    const PlaceAnswer answer = place.play(task, events);
    if (answer.end == PlaceEnd::EngineFailed && !slots_.halted()) slots_.fail(answer.error);
    if (answer.end != PlaceEnd::Played) return answer.end;
    FinishedGame result;
    result.game = game;
    result.opening = opening;
    result.verdict = answer.game.verdict;
    result.plies = answer.game.moves.size();
    result.seconds = answer.seconds;
    result.faults = answer.game.faults;
    return record(result, answer.game) ? PlaceEnd::Played : PlaceEnd::Interrupted;
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
    played_.insert(result.game.number);
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
    pgn.set_tag("Site", base::host_name());
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
  OtherPlaces* const others_;
  OpeningList openings_;
  OpeningOrder order_;
  Schedule schedule_;
  std::vector<std::string> announced_;
  base::Json description_;
  std::optional<MatchLog> log_;
  base::Stopwatch clock_;
  GameSlots slots_;
  HandOut pieces_{[this] { return next_piece(); }, slots_.halted_flag()};

  std::mutex mutex_;  // guards all below, which the slots share
  std::uint64_t next_piece_ = 0;
  std::set<std::uint64_t> played_;  // the numbers of the games
  MatchResults results_;
  std::vector<FaultCounts> told_;
};

}  // namespace

PlaceSettings place_settings(const MatchSettings& settings) {
  return {.engines = settings.engines,
          .rules = settings.rules,
          .variant = settings.variant,
          .start_patience = settings.start_patience,
          .start_attempts = kStartAttempts};
}

base::Expected<MatchResults> run_match(const MatchSettings& settings, const std::atomic<bool>& stop,
                                       const MatchEvents& events, OtherPlaces* others) {
  if (auto checked = check_settings(settings); !checked) return tl::unexpected(checked.error());
  auto openings = settings.openings.empty()
                      ? base::Expected<OpeningList>(own_openings(settings.variant))
                      : read_openings(settings.openings, settings.variant, settings.opening_plies);
  if (!openings) return tl::unexpected(openings.error());
  MatchRun match(settings, events, *std::move(openings), others);
  if (auto prepared = match.prepare(stop); !prepared) return tl::unexpected(prepared.error());
  return match.run(stop);
}

}  // namespace zugwerk::arena
