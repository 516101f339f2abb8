#include "protocol/uci_text.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "chess/notation/coordinate.h"
#include "eval/wdl.h"

namespace zugwerk::protocol {

using namespace chess;

base::Expected<Position> parse_position(std::string_view text, Variant variant, FenRepairs& repairs) {
  const std::size_t moves_at = (' ' + std::string(text) + ' ').find(" moves ");
  std::string_view start = text.substr(0, moves_at);
  std::string_view moves = moves_at == std::string_view::npos ? std::string_view() : text.substr(moves_at);
  const std::string_view kind = base::take_word(start);
  Position position;
  if (kind == "fen") {
    auto parsed = parse_fen(start, variant, &repairs);
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

base::Expected<std::pair<std::string, std::string>> parse_option(std::string_view text) {
  if (base::take_word(text) != "name") return base::failure("setoption: expected name … [value …]");
  std::string name;
  for (auto word = base::take_word(text); !word.empty() && word != "value"; word = base::take_word(text)) {
    if (!name.empty()) name += ' ';
    name += word;
  }
  if (name.empty()) return base::failure("setoption: the name is missing");
  return std::pair(std::move(name), std::string(base::trim(text)));
}

std::string to_uci_option(const engine::Option& option) {
  using engine::OptionType;
  std::string text = "option name " + option.name;
  const auto& initial = option.initial;
  switch (option.type) {
    case OptionType::Spin:
      base::append_format(text, " type spin default {} min {} max {}", initial.number, option.least, option.most);
      break;
    case OptionType::Check:
      text += std::string(" type check default ") + (initial.on ? "true" : "false");
      break;
    case OptionType::Combo:
      text += " type combo default " + initial.text;
      for (const std::string& choice : option.choices) text += " var " + choice;
      break;
    case OptionType::Text:
    case OptionType::File:
      text += " type string default " + (initial.text.empty() ? "<empty>" : initial.text);
      break;
    case OptionType::Button:
      text += " type button";
      break;
  }
  return text;
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
    if (!opponent.elo) return bad(base::in_quotes(elo) + " is not a rating");
  }
  const std::string_view kind = base::take_word(text);
  if (kind != "computer" && kind != "human") return bad("computer or human is missing");
  opponent.is_computer = kind == "computer";
  opponent.name = base::trim(text);
  if (opponent.name.empty()) return bad("the name is missing");
  return opponent;
}

std::string describe(const Opponent& opponent) {
  return base::printable((opponent.title.empty() ? "" : opponent.title + ' ') + opponent.name) +
         (opponent.elo ? base::format(" ({})", *opponent.elo) : "") +
         (opponent.is_computer ? ", a computer" : ", a human");
}

std::string to_info(const search::LineReport& report, Variant variant, const Position& root, bool with_wdl) {
  const int material = eval::material_count(root);
  std::string text =
      base::format("info depth {} seldepth {} multipv {}", report.depth, report.selective_depth, report.line_number);
  if (report.score.is_mate())
    base::append_format(text, " score mate {}", report.score.mate_in());
  else
    base::append_format(text, " score cp {}", eval::shown_centipawns(report.score, material));
  if (report.bound == search::Bound::Lower) text += " lowerbound";
  if (report.bound == search::Bound::Upper) text += " upperbound";
  if (with_wdl) {
    const eval::Wdl wdl = eval::wdl_of(report.score, material);
    base::append_format(text, " wdl {} {} {}", wdl.win, wdl.draw, wdl.loss);
  }
  const auto milliseconds = static_cast<std::uint64_t>(std::max<std::int64_t>(report.elapsed.count(), 0));
  const std::uint64_t nodes_per_second = report.nodes * 1000 / std::max<std::uint64_t>(milliseconds, 1);
  base::append_format(text, " nodes {} nps {} hashfull {} tbhits {} time {} pv", report.nodes, nodes_per_second,
                      report.hashfull, report.tb_hits, milliseconds);
  for (const Move move : report.moves) text += ' ' + to_coordinates(move, variant);
  return text;
}

std::string to_info(const search::CurrentMoveReport& report, Variant variant) {
  return base::format("info depth {} currmove {} currmovenumber {}", report.depth, to_coordinates(report.move, variant),
                      report.number);
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
