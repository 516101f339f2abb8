#include "learning/book/book_grow.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/files/line_journal.h"
#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/text.h"
#include "book/polyglot.h"
#include "chess/game.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "chess/notation/san.h"
#include "search/solo.h"

namespace zugwerk::learning {

using namespace chess;
using book::PolyglotKey;

namespace {

struct ScoredMove {
  Move move;
  int score = 0;  // centipawns for the side to move
};

/// The result of searching a position, the best move first.
using Found = std::vector<ScoredMove>;

/// The journal of searches, one line each: the first four fields of the FEN, and moves with scores.
class Searches {
 public:
  [[nodiscard]] static base::Expected<Searches> open(const std::string& path, const GrowOptions& options,
                                                     const GrowWarning& on_warning) {
    std::map<PolyglotKey, Found> known;
    // Searches with other limits must not be mixed.
    base::LineJournal::Work work{.kind = "book",
                                 .about = base::Json{{"nodes", options.nodes}, {"lines", options.lines}}};
    work.on_entry = [&](const base::Json& entry) { return take_search(entry, known); };
    work.on_cut = on_warning;
    auto lines = base::LineJournal::resume(path, work);
    if (!lines) return tl::unexpected(lines.error());
    Searches searches(*std::move(lines));
    searches.known_ = std::move(known);
    return searches;
  }

  [[nodiscard]] std::size_t size() const { return known_.size(); }
  [[nodiscard]] const Found* find(PolyglotKey key) const {
    const auto at = known_.find(key);
    return at == known_.end() ? nullptr : &at->second;
  }
  [[nodiscard]] base::Expected<void> add(const Position& position, Found found) {
    std::string moves;
    for (const ScoredMove& move : found)
      base::append_format(moves, "{}{}:{}", moves.empty() ? "" : " ", to_coordinates(move.move), move.score);
    const base::Json entry{{"position", to_position_fields(position)}, {"moves", moves}};
    if (auto written = lines_.add(entry); !written) return written;
    known_[book::polyglot_key(position)] = std::move(found);
    return {};
  }

 private:
  explicit Searches(base::LineJournal lines) : lines_(std::move(lines)) {}

  [[nodiscard]] static base::Expected<void> take_search(const base::Json& entry, std::map<PolyglotKey, Found>& known) {
    const auto text = [&](const char* name) {
      return entry.is_object() && entry.contains(name) && entry[name].is_string() ? entry[name].get<std::string>()
                                                                                  : std::string();
    };
    const auto position = parse_fen(text("position"));
    if (!position) return tl::unexpected(position.error());
    Found found;
    const std::string moves = text("moves");
    for (const std::string_view word : base::split_words(moves)) {
      const std::size_t colon = word.find(':');
      const auto move = parse_coordinate_move(*position, word.substr(0, colon));
      if (!move) return tl::unexpected(move.error());
      const auto score =
          colon == std::string_view::npos ? std::nullopt : base::parse_integer<int>(word.substr(colon + 1));
      if (!score) return base::failure(base::in_quotes(word) + " is not a move with a score");
      found.push_back({*move, *score});
    }
    if (found.empty()) return base::failure("there are no moves");
    known[book::polyglot_key(*position)] = std::move(found);
    return {};
  }

  base::LineJournal lines_;
  std::map<PolyglotKey, Found> known_;
};

constexpr double kHeaviest = 1000;

/// The weights of the moves that are good enough, the best one having the largest.
[[nodiscard]] std::vector<std::pair<Move, int>> weights_of(const Found& found, const GrowOptions& options) {
  std::vector<std::pair<Move, int>> weights;
  for (const ScoredMove& move : found) {
    const int behind = found.front().score - move.score;
    if (behind > options.margin) continue;
    const double weight = kHeaviest * std::exp(-static_cast<double>(behind) / options.temper);
    weights.emplace_back(move.move, std::max(1, static_cast<int>(std::lround(weight))));
  }
  return weights;
}

/// A position waiting to be searched. Likelier ones come first, and among equals the one found first.
struct Waiting {
  double probability = 1;
  std::size_t number = 0;
  Position position;
  int ply = 0;
  std::string line;  // in SAN

  bool operator<(const Waiting& other) const {
    return probability != other.probability ? probability > other.probability : number < other.number;
  }
};

}  // namespace

base::Expected<GrowResult> grow_book(const std::string& path, const GrowOptions& options, const std::atomic<bool>& stop,
                                     const GrowProgress& progress, const GrowWarning& on_warning) {
  auto journal = Searches::open(path + ".journal", options, on_warning);
  if (!journal) return tl::unexpected(journal.error());
  // Report a file that cannot be written now, before hours of searching.
  if (auto writable = base::check_can_be_written(path); !writable) return tl::unexpected(writable.error());
  auto solo = search::Solo::create(options.hash_megabytes);
  if (!solo) return tl::unexpected(solo.error());

  GrowResult result;
  result.known = journal->size();
  std::map<PolyglotKey, std::vector<std::pair<Move, int>>> grown;
  std::multiset<Waiting> waiting;
  std::size_t numbers = 0;
  waiting.insert({1, numbers++, Position(), 0, ""});
  while (!waiting.empty() && grown.size() < options.positions) {
    const Waiting here = std::move(waiting.extract(waiting.begin()).value());
    const PolyglotKey key = book::polyglot_key(here.position);
    if (grown.count(key) != 0) continue;
    const Found* found = journal->find(key);
    if (found == nullptr) {
      if (stop) {
        result.complete = false;
        break;
      }
      // The result must not depend on interruptions: clear everything from other positions.
      (*solo)->clear();
      search::Limits limits;
      limits.nodes = options.nodes;
      Found lines;
      for (const auto& line : (*solo)->search(here.position, limits, options.lines).lines)
        lines.push_back({line.moves.front(), line.score.value()});
      if (auto added = journal->add(here.position, std::move(lines)); !added) return tl::unexpected(added.error());
      found = journal->find(key);
      ++result.searched;
      if (progress) progress(grown.size() + 1, here.line);
    }
    const auto weights = weights_of(*found, options);
    int total = 0;
    for (const auto& weighted : weights) total += weighted.second;
    for (const auto& [move, weight] : weights) {
      Waiting next = here;
      append_san_and_make(next.line.empty() ? next.line : next.line += ' ', next.position, move);
      next.ply = here.ply + 1;
      next.number = numbers++;
      next.probability = here.probability * weight / total;
      if (next.ply < options.max_ply && !find_end(next.position)) waiting.insert(std::move(next));
    }
    grown[key] = weights;
  }

  std::string bytes;
  for (const auto& [key, weights] : grown)
    for (const auto& [move, weight] : weights) {
      book::append_entry(bytes, {key, book::encode_move(move), static_cast<std::uint16_t>(weight), 0});
      ++result.moves;
    }
  result.positions = grown.size();
  if (auto written = base::write_whole_file(path, bytes); !written) return tl::unexpected(written.error());
  return result;
}

}  // namespace zugwerk::learning
