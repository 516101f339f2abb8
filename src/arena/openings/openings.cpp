#include "arena/openings/openings.h"

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "base/files/input.h"
#include "base/files/input_lines.h"
#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/rng.h"
#include "base/text.h"
#include "chess/chess960.h"
#include "chess/game.h"
#include "chess/notation/epd.h"
#include "chess/notation/pgn_reader.h"
#include "chess/notation/san.h"

namespace zugwerk::arena {

namespace {

using chess::Move;
using chess::Position;
using chess::Variant;

/// Gathers openings, each position once.
class Collector {
 public:
  /// A small file may decompress to any size; these bound the memory.
  static constexpr std::size_t kMostOpenings = 4'000'000;
  static constexpr std::size_t kMostWarnings = 1000;

  explicit Collector(Variant variant) : variant_(variant) {}

  void add(const Position& start, std::vector<Move> moves, const std::string& place) {
    if (variant_ == Variant::Standard && !chess::has_standard_castling(start)) {
      warn(place + "a position of Chess960; left out");
      return;
    }
    Position position = start;
    for (const Move move : moves) position.make(move);
    if (const auto end = chess::find_end(position)) {
      warn(base::format("{}the game is over ({}); left out", place, chess::to_string(*end)));
      return;
    }
    if (!seen_.insert(position.key()).second) {
      ++list_.repeated;
      return;
    }
    constexpr std::uint64_t kPrime = 0x100000001B3;  // as in the hash of Fowler, Noll and Vo
    list_.fingerprint = (list_.fingerprint ^ position.key()) * kPrime;
    list_.openings.push_back({chess::to_fen(start), std::move(moves)});
  }

  void warn(std::string text) {
    ++list_.warning_count;
    if (list_.warnings.size() < kMostWarnings) list_.warnings.push_back(std::move(text));
  }

  [[nodiscard]] bool is_full() const { return list_.openings.size() > kMostOpenings; }

  [[nodiscard]] OpeningList take() { return std::move(list_); }

 private:
  Variant variant_;
  OpeningList list_;
  std::unordered_set<chess::Key> seen_;
};

/// The first moves of the main line of every game.
class PgnOpenings : public chess::PgnVisitor {
 public:
  PgnOpenings(Collector& collector, std::string name, std::optional<int> plies)
      : collector_(collector), name_(std::move(name)), plies_(plies) {}

  void begin_game(const chess::PgnPlace& place) override {
    place_ = base::format("{}:{}: game {}: ", name_, place.line, place.game);
    moves_.clear();
  }
  chess::PgnWish begin_moves(const Position& start) override {
    start_ = start;
    return chess::PgnWish::Read;
  }
  void move(const Position&, Move move) override {
    if (!plies_ || moves_.size() < static_cast<std::size_t>(*plies_)) moves_.push_back(move);
  }
  chess::PgnWish begin_variation() override { return chess::PgnWish::Skip; }
  void end_game(const Position&) override { collector_.add(start_, moves_, place_); }
  void repair(const chess::PgnError& repair) override { collector_.warn(repair.in_file(name_)); }
  void game_error(const chess::PgnError& error) override { collector_.warn(error.in_file(name_)); }

