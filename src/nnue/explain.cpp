#include "nnue/explain.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "base/format.h"
#include "base/text.h"

namespace zugwerk::nnue {

using namespace chess;

namespace {

constexpr int kCellWidth = 7;
constexpr double kCentipawns = 100;

template <class Values>
[[nodiscard]] std::string range(std::string_view name, const Values& values, double unit) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  double sum = 0;
  for (const auto value : values) sum += std::abs(static_cast<double>(value));
  return base::format("{:16}{:10}{:9}{:9}{:11.4f}{:11.4f}{:11.4f}\n", name, values.size(), *least, *most, *least / unit,
                      *most / unit, sum / static_cast<double>(values.size()) / unit);
}

}  // namespace

std::string describe(const Weights& weights) {
  const auto hash = hash_of(weights);
  const double activation = kActivationScale;
  const double output = kOutputScale;
  return base::format(
             "Name     {}\n"
             "Hash     {}\n"
             "Shape    ({} -> {}) x 2 -> 1, output buckets: {}\n"
             "Scales   {}, {}, {} centipawns\n"
             "Size     {} bytes\n\n"
             "{:16}{:>10}{:>9}{:>9}{:>11}{:>11}{:>11}\n",
             name_of(hash), base::to_hex(hash), kFeatureCount, weights.width, weights.buckets, kActivationScale,
             kOutputScale, kCentipawnScale, base::with_thousands(to_bytes(weights).size()), "", "count", "least",
             "most", "least", "most", "mean size") +
         range("feature weights", weights.feature_weights, activation) +
         range("feature biases", weights.feature_biases, activation) +
         range("output weights", weights.output_weights, output) +
         range("output biases", weights.output_biases, activation * output);
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

  std::string text = line;
  for (int rank = 7; rank >= 0; --rank) {
    std::string values = "  |";
    base::append_format(text, "{} |", rank + 1);
    for (int file = 0; file < 8; ++file) {
      const Square square = make_square(static_cast<File>(file), static_cast<Rank>(rank));
      const Piece piece = board[index(square)];
      base::append_format(text, "{:^{}}|", piece == Piece::None ? ' ' : letter_of(piece), kCellWidth);
      if (piece == Piece::None || type_of(piece) == PieceType::King) {
        base::append_format(values, "{:{}}|", "", kCellWidth);
        continue;
      }
      board[index(square)] = Piece::None;
      const int lost = total - for_white();
      board[index(square)] = piece;
      base::append_format(values, "{:+{}.2f}|", (color_of(piece) == Color::White ? lost : -lost) / kCentipawns,
                          kCellWidth);
    }
    base::append_format(text, "\n{}\n{}", values, line);
  }
  text += "  ";
  for (char file = 'a'; file <= 'h'; ++file) base::append_format(text, " {:^{}}", file, kCellWidth);
  base::append_format(text, "\n\nNetwork {}, output bucket {}\nTotal: {:+.2f} pawns for White\n", network.name(),
                      bucket_of(static_cast<std::size_t>(popcount(position.occupied())), network.weights().buckets),
                      total / kCentipawns);
  return text;
}

}  // namespace zugwerk::nnue
