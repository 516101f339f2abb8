// fuzz/fen_fuzz.cpp
//
// Any text as a FEN. What is refused is refused with a message; what is accepted is a position in which everything
// works: it is consistent, writes and reads back equal in both styles, and its legal moves can be made and taken back.

#include <string>
#include <string_view>

#include "base/text.h"
#include "chess/coordinate.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "fuzz/property.h"

namespace {

using namespace zugwerk;
using namespace zugwerk::chess;
using fuzz::require;

void check_writing(const Position& position, Variant variant) {
  for (const CastlingStyle style : {CastlingStyle::XFen, CastlingStyle::Shredder}) {
    const std::string fen = to_fen(position, style);
    const auto again = parse_fen(fen, variant);
    require(again.has_value(), "what is written is read", fen, again ? "" : again.error().message);
    require(fuzz::same_position(position, *again), "what is written reads back equal", fen, to_fen(*again, style));
  }
}

void check_sets(const Position& position, const MoveList& all, const std::string& fen) {
  MoveList captures;
  MoveList quiets;
  MoveList checks;
  generate<MoveSet::Captures>(position, captures);
  generate<MoveSet::Quiets>(position, quiets);
  generate<MoveSet::QuietChecks>(position, checks);
  require(captures.size() + quiets.size() == all.size(), "captures and quiets are all moves", fen);
  for (const Move move : all)
    require(captures.contains(move) != quiets.contains(move), "a move is a capture or a quiet", fen,
            to_coordinates(move));
  const CheckInfo info = position.check_info();
  for (const Move move : quiets)
    require(checks.contains(move) == position.gives_check(move, info), "quiet checks are the quiets that give check",
            fen, to_coordinates(move));
}

void check_moves(Position& position, Variant variant) {
  const Position before = position;
  const std::string fen = to_fen(position);
  const MoveList moves = legal_moves(position);
  const CheckInfo info = position.check_info();
  require(static_cast<int>(moves.size()) == count_legal_moves(position), "moves are counted as they are listed", fen);
  require(moves.empty() != has_legal_move(position), "has_legal_move knows", fen);
  check_sets(position, moves, fen);

  for (const Move move : moves) {
    const std::string text = to_coordinates(move, variant);
    require(position.is_legal(move), "a generated move is legal", fen, text);
    const auto read = parse_coordinate_move(position, text);
    require(read.has_value() && *read == move, "a move's coordinates name it", fen, text);
    const bool check = position.gives_check(move, info);
    position.make(move);
    require(position.is_consistent(), "consistent after a move", fen, text);
    require(position.in_check() == check, "gives_check is the check after", fen, text);
    const bool exposed =
        position.is_attacked(position.king(before.side_to_move()), position.side_to_move(), position.occupied());
    require(!exposed, "the own king is safe after a move", fen, text);
    position.undo();
    require(fuzz::same_position(position, before) && position.is_consistent(), "undo restores", fen, text);
  }

  // Every 16 bits: none that are not generated may pass as legal. It takes most of the time, so not for every position.
  if (position.key() % 8 != 0) return;
  std::size_t legal = 0;
  for (unsigned bits = 0; bits < 0x10000; ++bits)
    if (position.is_legal(Move::from_bits(static_cast<std::uint16_t>(bits)))) ++legal;
  require(legal == moves.size(), "exactly the generated moves are legal", fen);
}

void check(std::string_view text, Variant variant) {
  auto position = parse_fen(text, variant);
  if (!position) {
    require(!position.error().message.empty(), "an error says what is wrong");
    require(base::is_valid_utf8(position.error().message), "a message is UTF-8");
    return;
  }
  require(position->is_consistent(), "a position that was read is consistent", text);
  if (variant == Variant::Standard) require(has_standard_castling(*position), "castling is standard", text);
  check_writing(*position, variant);
  check_moves(*position, variant);
  const Position flipped = position->color_flipped();
  require(fuzz::same_position(flipped.color_flipped(), *position), "flipping twice restores", text);
  require(count_legal_moves(flipped) == count_legal_moves(*position), "colours have the same moves", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check(text, Variant::Standard);
  check(text, Variant::Chess960);
  return 0;
}
