#include "protocol/xboard_options.h"

#include <optional>

#include "base/text.h"
#include "protocol/xboard_text.h"

namespace zugwerk::protocol {

namespace {

constexpr int kMostTableDepth = 100;
constexpr int kMostResign = 10'000;
constexpr int kMostLevelSeed = 1'000'000'000;

}  // namespace

std::string XboardOptions::features() const {
  using engine::Engine;
  using engine::Opening;
  std::string text;
  const auto offer = [&](const std::string& option) { text += "feature option=\"" + option + "\"\n"; };
  const auto spin = [](std::int64_t value, std::int64_t least, std::int64_t most) {
    return " -spin " + std::to_string(value) + ' ' + std::to_string(least) + ' ' + std::to_string(most);
  };
  offer("Clear Hash -button");
  offer("MultiPV" + spin(1, 1, Engine::kMostLines));
  offer("Move Overhead" + spin(search::Settings::kDefaultOverhead.count(), 0, Engine::kMostOverhead));
  offer("Evaluation -combo *network /// classical");
  offer("EvalFile -file ");
  offer("OwnBook -check 0");
  offer("BookFile -file ");
  offer("Best Book Move -check 0");
  offer("Book Depth" + spin(Opening::kDefaultMoves, 1, Opening::kMostMoves));
  offer("SyzygyProbeDepth" + spin(table_depth_, 1, kMostTableDepth));
  offer("SyzygyProbeLimit" + spin(table_pieces_, 0, search::Settings::kMostTablePieces));
  offer("Syzygy50MoveRule -check 1");
  offer("UCI_LimitStrength -check 0");
  offer("UCI_Elo" + spin(elo_, engine::Level::kLeastElo, engine::Level::kMostElo));
  offer("Level Seed" + spin(0, 0, kMostLevelSeed));
  offer("Resign Below" + spin(resign_below_, 0, kMostResign));
  offer("Debug Log File -file ");
  return text;
}

void XboardOptions::refuse(const std::string& why, const std::string& what) {
  output_.say("Error (" + why + "): " + what);
}

void XboardOptions::obey(std::string_view command, std::string_view rest) {
  const std::string whole = std::string(command) + ' ' + std::string(rest);
  const auto number = [&](int least, int most) -> std::optional<int> {
    const auto value = base::parse_integer<int>(rest);
    if (value && *value >= least && *value <= most) return value;
    refuse("expected a number from " + std::to_string(least) + " to " + std::to_string(most), whole);
    return std::nullopt;
  };
  if (command == "memory") {
    if (const auto megabytes = number(1, int{search::TranspositionTable::kMostMegabytes}))
      if (const auto set = engine_.set_hash(static_cast<std::size_t>(*megabytes)); !set)
        refuse(set.error().message, whole);
  } else if (command == "cores") {
    if (const auto count = number(1, search::Threads::kMostThreads)) engine_.set_threads(*count);
  } else if (command == "egtpath") {
    std::string_view path = rest;
    if (base::take_word(path) != "syzygy") return refuse("only syzygy tables are known", whole);
    if (const auto loaded = engine_.load_tables(std::string(base::trim(path))); !loaded)
      return refuse(loaded.error().message + "; play goes on without tables", whole);
    if (engine_.tables() == nullptr) return;
    for (const std::string& fault : engine_.tables()->faults()) refuse(fault, whole);
    output_.say("# " + engine_.tables()->describe());
  } else {
    set_option(rest);
  }
}

void XboardOptions::set_option(std::string_view text) {
  const auto [name, value] = parse_xboard_option(text);
  const std::string whole = "option " + std::string(text);
  const auto number = [&, &given = value](int least, int most, int old) {
    const auto parsed = base::parse_integer<int>(given);
    if (parsed && *parsed >= least && *parsed <= most) return *parsed;
    refuse("expected a number from " + std::to_string(least) + " to " + std::to_string(most) + "; the old value stays",
           whole);
    return old;
  };
  const auto flag = [&, &given = value]() -> std::optional<bool> {
    if (given == "1" || given == "true") return true;
    if (given == "0" || given == "false") return false;
    refuse("expected 0 or 1; the old value stays", whole);
    return std::nullopt;
  };
  const auto set_level = [&] { engine_.set_level(limits_strength_ ? std::optional(elo_) : std::nullopt); };
  const auto set_tables = [&] { engine_.set_table_limits(table_pieces_, table_depth_, fifty_moves_); };

  const std::string key = base::lower_case(name);
  if (key == "clear hash") {
    engine_.clear_hash();
  } else if (key == "multipv") {
    if (const int count = number(1, engine::Engine::kMostLines, 0); count > 0) engine_.set_lines(count);
  } else if (key == "move overhead") {
    if (const int overhead = number(0, engine::Engine::kMostOverhead, -1); overhead >= 0)
      engine_.set_move_overhead(search::Milliseconds(overhead));
  } else if (key == "evaluation") {
    const std::string kind = base::lower_case(value);
    if (kind != "network" && kind != "classical")
      return refuse("expected network or classical; the old value stays", whole);
    engine_.use_network(kind == "network");
  } else if (key == "evalfile") {
    if (const auto loaded = engine_.load_network(value); !loaded)
      refuse(loaded.error().message + "; the old evaluation stays", whole);
  } else if (key == "ownbook") {
    if (const auto on = flag()) engine_.opening().set_enabled(*on);
  } else if (key == "bookfile") {
    if (const auto loaded = engine_.opening().load(value); !loaded)
      refuse(loaded.error().message + "; play goes on without a book", whole);
  } else if (key == "best book move") {
    if (const auto best = flag()) engine_.opening().set_choice(*best ? book::Choice::Best : book::Choice::ByWeight);
  } else if (key == "book depth") {
    if (const int moves = number(1, engine::Opening::kMostMoves, 0); moves > 0) engine_.opening().set_move_limit(moves);
  } else if (key == "syzygyprobedepth") {
    table_depth_ = number(1, kMostTableDepth, table_depth_);
    set_tables();
  } else if (key == "syzygyprobelimit") {
    table_pieces_ = number(0, search::Settings::kMostTablePieces, table_pieces_);
    set_tables();
  } else if (key == "syzygy50moverule") {
    fifty_moves_ = flag().value_or(fifty_moves_);
    set_tables();
  } else if (key == "uci_limitstrength") {
    limits_strength_ = flag().value_or(limits_strength_);
    set_level();
  } else if (key == "uci_elo") {
    elo_ = number(engine::Level::kLeastElo, engine::Level::kMostElo, elo_);
    set_level();
  } else if (key == "level seed") {
    if (const int seed = number(0, kMostLevelSeed, -1); seed >= 0)
      engine_.set_level_seed(seed == 0 ? std::nullopt : std::optional<std::uint64_t>(seed));
  } else if (key == "resign below") {
    resign_below_ = number(0, kMostResign, resign_below_);
  } else if (key == "debug log file") {
    if (!output_.log_to(value)) refuse("the file cannot be written", whole);
  } else {
    refuse("unknown option", whole);
  }
}

}  // namespace zugwerk::protocol
