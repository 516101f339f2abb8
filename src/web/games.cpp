#include "web/games.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/input.h"
#include "base/text.h"
#include "chess/coordinate.h"
#include "chess/fen.h"
#include "chess/pgn_game.h"
#include "chess/pgn_writer.h"
#include "chess/san.h"
#include "web/fields.h"
#include "web/positions.h"

namespace zugwerk::web {

using base::Expected;
using base::failure;
using base::Json;
using chess::PgnGame;
using chess::PgnNode;
using chess::PgnNodeId;
using chess::Position;

namespace {

void add_notes(Json& json, const PgnNode& node) {
  if (!node.nags.empty()) json["nags"] = node.nags;
  if (!node.comments_before.empty()) json["comments_before"] = node.comments_before;
  if (!node.comments.empty()) json["comments"] = node.comments;
}

[[nodiscard]] Json nodes_json(const PgnGame& game) {
  Json nodes = Json::array();
  Position position = game.start();
  Json root{{"fen", chess::to_fen(position)}};
  add_notes(root, game.node(PgnNodeId::Root));
  nodes.push_back(std::move(root));

  // Depth first by links, so that a deep game needs no deep stack.
  std::vector<std::size_t> numbers(game.node_count(), 0);
  PgnNodeId at = game.node(PgnNodeId::Root).first_child;
  while (at != PgnNodeId::None) {
    const PgnNode& node = game.node(at);
    Json json = move_json(position, node.move, game.variant());
    position.make(node.move);
    json["parent"] = numbers[static_cast<std::size_t>(node.parent)];
    json["fen"] = chess::to_fen(position);
    add_notes(json, node);
    numbers[static_cast<std::size_t>(at)] = nodes.size();
    nodes.push_back(std::move(json));
    if (node.first_child != PgnNodeId::None) {
      at = node.first_child;
      continue;
    }
    while (at != PgnNodeId::Root && game.node(at).next_sibling == PgnNodeId::None) {
      position.undo();
      at = game.node(at).parent;
    }
    if (at == PgnNodeId::Root) break;
    position.undo();
    at = game.node(at).next_sibling;
  }
  return nodes;
}

[[nodiscard]] bool is_tag_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return base::is_digit(c) || base::is_lower(c) || base::is_upper(c) || c == '_';
  });
}

/// What a request says of one node.
struct WantedNode {
  std::size_t parent = 0;
  std::string move;
  std::vector<int> nags;
  std::vector<std::string> comments_before;
  std::vector<std::string> comments;
  std::vector<std::size_t> children;
};

[[nodiscard]] Expected<WantedNode> read_node(const Json& json, std::size_t number) {
  const auto place = [&](const base::Error& error) {
    return failure("field 'nodes', number " + std::to_string(number) + ": " + error.message);
  };
  if (!json.is_object()) return place({"expected an object"});
  WantedNode node;
  if (number > 0) {
    const auto parent = integer_field(json, "parent", 0, static_cast<std::int64_t>(number) - 1);
    if (!parent) return place(parent.error());
    if (!*parent) return place({"field 'parent' is missing"});
    node.parent = static_cast<std::size_t>(**parent);
    const auto move = text_field(json, "uci");
    if (!move) return place(move.error());
    if (!*move) return place({"field 'uci' is missing"});
    node.move = **move;
  }
  auto before = text_list_field(json, "comments_before");
  if (!before) return place(before.error());
  auto comments = text_list_field(json, "comments");
  if (!comments) return place(comments.error());
  for (const std::string& text : *before) node.comments_before.push_back(chess::safe_comment(text));
  for (const std::string& text : *comments) node.comments.push_back(chess::safe_comment(text));
  if (const auto nags = json.find("nags"); nags != json.end() && !nags->is_null()) {
    constexpr std::int64_t kLargestNag = 255;
    for (const Json& nag : *nags) {
      const auto value = integer_field({{"nags", nag}}, "nags", 0, kLargestNag);
      if (!value) return place(value.error());
      if (*value) node.nags.push_back(static_cast<int>(**value));
    }
  }
  return node;
}

[[nodiscard]] Expected<std::vector<WantedNode>> read_nodes(const Json& body) {
  std::vector<WantedNode> nodes(1);
  const auto field = body.find("nodes");
  if (field == body.end() || field->is_null()) return nodes;
  if (!field->is_array()) return failure("field 'nodes': expected a list");
  nodes.clear();
  for (const Json& json : *field) {
    auto node = read_node(json, nodes.size());
    if (!node) return tl::make_unexpected(node.error());
    nodes.push_back(std::move(*node));
    if (nodes.size() > 1) nodes[nodes.back().parent].children.push_back(nodes.size() - 1);
  }
  if (nodes.empty()) nodes.resize(1);
  return nodes;
}

