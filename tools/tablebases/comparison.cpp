#include "tablebases/comparison.h"

#include <optional>
#include <vector>

#include "chess/bitboard.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "chess/position.h"
#include "tablebase/syzygy.h"
#include "tablebases/results.h"

namespace zugwerk::tbgen {

using namespace chess;

namespace {

/// Calls visit(position) for every legal position of the material, up to symmetry, until it returns false.
template <class Visitor>
void for_each_position(const Material& material, Visitor visit) {
  const WordIndex words(material);
  for (std::size_t word = 0; word < words.size(); ++word) {
    const WordIndex::Placement placement = words.placement_of(word);
    PositionSetup setup;
    bool is_possible = true;
    const auto put = [&](Piece piece, Square square) {
      is_possible &= setup.board[index(square)] == Piece::None;
      setup.board[index(square)] = piece;
    };
    put(Piece::WhiteKing, placement.white_king);
    for (std::size_t piece = 0; piece < material.count(); ++piece) put(material[piece], placement.squares[piece]);
    if (!is_possible) continue;
    for (std::size_t number = 0; number < kSquareCount; ++number) {
      if (setup.board[number] != Piece::None) continue;
      setup.board[number] = Piece::BlackKing;
      for (const Color side : kColors) {
        setup.side_to_move = side;
        if (const auto position = Position::from_setup(setup); position && !visit(*position)) return;
      }
      setup.board[number] = Piece::None;
    }
  }
}

/// What tables say about a position; the moves only if requested.
struct Answer {
  tablebase::Wdl result = tablebase::Wdl::Draw;
  std::vector<tablebase::RootResult> moves;
};

/// Calls visit(position, answer) for every position, until it returns false. Tables of two folders would be mixed in
/// one process, so these are closed before others are opened.
template <class Visitor>
[[nodiscard]] base::Expected<void> ask(const Material& material, const std::string& folder, std::size_t root_step,
                                       Visitor visit) {
  const auto tables = tablebase::Tables::open(folder);
  if (!tables) return tl::make_unexpected(tables.error());
  const auto lease = (*tables)->lease();
  std::string fault;
  std::size_t count = 0;
  for_each_position(material, [&](const Position& position) {
    const auto result = lease->probe_wdl(position);
    const bool is_root = ++count % root_step == 0;
    const auto moves = is_root ? lease->probe_root(position) : std::vector<tablebase::RootResult>{};
    if (result && moves) return visit(position, Answer{*result, *moves});
    fault = folder + ": no " + (result ? "distances" : "result") + " for " + to_fen(position);
    return false;
  });
  if (!fault.empty()) return base::failure(fault);
  return {};
}

}  // namespace

base::Expected<Comparison> compare(const Material& material, const std::string& folder, const std::string& other_folder,
                                   std::size_t root_step) {
  std::vector<tablebase::Wdl> results;
  std::vector<tablebase::RootResult> moves;
  const auto asked = ask(material, folder, root_step, [&](const Position&, const Answer& answer) {
    results.push_back(answer.result);
    moves.insert(moves.end(), answer.moves.begin(), answer.moves.end());
    return true;
  });
  if (!asked) return tl::make_unexpected(asked.error());

  Comparison comparison;
  std::string difference;
  auto next_move = moves.begin();
  const auto asked_again = ask(material, other_folder, root_step, [&](const Position& position, const Answer& answer) {
    if (answer.result != results[comparison.positions++]) difference = "results differ in " + to_fen(position);
    for (const tablebase::RootResult& move : answer.moves) {
      if (move.wdl != next_move->wdl || move.dtz != next_move->dtz)
        difference = "in " + to_fen(position) + " move " + to_coordinates(move.move) + " has DTZ " +
                     std::to_string(next_move->dtz) + " and " + std::to_string(move.dtz);
      ++next_move;
    }
    return difference.empty();
  });
  if (!asked_again) return tl::make_unexpected(asked_again.error());
  if (!difference.empty()) return base::failure(material.name() + ": " + difference);
  comparison.roots = comparison.positions / root_step;
  return comparison;
}

}  // namespace zugwerk::tbgen
