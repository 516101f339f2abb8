#include "arena/match/match_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <utility>

#include "arena/match/match_log.h"
#include "base/format.h"
#include "base/text.h"

namespace zugwerk::arena {

namespace {

constexpr double kPercent = 100.0;
constexpr double kSecondsPerHour = 3600.0;

[[nodiscard]] std::string number(double value, int decimals, bool sign = false) {
  if (std::isinf(value)) return value < 0 ? "-inf" : (sign ? "+inf" : "inf");
  // No minus sign on a value that rounds to zero.
  const double scale = std::pow(10.0, decimals);
  const double rounded = std::round(value * scale) == 0 ? 0.0 : value;
  return sign ? base::format("{:+.{}f}", rounded, decimals) : base::format("{:.{}f}", rounded, decimals);
}

[[nodiscard]] std::string percent(double share) { return number(kPercent * share, 1) + " %"; }

/// Without trailing zeros: "10.5", "10".
[[nodiscard]] std::string points_text(double points) { return number(points, points == std::floor(points) ? 0 : 1); }

/// "12.5 - 7.5"
[[nodiscard]] std::string score_text(const Tally& tally) {
  return base::format("{} - {}", points_text(tally.points()),
                      points_text(static_cast<double>(tally.game_count()) - tally.points()));
}

[[nodiscard]] double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

[[nodiscard]] std::string pairs_text(const Pentanomial& pairs) {
  std::string text;
  for (const std::uint64_t count : pairs.pairs) text += (text.empty() ? "" : " ") + std::to_string(count);
  return text;
}

/// Prefer complete pairs; until there is one, single games must do.
[[nodiscard]] Estimate elo_of(const Tally& tally) {
  return tally.pair_count() > 0 ? elo_estimate(tally.pairs) : elo_estimate(tally.games);
}
[[nodiscard]] Estimate normalized_elo_of(const Tally& tally) {
  return tally.pair_count() > 0 ? normalized_elo_estimate(tally.pairs) : normalized_elo_estimate(tally.games);
}
[[nodiscard]] double superiority_of(const Tally& tally) {
  return tally.pair_count() > 0 ? likelihood_of_superiority(tally.pairs) : likelihood_of_superiority(tally.games);
}

[[nodiscard]] std::string sprt_text(const MatchResults& results) {
  const SprtBounds bounds = sprt_bounds(*results.sprt());
  std::string text =
      base::format("{} ({}, {}) [{}, {}]", number(results.llr(), 2, true), number(bounds.lower, 2),
                   number(bounds.upper, 2), number(results.sprt()->elo0, 1), number(results.sprt()->elo1, 1));
  if (results.sprt()->model == SprtSettings::Model::Normalized) text += " normalized";
  switch (results.sprt_state()) {
    case SprtState::Undecided:
      break;
    case SprtState::AcceptsElo0:
      text += ": rejected, no gain";
      break;
    case SprtState::AcceptsElo1:
      text += ": accepted, a gain";
      break;
  }
  return text;
}

/// Columns are wide enough for all rows; the first is left-aligned.
[[nodiscard]] std::vector<std::string> aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], base::text_width(row[i]));
  }
  std::vector<std::string> lines;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string space(widths[i] - base::text_width(row[i]), ' ');
      if (i == 0)
        line += row[i] + space;
      else
        line += "  " + space + row[i];
    }
    while (line.ends_with(' ')) line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

[[nodiscard]] std::vector<std::string> lines_for_two(const MatchResults& results) {
  std::vector<std::string> lines;
  for (const auto& [name, value] : report_numbers(results)) {
    constexpr std::size_t kNameWidth = 18;
    std::string line = "  " + name;
    line.resize(std::max(line.size() + 1, kNameWidth), ' ');
    lines.push_back(line + value);
  }
  return lines;
}

