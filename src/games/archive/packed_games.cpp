// games/archive/packed_games.cpp
//
// Encoder and decoder are one template, so their contexts cannot get out of step.

#include "games/archive/packed_games.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "base/format.h"
#include "chess/attacks.h"
#include "chess/movegen.h"
#include "games/archive/bit_coder.h"
#include "games/archive/game_bytes.h"

namespace zugwerk::games {

using namespace chess;

namespace {

/// Codes bits with one adaptive probability per context, without mixing: for numbers and symbols that are rare.
class PlainBits {
 public:
  explicit PlainBits(std::size_t contexts) : bits_(contexts) {}

  template <class Coder>
  bool code(Coder& coder, bool value, std::size_t context) {
    constexpr int kMemory = 60;
    AdaptiveBit& bit = bits_[context];
    const int probability =
        std::clamp(bit.probability(), kLeastProbability, (1 << kProbabilityBits) - kLeastProbability);
    value = coder.code(value, probability);
    bit.update(value, kMemory);
    return value;
  }

  /// A symbol of `bits` bits, most significant bit first. Uses 2^bits contexts starting at `context`.
  template <class Coder>
  unsigned code_symbol(Coder& coder, unsigned value, unsigned bits, std::size_t context) {
    unsigned node = 1;
    for (unsigned i = bits; i-- > 0;) node = 2 * node + (code(coder, ((value >> i) & 1U) != 0, context + node) ? 1 : 0);
    return node - (1U << bits);
  }

  static constexpr std::size_t kNumberContexts = 64;
  /// A number below 2^17 in an Elias-gamma code: its bit width in unary, then the lower bits. Uses kNumberContexts
  /// contexts starting at `context`.
  template <class Coder>
  unsigned code_number(Coder& coder, unsigned value, std::size_t context) {
    constexpr unsigned kMostBits = 17;
    const auto width = static_cast<unsigned>(std::bit_width(value));
    unsigned bits = 0;
    while (bits < kMostBits && code(coder, width > bits, context + bits)) ++bits;
    if (bits < 2) return bits;
    unsigned result = 1;
    for (unsigned i = bits - 1; i-- > 0;)
      result = 2 * result + (code(coder, ((value >> i) & 1U) != 0, context + std::size_t{2} * kMostBits - i) ? 1 : 0);
    return result;
  }

 private:
  std::vector<AdaptiveBit> bits_;
};

/// The squares that one side attacks: by pawns, by pawns and minor pieces, and so on; and those it attacks at least
/// twice.
struct SideAttacks {
  Bitboard by_pawns = 0;
  Bitboard by_minors = 0;
  Bitboard by_rooks = 0;
  Bitboard all = 0;
  Bitboard twice = 0;

  SideAttacks(const Position& position, Color side) {
    const Bitboard occupied = position.occupied();
    const auto add = [&](Bitboard attacked) {
      twice |= all & attacked;
      all |= attacked;
    };
    const auto add_pieces = [&](PieceType type) {
      for (Bitboard left = position.pieces(side, type); left != 0;) add(attacks(type, pop_square(left), occupied));
    };
    for (Bitboard left = position.pieces(side, PieceType::Pawn); left != 0;) add(pawn_attacks(side, pop_square(left)));
    by_pawns = all;
    add_pieces(PieceType::Knight);
    add_pieces(PieceType::Bishop);
    by_minors = all;
    add_pieces(PieceType::Rook);
    by_rooks = all;
    add_pieces(PieceType::Queen);
    add_pieces(PieceType::King);
  }

