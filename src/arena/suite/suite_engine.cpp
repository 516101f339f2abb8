#include "arena/suite/suite_engine.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "base/clock.h"
#include "base/text.h"
#include "chess/notation/coordinate.h"
#include "engine/engine.h"

namespace zugwerk::arena {

namespace {

class OwnSuiteEngine : public SuiteEngine {
 public:
  explicit OwnSuiteEngine(std::string name) : name_(std::move(name)), engine_(events()) {}

  [[nodiscard]] base::Expected<void> set_up(const SuiteEngineSettings& settings) {
    engine_.set_threads(settings.threads);
    return engine_.set_hash(settings.hash_megabytes);
  }

  [[nodiscard]] std::string name() const override { return name_; }

  [[nodiscard]] base::Expected<SuiteSearch> search(const chess::Position& position, const search::Limits& limits,
                                                   const std::atomic<bool>& stop) override {
    engine_.new_game();
    engine_.set_position(position);
    {
      const std::scoped_lock lock(mutex_);
      search_ = {};
      answered_ = false;
    }
    const base::Stopwatch stopwatch;
    engine_.go(limits);
    std::unique_lock lock(mutex_);
    constexpr search::Milliseconds kBetweenLooksAtStop{20};
    while (!answer_.wait_for(lock, kBetweenLooksAtStop, [this] { return answered_; }))
      if (stop) engine_.stop();
    search_.elapsed = search::Milliseconds(static_cast<std::int64_t>(stopwatch.seconds() * 1000));
    lock.unlock();
    engine_.wait();
    search_.nodes = engine_.nodes();
    return std::move(search_);
  }

 private:
  /// Called from the search's thread.
  [[nodiscard]] search::Events events() {
    search::Events events;
    events.on_line = [this](const search::LineReport& report) {
      if (report.line_number != 1) return;
      SuiteLine line;
      line.depth = report.depth;
      line.nodes = report.nodes;
      line.elapsed = report.elapsed;
      line.exact = report.bound == search::Bound::Exact;
      if (report.score.is_mate())
        line.mate_in = report.score.mate_in();
      else
        line.centipawns = report.score.value();
      line.moves = report.moves;
      const std::scoped_lock lock(mutex_);
      search_.lines.push_back(std::move(line));
    };
    events.on_best_move = [this](const search::BestMoveReport& report) {
      const std::scoped_lock lock(mutex_);
      search_.best = report.best;
      answered_ = true;
      answer_.notify_all();
    };
    return events;
  }

