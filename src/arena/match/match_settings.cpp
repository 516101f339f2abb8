#include "arena/match/match_settings.h"

#include <filesystem>
#include <functional>
#include <string_view>
#include <utility>

#include "base/files/shard_journals.h"
#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/process/command_words.h"
#include "base/text.h"

namespace zugwerk::arena {

namespace {

using base::in_quotes;

/// Takes the value of a word; an error is a clause about the value.
using WordHandler = std::function<base::Expected<void>(std::string_view key, std::string_view value)>;

/// Hands every key=value to `handler`; errors name the flag and the word.
base::Expected<void> read_words(std::string_view flag, std::span<const std::string> words, const WordHandler& handler) {
  for (const std::string& word : words) {
    const auto wrong = [&](const std::string& why) {
      return base::failure(base::format("{}: {}: {}", flag, in_quotes(word), why));
    };
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0) return wrong("expected key=value");
    const std::string_view text = word;
    if (auto handled = handler(text.substr(0, equals), text.substr(equals + 1)); !handled)
      return wrong(handled.error().message);
  }
  return {};
}

template <class Integer>
base::Expected<void> read_integer(std::string_view text, Integer least, Integer& number) {
  const auto value = base::parse_integer<Integer>(text);
  if (!value || *value < least) return base::failure(base::format("expected a whole number from {}", least));
  number = *value;
  return {};
}

base::Expected<void> read_real(std::string_view text, double& number) {
  const auto value = base::parse_real(text);
  if (!value) return base::failure("expected a number");
  number = *value;
  return {};
}

[[nodiscard]] base::Json limits_to_json(const PlayLimits& limits) {
  base::Json json = base::Json::object();
  if (limits.clock) json["tc"] = to_string(*limits.clock);
  if (limits.move_time) json["movetime"] = limits.move_time->count();
  if (limits.nodes) json["nodes"] = *limits.nodes;
  if (limits.depth) json["depth"] = *limits.depth;
  return json;
}

}  // namespace

std::string MatchSettings::journal() const {
  for (const std::string* path : {&json, &pgn})
    if (!path->empty() && !base::is_device(*path)) return *path + ".journal";
  return "";
}

base::Expected<void> check_settings(const MatchSettings& settings) {
  if (settings.engines.size() < 2) return base::failure("a match needs two engines at least");
  for (const MatchEngine& engine : settings.engines)
    if (!engine.limits.any())
      return base::failure(
          base::format("engine {} has no limit: name a tc, movetime, nodes or depth for it or for all",
                       in_quotes(engine.engine.name.empty() ? engine.engine.command : engine.engine.name)));
  if (settings.sprt && settings.engines.size() != 2)
    return base::failure(
        base::format("a sequential test compares two engines, and there are {}", settings.engines.size()));
  if (settings.shard.is_part() && settings.sprt)
    return base::failure("a sequential test looks at all games, so it cannot be split into shards");
  if (settings.shard.is_part() && settings.journal().empty())
    return base::failure("a shard needs a file for its games or its summary, to be merged later");
  if (settings.games == 0) return base::failure("a match has one game at least");
  if (settings.resume && settings.journal().empty())
    return base::failure("to resume, a match needs the file of its games or of its summary");
  if (!settings.pgn.empty() && settings.pgn == settings.json)
    return base::failure(in_quotes(settings.pgn) + " cannot be both the games and the summary");
  return {};
}

base::Expected<MatchEngine> parse_engine(std::span<const std::string> words, const PlayLimits& common) {
  MatchEngine engine;
  const auto read = read_words("--engine", words, [&](std::string_view key, std::string_view value) {
    base::Expected<void> done{};
    PlayLimits& limits = engine.limits;
    if (key == "cmd") {
      engine.engine.command = value;
      if (auto split = base::split_command(value); !split) done = tl::unexpected(split.error());
    } else if (key == "name") {
      engine.engine.name = value;
    } else if (key == "dir") {
      engine.engine.folder = value;
    } else if (key.starts_with("option.") && key.size() > std::string_view("option.").size()) {
      engine.engine.options.emplace_back(key.substr(std::string_view("option.").size()), value);
    } else if (key == "tc") {
      if (auto control = parse_time_control(value))
        limits.clock = *control;
      else
        done = tl::unexpected(control.error());
    } else if (key == "movetime") {
      Milliseconds::rep time = 0;
      done = read_integer<Milliseconds::rep>(value, 1, time);
      limits.move_time = Milliseconds(time);
    } else if (key == "nodes") {
      done = read_integer<std::uint64_t>(value, 1, limits.nodes.emplace());
    } else if (key == "depth") {
      done = read_integer<int>(value, 1, limits.depth.emplace());
    } else {
      done = base::failure("unknown key; expected cmd, name, dir, option.NAME, tc, movetime, nodes or depth");
    }
    return done;
  });
  if (!read) return tl::unexpected(read.error());
  if (engine.engine.command.empty()) return base::failure("--engine: cmd= is missing");
  if (!engine.limits.any()) engine.limits = common;
  return engine;
}

