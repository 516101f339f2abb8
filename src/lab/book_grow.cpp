#include "lab/book_grow.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/input_lines.h"
#include "base/output_file.h"
#include "base/text.h"
#include "base/whole_file.h"
#include "book/polyglot.h"
#include "chess/coordinate.h"
#include "chess/fen.h"
#include "chess/game.h"
#include "chess/san.h"
#include "search/solo.h"

namespace zugwerk::lab {

using namespace chess;
using book::PolyglotKey;

namespace {

struct ScoredMove {
  Move move;
  int score = 0;  // centipawns for the side to move
};

/// What a search found out about a position, the best move first.
using Found = std::vector<ScoredMove>;

/// The searches so far, a line for each: the first four fields of FEN, a tab, moves with scores.
class Journal {
 public:
  [[nodiscard]] static base::Expected<Journal> open(const std::string& path, const GrowOptions& options) {
    auto file = base::OutputFile::open(path, base::OutputFile::Mode::Append);
    if (!file) return tl::unexpected(file.error());
    Journal journal(*std::move(file));
    // Searches of other lengths do not mix.
    const std::string header = "zugwerk book journal, nodes " + std::to_string(options.nodes) + ", lines " +
                               std::to_string(options.lines) + "\n";
    const auto text = base::read_whole_file(path);
    if (!text) return tl::unexpected(text.error());
    if (text->empty()) {
      if (auto written = journal.file_.append(header); !written) return tl::unexpected(written.error());
      return journal;
    }
    if (text->substr(0, header.size()) != header)
      return base::failure(path + ": line 1: not a journal of searches with " + std::to_string(options.nodes) +
                           " nodes and " + std::to_string(options.lines) + " lines");
    std::size_t number = 1;
    std::size_t at = header.size();
    for (std::size_t end = text->find('\n', at); end != std::string::npos; end = text->find('\n', at)) {
      ++number;
      if (auto read = journal.read_line(std::string_view(*text).substr(at, end - at)); !read)
        return base::failure(path + ": line " + std::to_string(number) + ": " + read.error().message);
      at = end + 1;
    }
    // A last line without its end was being written when the work was cut off.
    if (auto cut = journal.file_.cut_to(at); !cut) return tl::unexpected(cut.error());
    return journal;
  }

  [[nodiscard]] std::size_t size() const { return known_.size(); }
  [[nodiscard]] const Found* find(PolyglotKey key) const {
    const auto at = known_.find(key);
    return at == known_.end() ? nullptr : &at->second;
  }
  [[nodiscard]] base::Expected<void> add(const Position& position, Found found) {
    std::string line = to_position_fields(position) + '\t';
    for (const ScoredMove& move : found) line += to_coordinates(move.move) + ':' + std::to_string(move.score) + ' ';
    line.back() = '\n';
    if (auto written = file_.append(line); !written) return written;
    known_[book::polyglot_key(position)] = std::move(found);
    return {};
  }

 private:
  explicit Journal(base::OutputFile file) : file_(std::move(file)) {}

  [[nodiscard]] base::Expected<void> read_line(std::string_view line) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) return base::failure("no tab between position and moves");
    const auto position = parse_fen(line.substr(0, tab));
    if (!position) return tl::unexpected(position.error());
    Found found;
    for (const std::string_view word : base::split_words(line.substr(tab + 1))) {
      const std::size_t colon = word.find(':');
      const auto move = parse_coordinate_move(*position, word.substr(0, colon));
      if (!move) return tl::unexpected(move.error());
      const auto score =
          colon == std::string_view::npos ? std::nullopt : base::parse_integer<int>(word.substr(colon + 1));
      if (!score) return base::failure(base::in_quotes(word) + " is not a move with a score");
      found.push_back({*move, *score});
    }
    known_[book::polyglot_key(*position)] = std::move(found);
    return {};
  }

  base::OutputFile file_;
  std::map<PolyglotKey, Found> known_;
};

constexpr double kHeaviest = 1000;

/// How often to play each of the moves that are good enough, the best one being the heaviest.
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

/// A position that is waiting to be looked at. Likelier ones come first, and of equals the one that was found first.
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
                                     const GrowProgress& progress) {
  auto journal = Journal::open(path + ".journal", options);
  if (!journal) return tl::unexpected(journal.error());
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
      // Alike however the work was interrupted: nothing is left over from other positions.
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

}  // namespace zugwerk::lab