  std::string name_;
  std::mutex mutex_;  // guards the search and whether it was answered
  std::condition_variable answer_;
  SuiteSearch search_;
  bool answered_ = false;
  engine::Engine engine_;  // last: its search must end before what it reports to
};

/// Deep searches may take long; only a limit in time says when an engine is late.
constexpr Milliseconds kNoHurry = std::chrono::hours(24);
constexpr Milliseconds kLateness{10'000};

class UciSuiteEngine : public SuiteEngine {
 public:
  explicit UciSuiteEngine(UciClient client) : client_(std::move(client)) {}
  UciSuiteEngine(const UciSuiteEngine&) = delete;
  UciSuiteEngine& operator=(const UciSuiteEngine&) = delete;
  ~UciSuiteEngine() override { client_.quit(); }

  /// `own` are options that have been set already.
  [[nodiscard]] base::Expected<void> set_up(const SuiteEngineSettings& settings,
                                            const std::vector<std::pair<std::string, std::string>>& own) {
    const auto is_open = [&](std::string_view option) {
      return std::none_of(own.begin(), own.end(),
                          [&](const auto& named) { return base::lower_case(named.first) == base::lower_case(option); });
    };
    if (is_open("Hash") && client_.find_option("Hash") != nullptr)
      if (auto set = client_.set_option("Hash", std::to_string(settings.hash_megabytes)); !set) return set;
    if (is_open("Threads") && (client_.find_option("Threads") != nullptr || settings.threads > 1))
      if (auto set = client_.set_option("Threads", std::to_string(settings.threads)); !set) return set;
    return client_.wait_until_ready();
  }

  [[nodiscard]] std::string name() const override { return client_.name(); }

  [[nodiscard]] base::Expected<SuiteSearch> search(const chess::Position& position, const search::Limits& limits,
                                                   const std::atomic<bool>& /*stop*/) override {
    if (auto ready = client_.new_game(); !ready) return tl::unexpected(ready.error());
    client_.set_position(position, {});
    GoRequest request;
    request.move_time = limits.move_time;
    request.depth = limits.depth;
    request.nodes = limits.nodes;
    const SearchAnswer answer = client_.search(request, limits.move_time ? *limits.move_time + kLateness : kNoHurry);
    const std::string engine = "engine " + base::in_quotes(client_.name()) + ": ";
    switch (answer.end) {
      case WaitEnd::Answered:
        break;
      case WaitEnd::TimedOut:
        return base::failure(engine + "no answer in time");
      case WaitEnd::Ended:
        return base::failure(engine + "ended while it searched: " + client_.kill());
      case WaitEnd::Interrupted:
        return base::failure(engine + "interrupted");
    }
    SuiteSearch search;
    search.elapsed = std::chrono::duration_cast<Milliseconds>(answer.elapsed);
    for (const UciInfo& info : answer.infos) {
      if (info.line.value_or(1) != 1) continue;
      search.lines.push_back(to_line(position, info));
      search.nodes = std::max(search.nodes, search.lines.back().nodes);
    }
    if (answer.best_move.empty() || answer.best_move == "(none)" || answer.best_move == "0000") return search;
    const auto best = chess::parse_coordinate_move(position, answer.best_move);
    if (!best) return base::failure(engine + "bestmove: " + best.error().message);
    search.best = *best;
    return search;
  }

 private:
  [[nodiscard]] static SuiteLine to_line(const chess::Position& position, const UciInfo& info) {
    SuiteLine line;
    line.depth = info.depth.value_or(0);
    line.nodes = info.nodes.value_or(0);
    line.elapsed = info.arrived;
    line.exact = info.score && info.score->bound == UciScore::Bound::Exact;
    if (info.score && info.score->is_mate)
      line.mate_in = info.score->value;
    else if (info.score)
      line.centipawns = info.score->value;
    chess::Position after = position;
    for (const std::string& text : info.moves) {
      const auto move = chess::parse_coordinate_move(after, text);
      if (!move) {
        line.unreadable_move = text;
        break;
      }
      after.make(*move);
      line.moves.push_back(*move);
    }
    return line;
  }

  UciClient client_;
};

}  // namespace

SuiteEngineMaker own_suite_engine(std::string name, const SuiteEngineSettings& settings) {
  return [name = std::move(name), settings]() -> base::Expected<std::unique_ptr<SuiteEngine>> {
    auto engine = std::make_unique<OwnSuiteEngine>(name);
    if (auto set = engine->set_up(settings); !set) return tl::unexpected(set.error());
    return engine;
  };
}

SuiteEngineMaker uci_suite_engine(EngineSettings engine, const SuiteEngineSettings& settings, chess::Variant variant,
                                  const std::atomic<bool>& stop) {
  UciClientSettings client_settings;
  client_settings.variant = variant;
  client_settings.stop = &stop;
  return [engine = std::move(engine), settings, client_settings]() -> base::Expected<std::unique_ptr<SuiteEngine>> {
    auto client = UciClient::start(engine, client_settings);
    if (!client) return tl::unexpected(client.error());
    auto made = std::make_unique<UciSuiteEngine>(*std::move(client));
    if (auto set = made->set_up(settings, engine.options); !set) return tl::unexpected(set.error());
    return made;
  };
}

chess::Variant variant_of(const Suite& suite) {
  const bool standard = std::all_of(suite.positions.begin(), suite.positions.end(), [](const SuitePosition& position) {
    return chess::has_standard_castling(position.position);
  });
  return standard ? chess::Variant::Standard : chess::Variant::Chess960;
}

}  // namespace zugwerk::arena