  /// The squares where a piece of this type would be attacked by a less valuable one.
  [[nodiscard]] Bitboard against(PieceType type) const {
    constexpr Bitboard kNone = 0;
    return std::array{kNone, by_pawns, by_pawns, by_minors, by_rooks, kNone}[index(type)];
  }
};

constexpr std::array kPackedValues{1, 3, 3, 5, 9, 20, 0};

/// Quantises a number by the bit width of its magnitude, up to `most`.
[[nodiscard]] unsigned width_of(int value, unsigned most) {
  return std::min(static_cast<unsigned>(std::bit_width(static_cast<unsigned>(std::abs(value)))), most);
}
[[nodiscard]] unsigned signed_width_of(int value, unsigned most) {
  const unsigned width = width_of(value, most);
  return value < 0 ? most - width : most + width;
}

[[nodiscard]] unsigned distance_between(Square a, Square b) {
  const int files = static_cast<int>(index(file_of(a))) - static_cast<int>(index(file_of(b)));
  const int ranks = static_cast<int>(index(rank_of(a))) - static_cast<int>(index(rank_of(b)));
  return static_cast<unsigned>(std::max(std::abs(files), std::abs(ranks)));
}

[[nodiscard]] std::uint32_t hashed(std::uint32_t value) {
  constexpr std::uint32_t kMultiplier = 0x9E3779B1;
  constexpr int kKept = 16;
  return (value * kMultiplier) >> (32 - kKept);
}

constexpr std::size_t kMoveContexts = 10;
constexpr std::size_t kOrderContexts = kMoveContexts - 1;  // the last context uses the resulting rank
using MoveBits = MixedBits<kMoveContexts, 16>;
constexpr std::size_t kMoveRanks = 32;

constexpr std::size_t kScoreContexts = 6;
using ScoreBits = MixedBits<kScoreContexts, 16>;
constexpr std::size_t kScoreNodes = 128;

constexpr std::size_t kEndContexts = 3;
using EndBits = MixedBits<kEndContexts, 14>;
constexpr std::size_t kSquareContexts = 3;
using SquareBits = MixedBits<kSquareContexts, 10>;

struct LegalChoice {
  Move move;
  int odds = 0;
  MoveBits::Contexts contexts{};
};

/// The first context of each kind of plain bit.
constexpr std::size_t kPlainRaw = 0;
constexpr std::size_t kPlainFrameEnd = kPlainRaw + 1;
constexpr std::size_t kPlainByte = 16;
constexpr std::size_t kPlainSide = kPlainByte + 256;
constexpr std::size_t kPlainCastling = kPlainSide + 2;
constexpr std::size_t kPlainRookFile = kPlainCastling + 16;
constexpr std::size_t kPlainEnPassant = kPlainRookFile + std::size_t{4} * 8;
constexpr std::size_t kPlainEnPassantSquare = kPlainEnPassant + 1;
constexpr std::size_t kPlainClock = kPlainEnPassantSquare + 64;
constexpr std::size_t kPlainNumber = kPlainClock + PlainBits::kNumberContexts;
constexpr std::size_t kPlainPiece = kPlainNumber + PlainBits::kNumberContexts;
constexpr std::size_t kPlainScoreKind = kPlainPiece + std::size_t{64} * 16;
constexpr std::size_t kPlainProvenSide = kPlainScoreKind + 64;
constexpr std::size_t kPlainProven = kPlainProvenSide + 4;
constexpr std::size_t kPlainProvenSign = kPlainProven + std::size_t{2} * PlainBits::kNumberContexts;
constexpr std::size_t kPlainCause = kPlainProvenSign + 2;
constexpr std::size_t kPlainResult = kPlainCause + std::size_t{64} * 16;
constexpr std::size_t kPlainCount = kPlainResult + std::size_t{256} * 4;

enum class ScoreKind : std::uint8_t { Unproven = 0, Unscored = 1, Proven = 2 };
[[nodiscard]] ScoreKind kind_of(eval::Score score) {
  if (score == eval::kNoScore) return ScoreKind::Unscored;
  return score.is_decisive() ? ScoreKind::Proven : ScoreKind::Unproven;
}

/// Features of the scores so far, from White's point of view, for predicting the next one.
struct ScoreTrail {
  std::array<int, 3> last{};   // latest first; proven scores are clamped
  int scale = 20 * 16;         // running mean of absolute differences, times 16
  unsigned kinds = 0;          // of the last two scores
  int proven = 0;              // the last score if it was proven, otherwise 0
  unsigned even_run = 0;       // consecutive plies with scores close to zero
  unsigned won_run = 0;        // consecutive plies with large scores
  std::array<int, 4> sizes{};  // absolute values of the last four

