#include "games/archive/game_text.h"

#include <cmath>
#include <cstdlib>
#include <utility>

#include "base/files/input.h"
#include "base/format.h"
#include "base/text.h"
#include "chess/game.h"
#include "chess/notation/fen.h"
#include "chess/notation/pgn_game.h"
#include "chess/notation/pgn_reader.h"
#include "chess/notation/pgn_writer.h"

namespace zugwerk::games {

using namespace chess;

namespace {

constexpr int kCentipawnsPerPawn = 100;
/// Text is passed on in pieces of about this size.
constexpr std::size_t kTextPiece = std::size_t{64} << 10;

[[nodiscard]] std::optional<GameResult> result_from_pgn(PgnResult result) {
  switch (result) {
    case PgnResult::WhiteWins:
      return GameResult::WhiteWins;
    case PgnResult::BlackWins:
      return GameResult::BlackWins;
    case PgnResult::Draw:
      return GameResult::Draw;
    case PgnResult::Unknown:
      break;
  }
  return std::nullopt;
}

[[nodiscard]] PgnResult result_to_pgn(GameResult result) {
  if (result == GameResult::Draw) return PgnResult::Draw;
  return result == GameResult::WhiteWins ? PgnResult::WhiteWins : PgnResult::BlackWins;
}

}  // namespace

std::string to_epd_line(const TrainingPosition& position) {
  std::string line = base::format("{} c9 \"{}\";", to_fen(position.position), to_string(position.result));
  if (position.score != eval::kNoScore) {
    const eval::Score score = as_white_sees_it(position.score, position.position.side_to_move());
    base::append_format(line, " ce {};", score.value());
  }
  return line;
}

base::Expected<PositionCounts> write_epd(const std::vector<std::string>& paths, const PositionFilter& filter,
                                         const TextSink& sink, const base::DiagnosticHandler& diagnose) {
  std::string text;
  base::Expected<void> written;
  auto counts = visit_training_positions(
      paths, filter,
      [&](const TrainingPosition& position) {
        text += to_epd_line(position);
        text += '\n';
        if (text.size() < kTextPiece) return true;
        written = sink(text);
        text.clear();
        return written.has_value();
      },
      diagnose);
  if (written && !text.empty()) written = sink(text);
  if (!written) return tl::unexpected(written.error());
  return counts;
}

std::optional<eval::Score> score_from_comment(std::string_view comment) {
  std::string_view word = base::take_word(comment);
  word = word.substr(0, word.find('/'));
  const bool negative = word.starts_with('-');
  if (negative || word.starts_with('+')) word.remove_prefix(1);
  const auto with_sign = [&](eval::Score score) { return negative ? -score : score; };
  if (word.starts_with('M')) {
    const auto moves = base::parse_integer<int>(word.substr(1));
    if (!moves || *moves < 0 || *moves > eval::kMaxPly / 2) return std::nullopt;
    if (negative) return eval::Score::mated_at(2 * *moves);
    return eval::Score::mate_at(*moves == 0 ? 0 : 2 * *moves - 1);
  }
  const bool is_plain = !word.empty() && base::is_digit(word.front()) && word.find_first_of("eE") == word.npos;
  const auto pawns = is_plain ? base::parse_real(word) : std::nullopt;
  if (!pawns) return std::nullopt;
  const double centipawns = std::round(*pawns * kCentipawnsPerPawn);
  if (centipawns > eval::kMate.value()) return std::nullopt;
  return with_sign(eval::Score(static_cast<int>(centipawns)));
}

std::string score_to_comment(eval::Score score) {
  const char sign = score < eval::kDraw ? '-' : '+';
  if (score.is_mate()) return base::format("{}M{}", sign, std::abs(score.mate_in()));
  const int value = std::abs(score.value());
  return base::format("{}{}.{:02}", sign, value / kCentipawnsPerPawn, value % kCentipawnsPerPawn);
}

namespace {

/// Builds records from the calls of a PGN reader.
class RecordBuilder : public PgnVisitor {
 public:
  RecordBuilder(std::string file, GameWriter& writer, PgnReport& report, const base::DiagnosticHandler& diagnose)
      : file_(std::move(file)), writer_(writer), report_(report), diagnose_(diagnose) {}

  [[nodiscard]] const base::Expected<void>& written() const { return written_; }

