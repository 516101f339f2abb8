#include "book/openings.h"

#include <unordered_map>

#include "chess/notation/fen.h"

#if defined(ZUGWERK_OPENINGS)
#include <stdexcept>

#include "base/embedded.h"

ZUGWERK_EMBED(zugwerk_openings, ZUGWERK_OPENINGS);
#endif

namespace zugwerk::book {

using chess::Move;
using chess::Position;

namespace {

/// By the key of the position, which knows no move counters: every order of moves counts.
using Openings = std::unordered_map<chess::Key, Opening>;

[[nodiscard]] Openings read_openings() {
  Openings openings;
#if defined(ZUGWERK_OPENINGS)
  std::string_view text = ZUGWERK_EMBEDDED(zugwerk_openings);
  const auto field = [&text](char end) {
    const std::size_t size = text.find(end);
    if (size == std::string_view::npos) throw std::runtime_error("the embedded table of openings ends within a line");
    const std::string_view value = text.substr(0, size);
    text.remove_prefix(size + 1);
    return value;
  };
  field('\n');  // the names of the columns
  while (!text.empty()) {
    const std::string_view eco = field('\t');
    const std::string_view name = field('\t');
    const auto position = chess::parse_fen(field('\n'));
    if (!position) throw std::runtime_error("the embedded table of openings: " + position.error().message);
    openings.emplace(position->key(), Opening{eco, name});
  }
#endif
  return openings;
}

[[nodiscard]] const Openings& openings_by_key() {
  static const Openings openings = read_openings();
  return openings;
}

[[nodiscard]] std::optional<Opening> named(const Position& position) {
  const Openings& openings = openings_by_key();
  const auto found = openings.find(position.key());
  return found == openings.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

std::optional<Opening> opening_of(const Position& position) {
  Position at = position;
  while (true) {
    if (const auto opening = named(at)) return opening;
    if (at.history_length() == 0) return std::nullopt;
    at.undo();
  }
}

std::optional<Opening> opening_of(const Position& start, std::span<const Move> moves) {
  Position position = start;
  std::optional<Opening> last = named(position);
  for (const Move move : moves) {
    position.make(move);
    if (const auto opening = named(position)) last = opening;
  }
  return last;
}

std::string to_string(const Opening& opening) { return std::string(opening.eco) + ' ' + std::string(opening.name); }

std::size_t opening_count() { return openings_by_key().size(); }

}  // namespace zugwerk::book