  void add(eval::Score score) {
    const ScoreKind kind = kind_of(score);
    kinds = (kinds * 4 + static_cast<unsigned>(kind)) & 15U;
    proven = kind == ScoreKind::Proven ? score.value() : 0;
    if (kind == ScoreKind::Unscored) return;
    constexpr int kMost = 3000;
    constexpr int kEven = 10;
    constexpr int kWon = 1000;
    const int value = std::clamp(score.value(), -kMost, kMost);
    scale += (16 * std::abs(value - last[0]) - scale) / 4;
    last = {value, last[0], last[1]};
    even_run = std::abs(value) <= kEven ? even_run + 1 : 0;
    won_run = std::abs(value) >= kWon ? won_run + 1 : 0;
    sizes = {std::abs(value), sizes[0], sizes[1], sizes[2]};
  }
};

/// The standard starting position. The start of a record is usually only a few moves away from it.
constexpr std::array<Piece, kSquareCount> kReferenceBoard = [] {
  std::array<Piece, kSquareCount> board{};
  board.fill(Piece::None);
  constexpr std::array kBackRank{PieceType::Rook, PieceType::Knight, PieceType::Bishop, PieceType::Queen,
                                 PieceType::King, PieceType::Bishop, PieceType::Knight, PieceType::Rook};
  for (std::size_t file = 0; file < kBackRank.size(); ++file) {
    board[file] = make_piece(Color::White, kBackRank[file]);
    board[8 + file] = Piece::WhitePawn;
    board[48 + file] = Piece::BlackPawn;
    board[56 + file] = make_piece(Color::Black, kBackRank[file]);
  }
  return board;
}();

// The fields of PackedPosition::state.
constexpr unsigned kPackedCastlingShift = 1;
constexpr unsigned kPackedFilesShift = 5;
constexpr unsigned kPackedEnPassantShift = 17;
constexpr unsigned kPackedClockShift = 24;
constexpr unsigned kPackedNumberShift = 38;
constexpr unsigned kPackedNoSquare = 64;

template <class Coder>
class GameCodec {
 public:
  explicit GameCodec(Coder coder)
      : coder_(std::move(coder)),
        plain_(kPlainCount),
        moves_(kMoveRanks, 1000, 2),
        scores_(kScoreNodes, 250, 12),
        ends_(1, 250, 12),
        squares_(1, 100, 12) {}

  [[nodiscard]] Coder& coder() { return coder_; }

  /// Encodes the game, or decodes one of at most `most` plies into it. Returns false if the bytes are invalid; encoding
  /// always succeeds.
  bool code(PackedGame& packed, std::size_t most) {
    GameRecord& game = packed.game;
    const bool is_raw = plain_.code(coder_, !Coder::kDecodes && !can_be_modelled(game), kPlainRaw);
    if (!(is_raw ? code_raw(game, most) : code_modelled(game, most))) return false;
    packed.ends_frame = plain_.code(coder_, packed.ends_frame, kPlainFrameEnd);
    return true;
  }

 private:
  /// True if all moves are legal and the starting position is in canonical form; other games are stored raw.
  [[nodiscard]] static bool can_be_modelled(const GameRecord& game) {
    const auto start = unpack(game.start);
    return start && pack(*start) == game.start && replay(game);
  }

  bool code_raw(GameRecord& game, std::size_t most) {
    std::string bytes;
    if constexpr (!Coder::kDecodes) append_game_bytes(bytes, game);
    const auto size = static_cast<unsigned>(game.plies.size());
    const unsigned plies = code_16(size);
    if (plies > most) return false;
    bytes.resize(kGameHeaderSize + plies * kPlySize);
    for (char& byte : bytes) {
      const auto value = static_cast<unsigned>(static_cast<unsigned char>(byte));
      byte = static_cast<char>(plain_.code_symbol(coder_, value, 8, kPlainByte));
      if (is_beyond_end()) return false;
    }
    if constexpr (!Coder::kDecodes) return true;
    std::string_view rest = bytes;
    return take_game_bytes(rest, game) && rest.empty();
  }

