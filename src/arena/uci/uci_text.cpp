#include "arena/uci/uci_text.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/format.h"
#include "base/text.h"

namespace zugwerk::arena {

namespace {

/// Beyond all evaluations; mates count down from here by move.
constexpr int kMateCentipawns = 100'000;

constexpr std::array<std::pair<std::string_view, UciOption::Type>, 5> kTypes{{{"check", UciOption::Type::Check},
                                                                              {"spin", UciOption::Type::Spin},
                                                                              {"combo", UciOption::Type::Combo},
                                                                              {"button", UciOption::Type::Button},
                                                                              {"string", UciOption::Type::String}}};

/// Words that may follow the name of an option. A name may contain any other.
[[nodiscard]] bool is_option_word(std::string_view word) {
  return word == "type" || word == "default" || word == "min" || word == "max" || word == "var" || word == "name";
}

/// Words of an info line after which the moves of its line have ended.
[[nodiscard]] bool is_info_word(std::string_view word) {
  constexpr std::array<std::string_view, 18> kWords{
      "depth",    "seldepth", "time",   "nodes",   "pv",         "multipv", "score",    "currmove", "currmovenumber",
      "hashfull", "nps",      "tbhits", "cpuload", "refutation", "string",  "currline", "wdl",      "sbhits"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

template <class Integer>
void take_number(std::string_view& text, std::optional<Integer>& number) {
  std::string_view ahead = text;
  if (const auto value = base::parse_integer<Integer>(base::take_word(ahead))) {
    number = value;
    text = ahead;
  }
}

[[nodiscard]] std::optional<UciScore> take_score(std::string_view& text) {
  std::string_view ahead = text;
  const std::string_view kind = base::take_word(ahead);
  if (kind != "cp" && kind != "mate") return std::nullopt;
  UciScore score;
  score.is_mate = kind == "mate";
  std::optional<int> value;
  take_number(ahead, value);
  if (!value) return std::nullopt;
  score.value = *value;
  text = ahead;
  const std::string_view bound = base::take_word(ahead);
  if (bound == "lowerbound" || bound == "upperbound") {
    score.bound = bound == "lowerbound" ? UciScore::Bound::AtLeast : UciScore::Bound::AtMost;
    text = ahead;
  }
  return score;
}

}  // namespace

int UciScore::centipawns() const {
  if (!is_mate) return std::clamp(value, -kMateCentipawns / 2, kMateCentipawns / 2);
  const int distance = std::min(std::abs(value), kMateCentipawns / 4);
  return value > 0 ? kMateCentipawns - distance : distance - kMateCentipawns;
}

UciInfo parse_info(std::string_view text) {
  UciInfo info;
  while (!text.empty()) {
    const std::string_view word = base::take_word(text);
    if (word == "string" || word.empty()) break;  // free text to the end of the line
    if (word == "depth") {
      take_number(text, info.depth);
    } else if (word == "seldepth") {
      take_number(text, info.selective_depth);
    } else if (word == "multipv") {
      take_number(text, info.line);
    } else if (word == "nodes") {
      take_number(text, info.nodes);
    } else if (word == "nps") {
      take_number(text, info.nodes_per_second);
    } else if (word == "tbhits") {
      take_number(text, info.tablebase_hits);
    } else if (word == "hashfull") {
      take_number(text, info.table_fill);
    } else if (word == "time") {
      std::optional<std::int64_t> time;
      take_number(text, time);
      if (time) info.time = Milliseconds(*time);
    } else if (word == "score") {
      if (const auto score = take_score(text)) info.score = score;
    } else if (word == "pv") {
      info.moves.clear();
      for (std::string_view ahead = text; !ahead.empty(); text = ahead) {
        const std::string_view move = base::take_word(ahead);
        if (move.empty() || is_info_word(move)) break;
        info.moves.emplace_back(move);
      }
    }
  }
  return info;
}

std::optional<UciOption> parse_announced_option(std::string_view text) {
  UciOption option;
  std::string* field = nullptr;
  std::string ignored;
  std::string least;
  std::string most;
  std::string type;
  while (!text.empty()) {
    const std::string_view word = base::take_word(text);
    if (word.empty()) break;
    if (is_option_word(word) && !(word == "name" && field != nullptr)) {
      if (word == "name") {
        field = &option.name;
      } else if (word == "type") {
        field = &type;
      } else if (word == "default") {
        field = &option.default_value;
      } else if (word == "min") {
        field = &least;
      } else if (word == "max") {
        field = &most;
      } else {
        option.choices.emplace_back();
        field = &option.choices.back();
      }
      continue;
    }
    if (field == nullptr) field = &ignored;
    if (!field->empty()) *field += ' ';
    *field += word;
  }
  if (option.name.empty()) return std::nullopt;
  for (const auto& [name, value] : kTypes)
    if (type == name) option.type = value;
  option.least = base::parse_integer<std::int64_t>(least);
  option.most = base::parse_integer<std::int64_t>(most);
  return option;
}

base::Expected<void> check_option_value(const UciOption& option, std::string_view value) {
  const auto wrong = [&](const std::string& wanted) {
    return base::failure(base::format("option {}: {} is not {}", option.name, base::in_quotes(value), wanted));
  };
  switch (option.type) {
    case UciOption::Type::Check:
      if (value != "true" && value != "false") return wrong("true or false");
      break;
    case UciOption::Type::Spin: {
      const auto number = base::parse_integer<std::int64_t>(value);
      if (!number) return wrong("a number");
      if (option.least && *number < *option.least) return wrong(base::format("at least {}", *option.least));
      if (option.most && *number > *option.most) return wrong(base::format("at most {}", *option.most));
      break;
    }
    case UciOption::Type::Combo: {
      const auto same = [&](const std::string& choice) { return base::lower_case(choice) == base::lower_case(value); };
      if (std::any_of(option.choices.begin(), option.choices.end(), same)) break;
      std::string all;
      for (const std::string& choice : option.choices) all += (all.empty() ? "" : ", ") + choice;
      return wrong("one of " + all);
    }
    case UciOption::Type::Button:
    case UciOption::Type::String:
    case UciOption::Type::Unknown:
      break;
  }
  return {};
}

std::string to_command(const GoRequest& request) {
  std::string text = "go";
  const auto add = [&](std::string_view word, const auto& value) { base::append_format(text, " {} {}", word, value); };
  if (request.ponder) text += " ponder";
  if (request.white_time) add("wtime", request.white_time->count());
  if (request.black_time) add("btime", request.black_time->count());
  if (request.white_increment) add("winc", request.white_increment->count());
  if (request.black_increment) add("binc", request.black_increment->count());
  if (request.moves_to_go) add("movestogo", *request.moves_to_go);
  if (request.move_time) add("movetime", request.move_time->count());
  if (request.nodes) add("nodes", *request.nodes);
  if (request.depth) add("depth", *request.depth);
  if (request.mate) add("mate", *request.mate);
  const bool limited =
      request.white_time || request.black_time || request.move_time || request.nodes || request.depth || request.mate;
  if (!limited) text += " infinite";
  if (!request.search_moves.empty()) text += " searchmoves";
  for (const std::string& move : request.search_moves) text.append(" ").append(move);
  return text;
}

}  // namespace zugwerk::arena
