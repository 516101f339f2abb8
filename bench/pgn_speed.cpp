// bench/pgn_speed.cpp
//
// How fast PGN is read with every move resolved and checked: from a file, or games generated from a fixed seed. Prints
// the best of several runs in processor time, so that neither the disk nor a busy machine is measured.
//
//   pgn_speed [file.pgn|- [runs]] - for generated games

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/input.h"
#include "base/rng.h"
#include "chess/movegen.h"
#include "chess/notation/pgn_reader.h"
#include "chess/notation/pgn_writer.h"

namespace {

using namespace zugwerk;
using namespace zugwerk::chess;

constexpr std::uint64_t kSeed = 20240501;
constexpr std::size_t kGames = 20'000;

class Counter : public PgnVisitor {
 public:
  std::uint64_t plies = 0;
  std::uint64_t broken = 0;

  void move(const Position&, Move) override { ++plies; }
  void game_error(const PgnError& error) override {
    if (broken++ == 0) std::fprintf(stderr, "%s\n", error.in_file("input").c_str());
  }
};

/// Rough heuristics that make random games look like real ones: make good captures, castle, do not shuffle the king.
[[nodiscard]] int appeal(const Position& position, Move move) {
  constexpr std::array kValues{1, 3, 3, 5, 9, 4, 0};
  const int mover = kValues[index(type_of(position.piece_on(move.from())))];
  if (move.is_castling()) return 12;
  if (move.is_promotion()) return move.promotion_type() == PieceType::Queen ? 20 : 0;
  int result = 6;
  if (position.is_capture(move)) {
    const int victim = move.is_en_passant() ? 1 : kValues[index(type_of(position.piece_on(move.to())))];
    result += victim >= mover ? 4 + victim : -2;
  }
  const Bitboard attackers =
      position.attackers_to(move.to(), position.occupied()) & position.pieces(~position.side_to_move());
  if (attackers != 0 && mover > 1) result -= mover;
  if (type_of(position.piece_on(move.from())) == PieceType::King) result -= 5;
  return std::max(result, 0);
}

[[nodiscard]] PgnGame made_up_game(base::Rng& rng, std::size_t number) {
  PgnGame game;
  game.set_tag("Event", "Made-up games");
  game.set_tag("Site", "Nowhere");
  game.set_tag("Date", "2024.05." + std::to_string(10 + number % 20));
  game.set_tag("Round", std::to_string(number));
  game.set_tag("White", "Player " + std::to_string(rng.below(5000)));
  game.set_tag("Black", "Player " + std::to_string(rng.below(5000)));
  game.result = static_cast<PgnResult>(1 + rng.below(3));
  Position position;
  PgnNodeId at = PgnNodeId::Root;
  for (std::uint32_t left = 40 + rng.below(80); left != 0; --left) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) break;
    Move best;
    int best_appeal = -1;
    for (int tries = 0; tries < 6; ++tries) {
      const Move move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      if (const int value = appeal(position, move); value > best_appeal) {
        best = move;
        best_appeal = value;
      }
    }
    at = game.add_move(at, best);
    position.make(best);
  }
  return game;
}

[[nodiscard]] std::string made_up_games() {
  base::Rng rng(kSeed);
  std::string text;
  for (std::size_t number = 1; number <= kGames; ++number) append_pgn(text, made_up_game(rng, number));
  return text;
}

[[nodiscard]] std::string whole_file(const char* path) {
  auto input = base::Input::open(path);
  if (!input) {
    std::fprintf(stderr, "%s\n", input.error().message.c_str());
    std::exit(1);
  }
  std::string text;
  std::vector<char> block(1 << 20);
  for (;;) {
    const auto count = input->read(block);
    if (!count) {
      std::fprintf(stderr, "%s\n", count.error().message.c_str());
      std::exit(1);
    }
    if (*count == 0) return text;
    text.append(block.data(), *count);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string text = argc > 1 && std::string_view(argv[1]) != "-" ? whole_file(argv[1]) : made_up_games();
  const int runs = argc > 2 ? std::atoi(argv[2]) : 7;
  double best = 1e9;
  Counter counter;
  PgnReader::Counts counts;
  for (int run = 0; run < runs; ++run) {
    counter = {};
    const std::clock_t start = std::clock();
    base::Input input = base::Input::from_memory(text);
    PgnReader reader(input);
    counts = reader.read_all(counter).value();
    best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  const auto plies = static_cast<double>(counter.plies);
  std::printf("%llu games (%llu broken), %llu plies, %.1f MB\n", static_cast<unsigned long long>(counts.games),
              static_cast<unsigned long long>(counts.broken), static_cast<unsigned long long>(counter.plies),
              static_cast<double>(text.size()) / 1e6);
  std::printf("best of %d: %.1f MB/s, %.2f million plies/s, %.1f ns per ply\n", runs,
              static_cast<double>(text.size()) / 1e6 / best, plies / 1e6 / best, best * 1e9 / plies);
  return 0;
}