  bool code_modelled(GameRecord& game, std::size_t most) {
    code_start(game.start);
    auto start = unpack(game.start);
    if (!start) return false;
    Position& position = *start;
    ScoreTrail trail;
    last_moved_ = {};
    std::size_t ply = 0;
    for (;; ++ply) {
      if (ply == GameRecord::kMostPlies) break;
      const MoveList legal = legal_moves(position);
      if (legal.empty()) break;
      if (!code_continues(ply < game.plies.size(), position, trail)) break;
      if (Coder::kDecodes) {
        if (ply == most || is_beyond_end()) return false;
        game.plies.emplace_back();
      }
      PlyRecord& played = game.plies[ply];
      const SideAttacks ours(position, position.side_to_move());
      const SideAttacks theirs(position, ~position.side_to_move());
      if (!code_score(played.score, position, legal, theirs, trail)) return false;
      code_move(played.move, position, legal, ours, theirs);
      position.make(played.move);
    }
    code_end(game, position, trail);
    return static_cast<unsigned>(game.result) <= static_cast<unsigned>(GameResult::WhiteWins) &&
           static_cast<unsigned>(game.end_cause) < kEndCauseCount;
  }

  [[nodiscard]] bool is_beyond_end() const {
    if constexpr (Coder::kDecodes)
      return coder_.is_beyond_end();
    else
      return false;
  }

  unsigned code_16(unsigned value) {
    constexpr int kEven = 1 << (kProbabilityBits - 1);
    unsigned result = 0;
    for (unsigned i = 16; i-- > 0;) result = 2 * result + (coder_.code(((value >> i) & 1U) != 0, kEven) ? 1 : 0);
    return result;
  }

  // --- The start ----------------------------------------------------------------------------------------------------

  void code_start(PackedPosition& start) {
    std::array<Piece, kSquareCount> board{};
    board.fill(Piece::None);
    std::size_t number = 0;
    for (Bitboard left = start.occupied; left != 0; ++number)
      board[index(pop_square(left))] = static_cast<Piece>((start.pieces[number / 2] >> (4 * (number % 2))) & 15U);
    code_board(board);
    std::uint64_t state = start.state;
    const auto field = [&](unsigned shift, unsigned bits) {
      return static_cast<unsigned>((start.state >> shift) & ((std::uint64_t{1} << bits) - 1));
    };
    state = plain_.code(coder_, field(0, 1) != 0, kPlainSide) ? 1 : 0;
    const unsigned rights = plain_.code_symbol(coder_, field(kPackedCastlingShift, 4), 4, kPlainCastling);
    state |= std::uint64_t{rights} << kPackedCastlingShift;
    for (unsigned which = 0; which < 4; ++which) {
      if (((rights >> which) & 1U) == 0) continue;
      const unsigned shift = kPackedFilesShift + 3 * which;
      state |= std::uint64_t{plain_.code_symbol(coder_, field(shift, 3), 3, kPlainRookFile + std::size_t{8} * which)}
               << shift;
    }
    unsigned en_passant = field(kPackedEnPassantShift, 7);
    if (plain_.code(coder_, en_passant != kPackedNoSquare, kPlainEnPassant))
      en_passant = plain_.code_symbol(coder_, en_passant, 6, kPlainEnPassantSquare);
    else
      en_passant = kPackedNoSquare;
    state |= std::uint64_t{en_passant} << kPackedEnPassantShift;
    state |= std::uint64_t{plain_.code_number(coder_, field(kPackedClockShift, 14), kPlainClock)} << kPackedClockShift;
    state |= std::uint64_t{plain_.code_number(coder_, field(kPackedNumberShift, 17), kPlainNumber)}
             << kPackedNumberShift;
    if constexpr (!Coder::kDecodes) return;
    start = {};
    start.state = state;
    number = 0;
    for (std::size_t square = 0; square < kSquareCount && number < 32; ++square) {
      if (board[square] == Piece::None) continue;
      start.occupied |= std::uint64_t{1} << square;
      start.pieces[number / 2] = static_cast<std::uint8_t>(
          start.pieces[number / 2] | (static_cast<unsigned>(board[square]) << (4 * (number % 2))));
      ++number;
    }
  }

  void code_board(std::array<Piece, kSquareCount>& board) {
    unsigned changes = 0;
    for (std::size_t square = 0; square < kSquareCount; ++square) {
      const Piece expected = kReferenceBoard[square];
      const auto at = static_cast<std::uint32_t>(square);
      const auto piece = static_cast<std::uint32_t>(index(expected));
      const std::uint32_t few = std::min(changes, 15U);
      const bool changed =
          squares_.code(coder_, board[square] != expected, {at, piece * 16 + few, at * 16 + std::min(few, 7U)}, 0);
      if (!changed) {
        board[square] = expected;
        continue;
      }
      ++changes;
      const auto value = static_cast<unsigned>(index(board[square]));
      board[square] = static_cast<Piece>(plain_.code_symbol(coder_, value, 4, kPlainPiece + 16 * square));
    }
  }

