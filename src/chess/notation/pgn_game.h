// chess/notation/pgn_game.h
//
// A whole game as a value: its tags, its moves with comments, glyphs and variations as a tree, its result. Made by
// reading (a builder listens to pgn_reader.h) or by a program, written by pgn_writer.h. Read large databases through a
// visitor, which stores nothing.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/files/input.h"
#include "chess/notation/pgn_reader.h"
#include "chess/position.h"

namespace zugwerk::chess {

struct PgnTag {
  std::string name;
  std::string value;

  bool operator==(const PgnTag&) const = default;
};

/// Names a node of a game. Node 0 is the starting position.
enum class PgnNodeId : std::uint32_t { Root = 0, None = UINT32_MAX };

/// A position of the game, by the move that leads there from its parent. The first child of a node continues its line,
/// the others are variations of that.
struct PgnNode {
  Move move;
  PgnNodeId parent = PgnNodeId::None;
  PgnNodeId first_child = PgnNodeId::None;
  PgnNodeId last_child = PgnNodeId::None;
  PgnNodeId next_sibling = PgnNodeId::None;
  std::vector<int> nags;
  /// Before the first move of a variation.
  std::vector<std::string> comments_before;
  std::vector<std::string> comments;
};

/// The nodes are in one array, so that deep or long games need no stack space.
class PgnGame {
 public:
  std::vector<PgnTag> tags;  // in the order of the file
  PgnResult result = PgnResult::Unknown;

  explicit PgnGame(Position start = {}, Variant variant = Variant::Standard);

  [[nodiscard]] const Position& start() const { return start_; }
  [[nodiscard]] Variant variant() const { return variant_; }

  /// The value of the first tag of this name.
  [[nodiscard]] std::optional<std::string_view> tag(std::string_view name) const;
  /// Changes the first tag of this name, or adds one.
  void set_tag(std::string_view name, std::string_view value);

  [[nodiscard]] const PgnNode& node(PgnNodeId id) const { return nodes_[static_cast<std::size_t>(id)]; }
  [[nodiscard]] PgnNode& node(PgnNodeId id) { return nodes_[static_cast<std::size_t>(id)]; }
  [[nodiscard]] std::size_t node_count() const { return nodes_.size(); }

  /// Adds a move, legal at `parent`, after the moves that already follow there.
  PgnNodeId add_move(PgnNodeId parent, Move move);

  /// The moves of the main line.
  [[nodiscard]] std::vector<Move> main_line() const;

  /// Equal tags, start, result and tree; the order in which the nodes were added does not matter.
  bool operator==(const PgnGame& other) const;

 private:
  Position start_;
  Variant variant_;
  std::vector<PgnNode> nodes_;
};

/// Builds a PgnGame from the calls of a reader. An empty variation is dropped; a comment in it goes to the move
/// before.
class PgnGameBuilder : public PgnVisitor {
 public:
  /// The game that was read last, if it was whole.
  [[nodiscard]] std::optional<PgnGame>& game() { return game_; }
  /// What was wrong with it if it was not.
  [[nodiscard]] std::optional<PgnError>& error() { return error_; }
  /// The moves before that fault, of the main line and of variations; nothing if the fault came before them.
  [[nodiscard]] std::optional<PgnGame>& part() { return part_; }
  /// What was dropped from the FEN of its starting position.
  [[nodiscard]] const std::vector<PgnError>& repairs() const { return repairs_; }

  void begin_game(const PgnPlace& place) override;
  void tag(std::string_view name, std::string_view value) override;
  void repair(const PgnError& repair) override;
  PgnWish begin_moves(const Position& start) override;
  void move(const Position& before, Move move) override;
  void comment(std::string_view text) override;
  void nag(int nag) override;
  PgnWish begin_variation() override;
  void end_variation() override;
  void result(PgnResult result) override;
  void end_game(const Position& last) override;
  void game_error(const PgnError& error) override;

 private:
  void keep_part();
  [[nodiscard]] bool at_start_of_variation() const { return !open_.empty() && open_.back().empty; }

  struct OpenVariation {
    PgnNodeId replaced = PgnNodeId::None;
    bool empty = true;
  };

  std::optional<PgnGame> game_;
  std::optional<PgnGame> part_;
  std::optional<PgnError> error_;
  std::vector<PgnError> repairs_;
  std::vector<PgnTag> tags_;
  PgnNodeId current_ = PgnNodeId::Root;
  std::vector<OpenVariation> open_;
  std::vector<std::string> comments_before_;
  std::vector<int> nags_before_;
  std::optional<PgnResult> result_;
};

/// Reads every game of the input. `on_game` may return false to stop. Broken games go to `on_error`, repairs of
/// starting positions to `on_repair` before their game, if there are such handlers. Returns how many games were read;
/// an error says that the input itself is broken.
[[nodiscard]] base::Expected<PgnReader::Counts> read_pgn_games(
    base::Input& input, const std::function<bool(PgnGame&&)>& on_game,
    const std::function<void(const PgnError&)>& on_error = {},
    const std::function<void(const PgnError&)>& on_repair = {});

/// `text` without what cannot stand in a comment: braces that would close it, and line breaks.
[[nodiscard]] std::string safe_comment(std::string_view text);

}  // namespace zugwerk::chess
