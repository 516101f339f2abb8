// What the engine says about a position: score, chances, lines, and the bar beside the board.

import { h, replace } from '../page/dom';
import { countText, expectation, moveNumber, scoreText, shortScore } from '../chess/format';
import type { Analysis, Line, Move, Wdl } from '../api/types';
import { plyOf } from '../chess/fen';

/** The bar beside the board: White's share of the points. */
export class EvaluationBar {
  readonly element: HTMLElement;
  readonly #white = h('div.bar-white');
  readonly #text = h('span.bar-text');

  constructor() {
    this.element = h('div.bar', { role: 'img', 'aria-label': 'No evaluation yet' }, this.#white, this.#text);
  }

  show(line: Line | undefined, flipped: boolean): void {
    this.element.classList.toggle('flipped', flipped);
    this.element.classList.toggle('empty', !line);
    const share = line ? expectation(line.wdl) : 0.5;
    this.#white.style.height = `${Math.min(97, Math.max(3, 100 * share)).toFixed(1)}%`;
    this.#text.textContent = line ? shortScore(line.score) : '';
    this.#text.classList.toggle('for-black', line !== undefined && (line.score.mate ?? line.score.cp ?? 0) < 0);
    this.element.setAttribute('aria-label', line ? `Evaluation ${scoreText(line.score)}` : 'No evaluation yet');
  }
}

/** Win, draw and loss of White as three parts of one bar. */
export class ChancesBar {
  readonly element = h('div.chances', { role: 'img', 'aria-label': 'Chances are not known yet' });

  show(wdl: Wdl | undefined): void {
    this.element.classList.toggle('empty', !wdl);
    if (!wdl) {
      replace(this.element);
      this.element.setAttribute('aria-label', 'Chances are not known yet');
      return;
    }
    const names = ['White wins', 'Draw', 'Black wins'];
    this.element.setAttribute(
      'aria-label',
      names.map((name, i) => `${name}: ${((wdl[i] ?? 0) / 10).toFixed(0)} %`).join(', '),
    );
    replace(
      this.element,
      wdl.map((share, i) => {
        const part = h('div.chance', { title: `${names[i]}: ${(share / 10).toFixed(1)} %` });
        part.classList.add(['white', 'draw', 'black'][i] ?? '');
        part.style.flexGrow = String(share);
        if (share >= 90) part.textContent = `${Math.round(share / 10)} %`;
        return part;
      }),
    );
  }
}

export class LinesView {
  readonly element = h('div.lines', { role: 'group', 'aria-label': 'Lines of the engine' });
  /** The moves of a line up to the one that was clicked. */
  onPlay: (moves: Move[]) => void = () => {};
  onHover: (move: Move | undefined) => void = () => {};

  show(lines: Line[], fen: string, expected: number): void {
    const rows = lines.map((line) => this.#row(line, plyOf(fen)));
    // Rows that are still to come keep their room, so that nothing jumps.
    while (rows.length < expected) rows.push(h('div.engine-line.waiting', null, h('span.line-score', null, '…')));
    replace(this.element, rows);
  }

  #row(line: Line, ply: number): HTMLElement {
    const black = (line.score.mate ?? line.score.cp ?? 0) < 0;
    const moves = line.moves.slice(0, 14).map((move, i) => {
      const number = i === 0 || (ply + i) % 2 === 0 ? h('span.inline-number', null, moveNumber(ply + i)) : null;
      const button = h(
        'button.line-move',
        { type: 'button', onclick: () => this.onPlay(line.moves.slice(0, i + 1)), tabindex: i === 0 ? 0 : -1 },
        move.san,
      );
      return [number, button];
    });
    const row = h(
      'div.engine-line',
      null,
      h(
        `span.line-score`,
        null,
        (line.bound === 'lower' ? '≥' : line.bound === 'upper' ? '≤' : '') + scoreText(line.score),
      ),
      h('div.line-moves', null, moves.flat()),
    );
    row.querySelector('.line-score')?.classList.add(black ? 'for-black' : 'for-white');
    row.addEventListener('pointerenter', () => this.onHover(line.moves[0]));
    row.addEventListener('pointerleave', () => this.onHover(undefined));
    return row;
  }
}

/** "depth 21/34 · 1.4 M/s" */
export function statusText(event: Analysis): string {
  if (!event.begun) return 'waiting for a free thread …';
  const depth = `depth ${event.depth}/${event.selective_depth}`;
  return event.nodes_per_second > 0 ? `${depth} · ${countText(event.nodes_per_second)}/s` : depth;
}

/** "12.3 M positions in 8.4 s, hash 12 % full" */
export function effortText(event: Analysis): string {
  return `${countText(event.nodes)} positions in ${(event.time_ms / 1000).toFixed(1)} s, hash ${Math.round(event.hash_permille / 10)} % full`;
}
