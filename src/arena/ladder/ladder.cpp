#include "arena/ladder/ladder.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>

#include "base/files/line_journal.h"
#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/machine.h"
#include "base/process/command_words.h"
#include "base/text.h"

namespace zugwerk::arena {

namespace {

/// Many systems keep games out of PATH.
constexpr std::string_view kGamesFolder = "/usr/games";

[[nodiscard]] EngineSettings limited_stockfish(int elo) {
  return {base::format("stockfish-{}", elo),
          "stockfish",
          "",
          {{"Threads", "1"}, {"UCI_LimitStrength", "true"}, {"UCI_Elo", std::to_string(elo)}}};
}

}  // namespace

// --- The field -------------------------------------------------------------------------------------------------------

const std::vector<EngineSettings>& ladder_engines() {
  // Books would play the opening again, pondering would use the opponent's processor, and a tenth of a second kept back
  // for every move would weaken an engine in fast games only.
  static const std::vector<EngineSettings> engines{
      limited_stockfish(2000),
      limited_stockfish(2400),
      limited_stockfish(2800),
      {"stockfish", "stockfish", "", {{"Threads", "1"}}},
      {"ethereal-chess", "ethereal-chess", "", {{"Threads", "1"}, {"MoveOverhead", "10"}}},
      {"toga2", "toga2", "", {{"OwnBook", "false"}}},
      {"glaurung", "glaurung", "", {{"OwnBook", "false"}, {"Threads", "1"}, {"Ponder", "false"}}},
      {"gnuchess", "gnuchess --uci", "", {{"OwnBook", "false"}}},
  };
  return engines;
}

std::optional<std::string> find_program(std::string_view name, std::string_view search_path) {
  const std::string folders = base::format("{}:{}", search_path, kGamesFolder);
  for (std::string_view rest = folders; !rest.empty();) {
    const std::size_t colon = rest.find(':');
    const std::string_view folder = rest.substr(0, colon);
    rest.remove_prefix(colon == std::string_view::npos ? rest.size() : colon + 1);
    if (folder.empty()) continue;
    if (const auto path = std::filesystem::path(folder) / name; base::is_program(path.string())) return path.string();
  }
  return std::nullopt;
}

base::Expected<LadderField> find_opponents(const std::vector<std::string>& only, std::string_view search_path) {
  const auto& engines = ladder_engines();
  for (const std::string& name : only) {
    if (std::any_of(engines.begin(), engines.end(), [&](const EngineSettings& e) { return e.name == name; })) continue;
    std::string known;
    for (const EngineSettings& engine : engines) known += (known.empty() ? "" : ", ") + engine.name;
    return base::failure(base::format("the ladder has no engine {}; it has {}", base::in_quotes(name), known));
  }
  LadderField field;
  for (const EngineSettings& engine : engines) {
    if (!only.empty() && std::find(only.begin(), only.end(), engine.name) == only.end()) continue;
    std::string_view rest = engine.command;
    const std::string_view program = base::take_word(rest);
    const auto path = find_program(program, search_path);
    if (!path) {
      field.missing.push_back(engine.name);
      continue;
    }
    field.opponents.push_back(engine);
    field.opponents.back().command =
        base::command_word(*path) + (rest.empty() ? "" : " ") + std::string(base::trim(rest));
  }
  return field;
}

base::Expected<LadderAnchor> parse_anchor(std::string_view text) {
  const std::size_t equals = text.rfind('=');
  if (equals != std::string_view::npos && equals > 0) {
    const std::string number(text.substr(equals + 1));
    char* end = nullptr;
    const double elo = std::strtod(number.c_str(), &end);
    if (!number.empty() && *end == '\0' && std::isfinite(elo)) return LadderAnchor(text.substr(0, equals), elo);
  }
  return base::failure(base::format("anchor {}: expected NAME=ELO", base::in_quotes(text)));
}

// --- Rating ----------------------------------------------------------------------------------------------------------

LadderEntry rate_ladder(const MatchResults& results, const std::vector<LadderAnchor>& anchors) {
  std::vector<RatedPlayer> players;
  for (const std::string& name : results.names()) {
    const auto anchor =
        std::find_if(anchors.begin(), anchors.end(), [&](const LadderAnchor& given) { return given.first == name; });
    players.push_back({name, anchor == anchors.end() ? std::nullopt : std::optional(anchor->second)});
  }
  std::vector<Encounter> encounters;
  for (std::size_t i = 0; i < results.pairings().size(); ++i) {
    const Pairing pairing = results.pairings()[i];
    const Tally& tally = results.tally_of_pairing(i);
    if (tally.game_count() > 0) encounters.push_back({pairing.first, pairing.second, tally.games});
  }
  // An anchor without games fixes nothing.
  for (std::size_t i = 0; i < players.size(); ++i)
    if (results.tally_of_engine(i).game_count() == 0) players[i].anchor.reset();
  const bool anchored =
      std::any_of(players.begin(), players.end(), [](const RatedPlayer& player) { return player.anchor.has_value(); });
  if (!anchored && !encounters.empty()) players[encounters.front().second].anchor = 0;

  const RatingTable table = rate(players, encounters);
  const auto player = [&](std::size_t index, const Tally& tally) {
    return LadderPlayer{players[index].name, tally, table.ratings[index], players[index].anchor.has_value()};
  };
  LadderEntry entry;
  entry.engine = player(0, results.tally_of_engine(0));
  entry.name = entry.engine.name;
  for (std::size_t i = 0; i < results.pairings().size(); ++i)
    entry.opponents.push_back(player(results.pairings()[i].second, results.tally_of_pairing(i)));
  return entry;
}

// --- Text ------------------------------------------------------------------------------------------------------------

namespace {

/// All players, the strongest first.
[[nodiscard]] std::vector<const LadderPlayer*> by_rating(const LadderEntry& entry) {
  std::vector<const LadderPlayer*> players{&entry.engine};
  for (const LadderPlayer& opponent : entry.opponents) players.push_back(&opponent);
  std::stable_sort(players.begin(), players.end(),
                   [](const LadderPlayer* a, const LadderPlayer* b) { return a->rating.elo > b->rating.elo; });
  return players;
}

[[nodiscard]] std::string signed_text(double value) {
  if (std::isinf(value)) return value > 0 ? "+inf" : "-inf";
  const std::string text = base::format("{:+.0f}", value);
  return text == "-0" ? "+0" : text;
}

[[nodiscard]] std::string error_text(const LadderPlayer& player) {
  if (player.anchor) return "anchor";
  if (std::isinf(player.rating.error)) return "unknown";
  return base::format("{:.0f}", player.rating.error);
}

[[nodiscard]] std::size_t widest_name(const LadderEntry& entry) {
  std::size_t widest = base::text_width(entry.engine.name);
  for (const LadderPlayer& opponent : entry.opponents) widest = std::max(widest, base::text_width(opponent.name));
  return widest;
}

constexpr int kRankWidth = 3;
constexpr int kNumberWidth = 9;

/// Rank and name, with which every row begins.
[[nodiscard]] std::string first_cells(std::string_view rank, std::string_view name, std::size_t name_width) {
  return base::format("{:>{}}  {}", rank, kRankWidth, base::padded(name, name_width));
}

}  // namespace

std::string rating_text(const LadderEntry& entry) {
  const std::size_t name_width = widest_name(entry);
  std::string text = first_cells("#", "name", name_width);
  for (const std::string_view heading : {"elo", "+/-", "games", "points", "score"})
    base::append_format(text, "{:>{}}", heading, kNumberWidth);
  text += '\n';
  int rank = 0;
  for (const LadderPlayer* const player : by_rating(entry)) {
    const Rating& rating = player->rating;
    const double share = rating.games == 0 ? 0 : 100 * rating.points / static_cast<double>(rating.games);
    text += first_cells(std::to_string(++rank), player->name, name_width);
    base::append_format(text, "{:>{}}{:>{}}{:>{}}{:>{}.1f}{:>{}.1f} %\n", signed_text(rating.elo), kNumberWidth,
                        error_text(*player), kNumberWidth, rating.games, kNumberWidth, rating.points, kNumberWidth,
                        share, kNumberWidth - 2);
  }
  return text;
}

std::string crosstable_text(const LadderEntry& entry) {
  const std::vector<const LadderPlayer*> players = by_rating(entry);
  // "12.5/100": the points and games of the row's player.
  const auto cell = [&](const LadderPlayer& row, const LadderPlayer& column) -> std::string {
    const bool ours = &row == &entry.engine;
    if (ours == (&column == &entry.engine)) return ours ? "*" : ".";
    const Tally& tally = ours ? column.tally : row.tally;
    if (tally.game_count() == 0) return ".";
    const double points = ours ? tally.points() : static_cast<double>(tally.game_count()) - tally.points();
    return base::format("{:.1f}/{}", points, tally.game_count());
  };
  std::size_t width = 3;
  for (const LadderPlayer* const row : players)
    for (const LadderPlayer* const column : players) width = std::max(width, cell(*row, *column).size());

  const std::size_t name_width = widest_name(entry);
  const std::size_t cell_width = width + 2;
  std::string text = first_cells("#", "name", name_width);
  for (std::size_t i = 0; i < players.size(); ++i) base::append_format(text, "{:>{}}", i + 1, cell_width);
  text += '\n';
  for (std::size_t i = 0; i < players.size(); ++i) {
    text += first_cells(std::to_string(i + 1), players[i]->name, name_width);
    for (const LadderPlayer* const column : players) {
      // Opponents do not play each other, and the diagonal is empty.
      base::append_format(text, "{:>{}}", players[i] == column ? "*" : cell(*players[i], *column), cell_width);
    }
    text += '\n';
  }
  return text;
}

// --- The log ---------------------------------------------------------------------------------------------------------

namespace {

/// JSON has no infinity: null stands for an unbounded value.
[[nodiscard]] base::Json number_or_null(double value) { return std::isfinite(value) ? base::Json(value) : nullptr; }

[[nodiscard]] double number_from(const base::Json& json) {
  return json.is_null() ? std::numeric_limits<double>::infinity() : json.get<double>();
}

[[nodiscard]] base::Json player_json(const LadderPlayer& player) {
  return {{"name", player.name},
          {"wins", player.tally.games.wins},
          {"draws", player.tally.games.draws},
          {"losses", player.tally.games.losses},
          {"pairs", player.tally.pairs.pairs},
          {"elo", number_or_null(player.rating.elo)},
          {"error", number_or_null(player.rating.error)},
          {"anchor", player.anchor}};
}

[[nodiscard]] LadderPlayer player_from(const base::Json& json, bool opponent) {
  LadderPlayer player;
  player.name = json.at("name").get<std::string>();
  player.tally.games = {json.at("wins").get<std::uint64_t>(), json.at("draws").get<std::uint64_t>(),
                        json.at("losses").get<std::uint64_t>()};
  player.tally.pairs.pairs = json.at("pairs").get<std::array<std::uint64_t, 5>>();
  player.anchor = json.at("anchor").get<bool>();
  player.rating.elo = number_from(json.at("elo"));
  player.rating.error = number_from(json.at("error"));
  player.rating.games = player.tally.game_count();
  // Counts are those of our engine.
  player.rating.points =
      opponent ? static_cast<double>(player.rating.games) - player.tally.points() : player.tally.points();
  return player;
}

}  // namespace

std::string to_log_line(const LadderEntry& entry) {
  base::Json json{{"name", entry.name},
                  {"version", entry.version},
                  {"date", entry.date},
                  {"tc", entry.tc},
                  {"hash", entry.hash_megabytes},
                  {"engine", player_json(entry.engine)},
                  {"opponents", base::Json::array()}};
  for (const LadderPlayer& opponent : entry.opponents) json["opponents"].push_back(player_json(opponent));
  return base::to_checked_line(json);
}

base::Expected<LadderEntry> ladder_entry_from_json(const base::Json& json) {
  try {
    LadderEntry entry;
    entry.name = json.at("name").get<std::string>();
    entry.version = json.at("version").get<std::string>();
    entry.date = json.at("date").get<std::string>();
    entry.tc = json.at("tc").get<std::string>();
    entry.hash_megabytes = json.at("hash").get<std::size_t>();
    entry.engine = player_from(json.at("engine"), false);
    for (const base::Json& opponent : json.at("opponents")) entry.opponents.push_back(player_from(opponent, true));
    return entry;
  } catch (const base::Json::exception& error) {
    return base::failure(std::string("not the entry of a ladder: ") + error.what());
  }
}

base::Expected<LadderLog> read_ladder_log(const std::string& path) {
  const auto text = base::read_whole_file(path);
  if (!text) return tl::unexpected(text.error());
  LadderLog log;
  std::size_t number = 0;
  for (std::string_view rest = *text; !rest.empty();) {
    ++number;
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    const bool whole = end != std::string_view::npos;
    rest.remove_prefix(whole ? end + 1 : rest.size());
    const std::string place = base::format("{}:{}: ", path, number);
    if (!base::trim(line).empty()) {
      // Logs of earlier versions have no checksums.
      const auto json = base::parse_checked_line(base::trim(line), true);
      if (!json && !whole) {
        log.torn = place + "the line was cut off in the middle; it is left out";
        break;
      }
      if (!json) return base::failure(place + json.error().message);
      auto entry = ladder_entry_from_json(*json);
      if (!entry) return base::failure(place + entry.error().message);
      log.entries.push_back(*std::move(entry));
    }
    log.size = text->size() - rest.size();
    log.ends_with_newline = whole;
  }
  return log;
}

// --- Plots -----------------------------------------------------------------------------------------------------------

base::Plot plot_of(const LadderEntry& entry) {
  base::Plot plot;
  plot.title = entry.name + " on the ladder, " + entry.tc;
  plot.y_label = "Elo";
  base::PlotSeries ours{entry.name, {}, false, true};
  base::PlotSeries others{"", {}, false, true};
  for (const LadderPlayer* const player : by_rating(entry)) {
    const auto x = static_cast<double>(plot.x_names.size());
    plot.x_names.push_back(player->name);
    base::PlotSeries& series = player == &entry.engine ? ours : others;
    series.points.push_back({x, player->rating.elo, player->rating.error, signed_text(player->rating.elo)});
  }
  plot.series = {std::move(ours), std::move(others)};
  return plot;
}

base::Plot progress_plot(const std::vector<LadderEntry>& entries) {
  base::Plot plot;
  plot.title = "Progress on the ladder";
  plot.x_label = "version";
  plot.y_label = "Elo";
  for (const LadderEntry& entry : entries) {
    const auto x = static_cast<double>(plot.x_names.size());
    plot.x_names.push_back(entry.version);
    auto series = std::find_if(plot.series.begin(), plot.series.end(),
                               [&](const base::PlotSeries& known) { return known.name == entry.tc; });
    if (series == plot.series.end()) series = plot.series.insert(series, {entry.tc, {}, true, true});
    series->points.push_back({x, entry.engine.rating.elo, entry.engine.rating.error, ""});
  }
  return plot;
}

}  // namespace zugwerk::arena
