#include "library/game_code.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/files/compress.h"
#include "chess/movegen.h"
#include "chess/notation/fen.h"
#include "library/bytes.h"

namespace zugwerk::library {

using namespace chess;

namespace {

// The first byte of a game.
constexpr unsigned kHasStart = 1;
constexpr unsigned kChess960 = 2;
constexpr unsigned kHasNotes = 4;
constexpr unsigned kPackedNotes = 8;

/// Shorter notes do not shrink.
constexpr std::size_t kLeastToPack = 96;
constexpr std::size_t kLargestNotes = std::size_t{1} << 30;

/// What happens among the notes. MainLineNote counts moves of the main line since the last note.
enum Note : std::uint8_t { MainLineNote, CommentNote, NagNote, BeginVariationNote, EndVariationNote, MoveNote };

[[nodiscard]] tl::unexpected<base::Error> damaged(const char* what) {
  return base::failure(std::string("the stored game is damaged: ") + what);
}

/// The parts of a stored game.
struct Parts {
  Position start;
  std::string_view ranks;
  std::string notes;
};

[[nodiscard]] base::Expected<Parts> take_apart(std::string_view code, bool with_notes) {
  Parts parts;
  ByteReader reader(code);
  const unsigned flags = reader.byte();
  parts.ranks = reader.take(reader.varint());
  if ((flags & kHasStart) != 0) {
    const std::string_view fen = reader.take(reader.varint());
    auto start = parse_fen(fen, (flags & kChess960) != 0 ? Variant::Chess960 : Variant::Standard);
    if (!start) start = parse_fen_of_any_variant(fen);
    if (!start) return damaged("its starting position is none");
    parts.start = *std::move(start);
  }
  if (with_notes && (flags & kHasNotes) != 0) {
    const std::uint64_t size = reader.varint();
    if (size > kLargestNotes) return damaged("its notes have no plausible size");
    if ((flags & kPackedNotes) != 0) {
      auto notes = base::decompress(reader.rest(), size);
      if (!notes) return damaged("its notes cannot be unpacked");
      parts.notes = *std::move(notes);
    } else {
      parts.notes = reader.take(size);
    }
  }
  if (!reader.good()) return damaged("it ends too early");
  return parts;
}

/// Follows the moves of a game and of its variations, and reports them.
class Player {
 public:
  Player(Parts parts, PgnVisitor& visitor) : parts_(std::move(parts)), visitor_(visitor), position_(parts_.start) {}

  [[nodiscard]] base::Expected<void> run(PgnResult result) {
    visitor_.begin_moves(parts_.start);
    ByteReader notes(parts_.notes);
    while (!notes.rest().empty() && sound_) step(notes);
    if (!notes.good() || !open_.empty()) sound_ = false;
    main_line(parts_.ranks.size() - played_);
    if (!sound_) return damaged("its notes or moves are impossible");
    visitor_.result(result);
    visitor_.end_game(position_);
    return {};
  }

 private:
  struct Open {
    Move replaced;
    std::size_t base;
  };

  void step(ByteReader& notes) {
    switch (notes.byte()) {
      case MainLineNote:
        if (!open_.empty()) sound_ = false;
        main_line(notes.varint());
        break;
      case CommentNote:
        visitor_.comment(notes.take(notes.varint()));
        break;
      case NagNote:
        visitor_.nag(static_cast<int>(notes.varint()));
        break;
      case BeginVariationNote: {
        const std::size_t base = open_.empty() ? 0 : open_.back().base;
        if (position_.history_length() <= base) {
          sound_ = false;
          break;
        }
        visitor_.begin_variation();
        const Move replaced = position_.move_back(0);
        position_.undo();
        open_.push_back({replaced, position_.history_length()});
        break;
      }
      case EndVariationNote: {
        if (open_.empty()) {
          sound_ = false;
          break;
        }
        while (position_.history_length() > open_.back().base) position_.undo();
        position_.make(open_.back().replaced);
        open_.pop_back();
        visitor_.end_variation();
        break;
      }
      case MoveNote:
        if (open_.empty()) sound_ = false;
        play(notes.byte());
        break;
      default:
        sound_ = false;
    }
    if (!notes.good()) sound_ = false;
  }

  void main_line(std::uint64_t count) {
    if (count > parts_.ranks.size() - played_) {
      sound_ = false;
      return;
    }
    for (; count > 0 && sound_; --count) play(static_cast<std::uint8_t>(parts_.ranks[played_++]));
  }

