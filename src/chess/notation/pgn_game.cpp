#include "chess/notation/pgn_game.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/text.h"
#include "chess/notation/fen.h"

namespace zugwerk::chess {

PgnGame::PgnGame(Position start, Variant variant)
    : start_(std::move(start)), variant_(has_standard_castling(start_) ? variant : Variant::Chess960), nodes_(1) {}

std::optional<std::string_view> PgnGame::tag(std::string_view name) const {
  const auto found = std::find_if(tags.begin(), tags.end(), [&](const PgnTag& t) { return t.name == name; });
  if (found == tags.end()) return std::nullopt;
  return found->value;
}

void PgnGame::set_tag(std::string_view name, std::string_view value) {
  const auto found = std::find_if(tags.begin(), tags.end(), [&](const PgnTag& t) { return t.name == name; });
  if (found != tags.end())
    found->value = value;
  else
    tags.push_back({std::string(name), std::string(value)});
}

PgnNodeId PgnGame::add_move(PgnNodeId parent, Move move) {
  const auto id = static_cast<PgnNodeId>(nodes_.size());
  nodes_.emplace_back();
  nodes_.back().move = move;
  nodes_.back().parent = parent;
  PgnNode& above = node(parent);
  if (above.first_child == PgnNodeId::None)
    above.first_child = id;
  else
    node(above.last_child).next_sibling = id;
  above.last_child = id;
  return id;
}

std::vector<Move> PgnGame::main_line() const {
  std::vector<Move> moves;
  for (PgnNodeId id = node(PgnNodeId::Root).first_child; id != PgnNodeId::None; id = node(id).first_child)
    moves.push_back(node(id).move);
  return moves;
}

bool PgnGame::operator==(const PgnGame& other) const {
  if (tags != other.tags || result != other.result || variant_ != other.variant_) return false;
  if (nodes_.size() != other.nodes_.size() || to_fen(start_) != to_fen(other.start_)) return false;
  std::vector<std::pair<PgnNodeId, PgnNodeId>> to_compare{{PgnNodeId::Root, PgnNodeId::Root}};
  while (!to_compare.empty()) {
    const PgnNode& one = node(to_compare.back().first);
    const PgnNode& two = other.node(to_compare.back().second);
    to_compare.pop_back();
    if (one.move != two.move || one.nags != two.nags || one.comments_before != two.comments_before ||
        one.comments != two.comments)
      return false;
    PgnNodeId a = one.first_child;
    PgnNodeId b = two.first_child;
    for (; a != PgnNodeId::None && b != PgnNodeId::None; a = node(a).next_sibling, b = other.node(b).next_sibling)
      to_compare.emplace_back(a, b);
    if (a != b) return false;  // one has more children
  }
  return true;
}

// --- Building --------------------------------------------------------------------------------------------------------

void PgnGameBuilder::begin_game(const PgnPlace&) {
  game_.reset();
  part_.reset();
  error_.reset();
  repairs_.clear();
  tags_.clear();
  current_ = PgnNodeId::Root;
  open_.clear();
  comments_before_.clear();
  nags_before_.clear();
  result_.reset();
}

void PgnGameBuilder::tag(std::string_view name, std::string_view value) {
  tags_.push_back({std::string(name), std::string(value)});
}

void PgnGameBuilder::repair(const PgnError& repair) { repairs_.push_back(repair); }

PgnWish PgnGameBuilder::begin_moves(const Position& start) {
  const auto named = std::find_if(tags_.begin(), tags_.end(), [](const PgnTag& t) { return t.name == "Variant"; });
  const auto variant = named == tags_.end() ? std::nullopt : variant_from_tag(named->value);
  game_.emplace(start, variant.value_or(Variant::Standard));
  game_->tags = std::move(tags_);
  tags_.clear();
  return PgnWish::Read;
}

void PgnGameBuilder::move(const Position&, Move move) {
  current_ = game_->add_move(current_, move);
  if (!at_start_of_variation()) return;
  open_.back().empty = false;
  PgnNode& node = game_->node(current_);
  node.comments_before = std::move(comments_before_);
  node.nags = std::move(nags_before_);
  comments_before_.clear();
  nags_before_.clear();
}

void PgnGameBuilder::comment(std::string_view text) {
  auto& comments = at_start_of_variation() ? comments_before_ : game_->node(current_).comments;
  comments.push_back(safe_comment(text));
}

void PgnGameBuilder::nag(int nag) {
  auto& nags = at_start_of_variation() ? nags_before_ : game_->node(current_).nags;
  nags.push_back(nag);
}

PgnWish PgnGameBuilder::begin_variation() {
  open_.push_back({current_});
  current_ = game_->node(current_).parent;
  return PgnWish::Read;
}

void PgnGameBuilder::end_variation() {
  const OpenVariation variation = open_.back();
  open_.pop_back();
  current_ = variation.replaced;
  if (!variation.empty) return;
  for (std::string& text : comments_before_) game_->node(current_).comments.push_back(std::move(text));
  comments_before_.clear();
  nags_before_.clear();
}

void PgnGameBuilder::result(PgnResult result) { result_ = result; }

void PgnGameBuilder::end_game(const Position&) {
  const auto from_tag = pgn_result_from_text(game_->tag("Result").value_or(""));
  game_->result = result_ ? *result_ : from_tag.value_or(PgnResult::Unknown);
}

void PgnGameBuilder::keep_part() {
  if (!game_) return;
  game_->result = pgn_result_from_text(game_->tag("Result").value_or("")).value_or(PgnResult::Unknown);
  part_ = std::move(game_);
}

void PgnGameBuilder::game_error(const PgnError& error) {
  keep_part();
  game_.reset();
  error_ = error;
}

base::Expected<PgnReader::Counts> read_pgn_games(base::Input& input, const std::function<bool(PgnGame&&)>& on_game,
                                                 const std::function<void(const PgnError&)>& on_error,
                                                 const std::function<void(const PgnError&)>& on_repair) {
  PgnReader reader(input);
  PgnGameBuilder builder;
  for (;;) {
    const auto more = reader.read_game(builder);
    if (builder.error() && on_error) on_error(*builder.error());
    builder.error().reset();
    if (!more) return tl::unexpected(more.error());
    if (!*more) return reader.counts();
    if (builder.game() && on_repair)
      for (const PgnError& repair : builder.repairs()) on_repair(repair);
    if (builder.game() && !on_game(*std::move(builder.game()))) return reader.counts();
  }
}

std::string safe_comment(std::string_view text) {
  std::string safe(base::trim(text));
  for (char& c : safe) {
    if (c == '}') c = ')';
    if (c == '\n' || c == '\r') c = ' ';
  }
  return safe;
}

}  // namespace zugwerk::chess
