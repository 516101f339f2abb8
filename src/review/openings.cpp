#include "review/openings.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <string_view>
#include <unordered_map>

#include "base/text.h"
#include "chess/notation/san.h"

namespace zugwerk::review {

using chess::Move;
using chess::Position;

namespace {

struct Opening {
  std::string_view name;
  std::string_view moves;
};

// clang-format off
constexpr auto kOpenings = std::to_array<Opening>({
    {"King's Pawn", "e4"},
    {"Queen's Pawn", "d4"},
    {"English Opening", "c4"},
    {"Reti Opening", "Nf3"},
    {"Bird's Opening", "f4"},
    {"Larsen's Opening", "b3"},
    {"Polish Opening", "b4"},
    {"Grob's Attack", "g4"},
    {"King's Fianchetto", "g3"},
    {"Van Geet Opening", "Nc3"},
    {"Open Game", "e4 e5"},
    {"King's Knight Opening", "e4 e5 Nf3"},
    {"Ruy Lopez", "e4 e5 Nf3 Nc6 Bb5"},
    {"Ruy Lopez, Morphy Defence", "e4 e5 Nf3 Nc6 Bb5 a6"},
    {"Ruy Lopez, Morphy Defence", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6"},
    {"Ruy Lopez, Exchange Variation", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6"},
    {"Ruy Lopez, Closed", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7"},
    {"Ruy Lopez, Closed", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6"},
    {"Ruy Lopez, Closed, Chigorin Variation", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5"},
    {"Ruy Lopez, Breyer Variation", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8"},
    {"Ruy Lopez, Marshall Attack", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5"},
    {"Ruy Lopez, Open Variation", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4"},
    {"Ruy Lopez, Berlin Defence", "e4 e5 Nf3 Nc6 Bb5 Nf6"},
    {"Ruy Lopez, Berlin Ending", "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Nd6 Bxc6 dxc6 dxe5 Nf5 Qxd8+ Kxd8"},
    {"Ruy Lopez, Steinitz Defence", "e4 e5 Nf3 Nc6 Bb5 d6"},
    {"Ruy Lopez, Schliemann Gambit", "e4 e5 Nf3 Nc6 Bb5 f5"},
    {"Ruy Lopez, Classical Defence", "e4 e5 Nf3 Nc6 Bb5 Bc5"},
    {"Ruy Lopez, Bird's Defence", "e4 e5 Nf3 Nc6 Bb5 Nd4"},
    {"Italian Game", "e4 e5 Nf3 Nc6 Bc4"},
    {"Italian Game, Giuoco Piano", "e4 e5 Nf3 Nc6 Bc4 Bc5"},
    {"Italian Game, Giuoco Piano", "e4 e5 Nf3 Nc6 Bc4 Bc5 c3"},
    {"Italian Game, Giuoco Pianissimo", "e4 e5 Nf3 Nc6 Bc4 Bc5 d3"},
    {"Evans Gambit", "e4 e5 Nf3 Nc6 Bc4 Bc5 b4"},
    {"Two Knights Defence", "e4 e5 Nf3 Nc6 Bc4 Nf6"},
    {"Two Knights Defence, Knight Attack", "e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5"},
    {"Two Knights Defence, Fried Liver Attack", "e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Nxd5 Nxf7"},
    {"Hungarian Defence", "e4 e5 Nf3 Nc6 Bc4 Be7"},
    {"Scotch Game", "e4 e5 Nf3 Nc6 d4"},
    {"Scotch Game", "e4 e5 Nf3 Nc6 d4 exd4 Nxd4"},
    {"Scotch Gambit", "e4 e5 Nf3 Nc6 d4 exd4 Bc4"},
    {"Goring Gambit", "e4 e5 Nf3 Nc6 d4 exd4 c3"},
    {"Three Knights Game", "e4 e5 Nf3 Nc6 Nc3"},
    {"Four Knights Game", "e4 e5 Nf3 Nc6 Nc3 Nf6"},
    {"Ponziani Opening", "e4 e5 Nf3 Nc6 c3"},
    {"Philidor Defence", "e4 e5 Nf3 d6"},
    {"Petrov's Defence", "e4 e5 Nf3 Nf6"},
    {"Petrov's Defence, Classical Attack", "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4"},
    {"Latvian Gambit", "e4 e5 Nf3 f5"},
    {"Elephant Gambit", "e4 e5 Nf3 d5"},
    {"Damiano Defence", "e4 e5 Nf3 f6"},
    {"King's Gambit", "e4 e5 f4"},
    {"King's Gambit Accepted", "e4 e5 f4 exf4"},
    {"King's Gambit Accepted, Bishop's Gambit", "e4 e5 f4 exf4 Bc4"},
    {"King's Gambit Accepted, King's Knight's Gambit", "e4 e5 f4 exf4 Nf3"},
    {"King's Gambit Declined", "e4 e5 f4 Bc5"},
    {"Falkbeer Counter-Gambit", "e4 e5 f4 d5"},
    {"Vienna Game", "e4 e5 Nc3"},
    {"Vienna Gambit", "e4 e5 Nc3 Nf6 f4"},
    {"Bishop's Opening", "e4 e5 Bc4"},
    {"Centre Game", "e4 e5 d4 exd4 Qxd4"},
    {"Danish Gambit", "e4 e5 d4 exd4 c3"},
    {"Sicilian Defence", "e4 c5"},
    {"Sicilian Defence, Open", "e4 c5 Nf3 d6 d4 cxd4 Nxd4"},
    {"Sicilian Defence, Najdorf Variation", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"},
    {"Sicilian Defence, Najdorf, English Attack", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3"},
    {"Sicilian Defence, Dragon Variation", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6"},
    {"Sicilian Defence, Dragon, Yugoslav Attack", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Bg7 f3"},
    {"Sicilian Defence, Accelerated Dragon", "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6"},
    {"Sicilian Defence, Classical Variation", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6"},
    {"Sicilian Defence, Scheveningen Variation", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 e6"},
    {"Sicilian Defence, Sveshnikov Variation", "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5"},
    {"Sicilian Defence, Taimanov Variation", "e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6"},
    {"Sicilian Defence, Kan Variation", "e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6"},
    {"Sicilian Defence, Rossolimo Attack", "e4 c5 Nf3 Nc6 Bb5"},
    {"Sicilian Defence, Moscow Variation", "e4 c5 Nf3 d6 Bb5+"},
    {"Sicilian Defence, Alapin Variation", "e4 c5 c3"},
    {"Sicilian Defence, Closed", "e4 c5 Nc3"},
    {"Sicilian Defence, Smith-Morra Gambit", "e4 c5 d4 cxd4 c3"},
    {"Sicilian Defence, Grand Prix Attack", "e4 c5 Nc3 Nc6 f4"},
    {"French Defence", "e4 e6"},
    {"French Defence", "e4 e6 d4 d5"},
    {"French Defence, Advance Variation", "e4 e6 d4 d5 e5"},
    {"French Defence, Exchange Variation", "e4 e6 d4 d5 exd5 exd5"},
    {"French Defence, Winawer Variation", "e4 e6 d4 d5 Nc3 Bb4"},
    {"French Defence, Classical Variation", "e4 e6 d4 d5 Nc3 Nf6"},
    {"French Defence, Rubinstein Variation", "e4 e6 d4 d5 Nc3 dxe4"},
    {"French Defence, Tarrasch Variation", "e4 e6 d4 d5 Nd2"},
    {"Caro-Kann Defence", "e4 c6"},
    {"Caro-Kann Defence", "e4 c6 d4 d5"},
    {"Caro-Kann Defence, Advance Variation", "e4 c6 d4 d5 e5"},
    {"Caro-Kann Defence, Exchange Variation", "e4 c6 d4 d5 exd5 cxd5"},
    {"Caro-Kann Defence, Panov Attack", "e4 c6 d4 d5 exd5 cxd5 c4"},
    {"Caro-Kann Defence, Classical Variation", "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5"},
    {"Caro-Kann Defence, Two Knights Attack", "e4 c6 Nc3 d5 Nf3"},
    {"Scandinavian Defence", "e4 d5"},
    {"Scandinavian Defence, Main Line", "e4 d5 exd5 Qxd5 Nc3 Qa5"},
    {"Scandinavian Defence, Modern Variation", "e4 d5 exd5 Nf6"},
    {"Pirc Defence", "e4 d6 d4 Nf6 Nc3 g6"},
    {"Pirc Defence, Austrian Attack", "e4 d6 d4 Nf6 Nc3 g6 f4"},
    {"Modern Defence", "e4 g6"},
    {"Alekhine's Defence", "e4 Nf6"},
    {"Alekhine's Defence, Four Pawns Attack", "e4 Nf6 e5 Nd5 d4 d6 c4 Nb6 f4"},
    {"Nimzowitsch Defence", "e4 Nc6"},
    {"Owen's Defence", "e4 b6"},
    {"Closed Game", "d4 d5"},
    {"Queen's Gambit", "d4 d5 c4"},
    {"Queen's Gambit Accepted", "d4 d5 c4 dxc4"},
    {"Queen's Gambit Declined", "d4 d5 c4 e6"},
    {"Queen's Gambit Declined", "d4 d5 c4 e6 Nc3 Nf6"},
    {"Queen's Gambit Declined", "d4 d5 c4 e6 Nc3 Nf6 Nf3"},
    {"Queen's Gambit Declined", "d4 d5 c4 e6 Nf3 Nf6"},
    {"Queen's Gambit Declined, Orthodox", "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7"},
    {"Queen's Gambit Declined, Orthodox", "d4 d5 c4 e6 Nc3 Nf6 Nf3 Be7 Bg5"},
    {"Queen's Gambit Declined, Exchange Variation", "d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5"},
    {"Queen's Gambit Declined, Tarrasch Defence", "d4 d5 c4 e6 Nc3 c5"},
    {"Queen's Gambit Declined, Ragozin Defence", "d4 d5 c4 e6 Nf3 Nf6 Nc3 Bb4"},
    {"Semi-Tarrasch Defence", "d4 d5 c4 e6 Nc3 Nf6 Nf3 c5"},
    {"Slav Defence", "d4 d5 c4 c6"},
    {"Slav Defence", "d4 d5 c4 c6 Nf3 Nf6"},
    {"Slav Defence, Main Line", "d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4"},
    {"Semi-Slav Defence", "d4 d5 c4 c6 Nf3 Nf6 Nc3 e6"},
    {"Semi-Slav Defence, Meran Variation", "d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 e3 Nbd7 Bd3 dxc4 Bxc4 b5"},
    {"Albin Counter-Gambit", "d4 d5 c4 e5"},
    {"Chigorin Defence", "d4 d5 c4 Nc6"},
    {"London System", "d4 d5 Bf4"},
    {"London System", "d4 d5 Nf3 Nf6 Bf4"},
    {"Colle System", "d4 d5 Nf3 Nf6 e3"},
    {"Blackmar-Diemer Gambit", "d4 d5 e4"},
    {"Indian Defence", "d4 Nf6"},
    {"Trompowsky Attack", "d4 Nf6 Bg5"},
    {"Torre Attack", "d4 Nf6 Nf3 e6 Bg5"},
    {"Indian Defence", "d4 Nf6 c4"},
    {"Nimzo-Indian Defence", "d4 Nf6 c4 e6 Nc3 Bb4"},
    {"Nimzo-Indian Defence, Classical Variation", "d4 Nf6 c4 e6 Nc3 Bb4 Qc2"},
    {"Nimzo-Indian Defence, Rubinstein Variation", "d4 Nf6 c4 e6 Nc3 Bb4 e3"},
    {"Nimzo-Indian Defence, Samisch Variation", "d4 Nf6 c4 e6 Nc3 Bb4 a3"},
    {"Queen's Indian Defence", "d4 Nf6 c4 e6 Nf3 b6"},
    {"Bogo-Indian Defence", "d4 Nf6 c4 e6 Nf3 Bb4+"},
    {"Catalan Opening", "d4 Nf6 c4 e6 g3"},
    {"Catalan Opening, Open", "d4 Nf6 c4 e6 g3 d5 Bg2 dxc4"},
    {"King's Indian Defence", "d4 Nf6 c4 g6 Nc3 Bg7"},
    {"King's Indian Defence", "d4 Nf6 c4 g6 Nc3 Bg7 Nf3 O-O"},
    {"King's Indian Defence", "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6"},
    {"King's Indian Defence, Classical Variation", "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2"},
    {"King's Indian Defence, Samisch Variation", "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f3"},
    {"King's Indian Defence, Four Pawns Attack", "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f4"},
    {"King's Indian Defence, Fianchetto Variation", "d4 Nf6 c4 g6 Nf3 Bg7 g3"},
    {"Grunfeld Defence", "d4 Nf6 c4 g6 Nc3 d5"},
    {"Grunfeld Defence, Exchange Variation", "d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5 e4"},
    {"Grunfeld Defence, Three Knights", "d4 Nf6 c4 g6 Nc3 d5 Nf3"},
    {"Grunfeld Defence, Three Knights", "d4 Nf6 c4 g6 Nc3 d5 Nf3 Bg7 Bf4 O-O"},
    {"Grunfeld Defence, Russian Variation", "d4 Nf6 c4 g6 Nc3 d5 Nf3 Bg7 Qb3"},
    {"Modern Benoni", "d4 Nf6 c4 c5 d5 e6"},
    {"Benko Gambit", "d4 Nf6 c4 c5 d5 b5"},
    {"Budapest Gambit", "d4 Nf6 c4 e5"},
    {"Old Indian Defence", "d4 Nf6 c4 d6"},
    {"Dutch Defence", "d4 f5"},
    {"Dutch Defence, Leningrad Variation", "d4 f5 c4 Nf6 g3 g6"},
    {"Dutch Defence, Stonewall", "d4 f5 c4 Nf6 g3 e6 Bg2 d5"},
    {"Benoni Defence", "d4 c5"},
    {"Englund Gambit", "d4 e5"},
    {"English Opening, Reversed Sicilian", "c4 e5"},
    {"English Opening, Symmetrical", "c4 c5"},
    {"English Opening, Four Knights", "c4 e5 Nc3 Nf6 Nf3 Nc6"},
    {"Reti Opening", "Nf3 d5 c4"},
    {"King's Indian Attack", "Nf3 d5 g3"},
    {"From's Gambit", "f4 e5"},
});
// clang-format on

/// Keys without the move counters, so that every move order into a position counts.
using Names = std::unordered_map<chess::Key, std::string_view>;

[[nodiscard]] Names make_names() {
  Names names;
  for (const Opening& opening : kOpenings) {
    Position position;
    for (const std::string_view word : base::split_words(opening.moves)) {
      const Move move = chess::find_san_move(position, word);
      assert(move);
      position.make(move);
    }
    names.emplace(position.key(), opening.name);
  }
  return names;
}

[[nodiscard]] const Names& names_by_key() {
  static const Names names = make_names();
  return names;
}

}  // namespace

std::string opening_name(const Position& start, std::span<const Move> moves) {
  // No named position is deeper.
  constexpr std::size_t kDeepest = 24;
  const Names& names = names_by_key();
  Position position = start;
  std::string_view name;
  for (std::size_t ply = 0; ply < std::min(moves.size(), kDeepest); ++ply) {
    position.make(moves[ply]);
    if (const auto found = names.find(position.key()); found != names.end()) name = found->second;
  }
  return std::string(name);
}

std::size_t opening_count() { return names_by_key().size(); }

}  // namespace zugwerk::review
