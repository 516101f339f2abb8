// chess/position.h
//
// A legal chess position with the history that led to it: pieces, castling and en passant rights, hash keys, checkers
// and pins; makes moves and takes them back. Knows the rules of the board. What ends a game is in game.h, generating
// moves in movegen.h, notation in fen.h and san.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/error.h"
#include "chess/attacks.h"
#include "chess/bitboard.h"
#include "chess/castling.h"
#include "chess/move.h"
#include "chess/piece.h"
#include "chess/position_setup.h"
#include "chess/square.h"
#include "chess/state_stack.h"
#include "chess/zobrist.h"

namespace zugwerk::chess {

/// Plies without a capture or pawn move after which a player may claim a draw.
inline constexpr int kFiftyMoves = 100;

/// What a move does to the pieces, for incremental evaluation: at most three changes, for a capture with
/// promotion.
struct MoveDelta {
  struct Change {
    Piece piece = Piece::None;
    Square from = Square::None;  // None: appears (a promoted piece)
    Square to = Square::None;    // None: disappears (captured, or a promoting pawn)
    constexpr bool operator==(const Change&) const = default;
  };
  /// The mover first; then, as they apply, the captured piece or castling rook, and the promoted piece.
  std::array<Change, 3> changes{};
  int count = 0;

  constexpr void add(Piece piece, Square from, Square to) {
    changes[static_cast<std::size_t>(count++)] = {piece, from, to};
  }
};

/// The squares from which the side to move would give check: computed once per node, used for all its moves.
struct CheckInfo {
  /// By piece type: where a piece of that type attacks the enemy king. Empty for the king.
  std::array<Bitboard, kPieceTypeCount> squares{};
  /// Own pieces that give a discovered check if they leave their line.
  Bitboard discoverers = 0;
  Square enemy_king = Square::None;
};

class Position {
 public:
  /// The start of a standard game.
  Position();

  /// The position described by `setup`, or what is wrong with it. The en passant square is kept only if a capture there
  /// is legal.
  [[nodiscard]] static base::Expected<Position> from_setup(const PositionSetup& setup);

  /// The description of this position, from which from_setup makes an equal one without its history.
  [[nodiscard]] PositionSetup setup() const;

  // --- Where the pieces are -----------------------------------------------------------------------------------------

  [[nodiscard]] Color side_to_move() const { return side_; }
  [[nodiscard]] Piece piece_on(Square square) const { return board_[index(square)]; }
  [[nodiscard]] bool is_empty(Square square) const { return piece_on(square) == Piece::None; }
  [[nodiscard]] Bitboard occupied() const { return by_color_[0] | by_color_[1]; }
  [[nodiscard]] Bitboard pieces(Color color) const { return by_color_[index(color)]; }
  [[nodiscard]] Bitboard pieces(PieceType type) const { return by_type_[index(type)]; }
  [[nodiscard]] Bitboard pieces(PieceType a, PieceType b) const { return pieces(a) | pieces(b); }
  [[nodiscard]] Bitboard pieces(Color color, PieceType type) const { return pieces(color) & pieces(type); }
  [[nodiscard]] Bitboard pieces(Color color, PieceType a, PieceType b) const { return pieces(color) & pieces(a, b); }
  [[nodiscard]] Square king(Color color) const { return first_square(pieces(color, PieceType::King)); }
  [[nodiscard]] bool has_non_pawn_material(Color color) const {
    return (pieces(color) & ~pieces(PieceType::Pawn, PieceType::King)) != 0;
  }

  // --- Rights, clocks and checks ------------------------------------------------------------------------------------

  [[nodiscard]] CastlingRights castling() const { return state().castling; }
  /// The rook that castles on this wing, meaningful while the right exists.
  [[nodiscard]] Square castling_rook(Color color, Wing wing) const {
    return castling_rooks_[castling_index(color, wing)];
  }
  /// Squares that must be empty for castling: the paths of king and rook, apart from the two themselves.
  [[nodiscard]] Bitboard castling_way(Color color, Wing wing) const {
    return castling_ways_[castling_index(color, wing)];
  }
  /// Squares that must not be attacked: from the king's own to its target.
  [[nodiscard]] Bitboard castling_king_way(Color color, Wing wing) const {
    return castling_king_ways_[castling_index(color, wing)];
  }
  /// The square a pawn of the side to move can legally take on en passant, or None.
  [[nodiscard]] Square en_passant() const { return state().en_passant; }
  /// Plies since the last capture or pawn move.
  [[nodiscard]] int halfmove_clock() const { return state().halfmove_clock; }
  /// The number of the next move, as a score sheet counts.
  [[nodiscard]] int fullmove_number() const { return 1 + ply_from_start_ / 2; }
  /// Plies since the start of the game by move number and side to move.
  [[nodiscard]] int ply_from_start() const { return ply_from_start_; }