  void play(std::uint8_t rank) {
    if (!sound_) return;
    const Move move = move_of_rank(position_, rank);
    if (!move) {
      sound_ = false;
      return;
    }
    visitor_.move(position_, move);
    position_.make(move);
  }

  Parts parts_;
  PgnVisitor& visitor_;
  Position position_;
  std::vector<Open> open_;
  std::size_t played_ = 0;
  bool sound_ = true;
};

}  // namespace

std::uint8_t rank_of(const Position& position, Move move) {
  unsigned rank = 0;
  for (const Move other : legal_moves(position)) rank += other.to_bits() < move.to_bits() ? 1 : 0;
  return static_cast<std::uint8_t>(rank);
}

Move move_of_rank(const Position& position, std::uint8_t rank) {
  MoveList moves = legal_moves(position);
  if (rank >= moves.size()) return {};
  std::nth_element(moves.begin(), moves.begin() + rank, moves.end(),
                   [](Move a, Move b) { return a.to_bits() < b.to_bits(); });
  return moves[rank];
}

// --- Writing ---------------------------------------------------------------------------------------------------------

void GameEncoder::begin(const Position& start) {
  static const Position usual;
  start_.clear();
  if (start.key() != usual.key() || start.ply_from_start() != 0 || start.halfmove_clock() != 0)
    start_ = to_fen(start, CastlingStyle::Shredder);
  ranks_.clear();
  notes_.clear();
  noted_ = 0;
  depth_ = 0;
}

void GameEncoder::note(std::uint8_t kind) {
  if (depth_ == 0 && noted_ != ranks_.size()) {
    notes_ += static_cast<char>(MainLineNote);
    append_varint(notes_, ranks_.size() - noted_);
    noted_ = ranks_.size();
  }
  notes_ += static_cast<char>(kind);
}

void GameEncoder::move(const Position& before, Move move) {
  const auto rank = static_cast<char>(rank_of(before, move));
  if (depth_ == 0) {
    ranks_ += rank;
  } else {
    note(MoveNote);
    notes_ += rank;
  }
}

void GameEncoder::comment(std::string_view text) {
  note(CommentNote);
  append_varint(notes_, text.size());
  notes_ += text;
}

void GameEncoder::nag(int nag) {
  note(NagNote);
  append_varint(notes_, static_cast<std::uint64_t>(nag));
}

void GameEncoder::begin_variation() {
  note(BeginVariationNote);
  ++depth_;
}

void GameEncoder::end_variation() {
  note(EndVariationNote);
  --depth_;
}

std::string GameEncoder::finish(Variant variant) {
  unsigned flags = variant == Variant::Chess960 ? kChess960 : 0;
  std::string packed;
  if (!start_.empty()) flags |= kHasStart;
  if (!notes_.empty()) flags |= kHasNotes;
  if (notes_.size() >= kLeastToPack)
    if (auto smaller = base::compress(notes_); smaller && smaller->size() < notes_.size()) {
      packed = *std::move(smaller);
      flags |= kPackedNotes;
    }
  std::string code(1, static_cast<char>(flags));
  code.reserve(ranks_.size() + start_.size() + notes_.size() + 8);
  append_varint(code, ranks_.size());
  code += ranks_;
  if (!start_.empty()) {
    append_varint(code, start_.size());
    code += start_;
  }
  if (!notes_.empty()) {
    append_varint(code, notes_.size());
    code += packed.empty() ? notes_ : packed;
  }
  return code;
}

// --- Reading ---------------------------------------------------------------------------------------------------------

base::Expected<void> replay(std::string_view code, const PositionVisitor& visit) {
  const auto parts = take_apart(code, false);
  if (!parts) return tl::unexpected(parts.error());
  Position position = parts->start;
  for (const char rank : parts->ranks) {
    const Move move = move_of_rank(position, static_cast<std::uint8_t>(rank));
    if (!move) return damaged("a move is impossible");
    if (!visit(position, move)) return {};
    position.make(move);
  }
  visit(position, Move());
  return {};
}

base::Expected<void> decode(std::string_view code, PgnResult result, PgnVisitor& visitor) {
  auto parts = take_apart(code, true);
  if (!parts) return tl::unexpected(parts.error());
  return Player(*std::move(parts), visitor).run(result);
}

base::Expected<PgnGame> decode_game(std::string_view code, PgnResult result, const std::vector<PgnTag>& tags) {
  PgnGameBuilder builder;
  builder.begin_game({});
  for (const PgnTag& tag : tags) builder.tag(tag.name, tag.value);
  if (auto decoded = decode(code, result, builder); !decoded) return tl::unexpected(decoded.error());
  return *std::move(builder.game());
}

}  // namespace zugwerk::library
