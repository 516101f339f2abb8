#include "protocol/uci_text.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "chess/coordinate.h"
#include "chess/perft.h"
#include "eval/wdl.h"

namespace zugwerk::protocol {

using namespace chess;
using search::Milliseconds;

namespace {

constexpr std::array<std::string_view, 13> kGoWords{"searchmoves", "ponder",    "wtime", "btime", "winc",
                                                    "binc",        "movestogo", "depth", "nodes", "mate",
                                                    "movetime",    "infinite",  "perft"};

[[nodiscard]] bool is_go_word(std::string_view word) {
  return std::find(kGoWords.begin(), kGoWords.end(), word) != kGoWords.end();
}

}  // namespace

base::Expected<Position> parse_position(std::string_view text, Variant variant) {
  const std::size_t moves_at = (' ' + std::string(text) + ' ').find(" moves ");
  std::string_view start = text.substr(0, moves_at);
  std::string_view moves = moves_at == std::string_view::npos ? std::string_view() : text.substr(moves_at);
  const std::string_view kind = base::take_word(start);
  Position position;
  if (kind == "fen") {
    auto parsed = parse_fen(start, variant);
    if (!parsed) return parsed;
    position = *std::move(parsed);
  } else if (kind != "startpos") {
    return base::failure("position " + base::in_quotes(kind) + ": expected startpos or fen");
  }
  static_cast<void>(base::take_word(moves));  // the word "moves" itself
  for (auto word = base::take_word(moves); !word.empty(); word = base::take_word(moves)) {
    const auto move = parse_coordinate_move(position, word);
    if (!move) return tl::unexpected(move.error());
    position.make(*move);
  }
  return position;
}

base::Expected<GoRequest> parse_go(std::string_view text, const Position& position) {
  GoRequest request;
  search::Limits& limits = request.limits;
  const auto words = base::split_words(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word == "infinite") {
      limits.infinite = true;
    } else if (word == "ponder") {
      limits.ponder = true;
    } else if (word == "searchmoves") {
      while (i + 1 < words.size() && !is_go_word(words[i + 1])) {
        const auto move = parse_coordinate_move(position, words[++i]);
        if (!move) return base::failure("go searchmoves: " + move.error().message);
        limits.search_moves.push_back(*move);
      }
    } else if (is_go_word(word)) {
      const auto number = i + 1 < words.size() ? base::parse_integer<std::int64_t>(words[i + 1]) : std::nullopt;
      if (!number)
        return base::failure(
            "go " + std::string(word) + ": " +
            (i + 1 < words.size() ? base::in_quotes(words[i + 1]) + " is not a number" : "a number is missing"));
      ++i;
      constexpr std::int64_t kLongest = std::int64_t{1} << 40;  // milliseconds; some clients send absurd clocks
      const Milliseconds time(std::clamp(*number, -kLongest, kLongest));
      const int small = static_cast<int>(std::clamp<std::int64_t>(*number, 0, 1 << 20));
      auto& [white, black] = limits.clocks;
      if (word == "wtime") white.remaining = time;
      if (word == "btime") black.remaining = time;
      if (word == "winc") white.increment = std::max(time, Milliseconds{0});
      if (word == "binc") black.increment = std::max(time, Milliseconds{0});
      if (word == "movestogo" && *number > 0) limits.moves_to_go = small;
      if (word == "movetime") limits.move_time = time;
      if (word == "depth") limits.depth = std::max(small, 1);
      if (word == "nodes") limits.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(*number, 1));
      if (word == "mate") limits.mate = std::max(small, 1);
      if (word == "perft") {
        if (*number < 1 || *number > kDeepestPerft)
          return base::failure("go perft: expected a depth from 1 to " + std::to_string(kDeepestPerft));
        request.perft_depth = small;
      }
    }
  }
  // An increment without a clock is a clock that has run out.
  auto& own = limits.clocks[index(position.side_to_move())];
  if (!own.remaining && own.increment > Milliseconds{0} && !limits.infinite) own.remaining = Milliseconds{0};
  return request;
}