  [[nodiscard]] Bitboard checkers() const { return state().checkers; }
  [[nodiscard]] bool in_check() const { return checkers() != 0; }
  /// Pieces of the side to move that may move only on the line of their king and an enemy slider.
  [[nodiscard]] Bitboard pinned() const { return state().pinned; }
  /// Pieces of either colour that alone stand between the king of `color` and a slider of the other colour; `pinners`
  /// receives those sliders whose blocker is of `color`.
  [[nodiscard]] Bitboard king_blockers(Color color, Bitboard& pinners) const;
  [[nodiscard]] CheckInfo check_info() const;

  /// All pieces of both colours that attack `square` if the board were occupied like this.
  [[nodiscard]] Bitboard attackers_to(Square square, Bitboard occupied_squares) const;
  [[nodiscard]] bool is_attacked(Square square, Color by, Bitboard occupied_squares) const;

  // --- Keys ---------------------------------------------------------------------------------------------------------

  /// Equal exactly for positions that are the same for repetition: pieces, side, rights, and en passant if legal.
  [[nodiscard]] Key key() const { return state().key; }
  [[nodiscard]] Key pawn_key() const { return part(KeyPart::Pawns); }
  /// Every piece of `color` but its pawns.
  [[nodiscard]] Key non_pawn_key(Color color) const {
    return color == Color::White ? part(KeyPart::WhiteMinors) ^ part(KeyPart::WhiteMajors) ^ part(KeyPart::WhiteKing)
                                 : part(KeyPart::BlackMinors) ^ part(KeyPart::BlackMajors) ^ part(KeyPart::BlackKing);
  }
  /// Knights, bishops and kings.
  [[nodiscard]] Key minor_key() const { return part(KeyPart::WhiteMinors) ^ part(KeyPart::BlackMinors) ^ king_key(); }
  /// Rooks, queens and kings.
  [[nodiscard]] Key major_key() const { return part(KeyPart::WhiteMajors) ^ part(KeyPart::BlackMajors) ^ king_key(); }
  /// An estimate of the key after a legal move, without making it: quick, for prefetching what is known of the next
  /// position. It is wrong for castling, en passant and promotions, and for moves that lose castling rights or allow en
  /// passant.
  [[nodiscard]] Key plain_key_after(Move move) const {
    const std::size_t from = index(move.from());
    const std::size_t to = index(move.to());
    const auto& mover = kZobrist.pieces[index(board_[from])];
    // An empty square has a key of zero.
    return key_after_null() ^ mover[from] ^ mover[to] ^ kZobrist.pieces[index(board_[to])][to];
  }
  /// The key after a null move.
  [[nodiscard]] Key key_after_null() const {
    const Square lost = en_passant();
    return key() ^ kZobrist.black_to_move ^ (lost == Square::None ? Key{0} : kZobrist.en_passant[index(file_of(lost))]);
  }

  // --- Moves --------------------------------------------------------------------------------------------------------

