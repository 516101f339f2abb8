// fuzz/fen_fuzz.cpp
//
// Any text as a FEN. A refusal has a message; an accepted position is fully functional: it is consistent, reads back
// equal in both styles, and its legal moves can be made and taken back. Repairs are reported, and written FENs need
// none.

#include <string>
#include <string_view>

#include "base/text.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
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
  generate<MoveSet::Captures>(position, captures);
  generate<MoveSet::Quiets>(position, quiets);
  require(captures.size() + quiets.size() == all.size(), "captures and quiets are all moves", fen);
  for (const Move move : all)
    require(captures.contains(move) != quiets.contains(move), "a move is a capture or a quiet", fen,
            to_coordinates(move));
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

  // Every 16 bits: only generated moves may pass as legal. This takes most of the time, so it is not done for every
  // position.
  if (position.key() % 8 != 0) return;
  std::size_t legal = 0;
  for (unsigned bits = 0; bits < 0x10000; ++bits)
    if (position.is_legal(Move::from_bits(static_cast<std::uint16_t>(bits)))) ++legal;
  require(legal == moves.size(), "exactly the generated moves are legal", fen);
}

void check(std::string_view text, Variant variant) {
  FenRepairs repairs;
  auto position = parse_fen(text, variant, &repairs);
  const auto strict = parse_fen(text, variant);
  if (!position) {
    require(!position.error().message.empty(), "an error says what is wrong");
    require(base::is_valid_utf8(position.error().message), "a message is UTF-8");
    require(repairs.empty() && !strict, "a refused FEN is not repaired", text);
    return;
  }
  require(repairs.empty() == strict.has_value(), "a FEN that needs no repair is read without", text);
  require(!strict || fuzz::same_position(*position, *strict), "repairs leave valid parts alone", text);
  for (const std::string& repair : repairs) require(base::is_valid_utf8(repair), "a repair is reported in UTF-8", text);
  require(position->is_consistent(), "a position that was read is consistent", text);
  if (variant == Variant::Standard) require(has_standard_castling(*position), "castling is standard", text);
  check_writing(*position, variant);
  check_moves(*position, variant);
  const Position flipped = position->color_flipped();
  require(fuzz::same_position(flipped.color_flipped(), *position), "flipping twice restores", text);
  require(count_legal_moves(flipped) == count_legal_moves(*position), "colours have the same moves", text);
}

/// Whichever variant is chosen, the position is valid in it; it is refused only if both are.
void check_any_variant(std::string_view text) {
  FenRepairs repairs;
  const auto position = parse_fen_of_any_variant(text, &repairs);
  FenRepairs standard_repairs;
  FenRepairs chess960_repairs;
  const auto standard = parse_fen(text, Variant::Standard, &standard_repairs);
  const auto chess960 = parse_fen(text, Variant::Chess960, &chess960_repairs);
  require(position.has_value() == standard.has_value() && position.has_value() == chess960.has_value(),
          "no variant refuses what another repairs", text);
  if (!position) return;
  const bool as_standard = fuzz::same_position(*position, *standard) && repairs == standard_repairs;
  const bool as_chess960 = fuzz::same_position(*position, *chess960) && repairs == chess960_repairs;
  require(as_standard || as_chess960, "without a variant it is read as one of the two", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check(text, Variant::Standard);
  check(text, Variant::Chess960);
  check_any_variant(text);
  return 0;
}