base::Expected<std::pair<std::string, std::string>> parse_option(std::string_view text) {
  const std::string padded = ' ' + std::string(text) + ' ';
  if (base::take_word(text) != "name") return base::failure("setoption: expected name … [value …]");
  const std::size_t value_at = padded.find(" value ");
  constexpr std::size_t kNameLength = 6;  // " name "
  const std::string name(base::trim(std::string_view(padded).substr(
      kNameLength, value_at == std::string::npos ? std::string::npos : value_at - kNameLength + 1)));
  if (name.empty()) return base::failure("setoption: the name is missing");
  constexpr std::size_t kValueLength = 7;  // " value "
  const std::string value(
      value_at == std::string::npos ? "" : base::trim(std::string_view(padded).substr(value_at + kValueLength)));
  return std::pair(name, value);
}

base::Expected<Opponent> parse_opponent(std::string_view text) {
  Opponent opponent;
  if (text.empty() || text == "<empty>") return opponent;
  const std::string whole(text);
  const auto bad = [&](const std::string& what) {
    return base::failure(base::in_quotes(whole) + " is not title|none elo|none computer|human name: " + what);
  };
  const std::string_view title = base::take_word(text);
  if (title != "none") opponent.title = title;
  if (const std::string_view elo = base::take_word(text); elo != "none") {
    opponent.elo = base::parse_integer<int>(elo);
    if (!opponent.elo) return bad(base::in_quotes(elo) + " is no rating");
  }
  const std::string_view kind = base::take_word(text);
  if (kind != "computer" && kind != "human") return bad("computer or human is missing");
  opponent.is_computer = kind == "computer";
  opponent.name = base::trim(text);
  if (opponent.name.empty()) return bad("the name is missing");
  return opponent;
}

std::string describe(const Opponent& opponent) {
  return (opponent.title.empty() ? "" : opponent.title + ' ') + opponent.name +
         (opponent.elo ? " (" + std::to_string(*opponent.elo) + ")" : "") +
         (opponent.is_computer ? ", a computer" : ", a human");
}

std::string to_info(const search::LineReport& report, Variant variant, const Position& root, bool with_wdl) {
  const int material = eval::material_count(root);
  std::string text = "info depth " + std::to_string(report.depth) + " seldepth " +
                     std::to_string(report.selective_depth) + " multipv " + std::to_string(report.line_number);
  text += report.score.is_mate() ? " score mate " + std::to_string(report.score.mate_in())
                                 : " score cp " + std::to_string(eval::shown_centipawns(report.score, material));
  if (report.bound == search::Bound::Lower) text += " lowerbound";
  if (report.bound == search::Bound::Upper) text += " upperbound";
  if (with_wdl) {
    const eval::Wdl wdl = eval::wdl_of(report.score, material);
    text += " wdl " + std::to_string(wdl.win) + ' ' + std::to_string(wdl.draw) + ' ' + std::to_string(wdl.loss);
  }
  const auto milliseconds = static_cast<std::uint64_t>(std::max<std::int64_t>(report.elapsed.count(), 0));
  text += " nodes " + std::to_string(report.nodes) + " nps " +
          std::to_string(report.nodes * 1000 / std::max<std::uint64_t>(milliseconds, 1)) + " hashfull " +
          std::to_string(report.table_permille) + " tbhits " + std::to_string(report.table_hits) + " time " +
          std::to_string(milliseconds) + " pv";
  for (const Move move : report.moves) text += ' ' + to_coordinates(move, variant);
  return text;
}

std::string to_info(const search::CurrentMoveReport& report, Variant variant) {
  return "info depth " + std::to_string(report.depth) + " currmove " + to_coordinates(report.move, variant) +
         " currmovenumber " + std::to_string(report.number);
}

std::string to_best_move(const search::BestMoveReport& report, Variant variant) {
  if (!report.best) return "bestmove (none)";
  std::string text = "bestmove " + to_coordinates(report.best, variant);
  if (report.ponder) text += " ponder " + to_coordinates(report.ponder, variant);
  return text;
}

std::string diagram(const Position& position) {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    text += digit_of(static_cast<Rank>(rank));
    for (int file = 0; file < 8; ++file) {
      const Piece piece = position.piece_on(make_square(static_cast<File>(file), static_cast<Rank>(rank)));
      text += ' ';
      text += piece == Piece::None ? '.' : letter_of(piece);
    }
    text += '\n';
  }
  return text + "  a b c d e f g h";
}

}  // namespace zugwerk::protocol
