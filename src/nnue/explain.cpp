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

std::vector<PieceValue> piece_values(const Network& network, const Position& position) {
  Network::Board board = position.setup().board;
  const Color us = position.side_to_move();
  const int total = network.evaluate(board, us);
  std::vector<PieceValue> values;
  for (std::size_t number = 0; number < kSquareCount; ++number) {
    const Piece piece = board[number];
    if (piece == Piece::None || type_of(piece) == PieceType::King) continue;
    board[number] = Piece::None;
    const int lost = total - network.evaluate(board, us);
    board[number] = piece;
    values.push_back({piece, static_cast<Square>(number), color_of(piece) == us ? lost : -lost});
  }
  return values;
}

std::string explain(const Network& network, const Position& position) {
  std::array<const PieceValue*, kSquareCount> on_square{};
  const std::vector<PieceValue> values = piece_values(network, position);
  for (const PieceValue& value : values) on_square[index(value.square)] = &value;
  const int value = network.evaluate(position);
  const int total = position.side_to_move() == Color::White ? value : -value;
  const std::string line = "  +" + [] {
    std::string cells;
    for (int file = 0; file < 8; ++file) cells += std::string(kCellWidth, '-') + '+';
    return cells;
  }() + '\n';

  std::string text = line;
  for (int rank = 7; rank >= 0; --rank) {
    std::string below = "  |";
    base::append_format(text, "{} |", rank + 1);
    for (int file = 0; file < 8; ++file) {
      const Square square = make_square(static_cast<File>(file), static_cast<Rank>(rank));
      const Piece piece = position.piece_on(square);
      base::append_format(text, "{:^{}}|", piece == Piece::None ? ' ' : letter_of(piece), kCellWidth);
      if (const PieceValue* const worth = on_square[index(square)]; worth == nullptr)
        base::append_format(below, "{:{}}|", "", kCellWidth);
      else
        base::append_format(below, "{:+{}.2f}|", worth->centipawns / kCentipawns, kCellWidth);
    }
    base::append_format(text, "\n{}\n{}", below, line);
  }
  text += "  ";
  for (char file = 'a'; file <= 'h'; ++file) base::append_format(text, " {:^{}}", file, kCellWidth);
  base::append_format(text, "\n\nNetwork {}, output bucket {}\nTotal: {:+.2f} pawns for White\n", network.name(),
                      bucket_of(static_cast<std::size_t>(popcount(position.occupied())), network.weights().buckets),
                      total / kCentipawns);
  return text;
}

}  // namespace zugwerk::nnue
