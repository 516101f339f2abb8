// search/stack.h
//
// What the search knows of each ply of the line it is in.

#pragma once

#include <array>
#include <cstddef>

#include "chess/bitboard.h"
#include "chess/move.h"
#include "eval/score.h"
#include "search/histories.h"

namespace zugwerk::search {

struct Ply {
  chess::Move move;                         // being searched here
  chess::Piece piece = chess::Piece::None;  // that makes it
  PieceToHistory* continuation = nullptr;   // continuation history of the move
  chess::Move excluded;                     // not searched while testing whether it is singular
  chess::Move killer;                       // a quiet move that refuted a sibling
  eval::Score evaluation = eval::kNoScore;  // static and corrected; none in check
  int extensions = 0;                       // double and triple ones on the way here
  int cutoffs = 0;                          // among the children of this node
  int reduction = 0;                        // of the move, while it is searched with one
  bool quiet = false;                       // the move neither captures nor promotes
  chess::Bitboard attacked{};               // by the side that is not to move
};

/// The principal variation from one ply on.
struct Line {
  std::array<chess::Move, eval::kMaxPly + 2> moves;
  int length = 0;

  void clear() { length = 0; }
  void set(chess::Move first, const Line& rest) {
    moves[0] = first;
    std::copy(rest.moves.begin(), rest.moves.begin() + rest.length, moves.begin() + 1);
    length = rest.length + 1;
  }
};

}  // namespace zugwerk::search
