// eval/classical/explain.cpp
//
// The classical evaluation as a table for people.

#include <string>

#include "base/format.h"
#include "eval/classical/evaluate.h"
#include "eval/classical/weights.h"

namespace zugwerk::eval {

using chess::Color;

namespace {

constexpr int kNameWidth = 14;
constexpr int kNumberWidth = 7;

/// Columns of one row: middlegame, endgame and blended pawns for White, Black and the difference.
class Table {
 public:
  explicit Table(int phase) : phase_(phase) {
    base::append_format(text_, "{:{}}", "Term", kNameWidth);
    for (const char* who : {"White", "Black", "White - Black"})
      base::append_format(text_, " |{:>{}}", who, 3 * kNumberWidth);
    base::append_format(text_, "\n{:{}}", "", kNameWidth);
    for (int column = 0; column < 3; ++column)
      base::append_format(text_, " |{1:>{0}}{2:>{0}}{3:>{0}}", kNumberWidth, "mg", "eg", "now");
    text_ += '\n';
    line();
  }

  void row(std::string_view name, Tapered white, Tapered black) {
    base::append_format(text_, "{:{}}", name, kNameWidth);
    for (const Tapered value : {white, black, white - black}) {
      text_ += " |";
      number(value.middlegame());
      number(value.endgame());
      number(blended(value));
    }
    text_ += '\n';
  }

  void line() { text_.append(kNameWidth + 3 * (2 + 3 * kNumberWidth), '-') += '\n'; }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  /// Adding zero turns minus zero into zero.
  void number(double centipawns) { base::append_format(text_, "{:+{}.2f}", centipawns / 100 + 0.0, kNumberWidth); }
  [[nodiscard]] double blended(Tapered value) const {
    return static_cast<double>(value.middlegame() * phase_ + value.endgame() * (weights::kFullPhase - phase_)) /
           weights::kFullPhase;
  }

  int phase_;
  std::string text_;
};

}  // namespace

std::string explain(const chess::Position& position) {
  const Trace trace = trace_classical(position);
  std::string text;
  if (trace.is_known_endgame) {
    text = "Known endgame: terms are not looked at\n";
  } else {
    Table table(trace.phase);
    Tapered white;
    Tapered black;
    for (std::size_t number = 0; number < kTermCount; ++number) {
      const auto term = static_cast<Term>(number);
      white += trace.of(term, Color::White);
      black += trace.of(term, Color::Black);
      table.row(name_of(term), trace.of(term, Color::White), trace.of(term, Color::Black));
    }
    table.line();
    table.row("Sum", white, black);
    text = base::format(
        "{}\nPhase {} of {} (mg = middlegame, eg = endgame, now = the two blended by phase), endgame scaled by {}/{}\n",
        table.text(), trace.phase, weights::kFullPhase, trace.scale, weights::kFullScale);
  }
  if (position.halfmove_clock() > 0)
    base::append_format(text, "Before fading for {} plies without progress: {:+.2f}\n", position.halfmove_clock(),
                        trace.blended / 100.0);
  if (position.in_check()) text += "The side to move is in check: this evaluation means little\n";
  base::append_format(text, "Total: {:+.2f} pawns for White\n", trace.total / 100.0);
  return text;
}

}  // namespace zugwerk::eval
