// The board as a grid of squares that the keyboard reaches and screen readers read: arrow keys go from square to square,
// Enter takes a piece and puts it down. It lies over the board and lets the mouse through.

import type { Side } from '../api/types';
import { boardInWords, fileLetters, placementOf, squareWords } from '../chess/board_words';
import { h, replace } from '../page/dom';
import { t } from '../page/words';

/** What the grid does with the board. */
export interface GridActions {
  /** Takes the piece of a square, or puts down the one that was taken. */
  select: (square: string) => void;
  cancel: () => void;
  /** The square that a piece was taken from. */
  selected: () => string | undefined;
  targets: (square: string) => string[];
  /** Presses draw instead of moving; whoever draws tells of it. */
  isDrawing: () => boolean;
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export class BoardGrid {
  readonly element: HTMLElement;

  readonly #cells: HTMLElement[] = [];
  readonly #words = h('div.visually-hidden', { role: 'group', 'aria-label': t('board.in-words') });
  readonly #spoken = h('div.visually-hidden', { role: 'status' });
  readonly #actions: GridActions;
  #column = 4;
  #row = 6;
  #isFlipped = false;
  #placement = placementOf('');

  constructor(actions: GridActions) {
    this.#actions = actions;
    const rows = Array.from({ length: 8 }, () => {
      const cells = Array.from({ length: 8 }, () => h('div.board-cell', { role: 'gridcell', tabindex: -1 }));
      this.#cells.push(...cells);
      return h('div.board-row', { role: 'row' }, cells);
    });
    const grid = h('div.board-grid', { role: 'grid', 'aria-label': t('board.squares') }, rows);
    grid.addEventListener('keydown', (event) => this.#key(event));
    grid.addEventListener('focusin', (event) => {
      const at = this.#cells.indexOf(event.target as HTMLElement);
      if (at >= 0) this.#rove(at % 8, Math.floor(at / 8));
    });
    this.element = h('div.board-words', null, grid, this.#words, this.#spoken);
    this.#rove(this.#column, this.#row);
  }

  show(fen: string, orientation: Side): void {
    this.#isFlipped = orientation === 'black';
    this.#placement = placementOf(fen);
    for (const [at, cell] of this.#cells.entries()) {
      const square = this.#squareAt(at % 8, Math.floor(at / 8));
      const label = `${square}, ${squareWords(this.#placement.get(square))}`;
      if (cell.getAttribute('aria-label') !== label) cell.setAttribute('aria-label', label);
      cell.setAttribute('aria-selected', String(this.#actions.selected() === square));
    }
    const words = boardInWords(fen);
    if (this.#words.textContent !== words.join(''))
      replace(
        this.#words,
        words.map((line) => h('p', null, line)),
      );
  }

  /** Reads the whole board aloud. */
  read(): void {
    this.say([...this.#words.children].map((line) => line.textContent).join(' '));
  }

  /** Tells screen readers. */
  say(text: string): void {
    // The same text again is said again.
    this.#spoken.textContent = '';
    window.setTimeout(() => (this.#spoken.textContent = text));
  }

  /** The square that has the focus, or had it last. */
  get focused(): string {
    return this.#squareAt(this.#column, this.#row);
  }

  #squareAt(column: number, row: number): string {
    return this.#isFlipped ? `${fileLetters[7 - column] ?? ''}${row + 1}` : `${fileLetters[column] ?? ''}${8 - row}`;
  }

  #rove(column: number, row: number): void {
    this.#cells[8 * this.#row + this.#column]?.setAttribute('tabindex', '-1');
    [this.#column, this.#row] = [column, row];
    this.#cells[8 * row + column]?.setAttribute('tabindex', '0');
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = arrows[event.key];
    if (step) {
      this.#rove(Math.min(7, Math.max(0, this.#column + step[0])), Math.min(7, Math.max(0, this.#row + step[1])));
      this.#cells[8 * this.#row + this.#column]?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.#press(this.#squareAt(this.#column, this.#row));
    } else if (event.key === 'Escape' && this.#actions.selected()) {
      this.#actions.cancel();
      this.#mark();
      this.say(t('board.put-back'));
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #press(square: string): void {
    const before = this.#actions.selected();
    this.#actions.select(square);
    this.#mark();
    if (this.#actions.isDrawing()) return;
    const now = this.#actions.selected();
    if (now === square && now !== before) {
      const targets = this.#actions.targets(square);
      const piece = squareWords(this.#placement.get(square));
      this.say(
        targets.length > 0
          ? t('board.taken', { piece, square, targets: targets.join(', ') })
          : t('board.cannot-move', { piece, square }),
      );
    } else if (!now && !before) {
      this.say(t('board.not-yours', { square, what: squareWords(this.#placement.get(square)) }));
    }
  }

  #mark(): void {
    const selected = this.#actions.selected();
    for (const [at, cell] of this.#cells.entries())
      cell.setAttribute('aria-selected', String(this.#squareAt(at % 8, Math.floor(at / 8)) === selected));
  }
}