  void begin_game(const PgnPlace& place) override {
    place_ = place;
    game_ = GameRecord();
    result_.reset();
    ++report_.read;
  }
  void tag(std::string_view name, std::string_view value) override {
    if (name == "Result" && !result_)
      if (const auto result = pgn_result_from_text(value)) result_ = result_from_pgn(*result);
    if (name != "Termination") return;
    for (std::size_t i = 0; i < kEndCauseCount; ++i)
      if (name_of(static_cast<EndCause>(i)) == value) game_.end_cause = static_cast<EndCause>(i);
  }
  PgnWish begin_moves(const Position& start) override {
    game_.start = pack(start);
    return PgnWish::Read;
  }
  void move(const Position& before, Move move) override {
    game_.plies.push_back({move, eval::kNoScore});
    mover_ = before.side_to_move();
  }
  void comment(std::string_view text) override {
    if (game_.plies.empty() || game_.plies.back().score != eval::kNoScore) return;
    if (const auto score = score_from_comment(text)) game_.plies.back().score = as_white_sees_it(*score, mover_);
  }
  PgnWish begin_variation() override { return PgnWish::Skip; }
  void result(PgnResult result) override {
    if (const auto known = result_from_pgn(result)) result_ = known;
  }
  void end_game(const Position& last) override {
    if (!result_) {
      ++report_.unfinished;
      return;
    }
    if (game_.plies.size() > GameRecord::kMostPlies) {
      diagnose(PgnError{place_, base::format("game {} has {} plies, more than can be stored; game skipped", place_.game,
                                             game_.plies.size())});
      return;
    }
    game_.result = *result_;
    for (const auto& end : {find_end(last), find_claimable_draw(last)})
      if (end && result_of(*end) == *result_) {
        game_.end_cause = end_cause_of(end->reason);
        break;
      }
    if (!written_) return;
    written_ = writer_.add(game_);
    if (!written_) return;
    ++report_.written;
    report_.plies += game_.plies.size();
    for (const PlyRecord& ply : game_.plies)
      if (ply.score != eval::kNoScore) ++report_.scored;
  }
  void repair(const PgnError& repair) override {
    if (diagnose_) diagnose_(repair.in_file(file_));
  }
  void game_error(const PgnError& error) override { diagnose(error); }

 private:
  void diagnose(const PgnError& error) {
    ++report_.broken;
    if (diagnose_) diagnose_(error.in_file(file_));
  }

  std::string file_;
  GameWriter& writer_;
  PgnReport& report_;
  const base::DiagnosticHandler& diagnose_;
  base::Expected<void> written_;
  PgnPlace place_;
  GameRecord game_;
  std::optional<GameResult> result_;
  Color mover_ = Color::White;
};

}  // namespace

base::Expected<PgnReport> games_from_pgn(const std::vector<std::string>& pgn_paths, const std::string& output,
                                         const base::DiagnosticHandler& diagnose) {
  PgnReport report;
  std::optional<GameWriter> writer;  // created once the first input is known to exist
  for (const std::string& path : pgn_paths) {
    auto input = base::Input::open(path);
    if (!input) return tl::unexpected(input.error());
    if (!writer) {
      auto created = GameWriter::create(output);
      if (!created) return tl::unexpected(created.error());
      writer = *std::move(created);
    }
    PgnReader reader(*input);
    RecordBuilder builder(path, *writer, report, diagnose);
    while (true) {
      const auto more = reader.read_game(builder);
      if (!more) return tl::unexpected(more.error());
      if (!builder.written()) return tl::unexpected(builder.written().error());
      if (!*more) break;
    }
  }
  if (writer)
    if (auto finished = writer->finish(); !finished) return tl::unexpected(finished.error());
  return report;
}

base::Expected<std::string> to_pgn(const GameRecord& game, std::uint64_t number) {
  auto start = unpack(game.start);
  if (!start) return tl::unexpected(start.error());
  const Variant variant = has_standard_castling(*start) ? Variant::Standard : Variant::Chess960;
  PgnGame pgn(*std::move(start), variant);
  pgn.set_tag("Round", std::to_string(number));
  pgn.set_tag("Termination", name_of(game.end_cause));
  pgn.result = result_to_pgn(game.result);
  PgnNodeId node = PgnNodeId::Root;
  const auto last = replay(game, [&](const Position& before, const PlyRecord& played, std::size_t) {
    node = pgn.add_move(node, played.move);
    if (played.score != eval::kNoScore)
      pgn.node(node).comments.push_back(score_to_comment(as_white_sees_it(played.score, before.side_to_move())));
    return true;
  });
  if (!last) return tl::unexpected(last.error());
  return chess::to_pgn(pgn);
}

base::Expected<TransferReport> write_pgn(const std::vector<std::string>& paths, const TextSink& sink,
                                         const base::DiagnosticHandler& diagnose) {
  TransferReport report;
  base::Expected<void> written;
  auto read = for_each_game(
      paths,
      [&](const GameRecord& game, const std::string& file, std::uint64_t number) {
        ++report.read;
        const auto text = to_pgn(game, report.read);
        if (!text) {
          if (diagnose) diagnose(in_game(file, number, text.error().message));
          return true;
        }
        written = sink(*text);
        if (written) ++report.written;
        return written.has_value();
      },
      faults_to(diagnose));
  if (!written) return tl::unexpected(written.error());
  if (!read) return tl::unexpected(read.error());
  return report;
}

}  // namespace zugwerk::games
