#include "web/games.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/files/input.h"
#include "base/format.h"
#include "base/text.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "chess/notation/pgn_game.h"
#include "chess/notation/pgn_writer.h"
#include "chess/notation/san.h"
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

/// Calls `take` with each node of a game in turn, as JSON, until it returns false.
template <class Take>
void tell_nodes(const PgnGame& game, const Take& take) {
  Position position = game.start();
  Json root{{"fen", chess::to_fen(position)}};
  add_notes(root, game.node(PgnNodeId::Root));
  if (!take(std::move(root))) return;

  // Depth first by following links, so that a deep game needs no deep stack.
  std::vector<std::size_t> numbers(game.node_count(), 0);
  std::size_t told = 1;
  PgnNodeId at = game.node(PgnNodeId::Root).first_child;
  while (at != PgnNodeId::None) {
    const PgnNode& node = game.node(at);
    Json json = move_json(position, node.move, game.variant());
    position.make(node.move);
    json["parent"] = numbers[static_cast<std::size_t>(node.parent)];
    json["fen"] = chess::to_fen(position);
    add_notes(json, node);
    numbers[static_cast<std::size_t>(at)] = told++;
    if (!take(std::move(json))) return;
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
}

[[nodiscard]] std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Everything of a game except its nodes.
[[nodiscard]] Json frame_json(const PgnGame& game) {
  Json tags = Json::object();
  for (const chess::PgnTag& tag : game.tags) tags[tag.name] = tag.value;
  return {{"tags", std::move(tags)}, {"result", chess::to_string(game.result)}};
}

/// The game as JSON text, without building all of it in memory first; nothing if it is longer than `most`.
[[nodiscard]] std::optional<std::string> game_text(const PgnGame& game, std::size_t most) {
  std::string text = text_of(frame_json(game));
  text.back() = ',';  // in place of the brace
  text += "\"nodes\":[";
  tell_nodes(game, [&](const Json& node) {
    text += text_of(node);
    text += ',';
    return text.size() <= most;
  });
  text.back() = ']';
  text += '}';
  if (text.size() > most) return std::nullopt;
  return text;
}

/// Builds games of a bounded size: a client may send one with a million variations.
class BoundedBuilder : public chess::PgnGameBuilder {
 public:
  [[nodiscard]] bool is_too_large() const { return nodes_ > kMostMovesOfGame; }
  /// The error for a game that is too large.
  [[nodiscard]] std::string too_large_error() const {
    return chess::PgnError{place_, base::format("more than {} moves in game {}; game skipped",
                                                base::with_thousands(kMostMovesOfGame), place_.game)}
        .in_file("PGN");
  }

  void begin_game(const chess::PgnPlace& place) override {
    place_ = place;
    nodes_ = 0;
    PgnGameBuilder::begin_game(place);
  }
  void move(const Position& before, chess::Move move) override {
    ++nodes_;
    if (!is_too_large()) PgnGameBuilder::move(before, move);
  }
  void comment(std::string_view text) override {
    if (!is_too_large()) PgnGameBuilder::comment(text);
  }
  void nag(int nag) override {
    if (!is_too_large()) PgnGameBuilder::nag(nag);
  }
  chess::PgnWish begin_variation() override {
    return is_too_large() ? chess::PgnWish::Skip : PgnGameBuilder::begin_variation();
  }
  void end_variation() override {
    if (!is_too_large()) PgnGameBuilder::end_variation();
  }

 private:
  chess::PgnPlace place_;
  std::size_t nodes_ = 0;
};

/// "Game 3, move 2: illegal move 'Nf6': no knight reaches f6", the moves before the fault being those of `part`.
[[nodiscard]] std::string fault_text(const chess::PgnError& error, const std::optional<PgnGame>& part) {
  if (!part) return base::format("Game {}, line {}: {}", error.place.game, error.place.line, error.fault);
  Position position = part->start();
  for (const chess::Move move : part->main_line()) position.make(move);
  return base::format("Game {}, move {}{}: {}", error.place.game, position.fullmove_number(),
                      position.side_to_move() == chess::Color::White ? "" : "...", error.fault);
}

/// Reads games until `on_game` returns false. What is wrong with those that are broken or too large goes to `on_error`;
/// of a broken game the moves before the fault are a game as well.
[[nodiscard]] Expected<void> read_games(std::string_view text, const std::function<bool(PgnGame&&)>& on_game,
                                        const std::function<void(std::string)>& on_error,
                                        const std::function<void(std::string)>& on_repair) {
  base::Input input = base::Input::from_memory(text, "PGN");
  chess::PgnReader reader(input);
  BoundedBuilder builder;
  while (true) {
    const auto more = reader.read_game(builder);
    if (!more) return tl::make_unexpected(more.error());
    if (builder.is_too_large() && builder.game()) {
      on_error(builder.too_large_error());
      builder.game().reset();
    }
    if (builder.error()) on_error(fault_text(*builder.error(), builder.part()));
    builder.error().reset();
    const bool has_moves = builder.part() && builder.part()->node_count() > 1;
    if (has_moves && !builder.is_too_large()) builder.game() = std::move(builder.part());
    builder.part().reset();
    if (!builder.game() && !*more) return {};
    if (!builder.game()) continue;
    for (const chess::PgnError& repair : builder.repairs()) on_repair(repair.in_file("PGN"));
    PgnGame game = *std::move(builder.game());
    builder.game().reset();
    if (!on_game(std::move(game)) || !*more) return {};
  }
}

[[nodiscard]] bool is_tag_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return base::is_digit(c) || base::is_lower(c) || base::is_upper(c) || c == '_';
  });
}