[[nodiscard]] std::vector<std::string> lines_for_many(const MatchResults& results) {
  std::vector<std::size_t> order(results.names().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<Tally> tallies;
  tallies.reserve(order.size());
  for (const std::size_t engine : order) tallies.push_back(results.tally_of_engine(engine));
  const auto score = [&](std::size_t engine) {
    const auto games = static_cast<double>(tallies[engine].game_count());
    return games > 0 ? tallies[engine].points() / games : 0.0;
  };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return score(a) > score(b); });
  std::vector<std::vector<std::string>> rows{
      {"  engine", "games", "points", "score", "Elo", "normalized", "LOS", "won", "drawn", "lost", "draws"}};
  const auto add = [&](const std::string& name, const Tally& tally) {
    const std::uint64_t games = tally.game_count();
    rows.push_back({"  " + name, std::to_string(games), points_text(tally.points()),
                    percent(games == 0 ? 0 : tally.points() / static_cast<double>(games)), to_string(elo_of(tally)),
                    number(normalized_elo_of(tally).value, 1, true), percent(superiority_of(tally)),
                    std::to_string(tally.games.wins), std::to_string(tally.games.draws),
                    std::to_string(tally.games.losses), percent(share(tally.games.draws, games))});
  };
  for (const std::size_t engine : order) add(results.names()[engine], tallies[engine]);
  std::vector<std::string> lines = aligned(rows);
  std::vector<std::vector<std::string>> pairing_rows{{"  pairing", "games", "points", "Elo", "pairs"}};
  for (std::size_t i = 0; i < results.pairings().size(); ++i) {
    const Pairing& pairing = results.pairings()[i];
    const Tally& tally = results.tally_of_pairing(i);
    pairing_rows.push_back({base::format("  {} - {}", results.names()[pairing.first], results.names()[pairing.second]),
                            std::to_string(tally.game_count()), score_text(tally), to_string(elo_of(tally)),
                            pairs_text(tally.pairs)});
  }
  lines.emplace_back();
  for (std::string& line : aligned(pairing_rows)) lines.push_back(std::move(line));
  return lines;
}

[[nodiscard]] base::Json estimate_to_json(const Estimate& estimate) {
  // Infinite values become null.
  return {{"value", estimate.value}, {"error", estimate.error}};
}

[[nodiscard]] base::Json tally_to_json(const Tally& tally) {
  base::Json json;
  json["games"] = tally.game_count();
  json["points"] = tally.points();
  json["wins"] = tally.games.wins;
  json["draws"] = tally.games.draws;
  json["losses"] = tally.games.losses;
  json["pentanomial"] = tally.pairs.pairs;
  json["elo"] = estimate_to_json(elo_of(tally));
  json["normalized_elo"] = estimate_to_json(normalized_elo_of(tally));
  json["los"] = superiority_of(tally);
  json["draw_ratio"] = share(tally.games.draws, tally.game_count());
  return json;
}

[[nodiscard]] std::string_view end_name(MatchEnd end) {
  constexpr std::array<std::string_view, 5> kNames{"running", "complete", "decided", "interrupted", "failed"};
  return kNames[static_cast<std::size_t>(end)];
}

}  // namespace

std::string to_string(const Estimate& estimate) {
  return base::format("{} ± {}", number(estimate.value, 1, true), number(estimate.error, 1));
}

std::string game_line(const FinishedGame& game, const MatchResults& results) {
  return base::format("game {}: {} - {} {} ({})", game.game.number, results.names()[game.game.white],
                      results.names()[game.game.black], chess::to_string(game.verdict.result), game.verdict.reason);
}

std::vector<std::pair<std::string, std::string>> report_numbers(const MatchResults& results) {
  const Tally& tally = results.tally_of_pairing(0);
  const std::uint64_t games = tally.game_count();
  std::vector<std::pair<std::string, std::string>> rows;
  const auto row = [&](std::string_view name, std::string value) { rows.emplace_back(name, std::move(value)); };
  row("score", base::format("{} ({})", score_text(tally),
                            percent(games == 0 ? 0 : tally.points() / static_cast<double>(games))));
  row("games", base::format("{} won, {} drawn, {} lost", tally.games.wins, tally.games.draws, tally.games.losses));
  row("draws", percent(share(tally.games.draws, games)));
  row("pairs", pairs_text(tally.pairs) + " (with 0, 1/2, 1, 3/2, 2 points)");
  row("Elo", to_string(elo_of(tally)));
  row("normalized Elo", to_string(normalized_elo_of(tally)));
  row("LOS", percent(superiority_of(tally)));
  if (results.sprt()) row("LLR", sprt_text(results));
  return rows;
}

std::string result_line(const MatchResults& results) {
  if (results.names().size() != 2) return progress_line(results);
  const Tally& tally = results.tally_of_pairing(0);
  std::string text = base::format("{} of {} games: {}, Elo {}", results.games().size(), results.planned_games(),
                                  score_text(tally), to_string(elo_of(tally)));
  if (results.sprt()) text += ", LLR " + sprt_text(results);
  return text;
}