 private:
  Collector& collector_;
  std::string name_;
  std::optional<int> plies_;
  std::string place_;
  Position start_;
  std::vector<Move> moves_;
};

/// Whether an input begins with a position rather than with a game: seven slashes in the first word of its first line
/// that is neither empty nor a remark.
[[nodiscard]] bool looks_like_epd(base::Input input) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  base::InputLines lines(input);
  std::string text;
  // The reader will report the error.
  for (bool first = true; lines.next(text).value_or(false); first = false) {
    std::string_view line = text;
    if (first && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
    line = base::trim(line);
    if (line.empty() || line.starts_with('#')) continue;
    const std::string_view word = base::take_word(line);
    return std::count(word.begin(), word.end(), '/') == 7;
  }
  return false;
}

[[nodiscard]] base::Expected<void> read_epd(base::Input& input, Variant variant, Collector& collector) {
  const auto place = [&](std::size_t line) { return base::format("{}:{}: ", input.name(), line); };
  base::InputLines lines(input);
  base::Expected<void> read;
  const auto next = [&](std::string& line) -> base::Expected<bool> {
    if (collector.is_full()) return false;
    auto more = lines.next(line);
    if (more || !lines.has_failed()) return more;
    // Half of a file would not be what the user asked for.
    read = tl::unexpected(more.error());
    return false;
  };
  // In a file for standard chess, a position of Chess960 is recognised as one and left out.
  const std::optional<Variant> given = variant == Variant::Chess960 ? std::optional(variant) : std::nullopt;
  chess::read_epd_lines(
      next, given,
      {.on_record = [&](std::size_t line, const chess::Epd& epd) { collector.add(epd.position(), {}, place(line)); },
       .on_repair = [&](std::size_t line, const std::string& repair) { collector.warn(place(line) + repair); },
       .on_error = [&](std::size_t line, const base::Error& error) { collector.warn(place(line) + error.message); }});
  return read;
}

[[nodiscard]] base::Expected<void> read_pgn(base::Input& input, Collector& collector, std::optional<int> plies) {
  chess::PgnReader reader(input);
  PgnOpenings visitor(collector, input.name(), plies);
  while (!collector.is_full()) {
    const auto more = reader.read_game(visitor);
    if (!more) return tl::unexpected(more.error());
    if (!*more) break;
  }
  return {};
}

[[nodiscard]] base::Expected<OpeningList> collect(base::Input& input, bool is_epd, Variant variant,
                                                  std::optional<int> plies) {
  Collector collector(variant);
  const auto read = is_epd ? read_epd(input, variant, collector) : read_pgn(input, collector, plies);
  if (!read) return tl::unexpected(read.error());
  if (collector.is_full())
    return base::failure(base::format("{}: more than {} openings, which is the limit", input.name(),
                                      base::with_thousands(Collector::kMostOpenings)));
  OpeningList list = collector.take();
  if (list.openings.empty())
    return base::failure(input.name() + ": there is no opening in it" +
                         (list.warnings.empty() ? "" : "; " + list.warnings.front()));
  return list;
}

}  // namespace

Position start_of(const Opening& opening) {
  auto position = chess::parse_fen_of_any_variant(opening.fen);
  assert(position.has_value());
  return *std::move(position);
}

Position end_of(const Opening& opening) {
  Position position = start_of(opening);
  for (const Move move : opening.moves) position.make(move);
  return position;
}

base::Expected<OpeningList> parse_openings(std::string_view text, const std::string& name, Variant variant,
                                           std::optional<int> plies) {
  base::Input input = base::Input::from_memory(text, name);
  return collect(input, looks_like_epd(base::Input::from_memory(text, name)), variant, plies);
}

base::Expected<OpeningList> read_openings(const std::string& path, Variant variant, std::optional<int> plies) {
  auto input = base::Input::open(path);
  if (!input) return tl::unexpected(input.error());
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) {
    // Inputs that can be read only once are held in memory.
    const auto text = input->read_rest(base::kLargestWholeFile);
    if (!text) return tl::unexpected(text.error());
    return parse_openings(*text, path, variant, plies);
  }
  auto again = base::Input::open(path);
  if (!again) return tl::unexpected(again.error());
  return collect(*input, looks_like_epd(*std::move(again)), variant, plies);
}

OpeningList own_openings(Variant variant) {
  Collector collector(variant);
  if (variant == Variant::Chess960) {
    for (int number = 0; number < chess::kChess960Starts; ++number)
      collector.add(chess::chess960_start(number), {}, base::format("start {}: ", number));
    return collector.take();
  }
  for (const std::string_view line : own_opening_lines()) {
    Position position;
    std::vector<Move> moves;
    for (const std::string_view word : base::split_words(line)) {
      const Move move = chess::find_san_move(position, word);
      assert(move);
      moves.push_back(move);
      position.make(move);
    }
    collector.add(Position(), std::move(moves), std::string(line) + ": ");
  }
  return collector.take();
}

OpeningOrder::OpeningOrder(std::size_t count) : order_(count) {
  assert(count > 0);
  std::iota(order_.begin(), order_.end(), 0U);
}

OpeningOrder::OpeningOrder(std::size_t count, std::uint64_t seed) : OpeningOrder(count) {
  base::Rng rng(seed);
  for (std::size_t i = count; i > 1; --i) std::swap(order_[i - 1], order_[rng.below(static_cast<std::uint32_t>(i))]);
}

}  // namespace zugwerk::arena
