#include "chess/notation/epd.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>

#include "base/files/input_lines.h"
#include "base/format.h"
#include "base/text.h"
#include "chess/notation/san.h"

namespace zugwerk::chess {

namespace {

using base::Error;
using base::Expected;
using base::failure;
using base::in_quotes;

enum class OperandKind { Moves, Line, Number, Text, Unknown };

/// The operands of an opcode; the range applies to numbers.
struct Rule {
  OperandKind kind = OperandKind::Unknown;
  std::int64_t least = 0;
  std::int64_t most = 0;
};

struct NamedRule {
  std::string_view opcode;
  Rule rule;
};

constexpr std::int64_t kAnyCount = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLargestScore = 32'767;  // the range that the standard gives to centipawns
constexpr std::int64_t kLongestMate = 10'000;
constexpr std::int64_t kDeepestAnalysis = 10'000;

constexpr std::string_view kHalfmoveOpcode = "hmvc";
constexpr std::string_view kFullmoveOpcode = "fmvn";

constexpr std::array kRules{
    NamedRule{"am", {OperandKind::Moves}},  // avoid
    NamedRule{"bm", {OperandKind::Moves}},  // best
    NamedRule{"pm", {OperandKind::Moves}},  // predicted
    NamedRule{"rm", {OperandKind::Moves}},  // reply
    NamedRule{"sm", {OperandKind::Moves}},  // supplied
    NamedRule{"pv", {OperandKind::Line}},   // predicted variation
    NamedRule{"sv", {OperandKind::Line}},   // supplied variation
    NamedRule{"acd", {OperandKind::Number, 0, kDeepestAnalysis}},
    NamedRule{"acn", {OperandKind::Number, 0, kAnyCount}},
    NamedRule{"acs", {OperandKind::Number, 0, kAnyCount}},
    NamedRule{"ce", {OperandKind::Number, -kLargestScore, kLargestScore}},
    NamedRule{"dm", {OperandKind::Number, 1, kLongestMate}},
    NamedRule{kHalfmoveOpcode, {OperandKind::Number, 0, kLargestHalfmoveClock}},
    NamedRule{kFullmoveOpcode, {OperandKind::Number, 0, kLargestFullmoveNumber}},
    NamedRule{"rc", {OperandKind::Number, 1, kLargestHalfmoveClock}},
    NamedRule{"tcgs", {OperandKind::Number, 0, kAnyCount}},
    NamedRule{"eco", {OperandKind::Text}},
    NamedRule{"id", {OperandKind::Text}},
    NamedRule{"nic", {OperandKind::Text}},
};

/// The depth that "D1" to "D99" stand for.
[[nodiscard]] std::optional<int> perft_depth(std::string_view opcode) {
  if (opcode.size() < 2 || opcode.size() > 3 || opcode[0] != 'D' || opcode[1] < '1' || opcode[1] > '9')
    return std::nullopt;
  return base::parse_integer<int>(opcode.substr(1));
}

[[nodiscard]] Rule rule_of(std::string_view opcode) {
  for (const NamedRule& named : kRules)
    if (named.opcode == opcode) return named.rule;
  if (opcode.size() == 2 && (opcode[0] == 'c' || opcode[0] == 'v') && base::is_digit(opcode[1]))
    return {OperandKind::Text};
  if (perft_depth(opcode)) return {OperandKind::Number, 0, kAnyCount};
  return {};
}

// --- Parsing a line --------------------------------------------------------------------------------------------------

/// An operation as it was written.
struct RawOperation {
  std::string_view source;
  EpdOperation operation;
};

/// Cuts operations off a text. Semicolons end them except inside quotes.
class OperationScanner {
 public:
  explicit OperationScanner(std::string_view text) : text_(text) {}

  /// The next operation, or nothing at the end.
  [[nodiscard]] std::optional<RawOperation> next() {
    while (at_ < text_.size() && (base::is_space(text_[at_]) || text_[at_] == ';')) ++at_;
    if (at_ == text_.size()) return std::nullopt;
    RawOperation raw;
    const std::size_t start = at_;
    raw.operation.opcode = take_until([](char c) { return base::is_space(c) || c == ';' || c == '"'; });
    while (skip_space()) raw.operation.operands.push_back(take_operand());
    raw.source = base::trim(text_.substr(start, at_ - start));
    return raw;
  }

 private:
  /// Moves to the next operand; false at the end of the operation.
  [[nodiscard]] bool skip_space() {
    while (at_ < text_.size() && base::is_space(text_[at_])) ++at_;
    return at_ < text_.size() && text_[at_] != ';';
  }

