#include "protocol/xboard_text.h"

#include "base/format.h"
#include "base/text.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/san.h"
#include "eval/wdl.h"

namespace zugwerk::protocol {

using namespace chess;

std::pair<std::string, std::string> parse_xboard_option(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return {std::string(base::trim(text)), ""};
  return {std::string(base::trim(text.substr(0, equals))), std::string(base::trim(text.substr(equals + 1)))};
}

std::string to_feature(const engine::Option& option) {
  using engine::OptionType;
  std::string text = "feature option=\"" + option.name;
  const auto& initial = option.initial;
  switch (option.type) {
    case OptionType::Spin:
      base::append_format(text, " -spin {} {} {}", initial.number, option.least, option.most);
      break;
    case OptionType::Check:
      text += std::string(" -check ") + (initial.on ? '1' : '0');
      break;
    case OptionType::Combo:
      text += " -combo ";
      for (std::size_t i = 0; i < option.choices.size(); ++i)
        text += (i > 0 ? " /// " : "") + std::string(option.choices[i] == initial.text ? "*" : "") + option.choices[i];
      break;
    case OptionType::Text:
      text += " -string " + initial.text;
      break;
    case OptionType::File:
      text += " -file " + initial.text;
      break;
    case OptionType::Button:
      text += " -button";
      break;
  }
  return text + '"';
}

std::string to_error_line(std::string_view why, std::string_view line) {
  return "Error (" + std::string(why) + "): " + base::printable(line);
}

std::string to_xboard_move(Move move, Variant variant) {
  if (variant == Variant::Chess960 && move.is_castling()) return move.to() > move.from() ? "O-O" : "O-O-O";
  return to_coordinates(move, Variant::Standard);
}

std::string to_thinking_line(const search::LineReport& report, Position root) {
  constexpr int kMates = 100'000;
  const int score = report.score.is_mate() ? (report.score.value() > 0 ? kMates : -kMates) + report.score.mate_in()
                                           : eval::shown_centipawns(report.score, eval::material_count(root));
  constexpr int kCentisecond = 10;
  std::string text =
      base::format("{} {} {} {}", report.depth, score, report.elapsed.count() / kCentisecond, report.nodes);
  for (const Move move : report.moves) {
    text += ' ';
    append_san_and_make(text, root, move);
  }
  if (report.bound == search::Bound::Lower) text += '!';
  if (report.bound == search::Bound::Upper) text += '?';
  return text;
}

std::string to_result_line(const GameEnd& end) { return base::format("{} {{{}}}", result_text(end), to_string(end)); }

}  // namespace zugwerk::protocol
