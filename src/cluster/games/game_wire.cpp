#include "cluster/games/game_wire.h"

#include <exception>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "chess/notation/fen.h"

namespace zugwerk::cluster {

namespace {

using arena::PlayedMove;
using base::Json;
using chess::Color;
using chess::index;

/// Messages come from programs of this version, so a field that is missing is a bug or a broken message; either way it
/// becomes an error here, and not an exception elsewhere.
template <class Value, class Read>
[[nodiscard]] base::Expected<Value> decode(std::string_view bytes, Read read) {
  const auto json = base::parse_json(bytes);
  if (!json) return tl::unexpected(json.error());
  try {
    return read(*json);
  } catch (const Json::exception& error) {
    return base::failure(std::string("not a message of this kind: ") + error.what());
  }
}

[[nodiscard]] Json to_json(const std::vector<chess::Move>& moves) {
  Json json = Json::array();
  for (const chess::Move move : moves) json.push_back(move.to_bits());
  return json;
}

/// The moves, if they are legal one after the other.
[[nodiscard]] base::Expected<std::vector<chess::Move>> moves_from_json(const Json& json, chess::Position position) {
  std::vector<chess::Move> moves;
  for (const Json& bits : json) {
    const auto move = chess::Move::from_bits(bits.get<std::uint16_t>());
    if (!position.is_legal(move)) return base::failure(base::format("move {} is not legal", moves.size() + 1));
    position.make(move);
    moves.push_back(move);
  }
  return moves;
}

[[nodiscard]] Json to_json(const PlayedMove& move) {
  Json json = {{"move", move.move.to_bits()}, {"time", move.time.count()}};
  if (move.opening) json["opening"] = true;
  if (move.depth) json["depth"] = *move.depth;
  if (move.score) json["score"] = {move.score->is_mate, move.score->value, static_cast<int>(move.score->bound)};
  return json;
}

[[nodiscard]] PlayedMove played_move_from_json(const Json& json) {
  PlayedMove move;
  move.move = chess::Move::from_bits(json.at("move").get<std::uint16_t>());
  move.time = std::chrono::microseconds(json.at("time").get<std::int64_t>());
  move.opening = json.contains("opening");
  if (json.contains("depth")) move.depth = json.at("depth").get<int>();
  if (json.contains("score")) {
    const Json& score = json.at("score");
    const int bound = score.at(2).get<int>();
    move.score = arena::UciScore{.is_mate = score.at(0).get<bool>(),
                                 .value = score.at(1).get<int>(),
                                 .bound = bound == 1   ? arena::UciScore::Bound::AtLeast
                                          : bound == 2 ? arena::UciScore::Bound::AtMost
                                                       : arena::UciScore::Bound::Exact};
  }
  return move;
}

[[nodiscard]] base::Expected<arena::PlayedGame> game_from_json(const Json& json, const arena::Opening& opening) {
  arena::PlayedGame game;
  game.start = arena::start_of(opening);
  chess::Position position = game.start;
  for (const Json& one : json.at("moves")) {
    const PlayedMove move = played_move_from_json(one);
    if (!position.is_legal(move.move))
      return base::failure(base::format("move {} is not legal", game.moves.size() + 1));
    position.make(move.move);
    game.moves.push_back(move);
  }
  const auto result = json.at("result").get<int>();
  if (result < 0 || result > static_cast<int>(chess::PgnResult::Draw)) return base::failure("unknown result");
  game.verdict.result = static_cast<chess::PgnResult>(result);
  const auto termination = arena::termination_from_text(json.at("termination").get<std::string>());
  if (!termination) return base::failure("unknown termination");
  game.verdict.termination = *termination;
  game.verdict.reason = json.at("reason").get<std::string>();
  for (const Color color : {Color::White, Color::Black}) {
    game.faults[index(color)] = json.at("faults").at(index(color)).get<arena::FaultCounts>();
    game.broken[index(color)] = json.at("broken").at(index(color)).get<bool>();
  }
  return game;
}

}  // namespace

Bytes encode(const Offer& offer) {
  return Json{{"slots", offer.slots}, {"run", offer.run}, {"error", base::to_utf8(offer.error)}}.dump();
}

base::Expected<Offer> decode_offer(std::string_view bytes) {
  return decode<Offer>(bytes, [](const Json& json) -> base::Expected<Offer> {
    Offer offer{
        .slots = json.at("slots").get<int>(), .run = json.at("run"), .error = json.at("error").get<std::string>()};
    constexpr int kMostSlots = 100'000;
    if (offer.slots < 0 || offer.slots > kMostSlots) return base::failure("impossible number of games at a time");
    return offer;
  });
}

Bytes encode(const NumberedTask& task) {
  const arena::GameTask& game = task.task;
  Json json = {{"number", task.number}, {"fen", game.opening.fen}, {"moves", to_json(game.opening.moves)}};
  for (const Color color : {Color::White, Color::Black}) {
    Json values = Json::array();
    for (const auto& [name, value] : game.values[index(color)])
      values.push_back({base::to_utf8(name), base::to_utf8(value)});
    json["players"].push_back({{"engine", game.engines[index(color)]},
                               {"values", std::move(values)},
                               {"announced", base::to_utf8(game.announced[index(color)])}});
  }
  return json.dump();
}

base::Expected<NumberedTask> decode_task(std::string_view bytes, std::size_t engines) {
  return decode<NumberedTask>(bytes, [&](const Json& json) -> base::Expected<NumberedTask> {
    NumberedTask task;
    task.number = json.at("number").get<std::uint64_t>();
    task.task.opening.fen = json.at("fen").get<std::string>();
    if (auto start = chess::parse_fen_of_any_variant(task.task.opening.fen); !start)
      return tl::unexpected(start.error());
    auto moves = moves_from_json(json.at("moves"), arena::start_of(task.task.opening));
    if (!moves) return tl::unexpected(moves.error());
    task.task.opening.moves = *std::move(moves);
    for (const Color color : {Color::White, Color::Black}) {
      const Json& player = json.at("players").at(index(color));
      task.task.engines[index(color)] = player.at("engine").get<std::size_t>();
      if (task.task.engines[index(color)] >= engines) return base::failure("there is no such engine");
      for (const Json& value : player.at("values"))
        task.task.values[index(color)].emplace_back(value.at(0).get<std::string>(), value.at(1).get<std::string>());
      task.task.announced[index(color)] = player.at("announced").get<std::string>();
    }
    return task;
  });
}

Bytes encode(const NumberedAnswer& answer) {
  Json json = {{"number", answer.number}};
  if (answer.answer.end == arena::PlaceEnd::Played) {
    const arena::PlayedGame& game = answer.answer.game;
    json["seconds"] = answer.answer.seconds;
    json["moves"] = Json::array();
    for (const PlayedMove& move : game.moves) json["moves"].push_back(to_json(move));
    json["result"] = static_cast<int>(game.verdict.result);
    json["termination"] = to_string(game.verdict.termination);
    json["reason"] = base::to_utf8(game.verdict.reason);
    json["faults"] = game.faults;
    json["broken"] = game.broken;
    for (const std::string& name : answer.answer.names) json["names"].push_back(base::to_utf8(name));
  } else {
    json["error"] = base::to_utf8(answer.answer.error.message);
  }
  for (const NumberedAnswer::Fault& fault : answer.faults)
    json["told"].push_back({index(fault.player), static_cast<int>(fault.kind), base::to_utf8(fault.text)});
  for (const std::string& restart : answer.restarts) json["restarts"].push_back(base::to_utf8(restart));
  return json.dump();
}

base::Expected<std::uint64_t> decode_answer_number(std::string_view bytes) {
  return decode<std::uint64_t>(
      bytes, [](const Json& json) -> base::Expected<std::uint64_t> { return json.at("number").get<std::uint64_t>(); });
}

base::Expected<NumberedAnswer> decode_answer(std::string_view bytes, const arena::Opening& opening) {
  return decode<NumberedAnswer>(bytes, [&](const Json& json) -> base::Expected<NumberedAnswer> {
    NumberedAnswer answer;
    answer.number = json.at("number").get<std::uint64_t>();
    if (json.contains("error")) {
      answer.answer.end = arena::PlaceEnd::EngineFailed;
      answer.answer.error.message = json.at("error").get<std::string>();
    } else {
      auto game = game_from_json(json, opening);
      if (!game) return tl::unexpected(game.error());
      answer.answer.end = arena::PlaceEnd::Played;
      answer.answer.game = *std::move(game);
      answer.answer.seconds = json.at("seconds").get<double>();
      for (const Color color : {Color::White, Color::Black})
        answer.answer.names[index(color)] = json.at("names").at(index(color)).get<std::string>();
    }
    if (json.contains("told"))
      for (const Json& fault : json.at("told")) {
        const auto kind = fault.at(1).get<std::size_t>();
        if (kind >= arena::kEngineFaultKinds) return base::failure("unknown fault");
        answer.faults.push_back({fault.at(0).get<int>() == 0 ? Color::White : Color::Black,
                                 static_cast<arena::EngineFault>(kind), fault.at(2).get<std::string>()});
      }
    if (json.contains("restarts"))
      for (const Json& restart : json.at("restarts")) answer.restarts.push_back(restart.get<std::string>());
    return answer;
  });
}

}  // namespace zugwerk::cluster