  // --- The plies ----------------------------------------------------------------------------------------------------

  /// Whether another move follows. Adjudication depends on the scores, draws on the history.
  bool code_continues(bool continues, const Position& position, const ScoreTrail& trail) {
    const auto won = std::min(trail.won_run, 7U);
    const auto even = std::min(trail.even_run, 15U);
    const auto ply = static_cast<std::uint32_t>(std::min(position.ply_from_start() / 8, 63));
    const int least = *std::min_element(trail.sizes.begin(), trail.sizes.end());
    const auto size = static_cast<std::uint32_t>(std::min(least / 50, 63));
    const auto clock = static_cast<std::uint32_t>(std::min(position.halfmove_clock(), 127));
    const auto repeated = static_cast<std::uint32_t>(std::min(position.repetitions(), 3));
    const std::uint32_t proven = trail.proven != 0 ? 1 : 0;
    const auto pieces = static_cast<std::uint32_t>(std::min(popcount(position.occupied()), 7));
    return ends_.code(coder_, continues,
                      {(ply << 8) | (won << 5) | (even << 1) | proven, (size << 4) | (won << 1) | proven,
                       (clock << 7) | (repeated << 5) | (pieces << 2)},
                      0);
  }

  bool code_score(eval::Score& score, const Position& position, const MoveList& legal, const SideAttacks& theirs,
                  ScoreTrail& trail) {
    const bool white = position.side_to_move() == Color::White;
    const int sign = white ? 1 : -1;
    const auto kind = static_cast<ScoreKind>(plain_.code_symbol(coder_, static_cast<unsigned>(kind_of(score)), 2,
                                                                kPlainScoreKind + std::size_t{4} * trail.kinds));
    jump_ = 0;
    if (kind == ScoreKind::Unproven) {
      const int before = sign * trail.last[0];
      const int difference = code_difference(sign * score.value() - before, position, legal, theirs, trail);
      if constexpr (Coder::kDecodes) score = eval::Score(sign * (before + difference));
      jump_ = difference;
    } else if (kind == ScoreKind::Proven) {
      score = eval::Score(code_proven(score.value(), trail));
    } else {
      score = eval::kNoScore;
    }
    if (kind != kind_of(score) || (kind != ScoreKind::Unscored && std::abs(score.value()) > eval::kMate.value()))
      return false;
    trail.add(score);
    return true;
  }

  /// Predicts that the distance to mate shrinks by one ply per ply.
  int code_proven(int value, const ScoreTrail& trail) {
    const bool known = trail.proven != 0;
    const bool wins = plain_.code(coder_, value > 0, kPlainProvenSide + (known ? trail.proven > 0 ? 1 : 2 : 0));
    const bool expected = known && (trail.proven > 0) == wins;
    const int mate = eval::kMate.value();
    const int plies = mate - std::abs(value);
    const int guess = expected ? mate - std::abs(trail.proven) - 1 : 0;
    const std::size_t context = expected ? 1 : 0;
    const auto size = static_cast<unsigned>(std::abs(plies - guess));
    int off = static_cast<int>(plain_.code_number(coder_, size, kPlainProven + context * PlainBits::kNumberContexts));
    if (off != 0 && plain_.code(coder_, plies < guess, kPlainProvenSign + context)) off = -off;
    const int result = mate - (guess + off);
    return wins ? result : -result;
  }