/// One node as a request describes it.
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
    return failure(base::format("field 'nodes', number {}: {}", number, error.message));
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
    if (!move) return failure(base::format("field 'nodes', number {}: {}", child, move.error().message));
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
  Json json = frame_json(game);
  Json& nodes = json["nodes"] = Json::array();
  tell_nodes(game, [&](Json node) {
    nodes.push_back(std::move(node));
    return true;
  });
  return json;
}

Expected<ChosenGame> read_game(std::string_view text, std::size_t number) {
  std::optional<PgnGame> found;
  std::vector<std::string> repairs;
  std::optional<std::string> first_error;
  std::size_t count = 0;
  const auto read = read_games(
      text,
      [&](PgnGame&& game) {
        if (count++ == number) found = std::move(game);
        if (!found) repairs.clear();
        return !found;
      },
      [&](std::string error) {
        if (!first_error) first_error = std::move(error);
      },
      [&](std::string repair) { repairs.push_back(std::move(repair)); });
  if (!read) return tl::make_unexpected(read.error());
  if (found) return ChosenGame{std::move(*found), std::move(repairs)};
  if (count == 0) return failure(first_error.value_or("there is no game in field 'pgn'"));
  return failure(base::format("field 'game': there are only {} games", count));
}

Expected<std::string> read_pgn(std::string_view text) {
  std::string games;
  std::size_t count = 0;
  Json errors = Json::array();
  Json repairs = Json::array();
  bool more = false;
  const auto read = read_games(
      text,
      [&](PgnGame&& game) {
        more = count == kMostGames;
        if (more) return false;
        const auto told = game_text(game, kLargestAnswer - games.size());
        more = !told;
        if (more) return false;
        games += (count++ > 0 ? "," : "") + *told;
        return true;
      },
      [&](std::string error) {
        if (errors.size() < kMostGames) errors.push_back(std::move(error));
      },
      [&](std::string repair) {
        if (repairs.size() < kMostGames) repairs.push_back(std::move(repair));
      });
  if (!read) return tl::make_unexpected(read.error());
  std::string answer =
      "{\"games\":[" + std::move(games) + "],\"errors\":" + text_of(errors) + ",\"more\":" + (more ? "true" : "false");
  if (!repairs.empty()) answer += ",\"repairs\":" + text_of(repairs);
  return answer + "}";
}

Expected<std::string> write_pgn(const Json& body) {
  // The start is given by the game or by its first node, as in the result of read_pgn.
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
    if (!known) return failure("field 'result': " + base::in_quotes(**result) + " is not one of 1-0, 0-1, 1/2-1/2, *");
    game.result = *known;
  }
  const auto nodes = read_nodes(body);
  if (!nodes) return tl::make_unexpected(nodes.error());
  if (const auto added = add_nodes(game, *nodes); !added) return tl::make_unexpected(added.error());
  return chess::to_pgn(game);
}

}  // namespace zugwerk::web