/// Adds everything below node 0, each move checked where it is played.
[[nodiscard]] Expected<void> add_nodes(PgnGame& game, const std::vector<WantedNode>& nodes) {
  std::vector<PgnNodeId> ids(nodes.size(), PgnNodeId::Root);
  std::vector<std::size_t> next_child(nodes.size(), 0);
  Position position = game.start();
  std::size_t at = 0;
  game.node(PgnNodeId::Root).comments = nodes[0].comments;
  while (true) {
    const WantedNode& node = nodes[at];
    if (next_child[at] == node.children.size()) {
      if (at == 0) return {};
      position.undo();
      at = node.parent;
      continue;
    }
    const std::size_t child = node.children[next_child[at]++];
    const auto move = chess::parse_coordinate_move(position, nodes[child].move);
    if (!move) return failure("field 'nodes', number " + std::to_string(child) + ": " + move.error().message);
    ids[child] = game.add_move(ids[at], *move);
    PgnNode& added = game.node(ids[child]);
    added.nags = nodes[child].nags;
    added.comments = nodes[child].comments;
    added.comments_before = nodes[child].comments_before;
    position.make(*move);
    at = child;
  }
}

}  // namespace

Json game_json(const PgnGame& game) {
  Json tags = Json::object();
  for (const chess::PgnTag& tag : game.tags) tags[tag.name] = tag.value;
  return {{"tags", std::move(tags)}, {"result", chess::to_string(game.result)}, {"nodes", nodes_json(game)}};
}

Expected<ChosenGame> read_game(std::string_view text, std::size_t number) {
  std::optional<PgnGame> found;
  std::vector<std::string> repairs;
  std::optional<std::string> first_error;
  std::size_t count = 0;
  base::Input input = base::Input::from_memory(text, "PGN");
  const auto read = chess::read_pgn_games(
      input,
      [&](PgnGame&& game) {
        if (count++ == number) found = std::move(game);
        if (!found) repairs.clear();
        return !found;
      },
      [&](const chess::PgnError& error) {
        if (!first_error) first_error = error.in_file("PGN");
      },
      [&](const chess::PgnError& repair) { repairs.push_back(repair.in_file("PGN")); });
  if (!read) return tl::make_unexpected(read.error());
  if (found) return ChosenGame{std::move(*found), std::move(repairs)};
  if (count == 0) return failure(first_error.value_or("there is no game in field 'pgn'"));
  return failure("field 'game': there are only " + std::to_string(count) + " games");
}

Expected<Json> read_pgn(std::string_view text) {
  Json games = Json::array();
  Json errors = Json::array();
  Json repairs = Json::array();
  bool more = false;
  base::Input input = base::Input::from_memory(text, "PGN");
  const auto read = chess::read_pgn_games(
      input,
      [&](PgnGame&& game) {
        more = games.size() == kMostGames;
        if (!more) games.push_back(game_json(game));
        return !more;
      },
      [&](const chess::PgnError& error) {
        if (errors.size() < kMostGames) errors.push_back(error.in_file("PGN"));
      },
      [&](const chess::PgnError& repair) {
        if (repairs.size() < kMostGames) repairs.push_back(repair.in_file("PGN"));
      });
  if (!read) return tl::make_unexpected(read.error());
  Json answer{{"games", std::move(games)}, {"errors", std::move(errors)}, {"more", more}};
  if (!repairs.empty()) answer["repairs"] = std::move(repairs);
  return answer;
}

Expected<std::string> write_pgn(const Json& body) {
  // The start is said by the game or by its first node, as read_pgn gives it.
  const auto nodes_field = body.find("nodes");
  const bool first_says = !body.contains("fen") && nodes_field != body.end() && nodes_field->is_array() &&
                          !nodes_field->empty() && nodes_field->front().is_object();
  auto start = read_place(first_says ? nodes_field->front() : body);
  if (!start) return tl::make_unexpected(start.error());
  PgnGame game(start->position, start->variant);
  if (const auto tags = body.find("tags"); tags != body.end() && !tags->is_null()) {
    if (!tags->is_object()) return failure("field 'tags': expected an object");
    for (const auto& [name, value] : tags->items()) {
      if (!value.is_string()) return failure("field 'tags', " + base::in_quotes(name) + ": expected a text");
      if (!is_tag_name(name)) return failure("field 'tags': " + base::in_quotes(name) + " cannot be the name of a tag");
      game.set_tag(name, value.get<std::string>());
    }
  }
  const auto result = text_field(body, "result");
  if (!result) return tl::make_unexpected(result.error());
  if (*result) {
    const auto known = chess::pgn_result_from_text(**result);
    if (!known) return failure("field 'result': " + base::in_quotes(**result) + " is none of 1-0, 0-1, 1/2-1/2, *");
    game.result = *known;
  }
  const auto nodes = read_nodes(body);
  if (!nodes) return tl::make_unexpected(nodes.error());
  if (const auto added = add_nodes(game, *nodes); !added) return tl::make_unexpected(added.error());
  return chess::to_pgn(game);
}

}  // namespace zugwerk::web