  int code_difference(int difference, const Position& position, const MoveList& legal, const SideAttacks& theirs,
                      const ScoreTrail& trail) {
    const int sign = position.side_to_move() == Color::White ? 1 : -1;
    const int now = sign * trail.last[0];
    const int step = sign * (trail.last[0] - trail.last[1]);
    const int earlier = sign * (trail.last[1] - trail.last[2]);
    const unsigned check = position.in_check() ? 1 : 0;
    const auto captured = static_cast<unsigned>(type_of(position.last_captured()));
    const auto pieces = static_cast<unsigned>(popcount(position.occupied()));
    // Half octaves: the bit width of the square.
    const auto wide = static_cast<std::uint64_t>(trail.scale) * static_cast<std::uint64_t>(trail.scale);
    const unsigned scale = std::clamp(static_cast<unsigned>(std::bit_width(wide)), 6U, 21U) - 6U;
    const unsigned size = width_of(now / 8, 7);
    const unsigned clock = std::min(static_cast<unsigned>(position.halfmove_clock()) / 8, 7U);
    const unsigned few_moves = legal.size() < 4 ? 0U : legal.size() < 12 ? 1U : legal.size() < 30 ? 2U : 3U;
    const std::array<std::uint32_t, kScoreContexts> bases{
        (signed_width_of(step / 2, 7) << 5) | (signed_width_of(earlier / 8, 3) << 2) | (captured != 6 ? 2U : 0U) |
            check,
        (scale << 5) | (size << 2) | (step == 0 ? 2U : 0U) | (earlier == 0 ? 1U : 0U),
        (best_capture(position, legal, theirs) << 6) | (captured << 3) | (check << 2) | (scale >> 2),
        (std::min(pieces / 4, 7U) << 6) | ((scale >> 1) << 3) | size,
        (signed_width_of(step / 2, 7) << 5) | (signed_width_of(now / 8, 7) << 1) | check,
        (sign > 0 ? 256U : 0U) | (few_moves << 6) | (clock << 3) | (scale >> 1)};
    const auto bit = [&](bool value, unsigned node) {
      ScoreBits::Contexts contexts{};
      for (std::size_t i = 0; i < kScoreContexts; ++i) contexts[i] = (bases[i] << 7) | node;
      return scores_.code(coder_, value, contexts, node);
    };
    constexpr unsigned kZero = 0;
    constexpr unsigned kSign = 1;
    constexpr unsigned kWidth = 1;   // 2 to 17 bits
    constexpr unsigned kFirst = 18;  // the bit after the leading one, by width
    constexpr unsigned kSecond = 36;
    constexpr unsigned kRest = 72;
    constexpr unsigned kMostWidth = 16;
    if (bit(difference == 0, kZero)) return 0;
    const bool negative = bit(difference < 0, kSign);
    const auto magnitude = static_cast<unsigned>(std::abs(difference));
    const auto true_width = static_cast<unsigned>(std::bit_width(magnitude));
    unsigned width = 1;
    while (width < kMostWidth && bit(true_width > width, kWidth + width)) ++width;
    unsigned value = 1;
    for (unsigned i = width - 1; i-- > 0;) {
      const unsigned known = width - 1 - i;  // bits, including the leading one
      const unsigned node = known == 1 ? kFirst + width : known == 2 ? kSecond + 2 * width + (value & 1U) : kRest + i;
      value = 2 * value + (bit(((magnitude >> i) & 1U) != 0, node) ? 1 : 0);
    }
    return negative ? -static_cast<int>(value) : static_cast<int>(value);
  }

  /// The estimated gain of the best capture or promotion, from 0 to 7.
  [[nodiscard]] static unsigned best_capture(const Position& position, const MoveList& legal,
                                             const SideAttacks& theirs) {
    int best = 0;
    for (const Move move : legal) {
      if (position.is_quiet(move)) continue;
      const auto value = [](PieceType type) { return kPackedValues[index(type)]; };
      int gain = value(position.captured_type(move));
      if (move.is_promotion()) gain += value(move.promotion_type()) - 1;
      if ((theirs.all & bit(move.to())) != 0) gain -= value(type_of(position.piece_on(move.from())));
      best = std::max(best, gain);
    }
    return static_cast<unsigned>(std::min(best, 7));
  }

