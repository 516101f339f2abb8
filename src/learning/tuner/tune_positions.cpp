// learning/tuner/tune_positions.cpp

#include "learning/tuner/tune_positions.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <optional>
#include <utility>

#include "base/files/input_lines.h"
#include "base/format.h"
#include "base/text.h"
#include "chess/notation/epd.h"
#include "chess/notation/fen.h"
#include "chess/notation/pgn_reader.h"
#include "eval/classical/weight_counts.h"
#include "eval/evaluator.h"
#include "learning/tuner/quiet.h"

namespace zugwerk::learning {

namespace {

/// Candidates filtered together, and those that a thread takes at a time.
constexpr std::size_t kSieve = 16'384;
constexpr std::size_t kHandful = 512;

[[nodiscard]] std::optional<double> result_from_text(std::string_view text) {
  const auto result = chess::pgn_result_from_text(text);
  if (!result) return std::nullopt;
  switch (*result) {
    case chess::PgnResult::WhiteWins:
      return 1.0;
    case chess::PgnResult::Draw:
      return 0.5;
    case chess::PgnResult::BlackWins:
      return 0.0;
    case chess::PgnResult::Unknown:
      break;
  }
  return std::nullopt;
}

/// "1", "1.0", "0.50": the three results as decimals.
[[nodiscard]] std::optional<double> result_from_decimal(std::string_view text) {
  const auto value = base::parse_real(text);
  if (value != 0.0 && value != 0.5 && value != 1.0) return std::nullopt;
  return value;
}

[[nodiscard]] base::Expected<LabelledLine> with_result(std::string_view fen, double result) {
  chess::FenRepairs repairs;
  const auto epd = chess::parse_epd_of_any_variant(base::trim(fen), &repairs);
  if (!epd) return tl::unexpected(epd.error());
  return LabelledLine{epd->position(), result, eval::kNoScore, {}, std::move(repairs)};
}

[[nodiscard]] bool is_named_pgn(const std::string& path) {
  const std::string name = base::lower_case(path);
  return name.ends_with(".pgn") || name.ends_with(".pgn.zst");
}

}  // namespace

base::Expected<LabelledLine> parse_labelled_line(std::string_view line) {
  line = base::trim(line);
  // A result in brackets.
  if (line.ends_with(']')) {
    const std::size_t open = line.rfind('[');
    if (open == std::string_view::npos) return base::failure("a ']' without its '['");
    const std::string_view label = base::trim(line.substr(open + 1, line.size() - open - 2));
    auto result = result_from_decimal(label);
    if (!result) result = result_from_text(label);
    if (!result) return base::failure(base::in_quotes(label) + " is not a result");
    return with_result(line.substr(0, open), *result);
  }
  // A result as the last word, with or without a semicolon before it.
  const std::size_t last_space = line.find_last_of(" \t;");
  if (last_space != std::string_view::npos) {
    if (const auto result = result_from_text(line.substr(last_space + 1))) {
      std::string_view fen = base::trim(line.substr(0, last_space + 1));
      if (fen.ends_with(';')) fen.remove_suffix(1);
      return with_result(fen, *result);
    }
  }

  chess::FenRepairs repairs;
  const auto epd = chess::parse_epd_of_any_variant(line, &repairs);
  if (!epd) return tl::unexpected(epd.error());
  std::optional<double> result;
  for (const chess::EpdOperation& operation : epd->operations())
    if (operation.opcode.size() == 2 && operation.opcode[0] == 'c' && base::is_digit(operation.opcode[1]))
      if (const auto text = epd->text(operation.opcode); text && !result) result = result_from_text(*text);
  if (!result) return base::failure("there is no result after the position");
  LabelledLine labelled{epd->position(), *result, eval::kNoScore, epd->text("id").value_or(""), std::move(repairs)};
  if (const auto score = epd->number("ce")) {
    const auto limit = std::int64_t{eval::kMate.value()};
    const auto value = static_cast<int>(std::clamp(*score, -limit, limit));
    labelled.score = eval::Score(labelled.position.side_to_move() == chess::Color::White ? value : -value);
  }
  return labelled;
}

TunePositionReader::TunePositionReader(TuneSet& set, const TunePositionOptions& options,
                                       base::DiagnosticHandler on_fault)
    : set_(set), options_(options), on_fault_(std::move(on_fault)), workers_(options.threads) {
  candidates_.reserve(kSieve);
}

void TunePositionReader::fault(const std::string& message) {
  ++counts_.faults;
  if (on_fault_) on_fault_(message);
}

base::Expected<void> TunePositionReader::read(const std::string& path) {
  if (games::is_game_file(path)) return read_games(path);
  if (is_named_pgn(path))
    return base::failure(path + " is PGN: make a file of games of it first ('zugwerk data from-pgn')");
  auto input = base::Input::open(path);
  if (!input) return tl::unexpected(input.error());
  return read_lines(*input);
}

base::Expected<void> TunePositionReader::read_lines(base::Input& input) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  base::InputLines lines(input);
  std::map<std::string, std::uint32_t> games;
  std::string text;
  for (std::uint64_t number = 1;; ++number) {
    const auto more = lines.next(text);
    const auto in_line = [&](std::string_view message) {
      return base::format("{}:{}: {}", input.name(), number, message);
    };
    if (!more) {
      fault(in_line(more.error().message));
      continue;
    }
    if (!*more) break;
    std::string_view line = text;
    if (number == 1 && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
    line = base::trim(line);
    if (line.empty() || line.starts_with('#')) continue;
    const auto labelled = parse_labelled_line(line);
    if (!labelled) {
      fault(in_line(base::format("{} in {}; line skipped", labelled.error().message, base::in_quotes(line))));
      continue;
    }
    if (on_fault_)
      for (const std::string& repair : labelled->repairs) on_fault_(in_line(repair));
    const auto known = labelled->game.empty() ? games.end() : games.find(labelled->game);
    const std::uint32_t game = known != games.end() ? known->second : next_game_;
    if (known == games.end()) {
      if (!labelled->game.empty()) games.emplace(labelled->game, game);
      ++next_game_;
      ++counts_.games;
    }
    ++counts_.positions;
    if (labelled->score.is_decisive() && labelled->score != eval::kNoScore)
      ++counts_.decided;
    else
      add(labelled->position, {labelled->result, labelled->score, game});
  }
  sift();
  return {};
}

void TunePositionReader::add_game(const games::GameRecord& game, const std::string& file,
                                  std::uint64_t number_in_file) {
  games::PositionFilter filter;
  filter.skip_unscored = false;
  filter.first_ply = options_.first_ply;
  const std::uint32_t number = next_game_++;
  ++counts_.games;
  games::PositionCounts counts;
  constexpr double kHalf = 0.5;
  const double result = kHalf * games::half_points(game.result);
  const auto visited = games::visit_positions(game, filter, counts, [&](const games::TrainingPosition& found) {
    add(found.position, {result, found.score, number});
    return true;
  });
  if (!visited) fault(games::in_game(file, number_in_file, visited.error().message));
  counts_.positions += counts.positions;
  counts_.early += counts.skipped_for(games::SkipReason::Early);
  counts_.in_check += counts.skipped_for(games::SkipReason::InCheck);
  counts_.tactical += counts.skipped_for(games::SkipReason::Tactical);
  counts_.decided += counts.skipped_for(games::SkipReason::Decisive);
  counts_.stale += counts.skipped_for(games::SkipReason::Stale);
}

base::Expected<void> TunePositionReader::read_games(const std::string& path) {
  auto read = games::for_each_game(
      {path},
      [&](const games::GameRecord& game, const std::string& file, std::uint64_t number) {
        add_game(game, file, number);
        return true;
      },
      [&](const games::FileFault& found) { fault(found.message); });
  sift();
  return read;
}

void TunePositionReader::add(const chess::Position& position, const TuneLabel& label) {
  candidates_.push_back({games::pack(position), label});
  if (candidates_.size() == kSieve) sift();
}

void TunePositionReader::sift() {
  struct Handful {
    TuneSet set;
    TunePositionCounts counts;
  };
  std::vector<Handful> handfuls((candidates_.size() + kHandful - 1) / kHandful);
  workers_.run(handfuls.size(), [&](std::size_t block) {
    auto& [set, counts] = handfuls[block];
    eval::Evaluator evaluator;
    for (std::size_t i = block * kHandful; i < std::min(candidates_.size(), (block + 1) * kHandful); ++i) {
      auto position = games::unpack(candidates_[i].position);
      assert(position && "it was packed from a position");
      if (position->in_check()) {
        ++counts.in_check;
        continue;
      }
      const eval::WeightCounts used = eval::count_weights(*position);
      if (used.is_known_endgame) {
        ++counts.known_endgames;
      } else if (!is_quiet(*position, evaluator, options_.quiet_margin)) {
        ++counts.unquiet;
      } else {
        set.add(used, position->halfmove_clock(), candidates_[i].label);
        ++counts.kept;
      }
    }
  });
  for (const Handful& handful : handfuls) {
    set_.append(handful.set);
    counts_.in_check += handful.counts.in_check;
    counts_.known_endgames += handful.counts.known_endgames;
    counts_.unquiet += handful.counts.unquiet;
    counts_.kept += handful.counts.kept;
  }
  candidates_.clear();
}

}  // namespace zugwerk::learning