base::Expected<SprtSettings> parse_sprt(std::span<const std::string> words) {
  SprtSettings sprt;
  const auto read = read_words("--sprt", words, [&](std::string_view key, std::string_view value) {
    if (key == "elo0") return read_real(value, sprt.elo0);
    if (key == "elo1") return read_real(value, sprt.elo1);
    if (key == "alpha" || key == "beta") {
      double& rate = key == "alpha" ? sprt.alpha : sprt.beta;
      auto done = read_real(value, rate);
      constexpr double kHalf = 0.5;
      if (done && !(rate > 0 && rate < kHalf)) done = base::failure("expected a rate between 0 and 0.5");
      return done;
    }
    if (key != "model")
      return base::Expected<void>(base::failure("unknown key; expected elo0, elo1, alpha, beta or model"));
    if (value != "normalized" && value != "logistic")
      return base::Expected<void>(base::failure("expected normalized or logistic"));
    sprt.model = value == "normalized" ? SprtSettings::Model::Normalized : SprtSettings::Model::Logistic;
    return base::Expected<void>();
  });
  if (!read) return tl::unexpected(read.error());
  if (!(sprt.elo0 < sprt.elo1)) return base::failure("--sprt: elo0 must be below elo1");
  return sprt;
}

base::Expected<ResignRule> parse_resign(std::span<const std::string> words) {
  ResignRule rule;
  const auto read = read_words("--resign", words, [&](std::string_view key, std::string_view value) {
    if (key == "movecount") return read_integer(value, 1, rule.moves);
    if (key == "score") return read_integer(value, 1, rule.score);
    if (key != "sides") return base::Expected<void>(base::failure("unknown key; expected movecount, score or sides"));
    if (value != "one" && value != "both") return base::Expected<void>(base::failure("expected one or both"));
    rule.both = value == "both";
    return base::Expected<void>();
  });
  if (!read) return tl::unexpected(read.error());
  return rule;
}

base::Expected<DrawRule> parse_draw(std::span<const std::string> words) {
  DrawRule rule;
  const auto read = read_words("--draw", words, [&](std::string_view key, std::string_view value) {
    if (key == "movenumber") return read_integer(value, 1, rule.from_move);
    if (key == "movecount") return read_integer(value, 1, rule.moves);
    if (key == "score") return read_integer(value, 0, rule.score);
    return base::Expected<void>(base::failure("unknown key; expected movenumber, movecount or score"));
  });
  if (!read) return tl::unexpected(read.error());
  return rule;
}

base::Json to_json(const MatchSettings& settings, const OpeningList& openings) {
  base::Json json;
  json["engines"] = base::Json::array();
  for (const MatchEngine& engine : settings.engines) {
    base::Json one;
    one["name"] = base::to_utf8(engine.engine.name);
    one["cmd"] = base::to_utf8(engine.engine.command);
    if (!engine.engine.folder.empty()) one["dir"] = base::to_utf8(engine.engine.folder);
    one["options"] = base::Json::object();
    for (const auto& [name, value] : engine.engine.options) one["options"][base::to_utf8(name)] = base::to_utf8(value);
    one.update(limits_to_json(engine.limits));
    json["engines"].push_back(std::move(one));
  }
  json["format"] = settings.gauntlet ? "gauntlet" : "round robin";
  json["variant"] = settings.variant == chess::Variant::Chess960 ? "chess960" : "standard";
  json["openings"]["file"] = base::to_utf8(settings.openings);
  if (settings.opening_plies) json["openings"]["plies"] = *settings.opening_plies;
  json["openings"]["count"] = openings.openings.size();
  json["openings"]["fingerprint"] = openings.fingerprint;
  json["openings"]["order"] = settings.random_openings ? "random" : "sequential";
  if (settings.random_openings) json["openings"]["seed"] = settings.seed;
  json["time_margin"] = settings.rules.time_margin.count();
  json["patience"] = settings.rules.patience.count();
  json["ponder"] = settings.rules.ponder;
  if (const auto& resign = settings.rules.adjudication.resign)
    json["resign"] = {{"movecount", resign->moves}, {"score", resign->score}, {"sides", resign->both ? "both" : "one"}};
  if (const auto& draw = settings.rules.adjudication.draw)
    json["draw"] = {{"movenumber", draw->from_move}, {"movecount", draw->moves}, {"score", draw->score}};
  if (!settings.tables.empty()) json["tablebases"] = base::to_utf8(settings.tables);
  if (const auto& sprt = settings.sprt)
    json["sprt"] = {{"elo0", sprt->elo0},
                    {"elo1", sprt->elo1},
                    {"alpha", sprt->alpha},
                    {"beta", sprt->beta},
                    {"model", sprt->model == SprtSettings::Model::Normalized ? "normalized" : "logistic"}};
  if (settings.shard.is_part()) {
    // Merging needs to know how many games there are in all, and where those of this shard are.
    json[kMatchGamesKey] = settings.games;
    json[base::kShardKey] = base::shard_to_json(settings.shard);
    json[base::kShardKey][kMatchPgnKey] = base::to_utf8(std::filesystem::path(settings.pgn).filename().string());
  }
  return json;
}

}  // namespace zugwerk::arena