  void code_move(Move& played, const Position& position, const MoveList& legal, const SideAttacks& ours,
                 const SideAttacks& theirs) {
    choices_.clear();
    describe(position, legal, ours, theirs);
    std::sort(choices_.begin(), choices_.end(), [](const LegalChoice& a, const LegalChoice& b) {
      return a.odds != b.odds ? a.odds > b.odds : a.move.to_bits() < b.move.to_bits();
    });
    std::size_t rank = 0;
    for (; rank + 1 < choices_.size(); ++rank) {
      LegalChoice& choice = choices_[rank];
      const auto place = static_cast<std::uint32_t>(std::min(rank, kMoveRanks - 1));
      const auto odds = static_cast<std::uint32_t>(std::clamp((choice.odds + 1536) / 64, 0, 31));
      const auto gap = width_of((choice.odds - choices_[rank + 1].odds) / 16, 7);
      const auto left = width_of(static_cast<int>(choices_.size() - rank), 7);
      choice.contexts.back() = (place << 11) | (odds << 6) | (gap << 3) | left;
      if (moves_.code(coder_, !Coder::kDecodes && choice.move == played, choice.contexts, place)) break;
    }
    if constexpr (Coder::kDecodes) played = choices_[rank].move;
    const auto type = type_of(position.piece_on(played.from()));
    last_moved_ = {moved(type, played.to(), played.from()), last_moved_[0]};
  }

  struct Moved {
    std::uint32_t piece_to = 0;
    Square from = Square::None;
    Square to = Square::None;
  };
  [[nodiscard]] static Moved moved(PieceType type, Square to, Square from) {
    return {static_cast<std::uint32_t>(1 + 64 * index(type) + index(to)), from, to};
  }

  /// The class of the score's jump, from the point of view of the side to move.
  [[nodiscard]] unsigned jump_class() const {
    constexpr std::array kEdges{-80, -25, -8, 8, 25, 80, 250};
    unsigned result = 0;
    for (const int edge : kEdges) result += jump_ >= edge ? 1 : 0;
    return result;
  }

  void describe(const Position& position, const MoveList& legal, const SideAttacks& ours, const SideAttacks& theirs) {
    const Color us = position.side_to_move();
    const CheckInfo check_info = position.check_info();
    const Bitboard occupied = position.occupied();
    const Bitboard enemies = position.pieces(~us);
    const Square our_king = position.king(us);
    const Square their_king = position.king(~us);
    const unsigned jump = jump_class();
    const auto phase = static_cast<unsigned>(std::min((popcount(occupied) - 2) / 4, 7));
    const unsigned in_check = position.in_check() ? 1 : 0;
    const unsigned clock = std::min(static_cast<unsigned>(position.halfmove_clock()) / 12, 3U);
    for (const Move move : legal) {
      const Square from = move.from();
      const Square to = move.to();
      const PieceType type = type_of(position.piece_on(from));
      const auto piece = static_cast<unsigned>(index(type));
      const auto target = static_cast<unsigned>(index(relative_square(us, to)));
      const auto source = static_cast<unsigned>(index(relative_square(us, from)));
      const auto captured = static_cast<unsigned>(index(position.captured_type(move)));
      const unsigned capture = captured != index(PieceType::None) ? 1 : 0;
      const unsigned check = position.gives_check(move, check_info) ? 1 : 0;
      const unsigned promotion = !move.is_promotion() ? 0 : move.promotion_type() == PieceType::Queen ? 1 : 2;
      const Bitboard support = type == PieceType::Pawn ? ours.all : ours.twice;
      const unsigned at_target = danger(to, type, theirs, support);
      const unsigned at_source = danger(from, type, theirs, ours.all);
      const Bitboard attacked =
          type == PieceType::Pawn ? pawn_attacks(us, to) : attacks(type, to, (occupied ^ bit(from)) | bit(to));
      Bitboard larger = 0;
      for (std::size_t i = index(type) + 1; i < index(PieceType::King); ++i)
        larger |= position.pieces(static_cast<PieceType>(i));
      const unsigned threat = ((attacked & enemies & larger) != 0 ? 2U : 0U) |
                              ((attacked & enemies & ~theirs.all & ~bit(their_king)) != 0 ? 1U : 0U);
      const unsigned recapture = last_moved_[0].to == to ? 1 : 0;
      const unsigned again = last_moved_[1].to == from ? 1 : 0;
      const unsigned back = again != 0 && last_moved_[1].from == to ? 1 : 0;
      const unsigned special = move.is_castling() ? 3 : promotion;

      LegalChoice& choice = choices_.emplace_back();
      choice.move = move;
      choice.contexts = {
          (piece << 10) | (target << 4) | ((phase >> 1) << 2) | (capture << 1) | check,
          (piece << 11) | (source << 5) | (at_source << 3) | (at_target << 1) | in_check,
          (captured << 12) | (piece << 9) | (at_target << 7) | (at_source << 5) | (check << 4) | (special << 2) |
              (recapture << 1) | again,
          (recapture << 15) | (again << 14) | (back << 13) | (at_target << 11) | (at_source << 9) | (threat << 7) |
              (capture << 6) | (check << 5) | (jump << 2) | (in_check << 1) | (piece == 0 ? 1U : 0U),
          hashed(last_moved_[0].piece_to * 1024 + piece * 64 + target),
          hashed(last_moved_[1].piece_to * 1024 + piece * 64 + target),
          (jump << 13) | (captured << 10) | (at_target << 8) | (check << 7) | (threat << 5) | (piece << 2) | at_source,
          (piece << 13) | (target << 7) | (threat << 5) | (at_target << 3) | phase,
          (piece << 13) | (distance_between(to, their_king) << 10) | (distance_between(to, our_king) << 7) |
              (special << 5) | (clock << 3) | phase,
          0};
      choice.odds = moves_.odds(choice.contexts, kOrderContexts, 0);
    }
  }

