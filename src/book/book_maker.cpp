#include "book/book_maker.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/little_endian.h"
#include "base/text.h"

namespace zugwerk::book {

using namespace chess;

namespace {

/// Scratch files by the highest bits of the key: one of them at a time fits into memory.
constexpr unsigned kPartBits = 6;
constexpr std::size_t kParts = std::size_t{1} << kPartBits;

[[nodiscard]] std::size_t part_of(PolyglotKey key) { return key >> (64 - kPartBits); }

constexpr std::uint64_t kMostWeight = 0xFFFF;

}  // namespace

// --- The visitor of games --------------------------------------------------------------------------------------------

class BookMaker::Visitor final : public PgnVisitor {
 public:
  Visitor(BookMaker& maker, std::string name) : maker_(maker), name_(std::move(name)) {}

  void begin_game(const PgnPlace&) override {
    ++maker_.counts_.games;
    moves_.clear();
    elo_ = {};
    tagged_result_ = PgnResult::Unknown;
    result_.reset();
    wanted_ = false;
  }
  void tag(std::string_view name, std::string_view value) override {
    if (name == "WhiteElo") elo_[index(Color::White)] = base::parse_integer<int>(value).value_or(0);
    if (name == "BlackElo") elo_[index(Color::Black)] = base::parse_integer<int>(value).value_or(0);
    if (name == "Result") tagged_result_ = pgn_result_from_text(value).value_or(PgnResult::Unknown);
  }
  PgnWish begin_moves(const Position&) override {
    const int least = maker_.options_.min_elo;
    wanted_ = least == 0 || (elo_[0] >= least && elo_[1] >= least);
    return wanted_ ? PgnWish::Read : PgnWish::Skip;
  }
  PgnWish begin_variation() override { return PgnWish::Skip; }
  void move(const Position& before, Move move) override {
    if (static_cast<int>(moves_.size()) < maker_.options_.max_ply)
      moves_.push_back({polyglot_key(before), encode_move(move), before.side_to_move()});
  }
  void result(PgnResult result) override { result_ = result; }
  void repair(const PgnError& repair) override { maker_.diagnose_(repair.in_file(name_)); }
  void game_error(const PgnError& error) override {
    ++maker_.counts_.broken;
    maker_.diagnose_(error.in_file(name_));
  }
  void end_game(const Position&) override {
    // What the tag says counts where the moves end without a result.
    const PgnResult result = result_ && *result_ != PgnResult::Unknown ? *result_ : tagged_result_;
    const auto& results = maker_.options_.results;
    if (!wanted_ || (!results.empty() && std::find(results.begin(), results.end(), result) == results.end())) return;
    ++maker_.counts_.used;
    for (const Played& played : moves_) {
      if (played.mover == Color::White ? !maker_.options_.white_moves : !maker_.options_.black_moves) continue;
      const PgnResult won = played.mover == Color::White ? PgnResult::WhiteWins : PgnResult::BlackWins;
      const PgnResult lost = played.mover == Color::White ? PgnResult::BlackWins : PgnResult::WhiteWins;
      constexpr std::uint64_t kWin = 2;
      constexpr std::uint64_t kDrawn = 1;
      maker_.add({played.key, played.move, 1, result == won ? kWin : (result == lost ? 0 : kDrawn)});
    }
  }

 private:
  struct Played {
    PolyglotKey key = 0;
    std::uint16_t move = 0;
    Color mover = Color::White;
  };

