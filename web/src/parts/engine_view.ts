// What the engine says about a position: score, chances, lines, and the bar beside the board.

import { h, iconButton, replace } from '../page/dom';
import { countText, expectation, moveNumber, resultText, scoreText, shortScore } from '../chess/format';
import type { Analysis, Line, Move, PgnResult, Wdl } from '../api/types';
import { plyOf } from '../chess/fen';

/** The bar beside the board: White's share of the points. */
export class EvaluationBar {
  readonly element: HTMLElement;
  readonly #white = h('div.bar-white');
  readonly #text = h('span.bar-text');

  constructor() {
    this.element = h('div.bar', { role: 'img', 'aria-label': 'No evaluation yet' }, this.#white, this.#text);
  }

  /** The result where the game is over. */
  showResult(result: PgnResult, flipped: boolean): void {
    const share = { '1-0': 1, '0-1': 0, '1/2-1/2': 0.5, '*': 0.5 }[result];
    this.element.classList.toggle('flipped', flipped);
    this.element.classList.remove('empty');
    this.#white.style.height = `${100 * share}%`;
    this.#text.textContent = { '1-0': '1', '0-1': '1', '1/2-1/2': '½', '*': '' }[result];
    this.#text.classList.toggle('for-black', result === '0-1');
    this.element.setAttribute('aria-label', `Result ${resultText(result)}`);
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

/** One move of a line with its number before it. The elements stay while the move they show changes. */
class LineStep {
  readonly number = h('span.inline-number', { hidden: true });
  readonly button: HTMLButtonElement;

  constructor(isFirst: boolean, onclick: () => void) {
    this.button = h('button.line-move', { type: 'button', tabindex: isFirst ? 0 : -1, onclick });
  }

  show(move: Move | undefined, number: string): void {
    this.button.hidden = !move;
    this.number.hidden = !move || !number;
    if (!move) return;
    if (this.button.textContent !== move.san) this.button.textContent = move.san;
    if (this.number.textContent !== number) this.number.textContent = number;
  }
}

/** A line of the engine that is updated in place. */
class LineRow {
  readonly element: HTMLElement;
  readonly #score = h('span.line-score', null, '…');
  readonly #moves = h('div.line-moves');
  readonly #more = iconButton('down', 'Show the whole line', () => this.#expand());
  readonly #steps: LineStep[] = [];
  readonly #onPlay: (moves: Move[]) => void;
  #line: Line | undefined;
  #ply = 0;

  constructor(onPlay: (moves: Move[]) => void, onHover: (line: Line | undefined) => void) {
    this.#onPlay = onPlay;
    this.#more.setAttribute('aria-expanded', 'false');
    this.element = h('div.engine-line', null, this.#score, this.#moves, this.#more);
    this.element.addEventListener('pointerenter', () => onHover(this.#line));
    this.element.addEventListener('pointerleave', () => onHover(undefined));
  }

  show(line: Line | undefined, ply: number): void {
    this.#line = line;
    this.#ply = ply;
    this.element.classList.toggle('waiting', !line);
    this.#more.hidden = !line;
    const sign = line && { lower: '≥', upper: '≤', exact: '' }[line.bound];
    this.#score.textContent = line ? sign + scoreText(line.score) : '…';
    const black = line !== undefined && (line.score.mate ?? line.score.cp ?? 0) < 0;
    this.#score.classList.toggle('for-black', black);
    this.#score.classList.toggle('for-white', line !== undefined && !black);
    const moves = line?.moves ?? [];
    while (this.#steps.length < moves.length) this.#addStep();
    for (const [i, step] of this.#steps.entries()) {
      const numbered = i === 0 || (ply + i) % 2 === 0;
      step.show(moves[i], numbered ? moveNumber(ply + i) : '');
    }
  }

  #addStep(): void {
    const count = this.#steps.length + 1;
    const step = new LineStep(count === 1, () => this.#onPlay(this.#line?.moves.slice(0, count) ?? []));
    this.#steps.push(step);
    this.#moves.append(step.number, step.button);
  }

  #expand(): void {
    const open = this.element.classList.toggle('expanded');
    this.#more.setAttribute('aria-expanded', String(open));
    const label = open ? 'Show less of the line' : 'Show the whole line';
    this.#more.setAttribute('aria-label', label);
    this.#more.title = label;
    this.show(this.#line, this.#ply);
  }
}

export class LinesView {
  readonly element = h('div.lines', { role: 'group', 'aria-label': 'Lines of the engine' });
  /** The moves of a line up to the one that was clicked. */
  onPlay: (moves: Move[]) => void = () => {};
  onHover: (line: Line | undefined) => void = () => {};

  readonly #rows: LineRow[] = [];
  /** What came while a move was being pressed: it is shown when the press is over. */
  #waiting: (() => void) | undefined;
  #isPressed = false;

  constructor() {
    this.element.addEventListener('pointerdown', () => (this.#isPressed = true));
    const release = (): void => {
      if (!this.#isPressed) return;
      // The click comes after the release, and means what was pressed.
      window.setTimeout(() => {
        this.#isPressed = false;
        this.#waiting?.();
        this.#waiting = undefined;
      });
    };
    window.addEventListener('pointerup', release);
    window.addEventListener('pointercancel', release);
  }

  show(lines: Line[], fen: string, expected: number): void {
    if (this.#isPressed) {
      this.#waiting = () => this.show(lines, fen, expected);
      return;
    }
    // Rows that are still to come keep their room, so that nothing jumps.
    const count = Math.max(lines.length, expected);
    while (this.#rows.length < count) {
      const row = new LineRow(
        (moves) => this.onPlay(moves),
        (line) => this.onHover(line),
      );
      this.#rows.push(row);
      this.element.append(row.element);
    }
    for (const [i, row] of this.#rows.entries()) {
      row.element.hidden = i >= count;
      row.show(lines[i], plyOf(fen));
    }
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
