#include "review/review_html.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "base/format.h"
#include "base/sha256.h"
#include "base/text.h"
#include "chess/notation/san.h"
#include "review/board_svg.h"
#include "review/html_text.h"
#include "review/review_pgn.h"

namespace zugwerk::review {

using chess::Color;
using chess::Position;

namespace {

constexpr std::string_view kStyle = R"(
:root{color-scheme:light dark;--paper:#fdfcf9;--ink:#22201c;--soft:#6b665c;--line:#d8d3c7;--light:#efe3cb;--dark:#b48a63;
--inaccuracy:#8a6d00;--mistake:#b35900;--blunder:#b3261e;--good:#2e6b34;--white-side:#f4f0e6;--black-side:#5a554c}
@media (prefers-color-scheme:dark){:root{--paper:#1b1a18;--ink:#ece8df;--soft:#a8a193;--line:#45413a;--inaccuracy:#e3c04a;
--mistake:#f0984a;--blunder:#ff8a80;--good:#8fce96;--white-side:#e8e2d4;--black-side:#3a362f}}
body{background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem}
h1,h2,h3{line-height:1.2}.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.25rem .6rem;border-bottom:1px solid var(--line)}
td.number,th.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}th{font-weight:600;color:var(--soft)}
a{color:inherit}p.note{color:var(--soft)}
svg.graph{width:100%;height:auto;border:1px solid var(--line);margin-top:1rem}svg.graph text{font-size:10px;fill:#8a8478}
svg.graph .up{fill:var(--white-side)}svg.graph .down{fill:var(--black-side)}
svg.graph .zero{stroke:var(--soft);stroke-width:.5;stroke-dasharray:4 3}svg.graph .curve{fill:none;stroke:var(--ink);stroke-width:1.5}
svg.graph a rect{fill:transparent}svg.graph a:hover rect,svg.graph a:focus rect{fill:#8884}
svg.graph circle.inaccuracy{fill:var(--inaccuracy)}svg.graph circle.mistake{fill:var(--mistake)}svg.graph circle.blunder{fill:var(--blunder)}
ol.moves{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.1rem .6rem}
ol.moves span:target{outline:2px solid var(--mistake)}.inaccuracy{color:var(--inaccuracy)}.mistake{color:var(--mistake)}
.blunder{color:var(--blunder)}.legend{color:var(--soft);font-size:.9rem}.only,.great{color:var(--good)}.mark{font-weight:600}
.moment h4{margin:0 0 .4rem}.moment p{margin:.4rem 0}.moment{display:grid;grid-template-columns:minmax(10rem,18rem) 1fr;gap:1rem;margin:1rem 0;break-inside:avoid}
@media (max-width:34rem){.moment{grid-template-columns:1fr}}
svg.board{width:100%;height:auto;border:1px solid var(--line)}svg.board .light{fill:var(--light)}svg.board .dark{fill:var(--dark)}
svg.board .last{fill:#cc35;}svg.board text{font:9px system-ui,sans-serif}svg.board .on-light{fill:var(--dark)}svg.board .on-dark{fill:var(--light)}
svg.board path{stroke-width:1.4;stroke-linejoin:round}
svg.board path.white{fill:#fff;stroke:#222}svg.board path.black{fill:#222;stroke:#eee;stroke-width:.8}
.arrow{stroke:#1b6e3c;fill:#1b6e3c;opacity:.8}.arrow line{stroke-width:5}
.arrow.inaccuracy{stroke:#a98600;fill:#a98600}.arrow.mistake{stroke:#c2610a;fill:#c2610a}.arrow.blunder{stroke:#b3261e;fill:#b3261e}
section.game{margin-top:2.5rem}dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dd{margin:0}
@media print{body{max-width:none;font-size:11pt}section.game{break-before:page}section.game:first-of-type{break-before:auto}
a{text-decoration:none}svg{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
)";

/// The hash that admits the style sheet in the content security policy: base64 of its SHA-256.
[[nodiscard]] std::string style_hash() {
  base::Sha256 hash;
  hash.add({reinterpret_cast<const std::uint8_t*>(kStyle.data()), kStyle.size()});
  const base::Sha256::Digest digest = hash.finish();
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  constexpr unsigned kBits = 6;
  constexpr unsigned kMask = (1U << kBits) - 1;
  std::string text;
  unsigned pending = 0;
  unsigned bits = 0;
  for (const std::uint8_t byte : digest) {
    pending = (pending << 8U) | byte;
    for (bits += 8; bits >= kBits; bits -= kBits) text += kDigits[(pending >> (bits - kBits)) & kMask];
  }
  text += kDigits[(pending << (kBits - bits)) & kMask];
  return text + "=";
}

[[nodiscard]] std::string name_of_player(const GameReview& review, Color color) {
  const std::string& name = review.players[index(color)].name;
  return escaped(name.empty() ? std::string(chess::name_of(color)) : name);
}

[[nodiscard]] std::string id_of(std::size_t game, std::size_t move) { return base::format("g{}m{}", game, move + 1); }

/// White's winning chance after a move.
[[nodiscard]] double white_chance(const MoveReview& move) {
  return move.side == Color::White ? move.chance_after : -move.chance_after;
}

[[nodiscard]] std::string class_of(const MoveReview& move) {
  if (move.only_move) return "only";
  if (move.mark == Mark::None && move.badge != Badge::None) return std::string(name_of(move.badge));
  return std::string(name_of(move.mark));
}

/// Book moves, forced ones and the engine's choices are not highlighted.
[[nodiscard]] bool is_plain(const MoveReview& move) {
  return move.mark == Mark::None && !move.only_move && move.badge != Badge::Great;
}

[[nodiscard]] std::string graph(const GameReview& review, std::size_t game) {
  constexpr double kWidth = 800;
  constexpr double kHeight = 160;
  constexpr double kDot = 4;
  const std::size_t count = review.moves.size();
  const double step = kWidth / static_cast<double>(std::max<std::size_t>(count, 1));
  const auto x_of = [&](std::size_t i) { return (static_cast<double>(i) + 0.5) * step; };
  const auto y_of = [&](std::size_t i) { return (1 - white_chance(review.moves[i])) * kHeight / 2; };

  constexpr int kTickMoves = 10;
  constexpr double kTickInset = 4;

  std::string curve;
  std::string dots;
  std::string links;
  std::string ticks;
  for (std::size_t i = 0; i < count; ++i) {
    const MoveReview& move = review.moves[i];
    base::append_format(curve, "{}{:.1f},{:.1f}", i > 0 ? " " : "", x_of(i), y_of(i));
    if (move.side == Color::White && move.number % kTickMoves == 0)
      base::append_format(ticks, R"(<text x="{:.1f}" y="{:.1f}" text-anchor="middle">{}</text>)", x_of(i),
                          kHeight - kTickInset, move.number);
    if (move.mark != Mark::None)
      base::append_format(dots, R"(<circle class="{}" cx="{:.1f}" cy="{:.1f}" r="{:.1f}"/>)", class_of(move), x_of(i),
                          y_of(i), kDot);
    base::append_format(
        links, R"(<a href="#{}"><rect x="{:.1f}" y="0" width="{:.1f}" height="{:.1f}"><title>{} {}</title></rect></a>)",
        id_of(game, i), static_cast<double>(i) * step, step, kHeight, escaped(marked_move_text(move)),
        escaped(move.score_text));
  }
  std::string svg =
      R"(<svg class="graph" viewBox="0 0 800 160" role="group" aria-label="Winning chances move by move">)";
  svg += R"(<rect class="down" width="800" height="160"/>)";
  if (count > 0)
    base::append_format(svg, R"(<polygon class="up" points="0,160 0,80 {} 800,{:.1f} 800,160"/>)", curve,
                        y_of(count - 1));
  base::append_format(
      svg, R"(<line class="zero" x1="0" y1="80" x2="800" y2="80"/><polyline class="curve" points="{}"/>)", curve);
  return svg + ticks + dots + links + "</svg>\n";
}

[[nodiscard]] std::string move_list(const GameReview& review, std::size_t game) {
  std::string html = "<ol class=\"moves\">\n";
  for (std::size_t i = 0; i < review.moves.size(); ++i) {
    const MoveReview& move = review.moves[i];
    const bool opens = move.side == Color::White || i == 0;
    if (opens) base::append_format(html, "<li>{}{} ", move.number, move.side == Color::White ? "." : "...");
    const std::string css = class_of(move);
    const std::string remark = remark_of(move);
    base::append_format(html, R"(<span id="{}"{} title="{}{}{}">{}{}{}</span>)", id_of(game, i),
                        css.empty() ? "" : base::format(R"( class="{}{}")", is_plain(move) ? "" : "mark ", css),
                        escaped(move.score_text), remark.empty() ? "" : " ", escaped(remark), escaped(move.san),
                        escaped(glyph_of(move.mark)),
                        move.only_move               ? "□"
                        : move.badge == Badge::Great ? "!"
                                                     : "");
    const bool closes = move.side == Color::Black || i + 1 == review.moves.size();
    html += closes ? "</li>\n" : " ";
  }
  return html + "</ol>\n";
}

[[nodiscard]] std::string moments(const GameReview& review, std::size_t game) {
  if (review.key_moments.empty()) return {};
  std::string html =
      "<h3>Key moments</h3>\n<p class=\"legend\">Each board shows the position before the move, with an arrow for the "
      "move played and a green one for the better move.</p>\n";
  Position position = review.start;
  for (std::size_t i = 0; i < review.moves.size(); ++i) {
    const MoveReview& move = review.moves[i];
    if (std::binary_search(review.key_moments.begin(), review.key_moments.end(), i)) {
      const std::string title = marked_move_text(move);
      const std::string css = class_of(move);
      BoardPicture picture;
      picture.below = move.side;
      picture.played = move.move;
      picture.played_class = css;
      if (!move.better.empty()) picture.better = move.better.front();
      const std::string label = "Board before " + title;
      picture.label = label;
      base::append_format(html, R"(<div class="moment">{}<div><h4><a class="{}" href="#{}">{}</a> {}</h4><p>{}</p>)",
                          to_svg(position, picture), css, id_of(game, i), escaped(title), escaped(move.score_text),
                          escaped(move.only_move ? "The only good move." : remark_of(move)));
      if (!move.better_text.empty())
        base::append_format(html, R"(<p class="note">{} ({})</p>)", escaped(move.better_text),
                            escaped(move.best_score_text));
      html += "</div></div>\n";
    }
    position.make(move.move);
  }
  return html;
}

[[nodiscard]] std::string remarks(const GameReview& review, std::size_t game) {
  std::string rows;
  for (std::size_t i = 0; i < review.moves.size(); ++i) {
    const MoveReview& move = review.moves[i];
    const std::string remark = remark_of(move);
    if (remark.empty() || std::binary_search(review.key_moments.begin(), review.key_moments.end(), i)) continue;
    base::append_format(rows, "<dt><a class=\"{}\" href=\"#{}\">{}</a></dt><dd>{}</dd>\n", class_of(move),
                        id_of(game, i), escaped(marked_move_text(move)), escaped(remark));
  }
  return rows.empty() ? rows : "<h3>Other remarks</h3>\n<dl>\n" + rows + "</dl>\n";
}

[[nodiscard]] std::string accuracy_text(const PlayerReview& player) {
  return player.accuracy ? base::fixed(*player.accuracy, 1) + "\u00a0%" : "–";
}

[[nodiscard]] std::string cell(std::string_view text) { return base::format(R"(<td class="number">{}</td>)", text); }
[[nodiscard]] std::string cell(int count) { return cell(std::to_string(count)); }

[[nodiscard]] std::string player_table(const GameReview& review) {
  const bool timed = review.players[0].spent || review.players[1].spent;
  std::string html = "<div class=\"wide\"><table>\n<thead><tr><th>Player</th><th class=\"number\">Accuracy</th>";
  for (std::size_t phase = 0; phase < kPhaseCount; ++phase) {
    std::string name(name_of(static_cast<Phase>(phase)));
    name[0] = base::to_upper(name[0]);
    base::append_format(html, R"(<th class="number">{}</th>)", name);
  }
  html += R"(<th class="number">Inaccuracies</th><th class="number">Mistakes</th><th class="number">Blunders</th>)";
  if (timed) html += R"(<th class="number">Time</th>)";
  html += "</tr></thead>\n<tbody>\n";
  for (const Color color : chess::kColors) {
    const PlayerReview& player = review.players[index(color)];
    html += "<tr><td>" + name_of_player(review, color) + "</td>" + cell(accuracy_text(player));
    for (const auto& accuracy : player.phase_accuracy) html += cell(accuracy ? base::fixed(*accuracy, 1) : "–");
    html += cell(player.inaccuracies) + cell(player.mistakes) + cell(player.blunders);
    if (timed) html += cell(player.spent ? base::duration_text(*player.spent) : "–");
    html += "</tr>\n";
  }
  return html + "</tbody>\n</table></div>\n";
}

}  // namespace

HtmlPart to_html(const GameReview& review, std::size_t number) {
  const std::string game_id = base::format("game{}", number);
  const std::string players =
      base::format("{} – {}", name_of_player(review, Color::White), name_of_player(review, Color::Black));
  HtmlPart part;
  part.row =
      base::format("<tr>{}<td><a href=\"#{}\">{}</a></td><td>{}</td><td>{}</td>{}{}</tr>\n",
                   cell(std::to_string(number)), game_id, players, escaped(review.result), escaped(review.opening),
                   cell(accuracy_text(review.players[0])), cell(accuracy_text(review.players[1])));

  std::string& html = part.section;
  html = base::format("<section class=\"game\" id=\"{}\">\n<h2>{} {}</h2>\n", game_id, players, escaped(review.result));
  std::string where = review.event;
  if (!review.date.empty()) where += (where.empty() ? "" : ", ") + review.date;
  if (!review.opening.empty()) where += (where.empty() ? "" : ". ") + review.eco + ' ' + review.opening;
  if (!where.empty()) base::append_format(html, "<p class=\"note\">{}</p>\n", escaped(where));
  html += player_table(review);
  html += graph(review, number) + move_list(review, number) + moments(review, number) + remarks(review, number) +
          "</section>\n";
  return part;
}

std::string html_page(std::span<const HtmlPart> parts) {
  std::string html =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      // The names in a PGN are untrusted: whatever they contain, this page runs no script and loads nothing.
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-" +
      style_hash() +
      "'; base-uri 'none'; form-action 'none'\">\n<meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\">\n<title>Game review</title>\n<style>";
  html += kStyle;
  html += "</style>\n</head>\n<body>\n<h1>Game review</h1>\n";
  if (parts.size() > 1) {
    html +=
        "<div class=\"wide\"><table>\n<thead><tr><th "
        "class=\"number\">Game</th><th>Players</th><th>Result</th><th>Opening</th>"
        "<th class=\"number\">White</th><th class=\"number\">Black</th></tr></thead>\n<tbody>\n";
    for (const HtmlPart& part : parts) html += part.row;
    html += "</tbody>\n</table></div>\n";
  }
  for (const HtmlPart& part : parts) html += part.section;
  return html + "<p class=\"note\">Made by Zugwerk.</p>\n</body>\n</html>\n";
}

}  // namespace zugwerk::review