  BookMaker& maker_;
  std::string name_;
  std::vector<Played> moves_;
  std::array<int, kColorCount> elo_{};
  PgnResult tagged_result_ = PgnResult::Unknown;
  std::optional<PgnResult> result_;
  bool wanted_ = false;
};

// --- Making ----------------------------------------------------------------------------------------------------------

BookMaker::BookMaker(std::string path, MakeOptions options, base::DiagnosticHandler diagnose)
    : path_(std::move(path)), options_(std::move(options)), diagnose_(std::move(diagnose)) {}

base::Expected<void> BookMaker::add_games(base::Input& input, const std::atomic<bool>& stop) {
  PgnReader reader(input);
  Visitor visitor(*this, input.name());
  while (!stop) {
    const auto more = reader.read_game(visitor);
    if (!more) return tl::unexpected(more.error());
    if (!*more) return {};
    if (auto room = make_room(); !room) return room;
  }
  return {};
}

void BookMaker::add_up(std::vector<Record>& records) {
  std::sort(records.begin(), records.end(),
            [](const Record& a, const Record& b) { return a.key != b.key ? a.key < b.key : a.move < b.move; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (kept > 0 && records[kept - 1].key == records[i].key && records[kept - 1].move == records[i].move) {
      records[kept - 1].games += records[i].games;
      records[kept - 1].points += records[i].points;
    } else {
      records[kept++] = records[i];
    }
  }
  records.resize(kept);
}

base::Expected<void> BookMaker::make_room() {
  if (records_.size() < options_.records_in_memory) return {};
  add_up(records_);
  // Unless half of the memory is free again, adding up would soon take all the time.
  return records_.size() > options_.records_in_memory / 2 ? spill() : base::Expected<void>();
}

base::Expected<void> BookMaker::spill() {
  while (parts_.size() < kParts) {
    auto file = base::ScratchFile::create_beside(path_);
    if (!file) return tl::unexpected(file.error());
    parts_.push_back(*std::move(file));
  }
  std::vector<std::string> bytes(kParts);
  for (const Record& record : records_) {
    std::string& part = bytes[part_of(record.key)];
    base::append_little_endian(part, record.key);
    base::append_little_endian(part, record.move);
    base::append_little_endian(part, record.games);
    base::append_little_endian(part, record.points);
  }
  for (std::size_t i = 0; i < kParts; ++i)
    if (auto appended = parts_[i].append(bytes[i]); !appended) return appended;
  records_.clear();
  return {};
}

base::Expected<void> BookMaker::write_positions(const std::vector<Record>& records, BookWriter& writer) const {
  std::vector<BookWriter::Weighted> moves;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Record& record = records[i];
    const double score = static_cast<double>(record.points) / (2.0 * record.games);
    if (record.games >= options_.min_games && record.points > 0 && score >= options_.min_score)
      moves.push_back({record.move, options_.uniform ? 1 : record.points});
    if (i + 1 == records.size() || records[i + 1].key != record.key) {
      if (auto added = writer.add_position(record.key, std::move(moves)); !added) return added;
      moves.clear();
    }
  }
  return {};
}

base::Expected<MakeCounts> BookMaker::write(BookWriter& writer) {
  add_up(records_);
  if (parts_.empty()) {
    if (auto written = write_positions(records_, writer); !written) return tl::unexpected(written.error());
  } else {
    if (auto spilled = spill(); !spilled) return tl::unexpected(spilled.error());
    for (base::ScratchFile& part : parts_) {
      const auto bytes = part.read_all();
      if (!bytes) return tl::unexpected(bytes.error());
      std::vector<Record> records;
      for (std::string_view rest = *bytes; !rest.empty();) {
        Record record;
        record.key = base::take_little_endian<PolyglotKey>(rest);
        record.move = base::take_little_endian<std::uint16_t>(rest);
        record.games = base::take_little_endian<std::uint32_t>(rest);
        record.points = base::take_little_endian<std::uint64_t>(rest);
        records.push_back(record);
      }
      add_up(records);
      if (auto written = write_positions(records, writer); !written) return tl::unexpected(written.error());
    }
  }
  if (auto finished = writer.finish(); !finished) return tl::unexpected(finished.error());
  counts_.positions = writer.positions();
  counts_.entries = writer.entries();
  return counts_;
}

// --- Writing ---------------------------------------------------------------------------------------------------------

base::Expected<BookWriter> BookWriter::create(const std::string& path) {
  auto file = base::WholeFile::open(path, base::WholeFile::Existing::Refuse);
  if (!file) return tl::unexpected(file.error());
  return BookWriter(*std::move(file));
}

base::Expected<void> BookWriter::flush() {
  auto appended = file_.append(buffer_);
  buffer_.clear();
  return appended;
}

base::Expected<void> BookWriter::add_position(PolyglotKey key, std::vector<Weighted> moves) {
  if (moves.empty()) return {};
  std::stable_sort(moves.begin(), moves.end(),
                   [](const Weighted& a, const Weighted& b) { return a.weight > b.weight; });
  const std::uint64_t largest = moves.front().weight;
  ++positions_;
  for (const Weighted& move : moves) {
    std::uint64_t weight = move.weight;
    // A positive weight stays positive.
    if (largest > kMostWeight && weight > 0)
      weight = std::max<std::uint64_t>(
          1, static_cast<std::uint64_t>(static_cast<double>(weight) * kMostWeight / static_cast<double>(largest)));
    append_entry(buffer_, {key, move.move, static_cast<std::uint16_t>(weight), 0});
    ++entries_;
  }
  constexpr std::size_t kBlock = std::size_t{1} << 20;
  return buffer_.size() >= kBlock ? flush() : base::Expected<void>();
}

base::Expected<void> BookWriter::finish() {
  if (entries_ == 0) return {};
  if (auto flushed = flush(); !flushed) return flushed;
  return file_.commit();
}

}  // namespace zugwerk::book