std::string progress_line(const MatchResults& results) {
  std::string text = base::format("{} of {} games", results.games().size(), results.planned_games());
  if (results.names().size() == 2) {
    const Tally& tally = results.tally_of_pairing(0);
    base::append_format(text, ": {}, Elo {}, LOS {}, pairs {}", score_text(tally), to_string(elo_of(tally)),
                        percent(superiority_of(tally)), pairs_text(tally.pairs));
    if (results.sprt()) text += ", LLR " + number(results.llr(), 2, true);
    return text;
  }
  text += ':';
  for (std::size_t engine = 0; engine < results.names().size(); ++engine) {
    const Tally tally = results.tally_of_engine(engine);
    base::append_format(text, "{}{} {} of {}", engine == 0 ? " " : ", ", results.names()[engine],
                        points_text(tally.points()), tally.game_count());
  }
  return text;
}

std::vector<std::string> report_lines(const MatchResults& results) {
  std::string title = results.names().size() == 2
                          ? base::format("{} against {}", results.names()[0], results.names()[1])
                          : base::format("{} engines", results.names().size());
  base::append_format(title, ", {} of {} games", results.games().size(), results.planned_games());
  std::vector<std::string> lines{title};
  for (std::string& line : results.names().size() == 2 ? lines_for_two(results) : lines_for_many(results))
    lines.push_back(std::move(line));
  if (results.end != MatchEnd::Running) return lines;
  const auto played = static_cast<double>(results.games().size() - results.games_from_journal);
  const double per_second = results.seconds > 0 ? played / results.seconds : 0;
  std::string speed = base::format("  {} games/hour, {} played", number(per_second * kSecondsPerHour, 0),
                                   base::duration_text(results.seconds));
  if (per_second > 0) {
    const auto left = static_cast<double>(results.planned_games() - results.games().size());
    base::append_format(speed, ", {} {} left", results.sprt() ? "at most" : "about",
                        base::duration_text(left / per_second));
  }
  lines.push_back(speed);
  return lines;
}

std::vector<std::string> fault_lines(const MatchResults& results) {
  std::vector<std::string> lines;
  for (std::size_t engine = 0; engine < results.names().size(); ++engine) {
    std::string text;
    const FaultCounts& counts = results.faults_of_engine(engine);
    for (std::size_t kind = 0; kind < counts.size(); ++kind) {
      if (counts[kind] == 0) continue;
      base::append_format(text, "{}{} {}", text.empty() ? "" : ", ", counts[kind],
                          to_string(static_cast<EngineFault>(kind)));
    }
    if (!text.empty()) lines.push_back(base::format("warning: {}: {}", results.names()[engine], text));
  }
  return lines;
}

base::Json summary_to_json(const MatchResults& results, const base::Json& description) {
  base::Json json;
  json["match"] = description;
  json["end"] = end_name(results.end);
  if (!results.error.empty()) json["error"] = results.error;
  json["planned_games"] = results.planned_games();
  json["played_games"] = results.games().size();
  if (results.sprt()) {
    const SprtBounds bounds = sprt_bounds(*results.sprt());
    constexpr std::array<std::string_view, 3> kStates{"undecided", "elo0", "elo1"};
    json["sprt"] = {{"llr", results.llr()},
                    {"lower", bounds.lower},
                    {"upper", bounds.upper},
                    {"accepts", kStates[static_cast<std::size_t>(results.sprt_state())]}};
  }
  json["pairings"] = base::Json::array();
  for (std::size_t i = 0; i < results.pairings().size(); ++i) {
    base::Json pairing;
    pairing["first"] = results.names()[results.pairings()[i].first];
    pairing["second"] = results.names()[results.pairings()[i].second];
    pairing.update(tally_to_json(results.tally_of_pairing(i)));
    json["pairings"].push_back(std::move(pairing));
  }
  json["engines"] = base::Json::array();
  for (std::size_t engine = 0; engine < results.names().size(); ++engine) {
    base::Json one;
    one["name"] = results.names()[engine];
    one.update(tally_to_json(results.tally_of_engine(engine)));
    one[kFaultsKey] = to_json(results.faults_of_engine(engine));
    json["engines"].push_back(std::move(one));
  }
  std::vector<FinishedGame> games = results.games();
  std::sort(games.begin(), games.end(),
            [](const FinishedGame& a, const FinishedGame& b) { return a.game.number < b.game.number; });
  json["games"] = base::Json::array();
  for (const FinishedGame& game : games) json["games"].push_back(to_json(game, results.names()));
  return json;
}

}  // namespace zugwerk::arena
