#include "nnue/explain.h"

#include <algorithm>
#include <cstdlib>
#include <iomanip>
#include <sstream>
#include <string_view>

#include "base/text.h"

namespace zugwerk::nnue {

using namespace chess;

namespace {

constexpr int kCellWidth = 7;
constexpr double kCentipawns = 100;

template <class Values>
void range(std::ostringstream& text, std::string_view name, const Values& values, double unit) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  double sum = 0;
  for (const auto value : values) sum += std::abs(static_cast<double>(value));
  text << std::left << std::setw(16) << name << std::right << std::setw(10) << values.size() << std::setw(9) << *least
       << std::setw(9) << *most << std::setw(11) << *least / unit << std::setw(11) << *most / unit << std::setw(11)
       << sum / static_cast<double>(values.size()) / unit << '\n';
}

}  // namespace

std::string describe(const Weights& weights) {
  const auto hash = hash_of(weights);
  const double activation = kActivationScale;
  const double output = kOutputScale;
  std::ostringstream text;
  text << std::fixed << std::setprecision(4);
  text << "Name     " << name_of(hash) << "\nHash     " << base::to_hex(hash) << "\nShape    (" << kFeatureCount
       << " -> " << weights.width << ") x 2 -> 1, output buckets: " << weights.buckets << "\nScales   "
       << kActivationScale << ", " << kOutputScale << ", " << kCentipawnScale << " centipawns\nSize     "
       << base::with_thousands(to_bytes(weights).size()) << " bytes\n\n";
  text << std::left << std::setw(16) << "" << std::right << std::setw(10) << "count" << std::setw(9) << "least"
       << std::setw(9) << "most" << std::setw(11) << "least" << std::setw(11) << "most" << std::setw(11) << "mean size"
       << '\n';
  range(text, "feature weights", weights.feature_weights, activation);
  range(text, "feature biases", weights.feature_biases, activation);
  range(text, "output weights", weights.output_weights, output);
  range(text, "output biases", weights.output_biases, activation * output);
  return text.str();
}

std::string explain(const Network& network, const Position& position) {
  Network::Board board = position.setup().board;
  const auto for_white = [&] {
    const int value = network.evaluate(board, position.side_to_move());
    return position.side_to_move() == Color::White ? value : -value;
  };
  const int total = for_white();
  const std::string line = "  +" + [] {
    std::string cells;
    for (int file = 0; file < 8; ++file) cells += std::string(kCellWidth, '-') + '+';
    return cells;
  }() + '\n';

  std::ostringstream text;
  text << std::fixed << std::setprecision(2) << std::showpos << line;
  for (int rank = 7; rank >= 0; --rank) {
    std::ostringstream values;
    values << std::fixed << std::setprecision(2) << std::showpos << "  |";
    text << static_cast<char>('1' + rank) << " |";
    for (int file = 0; file < 8; ++file) {
      const Square square = make_square(static_cast<File>(file), static_cast<Rank>(rank));
      const Piece piece = board[index(square)];
      const char letter = piece == Piece::None ? ' ' : letter_of(piece);
      text << std::string(kCellWidth / 2, ' ') << letter << std::string(kCellWidth / 2, ' ') << '|';
      if (piece == Piece::None || type_of(piece) == PieceType::King) {
        values << std::string(kCellWidth, ' ') << '|';
        continue;
      }
      board[index(square)] = Piece::None;
      const int lost = total - for_white();
      board[index(square)] = piece;
      values << std::setw(kCellWidth) << (color_of(piece) == Color::White ? lost : -lost) / kCentipawns << '|';
    }
    text << '\n' << values.str() << '\n' << line;
  }
  text << "  ";
  for (char file = 'a'; file <= 'h'; ++file)
    text << ' ' << std::string(kCellWidth / 2, ' ') << file << std::string(kCellWidth / 2, ' ');
  text << "\n\nNetwork " << network.name() << ", output bucket " << std::noshowpos
       << bucket_of(static_cast<std::size_t>(popcount(position.occupied())), network.weights().buckets)
       << "\nTotal: " << std::showpos << total / kCentipawns << " pawns for White\n";
  return text.str();
}

}  // namespace zugwerk::nnue
