#include "tablebase/fathom.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include <tbprobe.h>

#include "base/files/standard_streams.h"
#include "chess/movegen.h"
#include "tablebase/warming.h"

namespace zugwerk::tablebase::fathom {

using namespace chess;

namespace {

/// A position as the arguments of the library's functions.
struct Board {
  explicit Board(const Position& position)
      : white(position.pieces(Color::White)),
        black(position.pieces(Color::Black)),
        kings(position.pieces(PieceType::King)),
        queens(position.pieces(PieceType::Queen)),
        rooks(position.pieces(PieceType::Rook)),
        bishops(position.pieces(PieceType::Bishop)),
        knights(position.pieces(PieceType::Knight)),
        pawns(position.pieces(PieceType::Pawn)),
        en_passant(position.en_passant() == Square::None ? 0 : static_cast<unsigned>(index(position.en_passant()))),
        white_to_move(position.side_to_move() == Color::White) {}

  [[nodiscard]] unsigned wdl() const {
    return tb_probe_wdl_impl(white, black, kings, queens, rooks, bishops, knights, pawns, en_passant, white_to_move);
  }
  [[nodiscard]] unsigned root(unsigned halfmove_clock, unsigned* results) const {
    return tb_probe_root_impl(white, black, kings, queens, rooks, bishops, knights, pawns, halfmove_clock, en_passant,
                              white_to_move, results);
  }

  Bitboard white, black, kings, queens, rooks, bishops, knights, pawns;
  unsigned en_passant;
  bool white_to_move;
};

[[nodiscard]] Wdl wdl_from(unsigned value) { return static_cast<Wdl>(static_cast<int>(value) - TB_DRAW); }

/// Opens the DTZ table if this position is lost: it has no captures, so that its distance can only be looked up there.
[[nodiscard]] bool looks_up_distance(const Position& position) {
  const auto wdl = probe_wdl(position);
  if (!wdl || *wdl >= Wdl::Draw) return false;
  std::array<unsigned, TB_MAX_MOVES> ignored{};
  return Board(position).root(0, ignored.data()) != TB_RESULT_FAILED;
}

}  // namespace

bool is_available() { return true; }

void use_folder(const std::string& folder) {
  // The library prints an error for every table that it closes.
  const base::SilentErrors silent;
  tb_init(folder.c_str());
}

void open_wdl(const Material& material) { static_cast<void>(Board(quiet_position(material, Color::White)).wdl()); }

bool open_dtz(const Material& material) {
  if (const auto position = mated_position(material)) return looks_up_distance(*position);
  // King against king and pawn: most positions are lost.
  constexpr std::uint64_t kTries = 100;
  for (std::uint64_t seed = 1; seed <= kTries; ++seed)
    for (const Color color : kColors)
      if (looks_up_distance(quiet_position(material, color, seed))) return true;
  return false;
}

std::optional<Wdl> probe_wdl(const Position& position) {
  const unsigned value = Board(position).wdl();
  if (value == TB_RESULT_FAILED) return std::nullopt;
  return wdl_from(value);
}

std::optional<std::vector<RootResult>> probe_root(const Position& position) {
  std::vector<RootResult> results;
  const MoveList moves = legal_moves(position);
  if (moves.empty()) return results;
  std::array<unsigned, TB_MAX_MOVES> found{};
  const unsigned best =
      Board(position).root(static_cast<unsigned>(std::min(position.halfmove_clock(), kFiftyMoves)), found.data());
  if (best == TB_RESULT_FAILED || best == TB_RESULT_CHECKMATE || best == TB_RESULT_STALEMATE) return std::nullopt;
  constexpr std::array kPromotions{PieceType::None, PieceType::Queen, PieceType::Rook, PieceType::Bishop,
                                   PieceType::Knight};
  for (const Move move : moves) {
    const auto is_same = [&](unsigned result) {
      return TB_GET_FROM(result) == index(move.from()) && TB_GET_TO(result) == index(move.to()) &&
             kPromotions[TB_GET_PROMOTES(result)] == (move.is_promotion() ? move.promotion_type() : PieceType::None);
    };
    const auto* const end = std::find(found.cbegin(), found.cend(), TB_RESULT_FAILED);
    const auto* const result = std::find_if(found.cbegin(), end, is_same);
    if (result == end) return std::nullopt;
    const Wdl wdl = wdl_from(TB_GET_WDL(*result));
    const int dtz = static_cast<int>(TB_GET_DTZ(*result));
    results.push_back({move, wdl, wdl < Wdl::Draw ? -dtz : dtz});
  }
  return results;
}

}  // namespace zugwerk::tablebase::fathom