  template <class Predicate>
  [[nodiscard]] std::string_view take_until(Predicate ends) {
    const std::size_t start = at_;
    while (at_ < text_.size() && !ends(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
  }

  [[nodiscard]] std::string take_operand() {
    if (text_[at_] == '"') {
      if (auto quoted = take_quoted()) return *std::move(quoted);
      // The closing quote is missing or inside the text, so the text must extend to the end of the operation.
      ++at_;
      std::string_view rest = base::trim(take_until([](char c) { return c == ';'; }));
      if (rest.ends_with('"')) rest.remove_suffix(1);
      return std::string(rest);
    }
    std::string_view word = take_until([](char c) { return base::is_space(c) || c == ';'; });
    // The first quote was forgotten.
    if (word.ends_with('"')) word.remove_suffix(1);
    return std::string(word);
  }

  /// A text up to its closing quote. Within it, \" is a quote and \\ a backslash: the standard has no way to write a
  /// quote, and this is how others do it.
  [[nodiscard]] std::optional<std::string> take_quoted() {
    std::string result;
    for (std::size_t i = at_ + 1; i < text_.size(); ++i) {
      const bool more = i + 1 < text_.size();
      if (text_[i] == '\\' && more && (text_[i + 1] == '"' || text_[i + 1] == '\\')) {
        result += text_[++i];
      } else if (text_[i] == '"') {
        if (more && !base::is_space(text_[i + 1]) && text_[i + 1] != ';') return std::nullopt;
        at_ = i + 1;
        return result;
      } else {
        result += text_[i];
      }
    }
    return std::nullopt;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// --- Operands --------------------------------------------------------------------------------------------------------

[[nodiscard]] bool is_opcode(std::string_view text) {
  const auto is_letter = [](char c) { return base::is_lower(c) || base::is_upper(c); };
  return !text.empty() && is_letter(text.front()) && std::all_of(text.begin(), text.end(), [&](char c) {
    return is_letter(c) || base::is_digit(c) || c == '_' || c == '-';
  });
}

/// A text that fits on one line of UTF-8.
[[nodiscard]] std::string clean(std::string_view text) {
  std::string result = base::to_utf8(text);
  for (char& c : result)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  return result;
}

/// A word without the move number before it and the comma after it.
[[nodiscard]] std::string_view bare_move(std::string_view word) {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  if (digits > 0 && digits < word.size() && word[digits] == '.')
    word.remove_prefix(std::min(word.find_first_not_of('.', digits), word.size()));
  if (word.ends_with(',')) word.remove_suffix(1);
  return word;
}

/// Replaces the operands by the SAN of the moves that they name. Each move of a line is played before the next is read.
[[nodiscard]] Expected<void> make_moves_canonical(Position position, OperandKind kind,
                                                  std::vector<std::string>& operands) {
  std::vector<std::string> canonical;
  for (const std::string& operand : operands) {
    const std::string_view word = bare_move(operand);
    if (word.empty()) continue;
    const auto move = parse_san(position, word);
    if (!move) return tl::unexpected(move.error());
    canonical.push_back(to_san(position, *move));
    if (kind == OperandKind::Line) position.make(*move);
  }
  if (canonical.empty() && kind == OperandKind::Moves) return failure("expected a move");
  operands = std::move(canonical);
  return {};
}

[[nodiscard]] Expected<std::int64_t> read_number(const std::vector<std::string>& operands, const Rule& rule) {
  const auto number = operands.size() == 1 ? base::parse_integer<std::int64_t>(operands.front()) : std::nullopt;
  if (number && *number >= rule.least && *number <= rule.most) return *number;
  if (rule.most == kAnyCount) return failure(base::format("expected a number of at least {}", rule.least));
  return failure(base::format("expected a number from {} to {}", rule.least, rule.most));
}

[[nodiscard]] std::string joined(const std::vector<std::string>& words) {
  std::string result;
  for (const std::string& word : words) {
    if (!result.empty()) result += ' ';
    result += word;
  }
  return result;
}

/// Checks the operands and brings them into canonical form.
[[nodiscard]] Expected<void> make_canonical(const Position& position, EpdOperation& operation) {
  if (!is_opcode(operation.opcode)) return failure("an operation begins with a name of letters and digits");
  const Rule rule = rule_of(operation.opcode);
  switch (rule.kind) {
    case OperandKind::Moves:
    case OperandKind::Line:
      return make_moves_canonical(position, rule.kind, operation.operands);
    case OperandKind::Number: {
      const auto number = read_number(operation.operands, rule);
      if (!number) return tl::unexpected(number.error());
      operation.operands = {std::to_string(*number)};
      return {};
    }
    case OperandKind::Text:
      operation.operands = {clean(joined(operation.operands))};
      return {};
    case OperandKind::Unknown:
      for (std::string& operand : operation.operands) operand = clean(operand);
      return {};
  }
  return {};
}

[[nodiscard]] Error in_operation(std::string_view source, const Error& error) {
  return Error{"EPD: operation " + in_quotes(source) + ": " + error.message};
}

// --- Clocks ----------------------------------------------------------------------------------------------------------

[[nodiscard]] bool is_clock(std::string_view opcode) { return opcode == kHalfmoveOpcode || opcode == kFullmoveOpcode; }

void set_clock(PositionSetup& setup, std::string_view opcode, std::int64_t value) {
  const int number = static_cast<int>(value);  // in range by the rule of the opcode
  if (opcode == kHalfmoveOpcode)
    setup.halfmove_clock = number;
  else
    setup.fullmove_number = std::max(number, 1);  // some programs start counting at 0
}

/// The fields that FEN has and EPD lacks: read if there is a number in place of the first operation.
[[nodiscard]] Expected<void> take_fen_clocks(std::string_view& text, PositionSetup& setup) {
  for (const auto& [opcode, field] : {std::pair(kHalfmoveOpcode, "halfmove clock"), {kFullmoveOpcode, "move number"}}) {
    std::string_view rest = text;
    const std::string_view word = base::take_word(rest);
    if (word.empty() || !base::is_digit(word.front())) return {};
    const auto number = read_number({std::string(word)}, rule_of(opcode));
    if (!number)
      return failure("EPD: " + std::string(field) + " field " + in_quotes(word) + ": " + number.error().message);
    set_clock(setup, opcode, *number);
    text = rest;
  }
  return {};
}

// --- Writing ---------------------------------------------------------------------------------------------------------

[[nodiscard]] bool needs_quotes(std::string_view operand) {
  return operand.empty() ||
         std::any_of(operand.begin(), operand.end(), [](char c) { return base::is_space(c) || c == ';' || c == '"'; });
}

[[nodiscard]] std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

}  // namespace

// --- The record ------------------------------------------------------------------------------------------------------

const EpdOperation* Epd::find(std::string_view opcode) const {
  const auto found = std::find_if(operations_.begin(), operations_.end(),
                                  [&](const EpdOperation& operation) { return operation.opcode == opcode; });
  return found == operations_.end() ? nullptr : &*found;
}

std::vector<Move> Epd::moves(std::string_view opcode) const {
  std::vector<Move> result;
  const EpdOperation* operation = find(opcode);
  if (operation == nullptr || rule_of(opcode).kind != OperandKind::Moves) return result;
  for (const std::string& san : operation->operands) result.push_back(parse_san(position_, san).value());
  return result;
}

std::vector<Move> Epd::line(std::string_view opcode) const {
  std::vector<Move> result;
  const EpdOperation* operation = find(opcode);
  if (operation == nullptr || rule_of(opcode).kind != OperandKind::Line) return result;
  Position position = position_;
  for (const std::string& san : operation->operands) {
    result.push_back(parse_san(position, san).value());
    position.make(result.back());
  }
  return result;
}

std::optional<std::int64_t> Epd::number(std::string_view opcode) const {
  if (opcode == kHalfmoveOpcode) return position_.halfmove_clock();
  if (opcode == kFullmoveOpcode) return position_.fullmove_number();
  const EpdOperation* operation = find(opcode);
  if (operation == nullptr || rule_of(opcode).kind != OperandKind::Number) return std::nullopt;
  return base::parse_integer<std::int64_t>(operation->operands.front());
}

std::optional<std::string> Epd::text(std::string_view opcode) const {
  const EpdOperation* operation = find(opcode);
  if (operation == nullptr || rule_of(opcode).kind != OperandKind::Text) return std::nullopt;
  return operation->operands.front();
}

std::vector<PerftCount> Epd::perft_counts() const {
  std::vector<PerftCount> counts;
  for (const EpdOperation& operation : operations_)
    if (const auto depth = perft_depth(operation.opcode))
      counts.push_back({*depth, static_cast<std::uint64_t>(number(operation.opcode).value())});
  std::sort(counts.begin(), counts.end(), [](const PerftCount& a, const PerftCount& b) { return a.depth < b.depth; });
  return counts;
}

base::Expected<void> Epd::set(EpdOperation operation) {
  const std::string source = operation.opcode + ' ' + joined(operation.operands);
  return set(std::move(operation), base::trim(source));
}

base::Expected<void> Epd::set(EpdOperation operation, std::string_view source) {
  if (auto done = make_canonical(position_, operation); !done)
    return tl::unexpected(in_operation(source, done.error()));
  if (is_clock(operation.opcode)) {
    PositionSetup setup = position_.setup();
    set_clock(setup, operation.opcode, base::parse_integer<std::int64_t>(operation.operands.front()).value());
    position_ = Position::from_setup(setup).value();
    return {};
  }
  if (const EpdOperation* old = find(operation.opcode); old != nullptr)
    operations_[static_cast<std::size_t>(old - operations_.data())] = std::move(operation);
  else
    operations_.push_back(std::move(operation));
  return {};
}

void Epd::remove(std::string_view opcode) {
  std::erase_if(operations_, [&](const EpdOperation& operation) { return operation.opcode == opcode; });
}

base::Expected<Epd> Epd::parse(std::string_view line, std::optional<Variant> variant, FenRepairs* repairs) {
  // No field of a position holds a semicolon, but one may stand right after them.
  std::string_view fields = line.substr(0, line.find(';'));
  FenRepairs made;
  auto setup = take_position_fields(fields, variant, repairs == nullptr ? nullptr : &made);
  if (!setup) return failure("EPD: " + setup.error().message);
  if (auto done = take_fen_clocks(fields, *setup); !done) return tl::unexpected(done.error());

  auto position = Position::from_setup(*setup);
  if (!position) return failure("EPD: " + position.error().message);
  Epd epd(*std::move(position));
  std::vector<std::string> seen;
  OperationScanner scanner(line.substr(static_cast<std::size_t>(fields.data() - line.data())));
  while (auto raw = scanner.next()) {
    if (std::find(seen.begin(), seen.end(), raw->operation.opcode) != seen.end())
      return tl::unexpected(in_operation(raw->source, Error{"the line has two operations of this name"}));
    seen.push_back(raw->operation.opcode);
    if (auto done = epd.set(std::move(raw->operation), raw->source); !done) return tl::unexpected(done.error());
  }
  if (repairs != nullptr) repairs->insert(repairs->end(), made.begin(), made.end());
  return epd;
}

base::Expected<Epd> parse_epd(std::string_view line, Variant variant, FenRepairs* repairs) {
  return Epd::parse(line, variant, repairs);
}

base::Expected<Epd> parse_epd_of_any_variant(std::string_view line, FenRepairs* repairs) {
  return Epd::parse(line, std::nullopt, repairs);
}

std::string to_epd(const Epd& epd) {
  std::string line = to_position_fields(epd.position());
  const PositionSetup setup = epd.position().setup();  // its clocks are never out of range
  const auto write = [&](std::string_view opcode, std::string_view operands) {
    line += ' ';
    line += opcode;
    line += operands;
    line += ';';
  };
  if (setup.halfmove_clock != 0) write(kHalfmoveOpcode, ' ' + std::to_string(setup.halfmove_clock));
  if (setup.fullmove_number != 1) write(kFullmoveOpcode, ' ' + std::to_string(setup.fullmove_number));
  for (const EpdOperation& operation : epd.operations()) {
    const bool is_text = rule_of(operation.opcode).kind == OperandKind::Text;
    std::string operands;
    for (const std::string& operand : operation.operands)
      operands += ' ' + (is_text || needs_quotes(operand) ? quoted(operand) : operand);
    write(operation.opcode, operands);
  }
  return line;
}

// --- Files -----------------------------------------------------------------------------------------------------------

void read_epd_lines(const LineSource& source, std::optional<Variant> variant, const EpdHandlers& handlers) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  std::string line;
  for (std::size_t number = 1;; ++number) {
    const auto more = source(line);
    if (!more) {
      handlers.on_error(number, more.error());
      continue;
    }
    if (!*more) return;
    std::string_view text = line;
    if (number == 1 && text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    text = base::trim(text);
    if (text.empty() || text.starts_with('#')) continue;
    FenRepairs repairs;
    auto epd = variant ? parse_epd(text, *variant, &repairs) : parse_epd_of_any_variant(text, &repairs);
    if (!epd) {
      handlers.on_error(number, epd.error());
      continue;
    }
    for (const std::string& repair : repairs) handlers.on_repair(number, repair);
    handlers.on_record(number, *std::move(epd));
  }
}

void read_epd_lines(base::Input& input, std::optional<Variant> variant, const EpdHandlers& handlers) {
  base::InputLines lines(input);
  const auto next = [&](std::string& line) -> Expected<bool> {
    auto more = lines.next(line);
    if (!more) return failure("EPD: " + more.error().message);
    return more;
  };
  read_epd_lines(next, variant, handlers);
}

}  // namespace zugwerk::chess