  /// Whether any 16 bits are a move that the rules of the pieces allow here, own king's safety aside.
  [[nodiscard]] bool is_pseudo_legal(Move move) const;
  /// Whether any 16 bits are a legal move here.
  [[nodiscard]] bool is_legal(Move move) const { return is_pseudo_legal(move) && is_safe(move); }
  /// Whether a pseudo-legal move leaves the own king unattacked.
  [[nodiscard]] bool is_safe(Move move) const;
  [[nodiscard]] bool gives_check(Move move, const CheckInfo& info) const;
  [[nodiscard]] bool is_capture(Move move) const {
    return (!is_empty(move.to()) && !move.is_castling()) || move.is_en_passant();
  }
  /// Neither a capture nor a promotion.
  [[nodiscard]] bool is_quiet(Move move) const { return !is_capture(move) && !move.is_promotion(); }
  /// The type of the piece that a move captures, or None.
  [[nodiscard]] PieceType captured_type(Move move) const {
    if (move.is_en_passant()) return PieceType::Pawn;
    return move.is_castling() ? PieceType::None : type_of(piece_on(move.to()));
  }
  /// Whether en passant from `from` leaves the own king unattacked, for an own pawn that attacks the target.
  [[nodiscard]] bool is_en_passant_safe(Square from, Square target) const {
    return is_en_passant_safe(side_, from, target, occupied());
  }
  /// What making `move` will do to the pieces.
  [[nodiscard]] MoveDelta delta_of(Move move) const;

  /// Makes a legal move.
  void make(Move move);
  /// Takes the last move back.
  void undo();
  /// Passes the turn; not while in check.
  void make_null();
  void undo_null();

  // --- History ------------------------------------------------------------------------------------------------------

  /// Moves made since the position was set up (null moves included).
  [[nodiscard]] std::size_t history_length() const { return states_.depth(); }
  /// The move made `plies` ago, 0 being the last one.
  [[nodiscard]] Move move_back(std::size_t plies) const { return states_.back(plies).move; }
  /// The piece that the last move captured, or None.
  [[nodiscard]] Piece last_captured() const { return state().captured; }
  /// How often this position occurred earlier in the history.
  [[nodiscard]] int repetitions() const;
  /// Whether the search, `ply` plies from its root, may call this position a draw by repetition: it occurred before
  /// inside the search, or twice in the game.
  [[nodiscard]] bool is_repetition(int ply) const;
  /// Whether one move of the side to move leads back to an earlier position inside the search, whose root is `ply`
  /// plies away: it then has at least a draw.
  [[nodiscard]] bool has_upcoming_repetition(int ply) const;
  /// Forgets the earlier moves, so that nothing before counts as a repetition.
  void forget_history() { states_.forget_history(); }

  /// The same position for the other player: colours and board exchanged, White's side for Black's.
  [[nodiscard]] Position color_flipped() const;

  /// Recomputes everything that is kept incrementally and compares; for tests and assertions.
  [[nodiscard]] bool is_consistent() const;

 private:
  struct Empty {};
  explicit Position(Empty) {}  // an empty board, for from_setup

  [[nodiscard]] const State& state() const { return states_.top(); }
  [[nodiscard]] Key part(KeyPart which) const { return state().parts[static_cast<std::size_t>(which)]; }
  [[nodiscard]] Key king_key() const { return part(KeyPart::WhiteKing) ^ part(KeyPart::BlackKing); }

  void put(Piece piece, Square square);
  void remove(Piece piece, Square square);
  void relocate(Piece piece, Square from, Square to);
  void set_castling_right(Color color, Wing wing, Square rook);
  void set_keys(State& state) const;
  template <Color kUs>
  void set_checks(State& state) const;
  template <Color kUs>
  void apply(Move move);
  template <Color kUs>
  void revert();
  /// The same for a board on which the passing pawn has just arrived: `occupied_squares` may be ahead of the board.
  [[nodiscard]] bool is_en_passant_safe(Color capturer, Square from, Square target, Bitboard occupied_squares) const;
  [[nodiscard]] bool has_legal_en_passant(Color capturer, Square target, Bitboard occupied_squares) const;

  std::array<Bitboard, 7> by_type_{};  // the last, of PieceType::None, is scratch space of apply()
  std::array<Bitboard, kColorCount> by_color_{};
  std::array<Piece, kSquareCount> board_ = PositionSetup{}.board;
  Color side_ = Color::White;
  std::int32_t ply_from_start_ = 0;

  // Fixed when the position is set up.
  std::array<Square, 4> castling_rooks_{Square::None, Square::None, Square::None, Square::None};
  std::array<Bitboard, 4> castling_ways_{};
  std::array<Bitboard, 4> castling_king_ways_{};
  std::array<CastlingRights, kSquareCount> rights_lost_at_{};  // when a piece leaves or reaches this square

  StateStack states_;
};

}  // namespace zugwerk::chess
