// eval/classical/explain.cpp
//
// The classical evaluation as a table for people.

#include <iomanip>
#include <sstream>

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
    text_ << std::fixed << std::setprecision(2) << std::showpos;
    text_ << std::left << std::setw(kNameWidth) << "Term" << std::right;
    for (const char* who : {"White", "Black", "White - Black"}) text_ << " |" << std::setw(3 * kNumberWidth) << who;
    text_ << '\n' << std::setw(kNameWidth) << "";
    for (int column = 0; column < 3; ++column)
      for (const char* half : {"mg", "eg", "now"})
        text_ << (half[0] == 'm' ? " |" : "") << std::setw(kNumberWidth) << half;
    text_ << '\n';
    line();
  }

  void row(std::string_view name, Tapered white, Tapered black) {
    text_ << std::left << std::setw(kNameWidth) << name << std::right;
    for (const Tapered value : {white, black, white - black}) {
      text_ << " |";
      number(value.middlegame());
      number(value.endgame());
      number(blended(value));
    }
    text_ << '\n';
  }

  void line() { text_ << std::string(kNameWidth + 3 * (2 + 3 * kNumberWidth), '-') << '\n'; }
  std::ostringstream& text() { return text_; }

 private:
  void number(double centipawns) { text_ << std::setw(kNumberWidth) << centipawns / 100 + 0.0; }
  [[nodiscard]] double blended(Tapered value) const {
    return static_cast<double>(value.middlegame() * phase_ + value.endgame() * (weights::kFullPhase - phase_)) /
           weights::kFullPhase;
  }

  int phase_;
  std::ostringstream text_;
};

}  // namespace

std::string explain(const chess::Position& position) {
  const Trace trace = trace_classical(position);
  Table table(trace.phase);
  std::ostringstream& text = table.text();
  if (trace.is_known_endgame) {
    text.str("");
    text << "Known endgame: terms are not looked at\n";
  } else {
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
    text << std::noshowpos << "\nPhase " << trace.phase << " of " << weights::kFullPhase << " (mg = middlegame, eg = "
         << "endgame, now = the two blended by phase), endgame scaled by " << trace.scale << "/" << weights::kFullScale
         << '\n';
  }
  text << std::noshowpos;
  if (position.halfmove_clock() > 0)
    text << "Before fading for " << position.halfmove_clock() << " plies without progress: " << std::showpos
         << trace.blended / 100.0 << '\n';
  if (position.in_check()) text << "The side to move is in check: this evaluation means little\n";
  text << "Total: " << std::showpos << trace.total / 100.0 << " pawns for White\n";
  return text.str();
}

}  // namespace zugwerk::eval