  /// 0: the square is not attacked; 1: attacked but defended; 2: attacked and undefended; 3: attacked by a less
  /// valuable piece.
  [[nodiscard]] static unsigned danger(Square square, PieceType type, const SideAttacks& theirs, Bitboard support) {
    if ((theirs.all & bit(square)) == 0) return 0;
    if ((theirs.against(type) & bit(square)) != 0) return 3;
    return (support & bit(square)) != 0 ? 1 : 2;
  }

  // --- The end ------------------------------------------------------------------------------------------------------

  void code_end(GameRecord& game, const Position& position, const ScoreTrail& trail) {
    const bool stuck = !has_legal_move(position);
    const unsigned how = (stuck ? 1U : 0U) | (position.in_check() ? 2U : 0U) | (position.repetitions() > 1 ? 4U : 0U) |
                         (position.halfmove_clock() >= kFiftyMoves ? 8U : 0U) | (trail.won_run > 1 ? 16U : 0U) |
                         (trail.even_run > 1 ? 32U : 0U);
    game.end_cause = static_cast<EndCause>(
        plain_.code_symbol(coder_, static_cast<unsigned>(game.end_cause), 4, kPlainCause + std::size_t{16} * how));
    const unsigned score = signed_width_of(trail.last[0] / 128, 3);
    const unsigned side = position.side_to_move() == Color::White ? 1 : 0;
    const std::size_t context = (static_cast<unsigned>(game.end_cause) << 4) | (score << 1) | side;
    game.result = static_cast<GameResult>(
        plain_.code_symbol(coder_, static_cast<unsigned>(game.result), 2, kPlainResult + 4 * context));
  }

  Coder coder_;
  PlainBits plain_;
  MoveBits moves_;
  ScoreBits scores_;
  EndBits ends_;
  SquareBits squares_;
  // State of the current game.
  std::array<Moved, 2> last_moved_;
  int jump_ = 0;
  std::vector<LegalChoice> choices_;
};

}  // namespace

std::string pack_games(const std::vector<PackedGame>& games) {
  GameCodec<BitEncoder> codec{BitEncoder()};
  for (PackedGame game : games) codec.code(game, GameRecord::kMostPlies);
  return codec.coder().finish();
}

base::Expected<std::vector<PackedGame>> unpack_games(std::string_view bytes, std::size_t count, std::size_t plies) {
  GameCodec<BitDecoder> codec{BitDecoder(bytes)};
  std::vector<PackedGame> games(count);
  std::size_t number = 0;
  for (PackedGame& game : games) {
    ++number;
    if (!codec.code(game, plies) || codec.coder().is_beyond_end())
      return base::failure(base::format("game {} of a packed frame is damaged; the frame is lost", number));
    plies -= game.game.plies.size();
  }
  if (plies != 0 || !codec.coder().is_at_end())
    return base::failure("a packed frame does not match the sizes in its header; the frame is lost");
  return games;
}

}  // namespace zugwerk::games
