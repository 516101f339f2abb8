// The engine's lines. Their elements stay while what they say changes several times a second: a press always hits the move
// that it began on.

import type { Line, Move } from '../api/types';
import { plyOf } from '../chess/fen';
import { moveNumber, scoreText } from '../chess/format';
import { h, iconButton } from '../page/dom';
import { t } from '../page/words';

/** A move of a line that is pointed at: the line up to it, and where it stands. */
export interface Pointed {
  line: Line;
  moves: Move[];
  element: HTMLElement;
}

/** What the lines tell of. */
interface Listener {
  onPlay: (moves: Move[]) => void;
  onPoint: (pointed: Pointed | undefined) => void;
}

/** One move of a line with its number before it. */
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

/** A line that is updated in place. */
class LineRow {
  readonly element: HTMLElement;
  readonly #score = h('span.line-score', null, '…');
  readonly #moves = h('div.line-moves');
  readonly #more = iconButton('down', t('lines.more'), () => this.#expand());
  readonly #steps: LineStep[] = [];
  readonly #listener: Listener;
  #line: Line | undefined;
  #ply = 0;
  /** The move under the pointer, or the one that has the focus. */
  #pointed = -1;

  constructor(listener: Listener) {
    this.#listener = listener;
    this.#more.setAttribute('aria-expanded', 'false');
    this.element = h('div.engine-line', null, this.#score, this.#moves, this.#more);
    this.element.addEventListener('pointerover', (event) => this.#point(event.target));
    this.element.addEventListener('pointerleave', () => this.#point(null));
    // A finger leaves the focus behind where it pressed; that does not mean that somebody looks there.
    this.element.addEventListener('focusin', ({ target }) => {
      if ((target as Element).matches(':focus-visible')) this.#point(target);
    });
    this.element.addEventListener('focusout', () => {
      this.#point(null);
      this.#moves.scrollLeft = 0;
    });
    this.element.addEventListener('keydown', (event) => this.#key(event));
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
    if (this.#pointed >= 0) this.#tell();
  }

  #addStep(): void {
    const count = this.#steps.length + 1;
    const step = new LineStep(count === 1, () => this.#listener.onPlay(this.#line?.moves.slice(0, count) ?? []));
    this.#steps.push(step);
    this.#moves.append(step.number, step.button);
  }

  #point(target: EventTarget | null): void {
    const at = this.#steps.findIndex((step) => step.button === target || step.number === target);
    if (at === this.#pointed) return;
    this.#pointed = at;
    this.#tell();
  }

  #tell(): void {
    const step = this.#steps[this.#pointed];
    const line = this.#line;
    const isThere = step && line && this.#pointed < line.moves.length;
    this.#listener.onPoint(
      isThere ? { line, moves: line.moves.slice(0, this.#pointed + 1), element: step.button } : undefined,
    );
  }

  /** Arrow keys go from move to move; only the first one is a stop of the Tab key. */
  #key(event: KeyboardEvent): void {
    const at = this.#steps.findIndex((step) => step.button === event.target);
    const next = event.key === 'ArrowRight' ? at + 1 : event.key === 'ArrowLeft' ? at - 1 : -1;
    const step = this.#steps[next];
    if (at < 0 || !step || step.button.hidden) return;
    event.preventDefault();
    event.stopPropagation();
    step.button.focus();
  }

  #expand(): void {
    const open = this.element.classList.toggle('expanded');
    this.#more.setAttribute('aria-expanded', String(open));
    const label = open ? t('lines.less') : t('lines.more');
    this.#more.setAttribute('aria-label', label);
    this.#more.title = label;
    this.show(this.#line, this.#ply);
  }
}

export class LinesView {
  readonly element = h('div.lines', { role: 'group', 'aria-label': t('lines.label') });
  /** The moves of a line up to the one that was clicked. */
  onPlay: (moves: Move[]) => void = () => {};
  onPoint: (pointed: Pointed | undefined) => void = () => {};

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
      const row = new LineRow({
        onPlay: (moves) => this.onPlay(moves),
        onPoint: (pointed) => this.onPoint(pointed),
      });
      this.#rows.push(row);
      this.element.append(row.element);
    }
    for (const [i, row] of this.#rows.entries()) {
      row.element.hidden = i >= count;
      row.show(lines[i], plyOf(fen));
    }
  }
}
